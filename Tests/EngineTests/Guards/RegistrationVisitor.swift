import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// A client that registers itself at `standard`.
struct RegistrationVisitor {
  let visitor: Visitor
  static let callback = "https://app.example/cb"

  init(with quirks: [String] = [], patch: String? = nil, anyClient: Bool = false) throws {
    visitor =
      try patch.map { try Visitor(patching: $0) }
      ?? Visitor("standard", with: quirks, anyClient: anyClient)
  }

  var condition: Condition? { visitor.told.condition }

  /// Registers the metadata, as the text of a JSON object.
  @discardableResult
  func register(_ metadata: String, _ headers: [(String, String)] = []) throws -> Int {
    try visitor.call(
      .post, "/standard/register", [("Content-Type", "application/json")] + headers,
      body: Array(metadata.utf8)
    ).status
  }

  /// A registered client, with what the answer says of it.
  struct Registered {
    let id: String
    let secret: String?
    let token: String
    let path: String
  }

  func registered(_ more: String = "") throws -> Registered {
    #expect(try register("{\"redirect_uris\": [\"\(Self.callback)\"]\(more)}") == 201)
    let uri = try visitor.member("registration_client_uri")
    return Registered(
      id: try visitor.member("client_id"),
      secret: try visitor.page.contains("\"client_secret\"")
        ? visitor.member("client_secret") : nil,
      token: try visitor.member("registration_access_token"),
      path: String(uri.dropFirst("http://\(Visitor.host)".count)))
  }

  /// Calls the configuration endpoint of a client.
  @discardableResult
  func configure(
    _ method: HTTPRequest.Method, _ client: Registered, token: String? = nil, _ body: String = ""
  ) throws -> Int {
    var headers = [("Authorization", "Bearer \(token ?? client.token)")]
    if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
    return try visitor.call(method, client.path, headers, body: Array(body.utf8)).status
  }

  /// Expects the refusal of the last request.
  func expect(
    _ condition: Condition, _ status: Int, _ code: String, naming word: String = "",
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.condition == condition, sourceLocation: place)
    #expect(visitor.status == status, sourceLocation: place)
    #expect(try visitor.member("error") == code, sourceLocation: place)
    let why = visitor.told.why ?? ""
    #expect(word.isEmpty || why.contains(word), "\(why)", sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
    #expect(visitor.told.clause?.isEmpty == false, sourceLocation: place)
  }
}
