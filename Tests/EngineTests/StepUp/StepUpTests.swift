import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Levels of authentication (OpenID Connect Core §3.1.2.1) and the resources that need one (RFC 9470).
@Suite("A sign-in at a level")
struct StepUpTests {
  private static let password = "urn:understudy:acr:password"
  private static let mfa = "urn:understudy:acr:mfa"
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }
  init() throws { standard = try StandardVisitor() }

  private func idToken(_ changes: StandardVisitor.Changes = [:]) throws -> JSONValue {
    try standard.redeem(
      standard.code((["scope": "openid email"] as StandardVisitor.Changes).merging(changes) { $1 }))
    return try JWS.parse(visitor.member("id_token")).payload
  }

  private func sensitive() throws -> Int {
    let token = try visitor.member("access_token")
    return try visitor.call(.get, "/standard/sensitive", [("Authorization", "Bearer \(token)")])
      .status
  }

  @Test("has the lowest level, or the one that the request prefers of those that are known")
  func levels() throws {
    let lowest = try idToken()
    #expect(lowest["acr"]?.stringValue == Self.password && lowest["amr"]?.text() == "[\"pwd\"]")
    for (values, level) in [
      ("other", nil), ("other \(Self.mfa) \(Self.password)", Self.mfa),
      ("", Self.password),
    ] as [(String, String?)] {
      visitor.jar = [:]
      let claims = try idToken(["acr_values": values])
      #expect(claims["acr"]?.stringValue == level, "\(values)")
    }
    visitor.jar = [:]
    let wish = "{\"id_token\": {\"acr\": {\"values\": [\"\(Self.mfa)\"]}}}"
    let claims = try idToken(["claims": wish])
    #expect(claims["acr"]?.stringValue == Self.mfa)
    #expect(claims["amr"]?.text() == "[\"pwd\",\"otp\",\"mfa\"]")
  }

  @Test("is asked for again in a session that is too weak, and not in one that is strong enough")
  func again() throws {
    let first = try idToken()
    standard.authorize(["scope": "openid email"])
    #expect(visitor.location.contains("code="))
    standard.authorize(["acr_values": Self.mfa, "scope": "openid email"])
    #expect(standard.asksForPassword)
    let second = try idToken(["acr_values": Self.mfa])
    #expect(second["acr"]?.stringValue == Self.mfa && second["sid"] == first["sid"])
    for (values, level) in [(Self.mfa, Self.mfa), (Self.password, Self.mfa), ("other", nil)]
      as [(String, String?)]
    {
      standard.authorize(["acr_values": values, "scope": "openid email"])
      #expect(visitor.location.contains("code="), "\(values)")
      try standard.redeem(visitor.parameter("code"))
      let claims = try JWS.parse(visitor.member("id_token")).payload
      #expect(claims["acr"]?.stringValue == level, "\(values)")
    }
  }

  @Test("is refused where nobody may be asked")
  func silent() throws {
    _ = try idToken()
    standard.authorize(["acr_values": Self.mfa, "prompt": "none", "scope": "openid email"])
    try standard.expectRedirect(.loginRequired, "login_required")
    #expect(visitor.told.why == "the person has to sign in again and prompt=none forbids asking")
  }

  @Test("is refused where an essential acr can't be reached, by the provider or by the person")
  func unmet() throws {
    func wish(_ value: String) -> String {
      "{\"id_token\": {\"acr\": {\"essential\": true, \"value\": \"\(value)\"}}}"
    }
    #expect(try idToken(["claims": wish(Self.mfa)])["acr"]?.stringValue == Self.mfa)
    standard.authorize(["claims": wish("urn:other")])
    standard.typePassword()
    try standard.expectRedirect(.acrUnmet, "unmet_authentication_requirements")
  }

  @Test("is the same in introspection and in a JWT access token, with its time")
  func tokens() throws {
    let standard = try StandardVisitor(with: ["jwt-access-tokens"])
    let code = try standard.code(["acr_values": Self.mfa, "scope": "openid"])
    let signedIn = standard.visitor.now
    standard.visitor.now += 20
    try standard.redeem(code)
    let token = try standard.visitor.member("access_token")
    let claims = try JWS.parse(token).payload
    #expect(claims["acr"]?.stringValue == Self.mfa)
    #expect(claims["auth_time"]?.integerValue == signedIn)
    try standard.introspect(token)
    #expect(try standard.visitor.member("acr") == Self.mfa)
    #expect(standard.visitor.page.contains("\"auth_time\":\(signedIn)"))
    // Nobody has signed in for a client that acts for itself.
    try standard.post(
      "token", ["grant_type": "client_credentials", "scope": "mcp:read"],
      StandardVisitor.credentials("web"))
    let own = try JWS.parse(standard.visitor.member("access_token")).payload
    #expect(own["acr"] == nil && own["auth_time"] == nil)
  }

  @Test("is demanded by a resource, with a challenge that says what to ask for")
  func challenge() throws {
    _ = try idToken()
    #expect(try sensitive() == 401)
    #expect(visitor.told.condition == .authenticationInsufficient)
    #expect(visitor.told.clause == "RFC 9470 §3")
    #expect(
      visitor.told.why
        == "the sign-in behind the token has the acr \(Self.password), and the resource needs \(Self.mfa)"
    )
    #expect(
      visitor.headers.first(.wwwAuthenticate)
        == "Bearer realm=\"standard\", error=\"insufficient_user_authentication\", "
        + "error_description=\"The resource needs a stronger or a more recent sign-in.\", "
        + "acr_values=\"\(Self.mfa)\", max_age=\"300\"")
    _ = try idToken(["acr_values": Self.mfa, "max_age": "300"])
    let token = try visitor.member("access_token")
    #expect(try sensitive() == 200)
    #expect(visitor.page.contains("\"acr\":\"\(Self.mfa)\""))
    func call() throws -> Int {
      try visitor.call(.get, "/standard/sensitive", [("Authorization", "Bearer \(token)")]).status
    }
    visitor.now += 300
    #expect(try call() == 200)
    visitor.now += 1
    #expect(try call() == 401)
    #expect(
      visitor.told.why
        == "the sign-in behind the token is 301 s old, and the resource needs one of the last 300 s"
    )
    standard.authorize(["acr_values": Self.mfa, "max_age": "300", "scope": "openid email"])
    #expect(standard.asksForPassword)
  }

  @Test("is not there where no person has signed in")
  func nobody() throws {
    try standard.post(
      "token", ["grant_type": "client_credentials", "scope": "mcp:read"],
      StandardVisitor.credentials("web"))
    #expect(try sensitive() == 401)
    #expect(
      visitor.told.why
        == "the sign-in behind the token has no acr, and the resource needs \(Self.mfa)")
  }

  @Test("is not known with the quirk: no parameter, no claims, no resource, no metadata")
  func switchedOff() throws {
    let standard = try StandardVisitor(with: ["no-step-up"])
    let code = try standard.code(["acr_values": Self.mfa, "scope": "openid"])
    try standard.redeem(code)
    let claims = try JWS.parse(standard.visitor.member("id_token")).payload
    #expect(claims["acr"] == nil && claims["amr"] == nil)
    let token = try standard.visitor.member("access_token")
    try standard.introspect(token)
    #expect(!standard.visitor.page.contains("acr"))
    let status = try standard.visitor.call(
      .get, "/standard/sensitive", [("Authorization", "Bearer \(token)")]
    ).status
    #expect(status == 404)
    standard.visitor.open("/standard/.well-known/openid-configuration")
    #expect(!standard.visitor.page.contains("acr_values"))
  }
}
