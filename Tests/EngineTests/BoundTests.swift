import Basics
import HTTPTypes
import Testing

@testable import Engine

/// What one request, or many, may cost the server.
@Suite("Bounds of a request")
struct BoundTests {
  private static let form: [(String, String)] = [
    ("Content-Type", "application/x-www-form-urlencoded")
  ]

  private func parameters(_ count: Int) -> String {
    Array(repeating: "a", count: count).joined(separator: "&")
  }

  @Test(
    "more than 512 parameters of a browser are refused, and the sentence names both numbers",
    arguments: [
      "/standard/authorize", "/standard/jwks", "/standard/logout",
      "/azure-ad-b2c/contoso.onmicrosoft.com/oauth2/v2.0/authorize?p=b2c_1_signin",
    ])
  func query(_ path: String) throws {
    let visitor = try Visitor("standard")
    let joint = path.contains("?") ? "&" : "?"
    let sentence = "parameters; at most 512 are read. Send fewer."
    try visitor.call(.get, path + joint + parameters(512))
    let passed = visitor.page.contains(sentence)
    try visitor.call(.get, path + joint + parameters(513))
    #expect(visitor.status == 400)
    #expect(visitor.page.contains(sentence))
    #expect(!passed || joint == "&")
  }

  @Test("the parameters of a form count together with those of the query")
  func body() throws {
    let visitor = try Visitor("standard")
    for path in ["/standard/token", "/standard/revoke", "/standard/introspect"] {
      try visitor.call(.post, path, Self.form, body: Array(parameters(513).utf8))
      #expect(visitor.status == 400)
      #expect(
        visitor.told.why == "the request has 513 parameters, and at most 512 are read")
      try visitor.call(.post, path, Self.form, body: Array(parameters(512).utf8))
      #expect(visitor.told.why?.contains("at most 512") != true)
    }
    try visitor.call(
      .post, "/standard/login?" + parameters(300), Self.form, body: Array(parameters(213).utf8))
    #expect(visitor.page.contains("513 parameters"))
  }

  @Test("a name that stands twice in one place is counted there, whatever stands in the other")
  func repeats() throws {
    let visitor = try Visitor("standard")
    let twice = "grant_type=client_credentials&grant_type=client_credentials"
    try visitor.call(.post, "/standard/token", Self.form, body: Array(twice.utf8))
    #expect(visitor.page.contains("invalid_request"))
    #expect(visitor.page.contains("grant_type was sent more than once"))
    let once = "grant_type=client_credentials"
    try visitor.call(.post, "/standard/token?" + once, Self.form, body: Array(once.utf8))
    #expect(!visitor.page.contains("sent more than once"))
  }

  @Test("an XML body whose elements are never closed has no values")
  func elements() throws {
    let visitor = try Visitor("oclc")
    let body = String(repeating: "<userID", count: 9_000)
    try visitor.call(
      .post, "/oclc/ncip", [("Content-Type", "application/xml")], body: Array(body.utf8))
    #expect((400..<500).contains(visitor.status))
  }

  @Test("a sign-in that begins pushes out the oldest one that still waits, and only that one")
  func tickets() throws {
    let visitor = try Visitor("standard")
    let state = String(repeating: "s", count: 20_000)
    let begin =
      "/standard/authorize?response_type=code&client_id=web&scope=openid&redirect_uri=http://127.0.0.1:7999/cb&state="
    func ticket() throws -> String {
      let hit = try #require(visitor.page.firstMatch(of: #/name="ticket" value="([^"]+)"/#))
      return String(hit.1)
    }
    visitor.open(begin + "first")
    let first = try ticket()
    for number in 0..<400 { visitor.open(begin + "\(number)" + state) }
    let last = try ticket()
    let kept = visitor.sandbox.state.tickets
    #expect(kept.bytes <= State.mostTicketBytes)
    #expect(kept[first] == nil)
    #expect(kept[last] != nil)
    try visitor.post(
      "/standard/login", ["ticket": first, "username": "alice", "password": "alice"],
      [("Cookie", visitor.cookie)])
    #expect(visitor.status == 403)
  }

  @Test(
    "a redirect that would be too long to send is refused, and the sentence says how long it would be"
  )
  func location() throws {
    let visitor = try Visitor("standard")
    // An error goes back with the state, whose characters are encoded as three each.
    let begin =
      "/standard/authorize?response_type=no&client_id=web&redirect_uri=http://127.0.0.1:7999/cb&state="
    try visitor.call(.get, begin + String(repeating: "<", count: 10_000))
    #expect(visitor.status == 302)
    try visitor.call(.get, begin + String(repeating: "<", count: 11_000))
    #expect(visitor.status == 400)
    #expect(visitor.page.contains("at most 32000 are sent. Send a shorter state."))
  }

  @Test("an Origin longer than any browser's is not repeated in the answer")
  func origin() throws {
    let visitor = try Visitor("standard")
    for (length, isRepeated) in [(504, true), (505, false)] {
      let origin = "https://" + String(repeating: "a", count: length)
      try visitor.call(.get, "/standard/jwks", [("Origin", origin)])
      #expect(visitor.headers.contains(.accessControlAllowOrigin) == isRepeated)
    }
  }
}
