import Foundation
import Testing

@testable import UnderstudyKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A session of a sandbox's configuration")
struct SessionTests {
  private static let implicit =
    "https://oauth.vk.com/authorize?client_id=753197&response_type=token"
    + "&redirect_uri=https://oauth.vk.com/blank.html&v=5.52"

  private let understudy: Understudy

  init() throws { understudy = try Understudy(seed: 1) }

  private func load(
    _ session: URLSession, _ url: String, _ change: (inout URLRequest) -> Void = { _ in }
  ) async throws -> (text: String, response: HTTPURLResponse) {
    var request = URLRequest(url: try #require(URL(string: url)))
    change(&request)
    let (data, response) = try await session.data(for: request)
    return (
      String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse)
    )
  }

  @Test("is answered at a provider's real host names")
  func realHosts() async throws {
    let sandbox = try understudy.makeSandbox()
    let tokens = try sandbox.mintTokens(
      at: "instagram", client: "c0ffee00c0ffee00c0ffee00c0ffee00", person: "alice",
      scopes: ["basic"])
    let session = URLSession(configuration: sandbox.configuration)
    let (text, response) = try await load(
      session,
      "https://api.instagram.com/v1/users/self/?access_token=\(tokens.accessToken ?? "")")
    #expect(response.statusCode == 200)
    #expect(text.contains("\"username\":\"alice\""))
  }

  @Test("reaches its own sandbox, while others are asked at the same time")
  func parallel() async throws {
    let people = ["alice", "bob"]
    let rounds = 40
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<rounds {
        let person = people[number % 2]
        group.addTask {
          let sandbox = try understudy.makeSandbox(signIn: person)
          let session = URLSession(configuration: sandbox.configuration)
          for _ in 0..<3 {
            let (_, response) = try await load(session, Self.implicit)
            #expect(response.url?.absoluteString.contains("#access_token=") == true)
          }
          let granted = try sandbox.journal(matching: .init(outcome: "granted"))
          #expect(granted.count == 3 && granted.allSatisfy { $0.person == person }, "\(granted)")
          let headers = try sandbox.journal().compactMap(\.request).flatMap { Array($0.headers) }
          #expect(!headers.contains { $0.name.lowercased() == "understudy-line" })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("tells sandboxes apart by the number of their line")
  func lines() throws {
    // Enough numbers to have had every bit in either place.
    let sandboxes = try (0..<20).map { _ in try understudy.makeSandbox() }
    let classes = sandboxes.map { $0.protocolClass(cookies: nil) }
    #expect(Set(classes.map { ObjectIdentifier($0) }).count == classes.count)
    for (sandbox, answering): (Sandbox, AnyClass) in zip(sandboxes, classes) {
      let line = (answering as? UnderstudyURLProtocol.Type)?.line
      #expect(line?.answering?.id == sandbox.id)
    }
  }

  @Test("may be of the app's own configuration")
  func ownConfiguration() async throws {
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["User-Agent": "Example/1.0"]
    sandbox.connect(configuration)
    _ = try await load(URLSession(configuration: configuration), Self.implicit)
    let agents = try sandbox.journal().compactMap { $0.request?.headers["User-Agent"] }
    #expect(agents.contains("Example/1.0"), "\(agents)")
  }

  @Test("is led to the end where redirects stay with us, and to the app's own address where not")
  func redirects() async throws {
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let session = URLSession(configuration: sandbox.configuration)
    let (_, response) = try await load(session, Self.implicit)
    #expect(response.statusCode == 200)
    #expect(response.url?.absoluteString.contains("/blank.html#access_token=") == true)
    let (_, callback) = try await load(
      session,
      "https://api.instagram.com/oauth/authorize/?response_type=token"
        + "&client_id=1f074f314d1347789cc9d9a9d19ee342"
        + "&redirect_uri=nsscreencast://instagram_callback")
    let location = callback.value(forHTTPHeaderField: "Location") ?? ""
    #expect(location.hasPrefix("nsscreencast://instagram_callback#access_token="), "\(location)")
  }

  /// The value of the page's hidden field.
  private static func ticket(_ page: String) -> String? {
    page.firstMatch(of: /name="ticket" value="([^"]*)"/).map { String($0.output.1) }
  }

  private func post(_ form: String) -> (inout URLRequest) -> Void {
    return { request in
      request.httpMethod = "POST"
      request.setValue(
        "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(form.utf8)
    }
  }

  @Test("keeps its cookies from page to page, and to itself")
  func pages() async throws {
    let sandbox = try understudy.makeSandbox()
    let base = "https://standard.localhost"
    let start =
      "\(base)/authorize?client_id=native&redirect_uri=com.example.app:/cb&response_type=code&state=1"
    let session = URLSession(configuration: sandbox.configuration)
    let login = try await load(session, start).text
    let credentials = "ticket=\(Self.ticket(login) ?? "")&username=alice&password=wonderland"
    let consent = try await load(session, "\(base)/login", post(credentials)).text
    let decision = "ticket=\(Self.ticket(consent) ?? "")&decision=allow"
    let (_, response) = try await load(session, "\(base)/consent", post(decision))
    let location = response.value(forHTTPHeaderField: "Location") ?? ""
    #expect(location.hasPrefix("com.example.app:/cb?code="), "\(location)")
    // Signed in for good here, and a stranger elsewhere.
    #expect(try await !load(session, start).text.contains("password"))
    let other = URLSession(configuration: sandbox.configuration)
    #expect(try await load(other, start).text.contains("password"))
  }

  @Test("may send its body as data or as a stream")
  func bodies() async throws {
    let sandbox = try understudy.makeSandbox()
    let session = URLSession(configuration: sandbox.configuration)
    let form = "grant_type=authorization_code&code=nothing&client_id=native"
    let url = "https://standard.localhost/token"
    let asData = try await load(session, url, post(form)).text
    let asStream = try await load(session, url) { request in
      post("")(&request)
      request.httpBody = nil
      request.httpBodyStream = InputStream(data: Data(form.utf8))
    }.text
    #expect(asData.contains("invalid_grant") && asStream == asData)
    let bodies = try sandbox.journal().compactMap { $0.request?.parameters["grant_type"] }
    #expect(bodies == ["authorization_code", "authorization_code"])
  }

  #if canImport(FoundationNetworking)
    @Test("says what Foundation on Linux can't do, and sends no empty body in its place")
    func uploads() async throws {
      let sandbox = try understudy.makeSandbox()
      let session = URLSession(configuration: sandbox.configuration)
      let request = URLRequest(url: try #require(URL(string: "https://api.vk.com/method/x")))
      let upload = await #expect(throws: URLError.self) {
        try await session.upload(for: request, from: Data("a=1".utf8))
      }
      #expect(upload?.localizedDescription.contains("data tasks only") == true)
      await #expect(throws: URLError.self) { try await session.download(for: request) }
      #expect(try sandbox.journal().isEmpty)
    }
  #endif

  @Test("gets no body for HEAD, and signs nobody in on the way")
  func head() async throws {
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let session = URLSession(configuration: sandbox.configuration)
    let (text, response) = try await load(session, Self.implicit) { $0.httpMethod = "HEAD" }
    #expect(response.statusCode == 200 && text.isEmpty)
    #expect(response.url?.absoluteString.contains("/blank.html#access_token=") == true)
    let methods = try sandbox.journal(matching: .init(kind: "exchange")).map(\.method)
    #expect(!methods.isEmpty && methods.allSatisfy { $0 == "HEAD" })
    #expect(try sandbox.journal(matching: .init(outcome: "granted")).isEmpty)
  }

  @Test("sees late, broken and missing answers")
  func faults() async throws {
    let sandbox = try understudy.makeSandbox()
    let session = URLSession(configuration: sandbox.configuration)
    func users(_ rule: Sandbox.Rule) async throws -> String {
      try sandbox.clearRules()
      try sandbox.add(rule)
      return try await load(session, "https://api.vk.com/method/users.get?v=5.52").text
    }
    let whole = try await users(.delay(.milliseconds(1)))
    #expect(whole.contains("error_code"))
    #expect(try await users(.drip(7, every: .milliseconds(1))) == whole)
    for rule: Sandbox.Rule in [.reset, .close, .truncate(after: 3)] {
      await #expect(throws: URLError.self) { try await users(rule) }
    }
  }

  @Test("never reaches a real provider, even when nobody answers any more")
  func gone() async throws {
    var understudy: Understudy? = try Understudy(seed: 1)
    let sandbox = try #require(try understudy?.makeSandbox())
    let session = URLSession(configuration: sandbox.configuration)
    try sandbox.delete()
    #expect(try await load(session, Self.implicit).response.statusCode == 410)
    let orphan = try Self.orphan()
    understudy = nil
    let error = await #expect(throws: URLError.self) { try await load(orphan, Self.implicit) }
    #expect(error?.code == .cannotConnectToHost)
  }

  /// A session whose providers went away.
  private static func orphan() throws -> URLSession {
    URLSession(configuration: try Understudy(seed: 2).makeSandbox().configuration)
  }
}
