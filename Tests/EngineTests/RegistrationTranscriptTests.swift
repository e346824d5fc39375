import Basics
import Testing

@testable import Engine

/// Conversations about clients that are in no cast, byte for byte.
@Suite("Transcripts of registration")
struct RegistrationTranscriptTests {
  private static let json = ("Content-Type", "application/json")

  private func register(_ visitor: Visitor, _ metadata: String) throws {
    try visitor.call(.post, "/standard/register", [Self.json], body: Array(metadata.utf8))
  }

  @Test("of a client that registers, signs a person in, changes its metadata and leaves")
  func story() throws {
    let visitor = try Visitor("standard")
    try register(
      visitor,
      "{\"redirect_uris\":[\"http://127.0.0.1/cb\"],\"client_name\":\"A tool\",\"client_name#fr\":\"Un outil\","
        + "\"token_endpoint_auth_method\":\"none\",\"grant_types\":[\"authorization_code\",\"refresh_token\"],"
        + "\"scope\":\"openid offline_access\",\"software_version\":\"2\",\"unknown\":true}")
    let id = try visitor.member("client_id")
    let token = try visitor.member("registration_access_token")
    let bearer = ("Authorization", "Bearer \(token)")
    let path = "/standard/register/\(id)"
    visitor.open(
      "/standard/authorize?client_id=\(id)&redirect_uri=http://127.0.0.1:5000/cb&response_type=code"
        + "&scope=openid%20offline_access&state=s")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "redirect_uri": "http://127.0.0.1:5000/cb", "client_id": id,
      ])
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.get, path, [bearer])
    try visitor.call(
      .put, path, [bearer, Self.json],
      body: Array(
        "{\"client_id\":\"\(id)\",\"redirect_uris\":[\"https://tool.example/cb\"]}".utf8))
    try visitor.call(.delete, path, [bearer])
    try visitor.call(.get, path, [bearer])
    try visitor.post(
      "/standard/token",
      ["grant_type": "refresh_token", "refresh_token": refresh, "client_id": id])
    try TranscriptTests.compare("standard-registration", visitor)
  }

  @Test("of registrations that are refused")
  func refusals() throws {
    let visitor = try Visitor("standard", with: ["registration-token"])
    try register(visitor, "{}")
    let good = ("Authorization", "Bearer understudy-registration-0123456789")
    try visitor.call(
      .post, "/standard/register", [Self.json, ("Authorization", "Bearer x")],
      body: Array("{}".utf8))
    for body in [
      "[]", "{}", "{\"redirect_uris\":[\"data:x\"]}",
      "{\"redirect_uris\":[\"https://a.example/cb\"],\"response_types\":[\"token\"]}",
      "{\"redirect_uris\":[\"https://a.example/cb\"],\"software_statement\":\"x\"}",
      "{\"redirect_uris\":[\"https://a.example/cb\"],\"software_statement\":\"eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJ4In0.AA\"}",
    ] {
      try visitor.call(.post, "/standard/register", [Self.json, good], body: Array(body.utf8))
    }
    try visitor.call(.post, "/standard/register", [good], body: Array("{}".utf8))
    try visitor.call(.get, "/standard/register/nobody")
    try visitor.call(.get, "/standard/register/nobody", [good])
    try TranscriptTests.compare("standard-registration-errors", visitor)
  }
}

/// Conversations with clients whose ID is the address of their metadata. Documents are handed in, so these are told in
/// process alone.
@Suite("Transcripts of client documents")
struct ClientDocumentTranscriptTests {
  private static let address = "https://app.example/client.json"

  private func content(_ text: String) -> FetchedDocument.Result {
    .content(.init(status: 200, type: "application/json", body: Array(text.utf8)))
  }

  @Test("of a client whose document is fetched")
  func story() throws {
    let visitor = try Visitor("standard")
    visitor.documents[Self.address] = content(
      "{\"client_id\":\"\(Self.address)\",\"client_name\":\"An app\",\"redirect_uris\":[\"https://app.example/cb\"]}"
    )
    let start =
      "/standard/authorize?client_id=https%3A%2F%2Fapp.example%2Fclient.json&response_type=code"
      + "&scope=openid&state=s&redirect_uri=https%3A%2F%2Fapp.example%2F"
    visitor.open(start + "cb")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "redirect_uri": "https://app.example/cb", "client_id": Self.address,
      ])
    visitor.open(start + "other")
    try TranscriptTests.compare("standard-client-document", visitor)
  }

  @Test("of clients whose document does not count")
  func refusals() throws {
    let visitor = try Visitor("standard")
    let start = "/standard/authorize?response_type=code&scope=openid&client_id="
    visitor.open(start + "https://app.example/a/../client.json")
    visitor.open(start + Self.address)
    for result in [
      FetchedDocument.Result.failed(.refusedHost, why: "was not fetched", remedy: "allow it"),
      .failed(.unreached, why: "did not arrive", remedy: "serve it"),
      .failed(.tooLarge, why: "is too large", remedy: "shorten it"), content("[]"),
      content("{\"client_id\":\"https://b.example/\"}"),
      content("{\"client_id\":\"\(Self.address)\",\"client_secret\":\"x\"}"),
      content("{\"client_id\":\"\(Self.address)\"}"),
    ] {
      visitor.documents[Self.address] = result
      visitor.open(start + Self.address)
      try visitor.post(
        "/standard/token", ["grant_type": "authorization_code", "client_id": Self.address])
    }
    try TranscriptTests.compare("standard-client-document-errors", visitor)
  }
}
