import Basics
import ProviderModel
import Testing

@testable import Engine

/// Clients whose ID is the address of their metadata (draft-ietf-oauth-client-id-metadata-document).
@Suite("A client by its metadata document")
struct ClientDocumentTests {
  private static let address = "https://app.example/client.json"
  private static let callback = "https://app.example/cb"
  private let visitor: Visitor
  init() throws { visitor = try Visitor("standard") }

  private static func document(
    _ more: String = "", id: String = address, type: String = "application/json",
    status: Int = 200, cache: String = ""
  ) -> FetchedDocument.Result {
    let text =
      "{\"client_id\": \"\(id)\", \"client_name\": \"Ada\", \"redirect_uris\": [\"\(callback)\"]\(more)}"
    return content(text, type: type, status: status, cache: cache)
  }

  private static func content(
    _ text: String, type: String = "application/json", status: Int = 200, cache: String = ""
  ) -> FetchedDocument.Result {
    .content(.init(status: status, type: type, cacheControl: cache, body: Array(text.utf8)))
  }

  @discardableResult
  private func authorize(
    _ id: String = address, redirect: String = callback, at visitor: Visitor? = nil
  ) -> Visitor {
    (visitor ?? self.visitor).open(
      "/standard/authorize?client_id=\(id)&redirect_uri=\(redirect)&response_type=code&scope=openid"
    )
  }

  private func expect(
    _ condition: Condition, naming word: String = "", _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(visitor.told.condition == condition, sourceLocation: place)
    #expect(visitor.status == 400, sourceLocation: place)
    #expect(visitor.location.isEmpty, sourceLocation: place)
    let why = visitor.told.why ?? ""
    #expect(word.isEmpty || why.contains(word), "\(why)", sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
    #expect(visitor.told.clause?.contains("§") == true, sourceLocation: place)
  }

  @Test("signs people in, and redeems its code as a public client")
  func story() throws {
    visitor.documents[Self.address] = Self.document()
    authorize()
    #expect(visitor.page.contains("Ada"))
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let code = try visitor.parameter("code")
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": Self.callback,
        "client_id": Self.address,
      ])
    #expect(visitor.status == 200)
    #expect(visitor.fetched == [Self.address])
  }

  @Test("redirects only to what its document lists")
  func redirect() {
    visitor.documents[Self.address] = Self.document()
    authorize(redirect: "https://app.example/other")
    expect(.redirectMismatch, naming: "https://app.example/other")
  }

  @Test(
    "has an address that a document may have",
    arguments: [
      ("https://app.example", "no path"), ("https://app.example/", "no path"),
      ("https://app.example/a%23b", ""), ("https://u@app.example/a", "user name"),
      ("https://u:p@app.example/a", "user name"), ("https://app.example/a/../b", ". or .."),
      ("https://app.example/./b", ". or .."), ("https://app.example/%252e%252E/b", ". or .."),
      ("https://app.example/.%252e/b", ". or .."), ("http://app.example/a", "http"),
      ("https:///a", "no host"), ("https://[::1/a", "no host"), ("https://app.example:x/a", "port"),
      ("https://app.example:0/a", "port"), ("https://app.example/a%20b", "percent-encoded"),
      ("https://app.example/%C3%A4", "percent-encoded"),
      ("https://app.example/" + String(repeating: "a", count: 2029), "2048"),
    ])
  func address(_ id: String, _ word: String) {
    authorize(id)
    expect(.documentAddressInvalid, naming: word)
  }

  @Test(
    "may have a port, a query, dots in names and a loopback http address",
    arguments: [
      "https://app.example:8443/a", "https://app.example/a?v=1", "https://app.example/a..b/.c",
      "http://127.0.0.1:9000/a", "http://localhost/a", "http://[::1]:9000/a",
    ])
  func goodAddress(_ id: String) {
    visitor.documents[id] = Self.document(id: id)
    authorize(QueryStyle().encode(id))
    #expect(visitor.status == 200)
    #expect(visitor.fetched == [id])
  }

  @Test("with an ordinary ID needs no document", arguments: ["web", "ftp://a.example/x", "urn:x"])
  func ordinary(_ id: String) {
    authorize(id)
    #expect(visitor.told.condition == (id == "web" ? .redirectHostMismatch : .clientUnknown))
    #expect(visitor.fetched.isEmpty)
  }

  @Test("is refused when its document could not be fetched, by the reason")
  func failures() {
    for (failure, condition) in [
      (FetchedDocument.Failure.refusedHost, Condition.documentHostRefused),
      (.unreached, .documentUnfetched), (.tooLarge, .documentTooLarge),
    ] {
      visitor.documents[Self.address] = .failed(failure, why: "was not fetched", remedy: "do it")
      authorize()
      expect(condition, naming: "was not fetched")
      #expect(visitor.told.remedy == "do it")
    }
    visitor.documents = [:]
    authorize()
    expect(.documentUnfetched, naming: "for this request")
  }

  @Test(
    "is refused when its document is redirected or missing", arguments: [301, 302, 404, 500, 204])
  func status(_ status: Int) {
    visitor.documents[Self.address] = Self.document(status: status)
    authorize()
    expect(.documentUnfetched, naming: "\(status)")
  }

  @Test("is refused when its document is no JSON object")
  func unreadable() {
    for result in [
      Self.content("[]"), Self.content("{"), Self.content("{\"a\":1,\"a\":2}"),
      Self.document(type: "text/html"), Self.document(type: ""),
    ] {
      visitor.documents[Self.address] = result
      authorize()
      expect(.documentUnreadable)
    }
    visitor.documents[Self.address] = Self.document(type: "application/client+json; charset=utf-8")
    #expect(authorize().status == 200)
  }

  @Test("is refused when its document is too large, names another client or has a secret")
  func content() {
    let padding = String(repeating: "x", count: 64 << 10)
    visitor.documents[Self.address] = Self.document(", \"x\": \"\(padding)\"")
    authorize()
    expect(.documentTooLarge)
    for id in ["https://app.example/client.jsom", "https://APP.example/client.json"] {
      visitor.documents[Self.address] = Self.document(id: id)
      authorize()
      expect(.documentOtherClient, naming: id)
    }
    visitor.documents[Self.address] = Self.content("{}")
    authorize()
    expect(.documentOtherClient, naming: "no client_id")
    for member in ["client_secret", "client_secret_expires_at"] {
      visitor.documents[Self.address] = Self.document(", \"\(member)\": 0")
      authorize()
      expect(.documentSecret, naming: member)
    }
    for method in ["client_secret_basic", "client_secret_post", "client_secret_jwt"] {
      visitor.documents[Self.address] = Self.document(
        ", \"token_endpoint_auth_method\": \"\(method)\"")
      authorize()
      expect(.documentSecret, naming: method)
    }
    visitor.documents[Self.address] = Self.document(", \"grant_types\": [\"magic\"]")
    authorize()
    expect(.documentInvalid, naming: "grant_types")
  }

  @Test("is refused at the token endpoint, too")
  func token() throws {
    visitor.documents[Self.address] = Self.document(id: "https://other.example/x")
    try visitor.post(
      "/standard/token", ["grant_type": "authorization_code", "client_id": Self.address])
    #expect(visitor.status == 401)
    #expect(try visitor.member("error") == "invalid_client")
    #expect(visitor.told.condition == .documentOtherClient)
  }

  @Test("is fetched for a device, too")
  func device() throws {
    let grant = "urn:ietf:params:oauth:grant-type:device_code"
    visitor.documents[Self.address] = Self.document(
      ", \"grant_types\": [\"authorization_code\", \"\(grant)\"]")
    try visitor.post(
      "/standard/device_authorization", ["client_id": Self.address, "scope": "openid"])
    #expect(visitor.status == 200)
    #expect(visitor.fetched == [Self.address])
  }

  @Test(
    "is fetched again when its document is no longer fresh",
    arguments: [
      ("", 300), ("max-age=60", 60), ("private, max-age=60", 60), ("max-age=1", 10),
      ("no-store", 10), ("no-cache, max-age=600", 10), ("max-age=99999999999999999999", 86_400),
      ("max-age=100000", 86_400), ("max-age=x", 300),
    ])
  func freshness(_ cache: String, _ seconds: Int) {
    visitor.documents[Self.address] = Self.document(cache: cache)
    authorize()
    visitor.now += seconds - 1
    authorize()
    #expect(visitor.fetched.count == 1)
    visitor.now += 1
    authorize()
    #expect(visitor.fetched.count == 2)
  }

  @Test("is not known by a document that failed; what was good before counts no longer")
  func stale() {
    visitor.documents[Self.address] = Self.document()
    #expect(authorize().status == 200)
    visitor.now += 300
    visitor.documents[Self.address] = Self.document(status: 404)
    authorize()
    expect(.documentUnfetched, naming: "404")
    visitor.documents[Self.address] = Self.document()
    #expect(authorize().status == 200)
    #expect(visitor.fetched.count == 3)
  }

  @Test("keeps its name on the page after its document has become stale")
  func slowPerson() {
    visitor.documents[Self.address] = Self.document(cache: "no-store")
    authorize()
    visitor.now += 600
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(visitor.page.contains("Ada"))
    #expect(visitor.fetched.count == 1)
  }

  @Test("stands back behind a client of the cast")
  func cast() throws {
    let cast = """
      {"schema": 1, "kind": "cast", "clients": [{"provider": "standard", "client_id": "\(Self.address)",
        "kind": "public", "redirect_uris": ["https://cast.example/cb"]}]}
      """
    let visitor = try Visitor("standard", cast: cast)
    authorize(redirect: "https://cast.example/cb", at: visitor)
    #expect(visitor.status == 200)
    #expect(visitor.fetched.isEmpty)
  }

  @Test("is an ordinary client where documents are switched off")
  func off() throws {
    let visitor = try Visitor("standard", with: ["no-client-documents"])
    visitor.documents[Self.address] = Self.document()
    authorize(at: visitor)
    #expect(visitor.told.condition == .clientUnknown)
    #expect(visitor.fetched.isEmpty)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!visitor.page.contains("client_id_metadata_document_supported"))
  }

  @Test("is not fetched where any client is accepted")
  func anyClient() throws {
    let visitor = try Visitor("standard", anyClient: true)
    authorize(at: visitor)
    #expect(visitor.status == 200)
    #expect(visitor.fetched.isEmpty)
  }

  @Test("has conditions only at providers that know documents")
  func conditions() throws {
    let providers = visitor.sandbox.providers
    for provider in providers {
      guard let endpoint = provider.endpoint(.authorize) else { continue }
      let names = Set(provider.refusals(at: endpoint).map(\.condition))
      #expect(names.contains(.documentUnfetched) == (provider.clientDocuments != nil))
    }
  }

  @Test("leaves room for others: at most a thousand documents are kept")
  func bound() {
    for number in 0...1000 {
      let id = "https://app.example/\(number)"
      visitor.documents[id] = Self.document(id: id)
      authorize(id)
    }
    let before = visitor.fetched.count
    authorize("https://app.example/1000")
    #expect(visitor.fetched.count == before)
    authorize("https://app.example/0")
    #expect(visitor.fetched.count == before + 1)
  }
}
