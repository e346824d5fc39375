import Basics
import ProviderModel
import Testing

@testable import Engine

/// The document of a request is that of the client that its endpoint looks up.
@Suite("The metadata document that a request needs")
struct NeededDocumentTests {
  private static let address = "https://app.example/client.json"
  private static let callback = "https://app.example/cb"
  private static let rest = "redirect_uri=\(callback)&response_type=code&scope=openid"
  private static let person = ["username": "alice", "password": "wonderland"]
  private let visitor: Visitor
  init() throws {
    visitor = try Visitor("standard")
    visitor.documents[Self.address] = Self.document()
  }

  private static func document(
    _ more: String = "", uris: [String] = [callback], id: String = address, cache: String = ""
  ) -> FetchedDocument.Result {
    let list = uris.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = "{\"client_id\": \"\(id)\", \"redirect_uris\": [\(list)]\(more)}"
    return .content(
      .init(status: 200, type: "application/json", cacheControl: cache, body: Array(text.utf8)))
  }

  @Test("is named by the form of an authorization request before its query")
  func form() {
    visitor.open(
      "/standard/authorize?client_id=https://other.example/x",
      form: "client_id=\(Self.address)&\(Self.rest)")
    #expect(visitor.fetched == [Self.address])
    #expect(visitor.page.contains("name=\"password\""))
  }

  @Test(
    "is named by the one of several values that the provider takes",
    arguments: [("first", false), ("last", true), ("refuse", false)])
  func repeats(_ rule: String, _ isFetched: Bool) throws {
    let visitor = try Visitor(patching: "{ \"repeats\": \"\(rule)\" }")
    visitor.documents[Self.address] = Self.document()
    visitor.open("/standard/authorize?client_id=web&client_id=\(Self.address)&\(Self.rest)")
    #expect(visitor.fetched == (isFetched ? [Self.address] : []))
    #expect(visitor.page.contains("name=\"password\"") == isFetched)
  }

  @Test("is named by the header where client_id in the body is empty")
  func emptyBody() throws {
    let id = QueryStyle().encode(Self.address)
    try visitor.post(
      "/standard/token", ["grant_type": "authorization_code", "client_id": "", "code": "x"],
      [("Authorization", "Basic " + Base64.encode(Array("\(id):".utf8)))])
    #expect(visitor.fetched == [Self.address])
    #expect(visitor.told.condition == .codeUnknown)
  }

  @Test("is not fetched for a method that is not answered; HEAD is a GET")
  func methods() throws {
    let target = "/standard/authorize?client_id=\(Self.address)&\(Self.rest)"
    for method in ["DELETE", "PUT", "OPTIONS"] {
      try visitor.call(try #require(.init(method)), target)
      #expect(visitor.status == (method == "OPTIONS" ? 204 : 405))
    }
    #expect(visitor.fetched.isEmpty)
    try visitor.call(.head, target)
    #expect(visitor.fetched == [Self.address])
    #expect(visitor.status == 200)
  }

  @Test("rejects only the client whose document it is")
  func other() throws {
    let sandbox = try Visitor.stage("standard")
    let other = FetchedDocument(
      "https://other.example/x", .failed(.tooLarge, why: "is large", remedy: "shorten it"))
    let request = Request(
      authority: "localhost", target: "/standard/authorize?client_id=\(Self.address)&\(Self.rest)")
    for (document, condition) in [
      (other, Condition.documentUnfetched),
      (FetchedDocument(Self.address, other.result), .documentTooLarge),
    ] {
      var (sandbox, random) = (sandbox, Entropy(seed: 1))
      var documents = FetchedDocuments()
      documents.add(document, as: .client)
      let decision = sandbox.decide(
        sandbox.site.read(request), with: documents, at: 1_600_000_000, using: &random)
      #expect(decision.log.condition == condition)
      #expect(decision.log.why?.contains(Self.address) == true)
    }
  }

  @Test("leads back from a logout to an address that it lists")
  func logout() {
    visitor.documents[Self.address] = Self.document(
      ", \"post_logout_redirect_uris\": [\"https://app.example/bye\"]")
    let target = "/standard/logout?client_id=\(Self.address)&post_logout_redirect_uri="
    visitor.open(target + "https://app.example/bye")
    #expect(visitor.location == "https://app.example/bye")
    #expect(visitor.fetched == [Self.address])
    visitor.open(target + Self.callback)
    #expect(visitor.location.isEmpty)
    #expect(visitor.told.remedy?.hasSuffix("of \(Self.address) in its metadata") == true)
    // The address is this client's only.
    visitor.open("/standard/logout?client_id=web&post_logout_redirect_uri=https://app.example/bye")
    #expect(visitor.location.isEmpty)
  }

  @Test("is that of the client of an ID token at a logout, if this server signed the token")
  func hintedLogout() throws {
    visitor.documents[Self.address] = Self.document(
      ", \"post_logout_redirect_uris\": [\"https://app.example/bye\"]", cache: "no-store")
    visitor.open(
      "/standard/authorize?client_id=\(Self.address)&redirect_uri=\(Self.callback)"
        + "&response_type=code&scope=openid&code_challenge_method=S256&code_challenge="
        + "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    visitor.submit(Self.person)
    visitor.submit(["decision": "allow"])
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "client_id": Self.address, "redirect_uri": Self.callback,
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      ])
    let hint = try visitor.member("id_token")
    visitor.now += 3600
    let count = visitor.fetched.count
    let rest = "&post_logout_redirect_uri=https://app.example/bye"
    visitor.open("/standard/logout?id_token_hint=\(hint)A\(rest)")
    #expect(visitor.fetched.count == count)
    visitor.open("/standard/logout?id_token_hint=\(hint)\(rest)")
    #expect(visitor.fetched.count == count + 1)
    #expect(visitor.location == "https://app.example/bye")
  }

  @Test("may be forgotten while a person fills in forms")
  func forgotten() {
    visitor.documents[Self.address] = Self.document(cache: "no-store")
    visitor.open("/standard/authorize?client_id=\(Self.address)&\(Self.rest)")
    visitor.now += 1500
    visitor.submit(Self.person)
    visitor.now += 1500
    visitor.submit(["decision": "allow"])
    #expect(visitor.location.hasPrefix("\(Self.callback)?code="))
  }

  @Test(
    "is refused where it has a private or a symmetric key",
    arguments: ["\"kty\": \"EC\", \"d\": \"x\"", "\"kty\": \"oct\", \"k\": \"x\""])
  func privateKeys(_ key: String) {
    visitor.documents[Self.address] = Self.document(", \"jwks\": {\"keys\": [{\(key)}]}")
    visitor.open("/standard/authorize?client_id=\(Self.address)&\(Self.rest)")
    #expect(visitor.told.condition == .documentSecret)
    #expect(visitor.told.why?.contains("jwks holds a key") == true)
  }

  @Test("is kept with others up to 4 MiB")
  func bytes() {
    let uris = (0..<30).map { "https://app.example/\($0)" + String(repeating: "x", count: 1950) }
    let count = State.mostDocumentBytes / 59_000 + 1
    func authorize(_ number: Int) {
      let id = "https://app.example/client\(number)"
      visitor.documents[id] = Self.document(uris: uris, id: id)
      visitor.open(
        "/standard/authorize?client_id=\(id)&redirect_uri=\(uris[0])&response_type=code&scope=openid"
      )
      #expect(visitor.status == 200)
    }
    for number in 0..<count { authorize(number) }
    #expect(visitor.fetched.count == count)
    authorize(count - 1)
    #expect(visitor.fetched.count == count)
    authorize(0)
    #expect(visitor.fetched.count == count + 1)
  }

  @Test("counts all texts of its client")
  func clientBytes() {
    func bytes(_ set: (inout Client.Metadata) -> Void) -> Int {
      var metadata = Client.Metadata()
      set(&metadata)
      return Client(provider: "p", id: "i", secret: nil, metadata).bytes
    }
    let texts = ["12345678"]
    let empty = bytes { _ in }
    #expect(bytes { $0.redirectURIs = texts } == empty + 24)
    #expect(bytes { $0.scopes = texts } == empty + 24)
    #expect(bytes { $0.logoutURIs = texts } == empty + 24)
    #expect(bytes { $0.grantTypes = texts } == empty + 24)
    #expect(bytes { $0.responseTypes = texts } == empty + 24)
    #expect(bytes { $0.name = "a longer name" } > empty)
  }
}
