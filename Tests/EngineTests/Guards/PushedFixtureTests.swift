import Basics
import ProviderModel
import Testing

@testable import Engine

/// What a fixture says of pushed requests.
@Suite("The pushed requests of a fixture")
struct PushedFixtureTests {
  private typealias Changes = StandardVisitor.Changes
  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  private static let clients = """
    {"provider": "standard", "client_id": "pusher", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "require_pushed_authorization_requests": true}
    """

  private static let request = [
    "client_id": "web", "redirect_uri": StandardVisitor.callback, "response_type": "code",
    "scope": "openid", "state": "st",
  ]

  /// Pushes a request of a client, and returns its `request_uri`.
  @discardableResult
  private func push(
    _ changes: Changes = [:], as client: String = "web", at standard: StandardVisitor? = nil
  ) throws -> String {
    let standard = standard ?? self.standard
    let own = StandardVisitor.credentials(client).merging(changes) { $1 }
    try standard.post("par", Self.request, own)
    return standard.status == 201 ? try standard.visitor.member("request_uri") : ""
  }

  /// Opens the authorization endpoint with these parameters alone.
  private func open(
    _ uri: String, as client: String = "web", _ more: String = "",
    at standard: StandardVisitor? = nil
  ) {
    (standard ?? self.standard).visitor.open(
      "/standard/authorize?client_id=\(client)&request_uri=\(uri)\(more)")
  }

  @Test("are announced in the metadata")
  func announced() throws {
    try standard.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try standard.visitor.member("pushed_authorization_request_endpoint")
        == "http://127.0.0.1:8400/standard/par")
    #expect(try standard.visitor.member("require_pushed_authorization_requests") == "false")
  }

  @Test("are gone with their metadata and their endpoint where a quirk removes them")
  func gone() throws {
    let plain = try StandardVisitor(with: ["no-pushed-requests"], clients: Self.clients)
    try plain.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!plain.visitor.page.contains("pushed"))
    try push(at: plain)
    #expect(plain.status == 404)
    open(
      "urn:ietf:params:oauth:request_uri:x", "&redirect_uri=\(StandardVisitor.callback)", at: plain)
    plain.expectPage(.requestURIInvalid)
    plain.authorize(["client_id": "pusher"])
    #expect(plain.asksForPassword)
    let provider = plain.visitor.sandbox.site.providers.provider("standard")
    let authorize = try #require(provider?.endpoint(.authorize))
    #expect(provider?.conditions(at: authorize).isDisjoint(with: Self.references) == true)
  }

  private static let references: Set<Condition> = [
    .requestURIUnknown, .requestURIExpired, .requestURIUsed, .requestURIOtherClient, .pushMissing,
  ]

  @Test("have conditions only at the authorization endpoint of a provider that has them")
  func conditions() throws {
    for provider in try Visitor.providers() {
      for endpoint in provider.endpoints {
        let conditions = provider.conditions(at: endpoint)
        if provider.endpoint(.pushedAuthorization) != nil, endpoint.kind == .authorize {
          #expect(conditions.isSuperset(of: Self.references))
        } else {
          #expect(conditions.isDisjoint(with: Self.references), "\(endpoint.name)")
        }
      }
    }
  }

  @Test("have the address, names and errors of the fixture, and its checks")
  func renamed() throws {
    let own = try StandardVisitor(
      patch: """
        {"endpoints": {"par": {"at": "main:/as/par", "checks": {"needs-state": {
           "when": {"not": {"has": "req.state"}}, "fail": "parameter_missing", "why": "no state", "remedy": "send state"}}}},
         "credentials": {"request_uri": {"value": "urn:example:{{rand:[a-z]{9}}}", "lifetime": 5}},
         "errors": {"pushed_authorization": {"scope_unknown": {"shape": "token-error", "status": 422, "code": "scope", "text": "No."}}}}
        """)
    let (form, own1) = (Self.request, StandardVisitor.credentials("web"))
    try own.post("as/par", form, own1)
    let uri = try own.visitor.member("request_uri")
    #expect(uri.hasPrefix("urn:example:"))
    #expect(try own.visitor.member("expires_in") == "5")
    open(uri, at: own)
    #expect(own.asksForPassword)
    try own.post("as/par", form, own1.merging(["scope": "x"]) { $1 })
    try own.expectRefusal(.scopeUnknown, 422, "scope")
    try own.post("as/par", form, own1.merging(["state": nil]) { $1 })
    try own.expectRefusal(.parameterMissing, 400, "invalid_request")
  }
}
