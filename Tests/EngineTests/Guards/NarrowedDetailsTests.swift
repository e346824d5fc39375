import Basics
import ProviderModel
import TestSupport
import Testing

@testable import Engine

/// Authorization details at the token endpoint (RFC 9396 §6), and within their members: one test for each rule.
@Suite("Authorization details at the token endpoint")
struct NarrowedDetailsTests {
  private static let accounts =
    #"[{"type":"account_information","actions":["list_accounts","read_balances"]}]"#
  private static let fewer = #"[{"type":"account_information","actions":["read_balances"]}]"#

  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor() }

  private func details() throws -> JSONValue {
    try Self.list(standard.visitor.member("authorization_details"))
  }

  private static func list(_ text: String) throws -> JSONValue {
    try JSONReader().read(Array(text.utf8), file: "").root
  }

  /// Grants a request with these details, and returns the code.
  private func code(_ details: String) throws -> String {
    try standard.code(["authorization_details": details])
  }

  // MARK: Other grants

  @Test(
    "are granted to a client for itself, and by a password",
    arguments: [
      ["grant_type": "client_credentials"],
      ["grant_type": "password", "username": "alice", "password": "wonderland"],
    ])
  func otherGrants(_ form: [String: String]) throws {
    let asked = form.merging(["authorization_details": Self.accounts]) { $1 }
    try standard.post("token", asked, StandardVisitor.credentials("web"))
    #expect(try details() == Self.list(Self.accounts))
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(try details() == Self.list(Self.accounts))
  }

  @Test("are granted to a device: shown to the person, and narrowed by a poll")
  func device() throws {
    try standard.post(
      "device_authorization", ["authorization_details": "x"], ["client_id": "native"])
    try standard.expectRefusal(.detailsUnreadable, 400, "invalid_authorization_details")
    try standard.post(
      "device_authorization", ["scope": "openid", "authorization_details": Self.accounts],
      ["client_id": "native"])
    let (device, user) = (
      try standard.visitor.member("device_code"), try standard.visitor.member("user_code")
    )
    standard.visitor.open("/standard/device?user_code=\(user)")
    standard.visitor.submit([:])
    if standard.asksForPassword { standard.typePassword() }
    #expect(standard.visitor.page.contains("read_balances"), "\(standard.visitor.page)")
    standard.allow()
    try standard.post(
      "token",
      [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device,
        "authorization_details": Self.fewer,
      ], ["client_id": "native"])
    #expect(try details() == Self.list(Self.fewer))
  }

  @Test("pass to the token of an exchange, which can narrow them and never widen them")
  func exchanged() throws {
    try standard.redeem(code(Self.accounts))
    let token = try standard.visitor.member("access_token")
    func exchange(_ details: String?) throws {
      let form = [
        "grant_type": ExchangeVisitor.grant, "subject_token": token,
        "subject_token_type": ExchangeVisitor.access,
      ]
      try standard.post(
        "token", form,
        StandardVisitor.credentials("web").merging(["authorization_details": details]) { $1 })
    }
    try exchange(nil)
    #expect(try details() == Self.list(Self.accounts))
    try exchange(Self.fewer)
    #expect(try details() == Self.list(Self.fewer))
    try standard.introspect(standard.visitor.member("access_token"))
    #expect(try details() == Self.list(Self.fewer))
    try exchange(#"[{"type":"account_information","actions":["delete"]}]"#)
    try standard.expectRefusal(.detailsExceeded, 400, "invalid_authorization_details")
  }

  @Test("are granted for the JWT of another issuer, and checked")
  func assertion() throws {
    let issuer = try IssuerVisitor()
    func send(_ details: String) throws -> Visitor {
      try issuer.visitor.post(
        "/standard/token",
        [
          "grant_type": IssuerVisitor.grant, "assertion": issuer.jwt(), "client_id": "native",
          "scope": "openid", "authorization_details": details,
        ])
      return issuer.visitor
    }
    #expect(
      try Self.list(send(Self.fewer).member("authorization_details")) == Self.list(Self.fewer))
    #expect(try send("[]").told.condition == .detailsUnreadable)
  }

  // MARK: Narrowing

  @Test("never mix the members of two granted details")
  func mixed() throws {
    let granted = #"""
      [{"type":"account_information","actions":["a"],"locations":["https://one.test"]},
       {"type":"account_information","actions":["b"],"locations":["https://two.test"]}]
      """#
    let crossed =
      #"[{"type":"account_information","actions":["a"],"locations":["https://two.test"]}]"#
    try standard.redeem(code(granted), as: "web", ["authorization_details": crossed])
    try standard.expectRefusal(.detailsExceeded, 400, "invalid_authorization_details")
  }

  @Test("are narrowed in any order of members, also within the elements of a list")
  func order() throws {
    let schema = #"{"authorization_details": {"types": {"free": {"title": "free"}}}}"#
    let own = try StandardVisitor(patch: schema)
    let granted = #"[{"type":"free","x":[{"a":[{"b":1,"c":[2]}],"d":"e"},3]}]"#
    own.authorize(["authorization_details": granted]).typePassword().allow()
    let asked = #"[{"x":[{"d":"e","a":[{"c":[2],"b":1}]}],"type":"free"}]"#
    try own.redeem(own.visitor.parameter("code"), as: "web", ["authorization_details": asked])
    #expect(own.status == 200, "\(own.visitor.page)")
    try own.refresh(
      own.visitor.member("refresh_token"), as: "web",
      ["authorization_details": #"[{"type":"free","x":[{"a":[{"b":1,"c":[2,2]}],"d":"e"}]}]"#])
    try own.expectRefusal(.detailsExceeded, 400, "invalid_authorization_details")
  }

  @Test("are compared in time that grows with their size alone", .timeLimit(.minutes(15)))
  func long() throws {
    let own = try StandardVisitor(
      patch: #"{"authorization_details": {"types": {"free": {"title": "free"}}}}"#)
    func details(_ item: String, _ count: Int, _ last: String) -> String {
      let items = Array(repeating: item, count: count) + [last]
      return #"[{"type":"free","x":[\#(items.joined(separator: ","))]}]"#
    }
    try own.post(
      "par",
      [
        "response_type": "code", "redirect_uri": StandardVisitor.callback, "scope": "openid",
        "authorization_details": details("{}", 5000, "1"),
      ], StandardVisitor.credentials("web"))
    let uri = try own.visitor.member("request_uri")
    own.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    own.typePassword().allow()
    let code = try own.visitor.parameter("code")
    let time = try processorTime {
      try own.redeem(code, as: "web", ["authorization_details": details("1", 8000, "1")])
    }
    #expect(own.status == 200, "\(own.visitor.page)")
    #expect(time < .seconds(5))
  }

  // MARK: Members of members

  @Test("name a wrong member by its whole path")
  func path() {
    standard.authorize([
      "authorization_details":
        #"[{"type":"payment_initiation","instructedAmount":{"amount":"1"},"creditorName":"A","creditorAccount":{"iban":"D"}}]"#
    ])
    #expect(
      standard.visitor.told.why
        == "in an authorization detail, the member instructedAmount.currency is missing")
  }
}
