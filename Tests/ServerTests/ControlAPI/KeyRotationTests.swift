import Basics
import JOSE
import Testing

/// Key rotation on command: in order, and in the wrong order.
@Suite("A key rotation")
struct KeyRotationTests {
  private let box: Box

  private static let shared = Result { try Site() }

  init() throws {
    box = try Self.shared.get().sandbox()
  }

  private func rotate(_ steps: String...) throws -> JSONValue {
    try box.order(
      "POST", "/keys", ["steps": JSONValue(.array(steps.map { JSONValue(.string($0)) }))])
  }

  /// The key IDs of the key set, for RS256.
  private func published() throws -> [String] {
    let keys = try box.get("/standard/jwks").json["keys"]?.arrayValue ?? []
    return keys.filter { $0["alg"]?.stringValue == "RS256" }.compactMap { $0["kid"]?.stringValue }
  }

  /// A new ID token, whose signature is checked if its key is published.
  private func signing() throws -> String {
    let minted = try box.order(
      "POST", "/tokens",
      [
        "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
        "issues": ["id"],
      ])
    let token = try JWS.parse(try #require(minted["id_token"]?.stringValue))
    let set = try box.get("/standard/jwks").json
    let keys = try VerifyingKey.keys(ofSet: set).filter { $0.kid == token.kid }
    if !keys.isEmpty { try JWS.verify(token, keys: keys) }
    return try #require(token.kid)
  }

  @Test("publishes the next key, signs with it, and retires the old one")
  func order() throws {
    let first = try published()
    try #require(first.count == 1)
    #expect(try signing() == first[0])

    #expect(try rotate("publish")["sound"] == true)
    let both = try published()
    try #require(both.count == 2)
    #expect(both[0] == first[0])
    #expect(try signing() == first[0])

    #expect(try rotate("use")["sound"] == true)
    #expect(try published() == both)
    #expect(try signing() == both[1])

    #expect(try rotate("retire")["sound"] == true)
    #expect(try published() == [both[1]])
    #expect(try signing() == both[1])

    // A second one, in one command.
    #expect(try rotate("publish", "use", "retire")["sound"] == true)
    let last = try published()
    try #require(last.count == 1)
    #expect(!both.contains(last[0]))
    #expect(try signing() == last[0])
  }

  @Test("signs with a key that is not published, if the order is wrong, until it is published")
  func usedEarly() throws {
    let first = try published()
    let keys = try rotate("use")
    #expect(keys["sound"] == false)
    #expect(try published() == first)
    let kid = try signing()
    #expect(!first.contains(kid))
    let shown = keys["keys"]?.arrayValue?.filter {
      $0["provider"]?.stringValue == "standard" && $0["alg"]?.stringValue == "RS256"
    }
    #expect(shown?.map { $0["kid"]?.stringValue } == [first[0], kid])
    #expect(shown?.map { $0["published"] } == [true, false])
    #expect(shown?.map { $0["signs"] } == [false, true])
    #expect(try rotate("publish")["sound"] == true)
    #expect(try published() == first + [kid])
  }

  @Test("retires the key that still signs, if the order is wrong")
  func retiredEarly() throws {
    let first = try published()
    #expect(try rotate("publish", "retire")["sound"] == false)
    #expect(try signing() == first[0])
    #expect(try !published().contains(first[0]))
    #expect(try rotate("use")["sound"] == true)
    let kid = try signing()
    #expect(try published() == [kid])
  }

  @Test("is listed, is in the journal, and ends with a reset; a checkpoint keeps it")
  func kept() throws {
    let first = try box.order("GET", "/keys")
    _ = try rotate("publish", "use")
    let rotated = try box.order("GET", "/keys")
    #expect(rotated != first)
    let kinds = try box.order("GET", "/journal").arrayValue?.compactMap { $0["kind"]?.stringValue }
    #expect(kinds?.contains("keys") == true)
    try box.order("POST", "/checkpoints", ["name": "rotated"])
    try box.order("POST", "/reset")
    #expect(try box.order("GET", "/keys") == first)
    #expect(try published().count == 1)
    try box.order("POST", "/checkpoints/rotated/restore")
    #expect(try box.order("GET", "/keys") == rotated)
    #expect(try published().count == 2)
  }

  @Test("does nothing by half, and is bounded")
  func refused() throws {
    let first = try published()
    for (steps, status) in [(["retire"], 409), (["publish", "retire", "retire"], 409)] {
      let answer = try box.control(
        "POST", "/keys", ["steps": JSONValue(.array(steps.map { JSONValue(.string($0)) }))])
      #expect(answer.status == status)
      #expect(try published() == first)
    }
    let many = JSONValue(.array(Array(repeating: "publish", count: 11)))
    for steps: JSONValue in [["turn"], [], "publish", [1], many] {
      let answer = try box.control("POST", "/keys", ["steps": steps])
      #expect(answer.status == 422, "\(steps)")
    }
    #expect(try box.control("POST", "/keys", [:]).status == 422)
    let ten = JSONValue(.array(Array(repeating: "use", count: 10)))
    for _ in 0..<10 { try box.order("POST", "/keys", ["steps": ten]) }
    #expect(try box.control("POST", "/keys", ["steps": ["use"]]).status == 409)
  }

  @Test("tokens of an earlier key are still accepted by the server")
  func earlier() throws {
    let issuer = JSONValue(
      .string("http://127.0.0.1:\(box.site.port)/_sandbox/\(box.id)/standard"))
    let minted = try box.order(
      "POST", "/tokens",
      [
        "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
        "audiences": [issuer],
      ])
    let access = try #require(minted["access_token"]?.stringValue)
    #expect(access.split(separator: ".").count == 3)
    _ = try rotate("publish", "use", "retire")
    let later = try box.order(
      "POST", "/tokens",
      [
        "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
        "audiences": [issuer],
      ])
    for token in [access, try #require(later["access_token"]?.stringValue)] {
      #expect(try box.userinfo(token).status == 200)
    }
  }
}
