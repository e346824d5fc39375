import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The claim `sid`, and the frames of a logout, in a browser with pages.
@Suite("A session of a browser")
struct SessionIDTests {
  private static let clients = """
    {"provider": "standard", "client_id": "framed", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"],
     "post_logout_redirect_uris": ["https://app.example/bye"],
     "frontchannel_logout_uri": "http://127.0.0.1:7999/front?a=b"}
    """
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  /// The ID token of a client that signs in.
  private func token(_ client: String, _ changes: StandardVisitor.Changes = [:]) throws -> String {
    let asked = ["client_id": client, "scope": "openid offline_access"] as StandardVisitor.Changes
    let code = try standard.code(asked.merging(changes) { $1 })
    try standard.redeem(code, as: client)
    return try visitor.member("id_token")
  }

  private func sid(_ token: String) throws -> String {
    try #require(try JWS.parse(token).payload["sid"]?.stringValue)
  }

  @Test("has one ID for all its clients, for refreshed tokens, and when its person signs in again")
  func same() throws {
    let first = try sid(token("web"))
    try standard.refresh(visitor.member("refresh_token"))
    #expect(try sid(visitor.member("id_token")) == first)
    #expect(try sid(token("framed")) == first)
    #expect(try sid(token("web", ["prompt": "login"])) == first)
    let sessions = visitor.sandbox.sessions(at: Instants(visitor.now))
    #expect(sessions.map(\.id) == [first] && sessions.first?.clients == ["framed", "web"])
  }

  @Test("has another ID in another browser, and for another person")
  func others() throws {
    let first = try sid(token("web"))
    let jar = visitor.jar
    visitor.jar = [:]
    let second = try sid(token("web"))
    visitor.jar = jar
    let asked = ["prompt": "login", "scope": "openid offline_access"] as StandardVisitor.Changes
    try standard.redeem(standard.code(asked, as: "bob"))
    let third = try sid(visitor.member("id_token"))
    #expect(Set([first, second, third]).count == 3)
    let sessions = visitor.sandbox.sessions(at: Instants(visitor.now))
    #expect(sessions.map(\.person) == ["alice", "alice", "bob"])
  }

  @Test("keeps the clients that came last, at most fifty")
  func bounded() {
    var session = Session(provider: "p", person: "a", since: 0, ends: 10)
    let base = Base(scheme: "http", authority: "localhost", prefix: "/p")
    for number in 0...Session.mostClients {
      session.join(.init(client: "c\(number)", base: base, variables: []))
    }
    session.join(.init(client: "c7", base: base, variables: []))
    #expect(session.clients.count == 50 && session.clients.first?.client == "c1")
    #expect(session.clients.last?.client == "c7")
  }

  @Test("asks before it ends by the ID token of an earlier session")
  func otherHint() throws {
    let old = try token("web")
    visitor.open("/standard/logout?id_token_hint=\(old)")
    #expect(visitor.page.contains("You are signed out."))
    let new = try token("web")
    visitor.open("/standard/logout?id_token_hint=\(old)")
    #expect(visitor.page.contains("Do you want to sign out?"))
    visitor.open("/standard/logout?id_token_hint=\(new)")
    #expect(visitor.page.contains("You are signed out."))
  }

  @Test("is not ended by a browser that has not its cookie, whichever ID token it sends")
  func otherBrowser() throws {
    let hint = try token("web")
    let jar = visitor.jar
    visitor.jar = [:]
    visitor.open("/standard/logout?id_token_hint=\(hint)")
    #expect(visitor.page.contains("You are signed out."))
    visitor.jar = jar
    #expect(!standard.authorize().asksForPassword)
  }

  /// Opens the logout with the browser's cookies, and keeps the headers of the answer.
  private func logOut(_ query: String) throws {
    try visitor.call(.get, "/standard/logout?\(query)", [("Cookie", visitor.cookie)])
  }

  @Test("opens its clients in frames at the logout, and lets the page load nothing else")
  func frames() throws {
    let hint = try token("framed")
    let sid = try sid(hint)
    try logOut("id_token_hint=\(hint)")
    #expect(visitor.page.contains("You are signed out."))
    let iss = "http%3A%2F%2F127.0.0.1%3A8400%2Fstandard"
    #expect(
      visitor.page.contains(
        "<iframe src=\"http://127.0.0.1:7999/front?a=b&amp;iss=\(iss)&amp;sid=\(sid)\""))
    let policy = try #require(visitor.headers.first(.contentSecurityPolicy))
    #expect(policy.contains("; frame-src http://127.0.0.1:7999; frame-ancestors 'none'"))
    #expect(!policy.contains("script-src"))
    // Nothing is left to tell.
    try logOut("id_token_hint=\(hint)")
    #expect(!visitor.page.contains("<iframe"))
    #expect(visitor.headers.first(.contentSecurityPolicy)?.contains("frame-src") == false)
  }

  @Test("leads on to the client once the frames are loaded")
  func onward() throws {
    let hint = try token("framed")
    let to = "&post_logout_redirect_uri=https://app.example/bye&state=s"
    try logOut("id_token_hint=\(hint)\(to)")
    #expect(visitor.page.contains("<iframe src="))
    #expect(visitor.page.contains("<a id=\"onward\" href=\"https://app.example/bye?state=s\">"))
    let policy = try #require(visitor.headers.first(.contentSecurityPolicy))
    let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-(\w+)'/)?.1)
    #expect(visitor.page.contains("<script nonce=\"\(nonce)\">"))
    // Without frames there is nothing to wait for.
    visitor.open("/standard/logout?id_token_hint=\(hint)\(to)")
    #expect(visitor.location == "https://app.example/bye?state=s")
  }

  @Test("opens no frames where the provider has none, and its metadata says so")
  func switchedOff() throws {
    let standard = try StandardVisitor(with: ["no-front-channel-logout"], clients: Self.clients)
    try standard.redeem(standard.code(["client_id": "framed", "scope": "openid"]), as: "framed")
    let hint = try standard.visitor.member("id_token")
    standard.visitor.open("/standard/logout?id_token_hint=\(hint)")
    #expect(standard.visitor.page.contains("You are signed out."))
    #expect(!standard.visitor.page.contains("<iframe"))
    standard.visitor.open("/standard/.well-known/openid-configuration")
    #expect(!standard.visitor.page.contains("frontchannel"))
    #expect(standard.visitor.page.contains("\"backchannel_logout_supported\":true"))
  }

  @Test("has no ID at a provider that tells none")
  func unknown() throws {
    let standard = try StandardVisitor(
      patching: "{ \"credentials\": { \"id\": { \"jwt\": { \"claims\": { \"sid\": null } } } } }")
    try standard.redeem(standard.code(["scope": "openid"]))
    #expect(try JWS.parse(standard.visitor.member("id_token")).payload["sid"] == nil)
  }
}
