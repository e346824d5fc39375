import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A browser that asks for a page of the client `web`, by FedCM.
struct FedCMVisitor {
  typealias Changes = [String: String?]

  static let origin = "http://127.0.0.1:7999"
  static let alice = "2264091a-8fa8-48f4-9ff6-444967248b9b"

  let standard: StandardVisitor
  init(
    with quirks: [String] = [], patch: String? = nil, clients: String? = nil,
    anyClient: Bool = false
  ) throws {
    standard = try StandardVisitor(
      with: quirks, patch: patch, clients: clients, anyClient: anyClient)
  }

  var visitor: Visitor { standard.visitor }

  /// Signs in at the page that belongs to no client.
  @discardableResult
  func signIn(as username: String = "alice") -> FedCMVisitor {
    visitor.open("/standard/fedcm/login")
    return type(username, username == "bob" ? "builder" : "wonderland", on: visitor.page)
  }

  /// Sends the form of the login page, which leads back to the same address.
  @discardableResult
  func type(_ username: String, _ password: String, on page: String) -> FedCMVisitor {
    let ticket = page.components(between: "name=\"ticket\" value=\"", and: "\"").first ?? ""
    visitor.open(
      "/standard/fedcm/login", form: "ticket=\(ticket)&username=\(username)&password=\(password)")
    return self
  }

  /// The headers of a request, as a browser sends them; `nil` leaves one out.
  private func headers(_ changes: Changes, origin: String? = origin) -> [(String, String)] {
    var headers: [String: String?] = [
      "Sec-Fetch-Dest": "webidentity", "Origin": origin, "Cookie": cookie,
    ]
    headers.merge(changes) { $1 }
    return headers.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { (name, $0) }
    }
  }

  /// Only cookies that are sent from other sites.
  private var cookie: String? {
    visitor.jar["understudy_fedcm"].flatMap { $0.isEmpty ? nil : "understudy_fedcm=\($0)" }
  }

  @discardableResult
  func accounts(_ changes: Changes = [:]) throws -> FedCMVisitor {
    try visitor.call(.get, "/standard/fedcm/accounts", headers(changes, origin: nil))
    return self
  }

  /// The only account.
  func account() throws -> JSONValue {
    try accounts()
    let root = try JSONReader().read(Array(visitor.page.utf8), file: "the answer").root
    let accounts = try #require(root["accounts"]?.arrayValue, "\(visitor.page)")
    #expect(accounts.count == 1)
    return try #require(accounts.first)
  }

  @discardableResult
  func client(_ id: String = "web", _ changes: Changes = [:]) throws -> FedCMVisitor {
    try visitor.call(.get, "/standard/fedcm/client?client_id=\(id)", headers(changes))
    return self
  }

  /// Asks for an assertion, with these parameters in the place of the usual ones.
  @discardableResult
  func assert(_ form: Changes = [:], _ changes: Changes = [:]) throws -> FedCMVisitor {
    let usual: [String: String] = [
      "client_id": "web", "account_id": Self.alice, "nonce": "n-1", "disclosure_text_shown": "true",
      "is_auto_selected": "false",
    ]
    try standard.post("fedcm/assertion", usual, form, headers: headers(changes))
    return self
  }

  @discardableResult
  func disconnect(_ form: Changes = [:], _ changes: Changes = [:]) throws -> FedCMVisitor {
    let usual = ["client_id": "web", "account_hint": Self.alice]
    try standard.post("fedcm/disconnect", usual, form, headers: headers(changes))
    return self
  }

  /// The claims of the ID token, whose signature is right.
  func claims(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
    #expect(visitor.status == 200, "\(visitor.page)", sourceLocation: sourceLocation)
    let token = try JWS.parse(visitor.member("token"))
    #expect(Visitor.keys.verifies(token), sourceLocation: sourceLocation)
    return token.payload
  }

  func expectRefusal(
    _ condition: Condition, _ status: Int, _ code: String, isShared: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(standard.condition == condition, "\(visitor.page)", sourceLocation: sourceLocation)
    #expect(visitor.status == status, "\(visitor.page)", sourceLocation: sourceLocation)
    let root = try JSONReader().read(Array(visitor.page.utf8), file: "the answer").root
    #expect(root["error"]?["code"]?.stringValue == code, sourceLocation: sourceLocation)
    #expect(
      root["error"]?["url"]?.stringValue == "http://127.0.0.1:8400/standard/fedcm/error",
      sourceLocation: sourceLocation)
    expectShared(isShared, sourceLocation: sourceLocation)
  }

  /// Whether the page of the client may read the answer.
  func expectShared(
    _ isShared: Bool, origin: String = origin, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let headers = visitor.headers
    #expect(
      headers[.accessControlAllowOrigin] == (isShared ? origin : nil),
      sourceLocation: sourceLocation)
    #expect(
      headers[.accessControlAllowCredentials] == (isShared ? "true" : nil),
      sourceLocation: sourceLocation)
  }
}
