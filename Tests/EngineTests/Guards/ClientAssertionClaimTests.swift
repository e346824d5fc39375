import Basics
import ProviderModel
import Testing

@testable import Engine

/// The claims of a JWT by which a client authenticates (RFC 7523 §3): a refusal for each wrong one.
@Suite("The claims of a client's JWT")
struct ClientAssertionClaimTests {
  private let stage: AssertionVisitor
  init() throws { stage = try AssertionVisitor() }

  @Test("is issued by its client, about its client")
  func names() throws {
    for value in [nil, "web", "SERVICE", "", 1] as [JSONValue?] {
      try stage.token(stage.jwt(["iss": value]))
      stage.expect(.assertionIssuerWrong, naming: "iss")
      try stage.token(stage.jwt(["sub": value]), ["client_id": "service"])
      stage.expect(.assertionSubjectWrong, naming: "sub")
    }
    try stage.token(stage.jwt(["sub": nil]))
    stage.expect(.assertionSubjectWrong, naming: "no claim sub")
    try stage.token(stage.jwt(), ["client_id": "two-keys"])
    stage.expect(.assertionIssuerWrong, naming: "two-keys")
    try stage.token(stage.jwt(of: "nobody"))
    stage.expect(.clientUnknown, naming: "nobody")
  }

  @Test("is for this server alone")
  func audience() throws {
    let issuer = JSONValue(.string(AssertionVisitor.issuer))
    let wrong: [(JSONValue?, String)] = [
      (nil, "no claim aud"), ("https://other.example", "other.example"),
      (JSONValue(.string(AssertionVisitor.issuer + "/")), "/standard/"),
      (JSONValue(.string(AssertionVisitor.issuer + "/token")), "/token"), (1, "is 1"), ([], "[]"),
      ([issuer, "https://other.example"], "no other audience"), ([issuer, 1], "no other audience"),
    ]
    for (value, word) in wrong {
      try stage.token(stage.jwt(["aud": value]))
      stage.expect(.assertionAudienceWrong, naming: word)
      #expect(stage.why.contains(AssertionVisitor.issuer))
    }
  }

  @Test("may be for the address of an endpoint by a quirk, and have several audiences")
  func olderAudience() throws {
    let stage = try AssertionVisitor(with: ["assertion-audience-token-endpoint"])
    let issuer = AssertionVisitor.issuer
    for value in [issuer, issuer + "/token"] {
      try stage.token(stage.jwt(["aud": JSONValue(.string(value))])).expectSuccess()
      try stage.post(
        "introspect", stage.jwt(["aud": JSONValue(.string(value))]), ["token": "x"]
      ).expectSuccess()
    }
    try stage.token(
      stage.jwt(["aud": ["https://other.example", JSONValue(.string(issuer))]])
    ).expectSuccess()
    let own = JSONValue(.string(issuer + "/introspect"))
    try stage.post("introspect", stage.jwt(["aud": own]), ["token": "x"]).expectSuccess()
    try stage.token(stage.jwt(["aud": own]))
    stage.expect(.assertionAudienceWrong, naming: issuer + "/token")
  }

  @Test("expires, at most an hour from now, with ten seconds for the client's clock")
  func expiry() throws {
    try stage.token(stage.jwt(["exp": nil]))
    stage.expect(.assertionExpiryMissing, naming: "exp")
    for (exp, condition) in [
      (-10, .assertionExpired), (-9, nil), (3610, nil), (3611, .assertionExpiryDistant),
    ] as [(Int, Condition?)] {
      try stage.token(stage.jwt(["exp": JSONValue(integerLiteral: stage.visitor.now + exp)]))
      if let condition { stage.expect(condition, naming: "exp") } else { stage.expectSuccess() }
    }
    for text in ["99999999999999999999", "1e400"] {
      try stage.token(stage.jwt(["exp": JSONValue(.number(text))]))
      stage.expect(.assertionExpiryDistant)
    }
    try stage.token(stage.jwt(["exp": JSONValue(.number("-1e400"))]))
    stage.expect(.assertionExpired)
  }

  @Test("is not from the future")
  func future() throws {
    for name in ["nbf", "iat"] {
      for (offset, isGood) in [(10, true), (11, false), (-86_400, true)] {
        let instant = JSONValue(integerLiteral: stage.visitor.now + offset)
        try stage.token(stage.jwt([name: instant]))
        if isGood {
          stage.expectSuccess()
        } else {
          stage.expect(.assertionNotYetValid, naming: "claim \(name)")
        }
      }
    }
    try stage.token(stage.jwt(["iat": nil])).expectSuccess()
  }

  @Test("has times that are numbers, and an identity that is a text")
  func kinds() throws {
    for name in ["exp", "nbf", "iat"] {
      for value in ["1600000060", JSONValue(.null), true, []] as [JSONValue] {
        try stage.token(stage.jwt([name: value]))
        stage.expect(.assertionClaimWrong, naming: "claim \(name)")
      }
    }
    try stage.token(stage.jwt(["jti": 1]))
    stage.expect(.assertionClaimWrong, naming: "jti")
    for value in [nil, ""] as [JSONValue?] {
      try stage.token(stage.jwt(["jti": value]))
      stage.expect(.assertionIdMissing, naming: "jti")
    }
  }

  @Test("may name the server twice, and an empty value is called empty")
  func empty() throws {
    let issuer = JSONValue(.string(AssertionVisitor.issuer))
    try stage.token(stage.jwt(["aud": [issuer, issuer]])).expectSuccess()
    try stage.token(stage.jwt(["sub": ""]))
    stage.expect(.assertionSubjectWrong, naming: "is empty")
    try stage.token(stage.jwt(header: ["kid": ""]))
    stage.expect(.assertionKeyUnknown, naming: "the kid of client_assertion is empty")
  }
}
