import Basics
import Testing

/// The story of a pushed authorization request (RFC 9126), and each of its refusals, byte for byte.
@Suite("Transcripts of pushed requests")
struct PushedTranscriptTests {
  private static let request = [
    "client_id": "web", "redirect_uri": "http://127.0.0.1:7999/cb", "response_type": "code",
    "scope": "openid profile", "state": "st",
  ]

  /// - Parameter changes: parameters by name; an empty one is left out.
  private func push(
    _ visitor: Visitor, _ changes: [String: String] = [:],
    _ headers: [(String, String)] = TokenTranscriptTests.basic
  ) throws {
    let form = Self.request.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    let sorted = form.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    try visitor.call(
      .post, "/standard/par", [("Content-Type", "application/x-www-form-urlencoded")] + headers,
      body: Array(QueryStyle().encode(sorted).utf8))
  }

  @Test("of a request that is pushed and granted, and of its second use")
  func story() throws {
    let visitor = try Visitor("standard")
    try push(visitor)
    let target =
      "/standard/authorize?client_id=web&request_uri=\(try visitor.member("request_uri"))"
    // Parameters beside the request_uri are ignored.
    visitor.open(target + "&state=other&scope=email")
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    visitor.open(target)
    try TranscriptTests.compare("standard-par", visitor)
  }

  @Test("of the errors of pushed requests")
  func errors() throws {
    let visitor = try Visitor("standard")
    for changes in [
      ["client_id": ""], ["client_secret": "x"], ["request_uri": "urn:x"], ["request": "e30.e30."],
      ["response_type": "x"], ["scope": "unheard-of"], ["redirect_uri": "https://evil.example/cb"],
      ["response_type": "id_token"],
    ] as [[String: String]] {
      try push(visitor, changes)
    }
    try push(visitor, [:], [])
    try visitor.call(.get, "/standard/par")
    let start = "/standard/authorize?client_id="
    visitor.open(start + "web&request_uri=urn:ietf:params:oauth:request_uri:unknown")
    try push(visitor)
    let uri = try visitor.member("request_uri")
    visitor.open(start + "native&request_uri=\(uri)")
    try TranscriptTests.compare("standard-par-errors", visitor)
  }

  @Test("of a request_uri that has expired")
  func expiry() throws {
    let visitor = try Visitor("standard")
    try push(visitor)
    visitor.now += 60
    visitor.open(
      "/standard/authorize?client_id=web&request_uri=\(try visitor.member("request_uri"))")
    try TranscriptTests.compare("standard-par-expiry", visitor)
  }
}
