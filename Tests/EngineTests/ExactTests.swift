import Basics
import ProviderModel
import Testing

@testable import Engine

/// U+212A, the kelvin sign, equals K in Swift's `==`. A client that registered K means only K.
@Suite("What only looks the same")
struct ExactTests {
  static let cast = """
    {"schema": 1, "kind": "cast",
     "people": [{"username": "K", "password": "OK", "email": "K@a.test"}],
     "clients": [
       {"provider": "standard", "client_id": "K", "secret": "s", "redirect_uris": ["http://a.test/K"]},
       {"provider": "standard", "client_id": "\u{212A}", "secret": "s", "redirect_uris": ["http://b.test/"]}]}
    """
  static let kelvin = "%E2%84%AA"
  static let start = "/standard/authorize?response_type=code&scope=openid"

  private func visitor() throws -> Visitor {
    let text = Engine.text("providers/standard.json").replacingAll(
      "\"code\": { \"value\": \"{{rand:", with: "\"code\": { \"value\": \"K{{rand:")
    #expect(text.contains("\"K{{rand:"))
    let sandbox = try Visitor.stage("standard", [], [], Self.cast, text: text)
    return Visitor(try Transport.call.open(sandbox))
  }

  private func code(_ visitor: Visitor) throws -> String {
    visitor.open(Self.start + "&client_id=K&redirect_uri=http://a.test/K")
    visitor.submit(["username": "K", "password": "OK"])
    if visitor.page.contains("name=\"decision\"") { visitor.submit(["decision": "allow"]) }
    return try visitor.parameter("code")
  }

  private func redeem(
    _ visitor: Visitor, _ code: String, _ uri: String, _ client: String
  ) throws -> Int {
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": uri, "client_id": client,
        "client_secret": "s",
      ])
    return visitor.status
  }

  @Test("is another client and another redirect URI")
  func clients() throws {
    let visitor = try visitor()
    for (id, uri) in [(Self.kelvin, "http://a.test/K"), ("K", "http://a.test/\(Self.kelvin)")] {
      visitor.open(Self.start + "&client_id=\(id)&redirect_uri=\(uri)")
      #expect(visitor.status == 400, "\(id) \(uri)")
      #expect(visitor.location.isEmpty)
    }
    for (id, uri) in [("K", "http://a.test/K"), (Self.kelvin, "http://b.test/")] {
      visitor.open(Self.start + "&client_id=\(id)&redirect_uri=\(uri)")
      #expect(visitor.status == 200, "\(id) \(uri)")
    }
  }

  @Test("is another code, and redeems nothing for another client")
  func codes() throws {
    let visitor = try visitor()
    let code = try code(visitor)
    #expect(code.hasPrefix("K"))
    #expect(try redeem(visitor, "\u{212A}" + code.dropFirst(), "http://a.test/K", "K") == 400)
    #expect(try redeem(visitor, code, "http://a.test/\u{212A}", "K") == 400)
    #expect(try redeem(visitor, code, "http://a.test/K", "\u{212A}") == 400)
    #expect(try redeem(visitor, code, "http://a.test/K", "K") == 200)
  }

  @Test("is another person, and another password")
  func people() throws {
    for (name, password) in [
      ("\u{212A}", "OK"), ("K", "O\u{212A}"), ("\u{212A}@a.test", "OK"),
    ] {
      let visitor = try visitor()
      visitor.open(Self.start + "&client_id=K&redirect_uri=http://a.test/K")
      visitor.submit(["username": name, "password": password])
      #expect(visitor.page.contains("role=\"alert\""), "\(name) \(password)")
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "password", "username": name, "password": password, "client_id": "K",
          "client_secret": "s",
        ])
      #expect(visitor.status == 400)
    }
  }

  @Test("is agreed to for itself alone")
  func consent() throws {
    let visitor = try visitor()
    _ = try code(visitor)
    visitor.open(Self.start + "&client_id=\(Self.kelvin)&redirect_uri=http://b.test/")
    #expect(visitor.page.contains("name=\"decision\""))
  }

  @Test("a scheme that runs code is not hidden by an accent behind its colon")
  func scheme() throws {
    let visitor = try Visitor("standard", anyClient: true)
    visitor.open(
      "/standard/authorize?client_id=x&redirect_uri=javascript:%CC%81alert(1)//:&response_type=x")
    #expect(visitor.status == 400)
    #expect(visitor.location.isEmpty)
  }
}
