import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Rich authorization requests (RFC 9396): one test for each rule.
@Suite("Authorization details")
struct AuthorizationDetailsTests {
  private static let payment = #"""
    {"type":"payment_initiation","instructedAmount":{"currency":"EUR","amount":"123.50"},"creditorName":"Merchant A","creditorAccount":{"iban":"DE02100100109307118603"}}
    """#
  private static let accounts = #"""
    {"type":"account_information","actions":["list_accounts","read_balances"],"locations":["https://example.test/accounts"]}
    """#
  private static let fewer = #"""
    {"locations":["https://example.test/accounts"],"actions":["read_balances"],"type":"account_information"}
    """#
  private static let both = "[\(payment),\(accounts)]"

  private static let clients = """
    {"provider": "standard", "client_id": "reader", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "authorization_details_types": ["account_information"]}
    """

  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  /// Grants a request with these details, and returns the code.
  private func code(_ details: String = both) throws -> String {
    standard.authorize(["authorization_details": details])
    if standard.asksForPassword { standard.typePassword() }
    if standard.asksForConsent { standard.allow() }
    return try standard.visitor.parameter("code")
  }

  private func details(_ name: String = "authorization_details") throws -> JSONValue {
    try JSONReader().read(Array(try standard.visitor.member(name).utf8), file: "").root
  }

  private static func list(_ text: String) throws -> JSONValue {
    try JSONReader().read(Array(text.utf8), file: "").root
  }

  // MARK: Granted

  @Test("are shown to the person, each time")
  func consent() throws {
    for _ in 0..<2 {
      standard.authorize(["authorization_details": Self.both])
      if standard.asksForPassword { standard.typePassword() }
      #expect(standard.asksForConsent)
      for text in ["initiate a payment", "payment_initiation", "Merchant A", "read_balances"] {
        #expect(standard.visitor.page.contains(text), "\(standard.visitor.page)")
      }
      standard.allow()
    }
    standard.authorize()
    #expect(!standard.asksForConsent && !standard.visitor.page.contains("in detail"))
  }

  @Test("are in the token response and in introspection")
  func token() throws {
    try standard.redeem(code())
    #expect(try details() == Self.list(Self.both))
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(try details() == Self.list(Self.both))
  }

  @Test("are in access tokens that are JWTs")
  func jwt() throws {
    let own = try StandardVisitor(with: ["jwt-access-tokens"])
    own.authorize(["authorization_details": "[\(Self.accounts)]"]).typePassword().allow()
    try own.redeem(own.visitor.parameter("code"))
    let token = try JWS.parse(own.visitor.member("access_token"))
    #expect(try token.payload["authorization_details"] == Self.list("[\(Self.accounts)]"))
  }

  @Test("are absent where none were asked for")
  func absent() throws {
    try standard.redeem(standard.code())
    #expect(!standard.visitor.page.contains("authorization_details"))
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(!standard.visitor.page.contains("authorization_details"))
  }

  @Test("may be pushed, and may stand in a request object")
  func pushed() throws {
    try standard.post(
      "par",
      [
        "response_type": "code", "redirect_uri": StandardVisitor.callback,
        "authorization_details": "[\(Self.accounts)]",
      ], StandardVisitor.credentials("web"))
    let uri = try standard.visitor.member("request_uri")
    standard.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    standard.typePassword().allow()
    try standard.redeem(standard.visitor.parameter("code"))
    #expect(try details() == Self.list("[\(Self.accounts)]"))
    try standard.post(
      "par", ["response_type": "code", "authorization_details": "[]"],
      StandardVisitor.credentials("web"))
    try standard.expectRefusal(.detailsUnreadable, 400, "invalid_authorization_details")
    let stage = try RequestObjectVisitor()
    stage.open(
      try stage.object(of: "signer", ["authorization_details": Self.list("[\(Self.accounts)]")]))
    stage.standard.typePassword()
    #expect(stage.visitor.page.contains("read_balances"))
  }

  // MARK: Narrowed

  @Test("are narrowed for one access token, when the code is redeemed and at a refresh")
  func narrowed() throws {
    try standard.redeem(code(), as: "web", ["authorization_details": "[\(Self.accounts)]"])
    #expect(try details() == Self.list("[\(Self.accounts)]"))
    let refresh = try standard.visitor.member("refresh_token")
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(try details() == Self.list("[\(Self.accounts)]"))
    try standard.refresh(refresh, as: "web", ["authorization_details": "[\(Self.fewer)]"])
    #expect(try details() == Self.list("[\(Self.fewer)]"))
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(try details() == Self.list("[\(Self.fewer)]"))
  }

  @Test("are all granted again at a refresh that asks for none")
  func restored() throws {
    try standard.redeem(code(), as: "web", ["authorization_details": "[\(Self.accounts)]"])
    try standard.refresh(standard.visitor.member("refresh_token"))
    #expect(try details() == Self.list(Self.both))
    let (access, refresh) = (
      try standard.visitor.member("access_token"), try standard.visitor.member("refresh_token")
    )
    try standard.introspect(access)
    #expect(try details() == Self.list(Self.both))
    try standard.refresh(refresh)
    #expect(try details() == Self.list(Self.both))
  }

  @Test(
    "never become more than was granted",
    arguments: [
      #"{"type":"account_information","actions":["list_accounts","delete"],"locations":["https://example.test/accounts"]}"#,
      #"{"type":"account_information","actions":["list_accounts"]}"#,
      #"{"type":"account_information","actions":["list_accounts"],"locations":["https://example.test/accounts"],"datatypes":["x"]}"#,
      #"{"type":"payment_initiation","instructedAmount":{"currency":"EUR","amount":"999"},"creditorName":"Merchant A","creditorAccount":{"iban":"DE02100100109307118603"}}"#,
    ])
  func exceeded(_ detail: String) throws {
    try standard.redeem(code(), as: "web", ["authorization_details": "[\(detail)]"])
    try standard.expectRefusal(.detailsExceeded, 400, "invalid_authorization_details")
  }

  @Test("can't be added at the token endpoint")
  func added() throws {
    try standard.redeem(
      standard.code(), as: "web", ["authorization_details": "[\(Self.accounts)]"])
    try standard.expectRefusal(.detailsExceeded, 400, "invalid_authorization_details")
  }

  // MARK: Refused

  @Test(
    "that are wrong are refused",
    arguments: [
      ("x", .detailsUnreadable), ("{}", .detailsUnreadable), ("[]", .detailsUnreadable),
      ("[1]", .detailsUnreadable), ("[{}]", .detailsUnreadable),
      (#"[{"type":1}]"#, .detailsUnreadable),
      (#"[{"type":"account_information","actions":[],"actions":[]}]"#, .detailsUnreadable),
      (#"[{"type":"magic"}]"#, .detailsTypeUnknown),
      (#"[{"type":"account_information"}]"#, .detailsInvalid),
      (#"[{"type":"account_information","actions":1}]"#, .detailsInvalid),
      (#"[{"type":"account_information","actions":[],"x":1}]"#, .detailsInvalid),
      (#"[{"type":"account_information","actions":[1,{}]}]"#, .detailsInvalid),
      (
        #"[{"type":"payment_initiation","instructedAmount":{"currency":"EUR"},"creditorName":"A","creditorAccount":{"iban":"D"}}]"#,
        .detailsInvalid
      ),
      (
        #"[{"type":"payment_initiation","instructedAmount":{"currency":"EUR","amount":1},"creditorName":"A","creditorAccount":{"iban":"D"}}]"#,
        .detailsInvalid
      ),
      (
        "[{\"type\":\"account_information\",\"actions\":[],\"\(String(repeating: "x", count: 4000))\":1}]",
        .detailsInvalid
      ),
    ] as [(String, Condition)])
  func wrong(_ details: String, _ condition: Condition) throws {
    standard.authorize(["authorization_details": details])
    try standard.expectRedirect(condition, "invalid_authorization_details")
    #expect(standard.visitor.told.remedy?.isEmpty == false)
    #expect(standard.visitor.told.why?.utf8.count ?? 0 < 1000)
  }

  @Test("of too many objects, or of too many bytes, are refused")
  func bounds() throws {
    let many = Array(repeating: Self.accounts, count: 11).joined(separator: ",")
    let long =
      #"[{"type":"account_information","actions":["\#(String(repeating: "x", count: 16 << 10))"]}]"#
    for details in ["[\(many)]", long] {
      try standard.post(
        "authorize",
        [
          "client_id": "web", "redirect_uri": StandardVisitor.callback, "response_type": "code",
          "state": "st", "authorization_details": details,
        ])
      try standard.expectRedirect(.detailsUnreadable, "invalid_authorization_details")
    }
    let ten = Array(repeating: Self.accounts, count: 10).joined(separator: ",")
    standard.authorize(["authorization_details": "[\(ten)]"])
    #expect(standard.asksForPassword)
  }

  @Test("of a type that the client may not ask for are refused")
  func notAllowed() throws {
    standard.authorize(["client_id": "reader", "authorization_details": Self.both])
    try standard.expectRedirect(.detailsTypeNotAllowed, "invalid_authorization_details")
    standard.authorize(["client_id": "reader", "authorization_details": "[\(Self.accounts)]"])
    #expect(standard.asksForPassword)
  }

  // MARK: The fixture

  @Test("are announced in the metadata, and gone with it where a quirk removes them")
  func switched() throws {
    let metadata = "/standard/.well-known/openid-configuration"
    try standard.visitor.call(.get, metadata)
    #expect(
      try standard.visitor.member("authorization_details_types_supported").contains("payment"))
    let plain = try StandardVisitor(with: ["no-authorization-details"], clients: Self.clients)
    try plain.visitor.call(.get, metadata)
    #expect(!plain.visitor.page.contains("authorization_details"))
    let code = try plain.code(["authorization_details": "x"])
    try plain.redeem(code)
    #expect(plain.status == 200 && !plain.visitor.page.contains("authorization_details"))
    for provider in try Visitor.providers() where provider.id != "standard" {
      for endpoint in provider.endpoints {
        #expect(!provider.conditions(at: endpoint).contains(.detailsUnreadable))
      }
    }
  }
}
