import ProviderModel
import Testing

@testable import Engine

/// Where an answer may be sent (RFC 6749 §3.1.2).
@Suite("A redirect URI")
struct RedirectTests {
  private static let host = "http://127.0.0.1:7999"

  @Test(
    "that is not registered is explained, and is on a registered host or not",
    arguments: [
      (host + "/other", Condition.redirectMismatch, ": the path is /other, not /cb"),
      ("https://evil.example/cb", .redirectHostMismatch, ""),
      ("http://127.0.0.1:7998/cb", .redirectHostMismatch, ": the port is 7998, not 7999"),
    ])
  func unregistered(_ uri: String, _ condition: Condition, _ difference: String) throws {
    let stage = try StandardVisitor().authorize(["redirect_uri": uri])
    stage.expectPage(condition)
    #expect(
      stage.visitor.told.why
        == "redirect_uri \(uri) is not registered for web (registered: \(StandardVisitor.callback))"
        + difference)
    #expect(
      stage.visitor.told.remedy
        == "send a registered one, or add it to redirect_uris of this client in its cast")
  }

  @Test(
    "by which no browser may be sent anywhere is always refused, also where any client is taken",
    arguments: [
      (
        "javascript:alert(1)", "no browser is sent to a javascript: URI",
        "use https, http on the loopback, or a scheme of the app's own (RFC 8252 §7)"
      ),
      (
        "/cb", "it has no scheme (RFC 6749 §3.1.2)", "send an absolute URI"
      ),
      ("https://a.example/\n", "it holds a control character", "percent-encode it"),
    ], [true, false])
  func forbidden(
    _ wrong: (uri: String, what: String, remedy: String), _ anyClient: Bool
  ) throws {
    let stage = try StandardVisitor(anyClient: anyClient)
    for client in anyClient ? ["web", "nobody", "bare"] : ["web"] {
      stage.authorize(["client_id": client, "redirect_uri": wrong.uri])
      stage.expectPage(.redirectHostMismatch)
      #expect(
        stage.visitor.told.why?.hasSuffix(" is always refused: \(wrong.what)") == true)
      #expect(stage.visitor.told.remedy == wrong.remedy)
    }
  }

  @Test(
    "may be any other one where any client is taken",
    arguments: ["web", "nobody", "bare"],
    ["https://any.example/cb", "app:/cb", StandardVisitor.callback])
  func anyClient(_ client: String, _ uri: String) throws {
    let stage = try StandardVisitor(anyClient: true)
    stage.authorize(["client_id": client, "redirect_uri": uri, "scope": "email"])
    #expect(stage.condition == nil)
    try #require(stage.asksForPassword)
    stage.typePassword().allow()
    #expect(stage.visitor.location.hasPrefix("\(uri)?code="))
  }

  @Test(
    "is needed where any client is taken, too",
    arguments: [("nobody", "openid"), ("web", "openid"), ("bare", "email")])
  func missing(_ client: String, _ scope: String) throws {
    let stage = try StandardVisitor(anyClient: true)
    stage.authorize(["client_id": client, "redirect_uri": nil, "scope": scope])
    stage.expectPage(.redirectMissing)
  }

  @Test("of a client without any is refused, whatever is sent")
  func none() throws {
    let stage = try StandardVisitor()
    for uri in [nil, "", StandardVisitor.callback] {
      stage.authorize(["client_id": "bare", "redirect_uri": uri, "scope": "email"])
      stage.expectPage(.redirectUnregistered)
      #expect(stage.visitor.told.why == "the client bare has no redirect_uris")
    }
  }

  @Test(
    "is left out only with the provider's leave, and one that is sent counts",
    arguments: [
      ("web", nil, "email", nil), ("web", nil, "openid", .redirectMissing),
      ("two", nil, "email", .redirectMissing), ("web", host + "/x", "email", .redirectMismatch),
      ("two", StandardVisitor.secondCallback, "email", nil),
    ] as [(String, String?, String, Condition?)])
  func omitted(_ client: String, _ uri: String?, _ scope: String, _ condition: Condition?) throws {
    let stage = try StandardVisitor()
    stage.authorize(["client_id": client, "redirect_uri": uri, "scope": scope])
    #expect(stage.condition == condition)
    guard condition == nil else { return stage.expectPage(condition ?? .redirectMissing) }
    stage.typePassword().allow()
    #expect(stage.visitor.location.hasPrefix((uri ?? StandardVisitor.callback) + "?code="))
  }

  @Test(
    "has the provider's default where it is left out",
    arguments: [
      (nil, StandardVisitor.secondCallback), ("", StandardVisitor.secondCallback),
      (StandardVisitor.callback, StandardVisitor.callback),
    ] as [(String?, String)])
  func fallback(_ sent: String?, _ uri: String) throws {
    let stage = try StandardVisitor(
      patch: "{\"redirect_uri\": {\"default\": \"\(StandardVisitor.secondCallback)\"}}")
    stage.authorize(["client_id": "two", "redirect_uri": sent]).typePassword().allow()
    #expect(stage.visitor.location.hasPrefix("\(uri)?code="))
    // It has to be registered like any other.
    stage.authorize(["redirect_uri": sent])
    #expect((stage.condition == .redirectHostMismatch) == (uri == StandardVisitor.secondCallback))
  }

  @Test(
    "that is wrong sends the error to the first registered one, at a provider that does",
    arguments: [
      ("https://evil.example/cb", Condition.redirectHostMismatch, "token", "#"),
      ("https://evil.example/cb", .redirectHostMismatch, "code", "?"),
      ("", .redirectMissing, "code", "?"),
      ("javascript:alert(1)", .redirectMismatch, "code", "?"),
    ])
  func first(_ uri: String, _ condition: Condition, _ type: String, _ mark: String) throws {
    let start = TranscriptTests.b2c.replacing(
      "redirect_uri=urn:ietf:wg:oauth:2.0:oob", with: "redirect_uri=\(uri)")
    let visitor = try Visitor("azure-ad-b2c").open(start + type)
    #expect(visitor.told.condition == condition)
    #expect(visitor.location.hasPrefix("urn:ietf:wg:oauth:2.0:oob\(mark)error="))
    #expect(try visitor.parameter("state") == "x")
    // Without the quirk, and at other providers, a page tells.
    let other = try Visitor("azure-ad-b2c", without: ["mismatch-goes-to-registered-uri"])
    #expect(other.open(start + type).location.isEmpty && other.status == 400)
  }

  @Test("is exactly the one that is sent, whichever of several")
  func several() throws {
    for uri in [StandardVisitor.callback, StandardVisitor.secondCallback] {
      let stage = try StandardVisitor()
      stage.authorize(["client_id": "two", "redirect_uri": uri, "scope": "magic"])
      #expect(stage.visitor.location.hasPrefix("\(uri)?error=invalid_scope"))
    }
  }

  @Test("of a client with exact redirects is exact at logout, too, whatever the provider's rule")
  func exact() throws {
    let rule = try #require(Visitor.providers().first { $0.id == "vk" }).redirect
    for isExact in [false, true] {
      let client = Client(
        provider: "vk", id: "try", name: "Try", redirectURIs: ["http://localhost/landing"],
        hasExactRedirects: isExact)
      let other = "http://localhost/landing?x=1"
      #expect((RedirectTarget.registered(other, of: client, rule) == nil) == isExact)
      #expect(RedirectTarget.mayReturn(other, to: client, rule) != isExact)
      #expect(RedirectTarget.mayReturn("http://localhost/landing", to: client, rule))
    }
  }
}
