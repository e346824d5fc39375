import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// What a DPoP proof has to be (RFC 9449 §4.3), one rule after the other.
@Suite("A DPoP proof")
struct DPoPProofTests {
  private let stage: DPoPVisitor
  private var now: Int { stage.visitor.now }
  init() throws { stage = try DPoPVisitor() }

  @Test("is accepted by an RSA key and by a P-256 key")
  func keys() throws {
    for key in [DPoPVisitor.rsa, DPoPVisitor.ec] {
      try stage.clientToken(stage.proof(by: key)).expectSuccess()
      #expect(try stage.visitor.member("token_type") == "DPoP")
    }
  }

  @Test("may have further claims, a typ in capitals, an iat with a fraction and a kid")
  func forms() throws {
    let changes: DPoPVisitor.Changes = [
      "sub": "x", "iat": JSONValue(.number("\(now).25")),
      "exp": JSONValue(integerLiteral: now + 60), "nbf": JSONValue(integerLiteral: now - 60),
    ]
    try stage.clientToken(
      stage.proof(changes, header: ["typ": "DPoP+JWT", "kid": "x"])
    ).expectSuccess()
    try stage.clientToken(
      stage.proof(header: ["typ": "application/dpop+jwt"])
    ).expectSuccess()
  }

  @Test("is bound to exp and nbf if it has them")
  func lifetime() throws {
    for (changes, condition) in [
      (["exp": 1], .dpopProofExpired), (["exp": "x"], .dpopClaimInvalid),
      (["nbf": JSONValue(integerLiteral: now + 3_600)], .dpopProofNotYetValid),
      (["nbf": []], .dpopClaimInvalid),
    ] as [(DPoPVisitor.Changes, Condition)] {
      try stage.clientToken(stage.proof(changes))
      #expect(stage.condition == condition, "\(changes)")
    }
  }

  // MARK: The form

  @Test("stands in one header")
  func repeated() throws {
    try stage.clientToken(stage.proof(), stage.proof())
    try stage.expect(.dpopProofRepeated, naming: "2 DPoP headers")
    try stage.clientToken("\(stage.proof()), \(stage.proof())")
    try stage.expect(.dpopProofUnreadable, naming: "not a signed JWT")
  }

  @Test("is a JWS of at most 16 KiB whose payload is an object, with each member once")
  func unreadable() throws {
    let header = "{\"alg\":\"RS256\"}"
    for (text, word) in [
      ("", "three parts"), ("a.b", "three parts"), ("a.b.c.d.e", "encrypted"),
      ("§.b.c", "base64url"),
      (AssertionVisitor.parts(header, "[]"), "an array"),
      (AssertionVisitor.parts("{}", "{}"), "alg"),
      (AssertionVisitor.parts(header, "{\"jti\":\"a\",\"jti\":\"b\"}"), "twice"),
      (AssertionVisitor.parts("{\"alg\":\"RS256\",\"crit\":[\"x\"]}", "{}"), "crit"),
    ] {
      try stage.clientToken(text)
      try stage.expect(.dpopProofUnreadable, naming: word)
    }
    let padding = JSONValue(.string(String(repeating: "x", count: 16 << 10)))
    try stage.clientToken(stage.proof(["x": padding]))
    try stage.expect(.dpopProofUnreadable, naming: "bytes")
  }

  @Test("has the claims jti, htm, htu and iat, each of its type")
  func claims() throws {
    for name in ["jti", "htm", "htu", "iat"] {
      for (value, word) in [(nil, "no claim \(name)"), ([], "an array")] as [(JSONValue?, String)] {
        try stage.clientToken(stage.proof([name: value]))
        try stage.expect(.dpopClaimInvalid, naming: word)
        #expect(try stage.visitor.member("error_description").contains("claim \(name)"))
      }
    }
    for name in ["jti", "htm", "htu"] {
      try stage.clientToken(stage.proof([name: ""]))
      try stage.expect(.dpopClaimInvalid, naming: "empty")
    }
    try stage.clientToken(stage.proof(["nonce": 7]))
    try stage.expect(.dpopClaimInvalid, naming: "claim nonce")
  }

  // MARK: The header

  @Test("has the typ dpop+jwt")
  func type() throws {
    for (type, word) in [
      (nil, "no typ"), ("JWT", "is JWT"), (7, "is 7"), ("application/at+jwt", "application"),
    ] as [(JSONValue?, String)] {
      try stage.clientToken(stage.proof(header: ["typ": type]))
      try stage.expect(.dpopTypeWrong, naming: word)
    }
    // The sentence shows the header, and not a claim of the same name.
    try stage.clientToken(stage.proof(["typ": "dpop+jwt"], header: ["typ": "JWT"]))
    try stage.expect(.dpopTypeWrong, naming: "is JWT")
  }

  @Test("is signed by an algorithm of the fixture, and never by none or by a shared secret")
  func algorithm() throws {
    for name in ["none", "HS256", "RS512", "rs256"] {
      try stage.clientToken(stage.proof(header: ["alg": JSONValue(.string(name))]))
      try stage.expect(.dpopAlgUnsupported, naming: name)
    }
    let strict = try DPoPVisitor(patch: "{\"dpop\": {\"algorithms\": [\"ES256\"]}}")
    try strict.clientToken(strict.proof())
    try strict.expect(.dpopAlgUnsupported, naming: "RS256")
    try strict.clientToken(strict.proof(by: DPoPVisitor.ec)).expectSuccess()
    try strict.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try strict.visitor.member("dpop_signing_alg_values_supported") == "[\"ES256\"]")
  }

  @Test("holds a public key that fits its alg")
  func key() throws {
    let key = try #require(DPoPVisitor.ec)
    let (jwk, rsa) = (DPoPVisitor.jwk(of: key), DPoPVisitor.jwk(of: try #require(DPoPVisitor.rsa)))
    var secret = try #require(jwk.objectValue)
    secret["d"] = "AA"
    for (jwk, word) in [
      (nil, "no jwk"), ("x", "not a key"), ([:], "not a key"),
      (JSONValue(.object(secret)), "member d, which is a secret"),
      (["kty": "oct", "k": "AA"], "of the type oct, which is a secret"),
      (rsa, "for RS256 or PS256"), (["kty": "EC", "crv": "P-521"], "P-521"),
    ] as [(JSONValue?, String)] {
      try stage.clientToken(stage.proof(header: ["jwk": jwk], by: key))
      try stage.expect(.dpopKeyInvalid, naming: word)
    }
  }

  @Test("is refused with a remedy that names only what the fixture reads")
  func remedies() throws {
    let strict = try DPoPVisitor(patch: "{\"dpop\": {\"algorithms\": [\"ES256\"]}}")
    let rsa = DPoPVisitor.jwk(of: try #require(DPoPVisitor.rsa))
    for (stage, jwk, remedy) in [
      (strict, ["kty": "EC", "crv": "P-521"], "use a P-256 key"),
      (strict, rsa, "use a key for ES256"), (stage, rsa, "set alg to RS256 or PS256"),
      (
        stage, ["kty": "EC", "crv": "P-521"],
        "use a P-256 key or an RSA key of 2048 bits or a P-384 key or an Ed25519 key"
      ),
    ] as [(DPoPVisitor, JSONValue, String)] {
      try stage.clientToken(stage.proof(header: ["jwk": jwk], by: DPoPVisitor.ec))
      try stage.expect(.dpopKeyInvalid)
      #expect(stage.visitor.told.remedy == remedy)
    }
  }

  @Test("is signed by the key that it holds")
  func signature() throws {
    let other = DPoPVisitor.jwk(of: try #require(DPoPVisitor.other))
    try stage.clientToken(stage.proof(header: ["jwk": other], by: DPoPVisitor.ec))
    try stage.expect(.dpopSignatureWrong, naming: "does not verify")
    let parts = try stage.proof().split(separator: ".")
    let changed = try stage.proof(["htm": "GET"]).split(separator: ".")
    try stage.clientToken("\(parts[0]).\(changed[1]).\(parts[2])")
    try stage.expect(.dpopSignatureWrong)
  }

  // MARK: The request

  @Test("is for the method of the request, in its case")
  func method() throws {
    for method in ["GET", "post"] {
      try stage.clientToken(stage.proof(for: method))
      try stage.expect(.dpopMethodWrong, naming: method)
    }
  }

  @Test("is for the address that was called, without query and fragment, however it is written")
  func address() throws {
    let host = Visitor.host
    for address in [
      "http://\(host)/standard/token?a=b#c", "HTTP://\(host)/standard/token",
      "http://\(host)/standard/x/../t%6Fken", "http://\(host)/%73tandard/./token",
    ] {
      try stage.clientToken(stage.proof(["htu": JSONValue(.string(address))])).expectSuccess()
    }
    for address in [
      "https://\(host)/standard/token", "http://localhost:8400/standard/token",
      "http://127.0.0.1/standard/token", "http://\(host)/standard/token/",
      "http://\(host)/standard/TOKEN", "http://\(host)/standard%2Ftoken", "/standard/token", "x",
      "http://u@\(host)/standard/token",
    ] {
      try stage.clientToken(stage.proof(["htu": JSONValue(.string(address))]))
      try stage.expect(.dpopAddressWrong, naming: address)
    }
  }

  @Test("is made within the window of the fixture, by the real time", arguments: [60, 300])
  func time(window: Int) throws {
    let stage = try DPoPVisitor(patch: "{\"dpop\": {\"window\": \(window)}}")
    for (off, condition) in [
      (-window - 1, Condition.dpopProofExpired), (-window, nil), (window, nil),
      (window + 1, .dpopProofNotYetValid),
    ] {
      try stage.clientToken(
        stage.proof(["iat": JSONValue(integerLiteral: stage.visitor.now + off)]))
      #expect(stage.condition == condition, "\(off)")
    }
    for (number, condition) in [
      ("1e400", Condition.dpopProofNotYetValid), ("-1e400", .dpopProofExpired),
      ("9223372036854775807", .dpopProofNotYetValid),
    ] {
      try stage.clientToken(stage.proof(["iat": JSONValue(.number(number))]))
      try stage.expect(condition)
    }
  }

  @Test("is used once: its key may not send the jti again while it is fresh")
  func reused() throws {
    let proof = try stage.proof(["jti": "same"])
    try stage.clientToken(proof).expectSuccess()
    try stage.clientToken(proof)
    try stage.expect(.dpopProofReused, naming: "same")
    try stage.clientToken(stage.proof(["jti": "same"]))
    try stage.expect(.dpopProofReused)
    try stage.clientToken(stage.proof(["jti": "same"], by: DPoPVisitor.ec)).expectSuccess()
    stage.visitor.now += 60
    try stage.clientToken(proof)
    try stage.expect(.dpopProofReused)
    stage.visitor.now += 1
    try stage.clientToken(proof)
    try stage.expect(.dpopProofExpired)
    try stage.clientToken(stage.proof(["jti": "same"])).expectSuccess()
  }

  @Test("that is refused is not remembered, so its jti may come again")
  func unspent() throws {
    try stage.clientToken(stage.proof(["jti": "x"], for: "GET"))
    try stage.expect(.dpopMethodWrong)
    try stage.clientToken(stage.proof(["jti": "x"])).expectSuccess()
  }

  @Test("that was remembered is forgotten for a newer one, beyond a bound")
  func bounded() throws {
    let state = State()
    for number in 0...State.mostProofs {
      state.proofs.insert(1, for: "\(number)", ends: 1, bytes: 10)
    }
    #expect(state.proofs.count <= State.mostProofs && state.proofs["0"] == nil)
    let long = String(repeating: "x", count: 12 << 10)
    for number in 0..<2000 {
      state.proofs.insert(1, for: "\(long)\(number)", ends: 1, bytes: long.utf8.count)
    }
    #expect(state.proofs.bytes <= State.mostProofBytes)
    #expect(State(copying: state).proofs.count == state.proofs.count)
  }

  @Test("is remembered by a digest, until it is too old")
  func digest() throws {
    try stage.clientToken(stage.proof(["jti": "short"])).expectSuccess()
    let (count, bytes) = (
      stage.visitor.sandbox.state.proofs.count, stage.visitor.sandbox.state.proofs.bytes
    )
    let long = String(repeating: "x", count: 9000)
    try stage.clientToken(stage.proof(["jti": JSONValue(.string(long))])).expectSuccess()
    let proofs = stage.visitor.sandbox.state.proofs
    #expect(count == 1 && proofs.count == 2 && proofs.bytes == 2 * bytes)
    stage.visitor.now += 61
    try stage.clientToken(stage.proof()).expectSuccess()
    #expect(stage.visitor.sandbox.state.proofs.count == 1)
  }
}
