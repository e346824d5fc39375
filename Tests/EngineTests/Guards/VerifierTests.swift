import Basics
import JOSE
import ProviderModel
import Testing

/// The comparison of RFC 7636 §4.6, and when it is made.
@Suite("A code_verifier")
struct VerifierTests {
  private static let verifier =
    "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk.0123456789~ABCDEFGHIJ"
  private static func hash(_ text: String) -> String {
    Base64URL.encode(Digest.sha256(Array(text.utf8)))
  }

  /// Well formed, and each wrong in one way.
  private static let wrong: [(name: String, text: String)] = [
    ("one character less", String(verifier.dropLast())),
    ("without its first character", String(verifier.dropFirst())),
    ("the first 43 characters", String(verifier.prefix(43))),
    ("one character more", verifier + "K"),
    ("twice", String((verifier + verifier).prefix(128))),
    ("in small letters", verifier.lowercased()),
    ("another first character", "e" + verifier.dropFirst()),
    ("another last character", verifier.dropLast() + "K"),
    ("in another order", String(verifier.reversed())),
    ("the challenge that it was hashed to", hash(verifier)),
    ("its hash, hashed again", hash(hash(verifier))),
  ]

  @Test("is compared whole by its hash, and a wrong one leaves the code unspent", arguments: wrong)
  func hashed(_ name: String, _ wrong: String) throws {
    let stage = try StandardVisitor()
    let code = try stage.code([
      "code_challenge": Self.hash(Self.verifier), "code_challenge_method": "S256",
    ])
    try stage.redeem(code, ["code_verifier": wrong])
    try stage.expectRefusal(.verifierWrong, 400, "invalid_grant")
    #expect(try stage.redeem(code, ["code_verifier": Self.verifier]).status == 200)
  }

  @Test(
    "is compared whole with a plain challenge, also where no method was named",
    arguments: wrong, ["plain", nil])
  func plain(_ wrong: (name: String, text: String), _ method: String?) throws {
    let stage = try StandardVisitor(with: ["pkce-plain"])
    let code = try stage.code([
      "code_challenge": Self.verifier, "code_challenge_method": method,
    ])
    try stage.redeem(code, ["code_verifier": wrong.text])
    try stage.expectRefusal(.verifierWrong, 400, "invalid_grant")
    #expect(try stage.redeem(code, ["code_verifier": Self.verifier]).status == 200)
  }

  @Test("is hashed where the method is S256, also where plain challenges are taken")
  func notPlain() throws {
    let stage = try StandardVisitor(with: ["pkce-plain"])
    let challenge = Self.hash(Self.verifier)
    let code = try stage.code(["code_challenge": challenge, "code_challenge_method": "S256"])
    try stage.redeem(code, ["code_verifier": challenge])
    try stage.expectRefusal(.verifierWrong, 400, "invalid_grant")
    #expect(try stage.redeem(code, ["code_verifier": Self.verifier]).status == 200)
  }

  @Test("is needed where the request had a challenge", arguments: [nil, ""])
  func missing(_ sent: String?) throws {
    let stage = try StandardVisitor()
    let code = try stage.code([
      "code_challenge": Self.hash(Self.verifier), "code_challenge_method": "S256",
    ])
    try stage.redeem(code, ["code_verifier": sent])
    try stage.expectRefusal(.verifierMissing, 400, "invalid_grant")
    #expect(try stage.redeem(code, ["code_verifier": Self.verifier]).status == 200)
  }

  @Test("is refused where the request had no challenge (RFC 9700 §2.1.1)")
  func unexpected() throws {
    let stage = try StandardVisitor()
    let code = try stage.code()
    try stage.redeem(code, ["code_verifier": Self.verifier])
    try stage.expectRefusal(.verifierUnexpected, 400, "invalid_grant")
    #expect(try stage.redeem(code).status == 200)
  }

  @Test("belongs to the request of its code: another code's verifier is wrong")
  func swapped() throws {
    let stage = try StandardVisitor()
    let verifiers = [Self.verifier, String(Self.verifier.reversed())]
    let codes = try verifiers.map {
      try stage.code(["code_challenge": Self.hash($0), "code_challenge_method": "S256"])
    }
    for (code, verifier) in zip(codes, verifiers.reversed()) {
      try stage.redeem(code, ["code_verifier": verifier])
      try stage.expectRefusal(.verifierWrong, 400, "invalid_grant")
    }
  }

  @Test(
    "has 43 to 128 characters",
    arguments: [(42, false), (43, true), (128, true), (129, false)])
  func length(_ count: Int, _ isGood: Bool) throws {
    let stage = try StandardVisitor()
    let verifier = String(repeating: "v", count: count)
    let code = try stage.code([
      "code_challenge": Self.hash(verifier), "code_challenge_method": "S256",
    ])
    try stage.redeem(code, ["code_verifier": verifier])
    #expect(stage.condition == (isGood ? nil : .verifierMalformed))
    #expect(stage.status == (isGood ? 200 : 400))
  }

  @Test(
    "follows a challenge of 43 to 128 characters",
    arguments: [(42, false), (43, true), (128, true), (129, false)])
  func challengeLength(_ count: Int, _ isGood: Bool) throws {
    let stage = try StandardVisitor().authorize([
      "code_challenge": String(repeating: "c", count: count), "code_challenge_method": "S256",
    ])
    #expect(stage.asksForPassword == isGood)
    if !isGood { try stage.expectRedirect(.challengeMalformed, "invalid_request") }
  }

  @Test(
    "follows a challenge by S256 alone: plain, no method and unknown ones are refused",
    arguments: ["plain", nil, "", "s256", "S512"])
  func method(_ method: String?) throws {
    let stage = try StandardVisitor().authorize([
      "code_challenge": Self.hash(Self.verifier), "code_challenge_method": method,
    ])
    try stage.expectRedirect(.challengeMethodUnsupported, "invalid_request")
  }

  @Test(
    "of an unknown method is refused where plain is taken, too",
    arguments: ["s256", "PLAIN", "S512"])
  func unknownMethod(_ method: String) throws {
    let stage = try StandardVisitor(with: ["pkce-plain"]).authorize([
      "code_challenge": Self.hash(Self.verifier), "code_challenge_method": method,
    ])
    try stage.expectRedirect(.challengeMethodUnsupported, "invalid_request")
  }

  @Test("is demanded, with its quirk, of public clients and of whatever yields a code")
  func demanded() throws {
    let stage = try StandardVisitor(with: ["pkce-required"])
    for type in ["code", "code token"] {
      stage.authorize(["client_id": "app", "response_type": type])
      try stage.expectRedirect(.challengeMissing, "invalid_request")
    }
    for changes: StandardVisitor.Changes in [
      ["client_id": "app", "response_type": "token"], ["client_id": "web"],
      [
        "client_id": "app", "code_challenge": Self.hash(Self.verifier),
        "code_challenge_method": "S256",
      ],
    ] {
      #expect(stage.authorize(changes).asksForPassword, "\(changes)")
    }
  }
}
