import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Proof Key for Code Exchange (RFC 7636), with the verifier of its Appendix B where nothing else is said.
@Suite("PKCE")
struct ChallengeTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  /// 33 bytes in plain base64, as git-credential-oauth 0.4 draws them: each of `+`, `/` and `=` is in it.
  private static let plainBase64 = "+/vYpQ0Nw3c2Yf7u+Kq/5bTz1hXeRmGsLdPjAaVoCiE="

  private static func code(_ visitor: Visitor, _ challenge: String = challenge) throws -> String {
    try TokenTranscriptTests.standard(
      visitor, "&code_challenge=\(challenge)&code_challenge_method=S256")
  }

  private static func form(_ code: String, _ verifier: String) -> TokenTranscriptTests.Form {
    [
      "grant_type": "authorization_code", "code": code,
      "redirect_uri": TokenTranscriptTests.back, "code_verifier": verifier,
    ]
  }

  @discardableResult
  private static func redeem(
    _ visitor: Visitor, _ code: String, _ verifier: String
  ) throws -> Visitor {
    try visitor.post("/standard/token", form(code, verifier), TokenTranscriptTests.basic)
  }

  /// What the log says of a token request, which is not carried out.
  private func told(_ visitor: Visitor, _ code: String, _ verifier: String) -> LogEntry {
    var headers: Headers = [.contentType: "application/x-www-form-urlencoded"]
    for (name, value) in TokenTranscriptTests.basic { headers.append(.init(name, value)) }
    let fields = Self.form(code, verifier).map { (name: $0.key, value: $0.value) }
    let request = Request(
      method: .post, authority: Visitor.host, target: "/standard/token", headers: headers,
      body: Array(QueryStyle().encode(fields).utf8))
    var sandbox = visitor.sandbox
    var random = Entropy(seed: 1)
    return sandbox.decide(
      sandbox.site.read(request), at: Instants(visitor.now), using: &random
    ).log
  }

  @Test("from a malformed challenge to the right verifier, as it is told")
  func story() throws {
    let visitor = try Visitor("standard")
    let code = try Self.code(visitor)
    let start = TranscriptTests.standard + "code&code_challenge_method=S256&code_challenge="
    visitor.begin().open(start + "short").open(start + String(repeating: "a", count: 129))
    visitor.open(start + Self.challenge.dropLast() + "=")
    for verifier in [
      "wrong", String(repeating: "v", count: 42), String(repeating: "v", count: 129),
      Self.verifier.dropLast() + "+", String(repeating: "v", count: 43), Self.verifier,
    ] { try Self.redeem(visitor, code, verifier) }
    #expect(visitor.status == 200)
    try TranscriptTests.compare("standard-pkce", visitor)
  }

  @Test(
    "a malformed challenge is told to be malformed",
    arguments: ["short", String(repeating: "a", count: 129), challenge.dropLast() + "%2B"])
  func malformedChallenge(_ challenge: String) throws {
    let visitor = try Visitor("standard").open(
      TranscriptTests.standard + "code&code_challenge_method=S256&code_challenge=\(challenge)")
    #expect(try visitor.parameter("error") == "invalid_request")
    #expect(try visitor.parameter("error_description").hasPrefix("The code_challenge is malformed"))
  }

  @Test(
    "a malformed verifier is told to be malformed, and in what, and leaves the code unspent",
    arguments: [
      (String(repeating: "v", count: 42), "code_verifier has 42 characters, and needs 43 to 128"),
      (String(repeating: "v", count: 129), "code_verifier has 129 characters, and needs 43 to 128"),
      (
        verifier.dropLast() + "=",
        "code_verifier holds \"=\", which is none of A-Z a-z 0-9 - . _ ~"
      ),
      (
        verifier.dropLast() + " ",
        "code_verifier holds a space, which is none of A-Z a-z 0-9 - . _ ~"
      ),
      (
        verifier.dropLast() + "é",
        "code_verifier holds a character beyond ASCII, which is none of A-Z a-z 0-9 - . _ ~"
      ),
    ])
  func malformedVerifier(_ verifier: String, _ why: String) throws {
    let visitor = try Visitor("standard")
    let code = try Self.code(visitor)
    let told = told(visitor, code, verifier)
    #expect(told.condition == .verifierMalformed && told.why == why)
    #expect(told.clause == "RFC 7636 §4.1")
    try Self.redeem(visitor, code, verifier)
    #expect(visitor.status == 400)
    #expect(try visitor.member("error") == "invalid_grant")
    #expect(
      try visitor.member("error_description").hasPrefix("The code_verifier is malformed"))
    #expect(try Self.redeem(visitor, code, Self.verifier).status == 200)
  }

  @Test("another verifier that is well formed is told to be another one")
  func wrong() throws {
    let visitor = try Visitor("standard")
    let code = try Self.code(visitor)
    let other = String(repeating: "v", count: 43)
    let told = told(visitor, code, other)
    #expect(told.condition == .verifierWrong && told.clause == "RFC 7636 §4.6")
    try Self.redeem(visitor, code, other)
    #expect(try visitor.member("error") == "invalid_grant")
    #expect(try visitor.member("error_description").contains("does not match"))
  }

  @Test("a verifier in plain base64 is malformed, unless the quirk lets it be")
  func plainBase64() throws {
    let challenge = Base64URL.encode(Digest.sha256(Array(Self.plainBase64.utf8)))
    let strict = try Visitor("standard")
    let refused = try Self.code(strict, challenge)
    #expect(try Self.redeem(strict, refused, Self.plainBase64).status == 400)
    #expect(try strict.member("error_description").contains("malformed"))
    let lenient = try Visitor("standard", with: ["base64-verifiers"])
    let code = try Self.code(lenient, challenge)
    // What the alphabet is loosened by is this and no more.
    let told = told(lenient, code, Self.plainBase64 + "!")
    #expect(told.condition == .verifierMalformed)
    #expect(
      told.why == "code_verifier holds \"!\", which is none of A-Z a-z 0-9 - . _ ~+/=")
    #expect(try Self.redeem(lenient, code, Self.plainBase64 + "=").status == 400)
    #expect(try lenient.member("error_description").contains("does not match"))
    #expect(try Self.redeem(lenient, code, Self.plainBase64).status == 200)
  }

  @Test("a challenge may hold what its verifier may where it is the verifier itself")
  func plain() throws {
    let visitor = try Visitor("standard", with: ["base64-verifiers", "pkce-plain"])
    let encoded = QueryStyle.rfc3986.encode(Self.plainBase64)
    let hashed = visitor.open(
      TranscriptTests.standard + "code&code_challenge_method=S256&code_challenge=\(encoded)")
    #expect(try hashed.parameter("error_description").contains("malformed"))
    let code = try TokenTranscriptTests.standard(
      visitor, "&code_challenge=\(encoded)&code_challenge_method=plain")
    #expect(try Self.redeem(visitor, code, Self.plainBase64).status == 200)
  }
}
