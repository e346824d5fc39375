import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The subject tokens of a token exchange (RFC 8693 §2.1), and a refusal for each that is not accepted.
@Suite("Token exchange and its subject token")
struct ExchangedSubjectTests {
  private let stage: ExchangeVisitor
  init() throws { stage = try ExchangeVisitor() }

  @Test("needs a subject token and its type")
  func missing() throws {
    try stage.exchange(nil)
    try stage.expect(.parameterMissing, naming: "subject_token")
    try stage.exchange(stage.token(), ["subject_token_type": nil])
    try stage.expect(.parameterMissing, naming: "subject_token_type")
    try stage.exchange(stage.token(), ["subject_token_type": "saml"])
    try stage.expect(.subjectTypeUnsupported, naming: "saml")
    try stage.exchange(stage.token(), ["requested_token_type": ExchangeVisitor.refresh])
    try stage.expect(.requestedTypeUnsupported, naming: ExchangeVisitor.refresh)
  }

  @Test("takes no token that is unknown, of another type, expired or revoked")
  func dead() throws {
    try stage.exchange("nothing")
    try stage.expect(.subjectTokenUnknown)
    let token = try stage.token()
    try stage.exchange(token, ["subject_token_type": ExchangeVisitor.id])
    try stage.expect(.subjectTokenUnknown, naming: ExchangeVisitor.id)
    try stage.visitor.post("/standard/revoke", ["token": token, "client_id": "native"])
    try stage.exchange(token)
    try stage.expect(.subjectTokenRevoked)
    let (late, lateID) = (try stage.token(), try stage.token("id_token"))
    stage.visitor.now += 3600
    try stage.exchange(late)
    try stage.expect(.subjectTokenExpired)
    try stage.exchange(lateID, ["subject_token_type": ExchangeVisitor.id])
    try stage.expect(.subjectTokenExpired)
  }

  @Test("takes no ID token that was made older than its lifetime")
  func aged() throws {
    let idToken = try stage.token("id_token")
    stage.visitor.age(by: 3600)
    try stage.exchange(idToken, ["subject_token_type": ExchangeVisitor.id])
    try stage.expect(.subjectTokenExpired)
  }

  @Test("takes an ID token that was issued after others were made older")
  func youngerThanAged() throws {
    let old = try stage.token("id_token")
    stage.visitor.now += 5
    stage.visitor.age(by: 3600)
    let new = try stage.token("id_token")
    try stage.exchange(new, ["subject_token_type": ExchangeVisitor.id]).expectSuccess()
    try stage.exchange(old, ["subject_token_type": ExchangeVisitor.id])
    try stage.expect(.subjectTokenExpired)
    stage.visitor.age(by: 3599)
    try stage.exchange(new, ["subject_token_type": ExchangeVisitor.id]).expectSuccess()
    stage.visitor.age(by: 1)
    try stage.exchange(new, ["subject_token_type": ExchangeVisitor.id])
    try stage.expect(.subjectTokenExpired)
  }

  @Test("takes an access token as a JWT only if it is one (RFC 8693 §3)")
  func opaque() throws {
    try stage.exchange(stage.token(), ["subject_token_type": ExchangeVisitor.jwt])
    try stage.expect(.subjectTokenUnknown, naming: ExchangeVisitor.jwt)
    try stage.exchange(
      stage.token(as: "api"), ["subject_token_type": ExchangeVisitor.jwt, "client_id": "api"]
    ).expectSuccess()
  }

  @Test("takes access tokens of other clients, and no refresh token or ID token of theirs")
  func otherClients() throws {
    try stage.exchange(stage.token(), ["client_id": "api"]).expectSuccess()
    for (member, type) in [
      ("refresh_token", ExchangeVisitor.refresh), ("id_token", ExchangeVisitor.id),
    ] {
      try stage.exchange(
        stage.token(member), ["client_id": "api", "subject_token_type": type])
      try stage.expect(.subjectTokenOtherClient, naming: "native")
    }
  }

  @Test("takes no ID token that was changed, of another issuer, or of a person who was removed")
  func idTokens() throws {
    let idToken = try stage.token("id_token", of: "helper", as: "native")
    let parts = idToken.split(separator: ".")
    func exchange(_ text: String) throws {
      try stage.exchange(text, ["subject_token_type": ExchangeVisitor.id, "scope": "openid"])
    }
    try exchange("\(parts[0]).\(parts[1]).AAAA")
    try stage.expect(.subjectTokenUnknown)
    let access = try stage.token(scope: "openid", as: "api")
    try exchange(access)
    try stage.expect(.subjectTokenUnknown)
    try exchange(idToken)
    stage.expectSuccess()
    let other = try ExchangeVisitor(
      patch: """
        {"token": {"grants": {"\(ExchangeVisitor.grant)": {"exchange": {"issuer": "https://other.example"}}}}}
        """)
    try other.exchange(
      other.token("id_token"), ["subject_token_type": ExchangeVisitor.id, "scope": "openid"])
    try other.expect(.jwtIssuerUntrusted, naming: AssertionVisitor.issuer)
  }

  @Test("takes no ID token that is signed with a client secret: its client could have made it")
  func secretSigned() throws {
    let secret = "understudy-secret-0123456789"
    let claims: JSONValue = [
      "iss": JSONValue(.string(AssertionVisitor.issuer)), "sub": "boss-1", "aud": "mac",
      "exp": JSONValue(integerLiteral: stage.visitor.now + 60),
    ]
    let input = JWS.signingInput(header: JSONObject([.init("alg", "HS256")]), payload: claims)
    let code = HMAC.sha256(key: Array(secret.utf8), message: Array(input.utf8))
    let forged = "\(input).\(Base64URL.encode(code))"
    for type in [ExchangeVisitor.id, ExchangeVisitor.jwt] {
      try stage.exchange(
        forged, ["client_id": "mac", "client_secret": secret, "subject_token_type": type])
      try stage.expect(.subjectTokenUnknown, naming: "client secret")
    }
  }
}
