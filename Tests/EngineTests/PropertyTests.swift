import Basics
import Foundation
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// What holds whatever is sent. `UNDERSTUDY_FUZZ_SEED=N` tries other inputs; the seed is printed.
@Suite("Properties")
struct PropertyTests {
  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["UNDERSTUDY_FUZZ_SEED"].flatMap { UInt64($0) }
    let seed = given ?? 6749
    print("property seed: \(seed)")
    return seed
  }()

  static let ids = ["standard", "vk", "instagram", "azure-ad-b2c", "oclc"]

  /// Texts that have broken servers before.
  static let odd = [
    "", "%00", "%0d%0aX:y", "%ff", "%", "a%20b", "..", "//evil.example", "https://evil.example/cb",
    "http://127.0.0.1:7999/cb", "http://127.0.0.1:7999/cb@evil.example",
    "http://127.0.0.1:7999/cb%3Fx=1", "http://127.0.0.1:7999/cb%23x",
    "http://127.0.0.1:7999/cb/../x",
    "http://127.0.0.1:7999/cb%0d%0aLocation:%20http://evil.example", "HTTP://127.0.0.1:7999/CB",
    "javascript:alert(1)", "data:text/html,x", "http://127.0.0.1:7999.evil.example/cb",
    "http://127.0.0.1/cb", "http://[::1]:1/cb", "com.example.app:/cb", "urn:ietf:wg:oauth:2.0:oob",
    "ncipapp://user_agent_flow", "ncipapp://user_agent_flow_other", "http://tactilapp.com",
    "http://tactilapp.com/?x", "https://oauth.vk.com/blank.html",
    "https://oauth.vk.com/blank.html.evil",
    "code", "token", "id_token", "code%20id_token", "form_post", "fragment", "query", "none",
    "login",
    "openid", "alice", "S256", "9223372036854775808", "-1", "{{person.password}}", "\u{1F3AD}",
  ]

  private static func value(_ generator: inout SeededGenerator) -> String {
    switch UInt8.random(in: 0..<10, using: &generator) {
    case 0: return String(repeating: "a", count: Int.random(in: 1..<3000, using: &generator))
    case 1:
      let bytes = (0..<8).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return bytes.map { "%" + String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    default: return odd.randomElement(using: &generator) ?? ""
    }
  }

  /// Where a redirect may lead: to ourselves, or to what some client of this provider registered.
  private static func allowed(_ location: String, _ id: String, _ sandbox: ServerState) -> Bool {
    if location.hasPrefix("http://\(Visitor.host)/\(id)/") { return true }
    guard let provider = sandbox.providers.first(where: { $0.id == id }) else { return false }
    // What the answer added stands behind the last mark that the registered URI does not have.
    var candidates = [location]
    for (place, character) in zip(location.indices, location) where "?#&".contains(character) {
      candidates.append(String(location[..<place]))
    }
    return sandbox.cast.clients.contains { client in
      client.provider == id
        && candidates.contains {
          RedirectTarget.registered($0, of: client, provider.redirect) != nil
        }
    }
  }

  /// Requests that are granted to somebody who is signed in.
  static let good: [String: (String, [String: String], [String: String])] = [
    "standard": (
      TranscriptTests.standard + "code&nonce=n", ["username": "alice"], ["decision": "allow"]
    ),
    "vk": (TranscriptTests.vk + "token", ["email": "alice"], ["allow": "1"]),
    "instagram": (
      TranscriptTests.instagram + "token", ["username": "alice"], ["allow": "Authorize"]
    ),
    "azure-ad-b2c": (TranscriptTests.b2c + "code", ["signInName": "alice"], [:]),
    "oclc": (TranscriptTests.oclc + "token", ["username": "alice"], ["decision": "allow"]),
  ]

  @Test("no input makes the engine redirect to an unregistered URI", arguments: ids)
  func redirects(_ id: String) throws {
    let visitor = try Visitor(id)
    let (start, login, consent) = try #require(Self.good[id])
    // Somebody who is signed in and has agreed is redirected most easily.
    let password = id == "vk" ? "pass" : "password"
    visitor.open(start).submit(login.merging([password: "wonderland"]) { $1 })
    if !consent.isEmpty { visitor.submit(consent) }
    var generator = SeededGenerator(seed: Self.seed ^ UInt64(id.utf8.count))
    let provider = try #require(visitor.sandbox.providers.first { $0.id == id })
    let clients = visitor.sandbox.cast.clients.filter { $0.provider == id }
    let types = provider.answers.keys.sorted()
    let path = start.prefix { $0 != "?" }
    var redirects = 0
    for round in 0..<600 {
      let client = try #require(clients.randomElement(using: &generator))
      var parameters = id == "azure-ad-b2c" ? ["p=B2C_1_signupsignin"] : []
      for (name, _) in provider.parameters {
        var value = Self.value(&generator)
        let usual =
          switch name {
          case "client_id": client.id
          case "redirect_uri": client.redirectURIs.randomElement(using: &generator) ?? ""
          case "response_type": types.randomElement(using: &generator) ?? ""
          case "scope": id == "azure-ad-b2c" || id == "standard" ? "openid" : ""
          case "authenticatingInstitutionId", "contextInstitutionId": "128807"
          default: ""
          }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: break
        case 1: value = usual + value
        default: value = usual
        }
        parameters.append("\(name)=\(value.replacing(" ", with: "%20"))")
      }
      let target = "\(path)?" + parameters.joined(separator: "&")
      visitor.begin().open(target)
      let place: Comment = "seed \(Self.seed), round \(round): \(target) → \(visitor.location)"
      #expect(visitor.status < 500, place)
      if visitor.location.isEmpty { continue }
      redirects += 1
      #expect(Self.allowed(visitor.location, id, visitor.sandbox), place)
      #expect(visitor.location.utf8.allSatisfy { (0x21...0x7E).contains($0) }, place)
    }
    // A property that is never put to the test holds too easily.
    #expect(redirects > (id == "oclc" ? 5 : 50), "seed \(Self.seed)")
  }

  @Test("every error body is well formed", arguments: ids)
  func errors(_ id: String) throws {
    var sandbox = try Visitor.stage(id)
    var random = Entropy(seed: Self.seed)
    var generator = SeededGenerator(seed: Self.seed &+ 1)
    let provider = try #require(sandbox.providers.first { $0.id == id })
    let paths = provider.endpoints.filter(\.kind.isService).flatMap { endpoint in
      endpoint.routes.prefix(2).map { route in
        let path = route.path.map { segment in
          switch segment {
          case .literal(let text): "/\(text)"
          case .variable(let name):
            name == "tenant" ? "/kidventusb2c.onmicrosoft.com" : "/b2c_1_signupsignin"
          }
        }
        let base = Base(scheme: "http", authority: "", prefix: "/\(id)")
        return (
          endpoint.methods,
          base.path(provider, host: route.host, provider.variables.map(\.rule.fallback))
            + path.joined()
        )
      }
    }
    let types = [
      "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json",
      "application/xml", "text/plain", "",
    ]
    let names = provider.token.parameters.map(\.rule.wire) + ["access_token", "v", "Text", "p"]
    for round in 0..<1500 {
      let (methods, path) = try #require(paths.randomElement(using: &generator))
      func form() -> String {
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          "\(names.randomElement(using: &generator) ?? "")=\(Self.value(&generator))"
        }.joined(separator: "&")
      }
      var headers = Headers()
      headers[.contentType] = types.randomElement(using: &generator)
      headers[.accept] = ["application/json", "text/html", "*/*"].randomElement(using: &generator)
      if Bool.random(using: &generator) {
        headers[.authorization] = ["Basic ", "Bearer ", "Basic d2ViOng=", "x", "Digest y"]
          .randomElement(using: &generator)
      }
      let request = Request(
        method: HTTPRequest.Method(methods.randomElement(using: &generator) ?? "GET") ?? .get,
        authority: Visitor.host, target: "\(path)?\(form().replacing(" ", with: "+"))",
        headers: headers, body: Array(form().utf8))
      let answer = sandbox.respond(to: request, at: 1_600_000_000, using: &random)
      let text = String(decoding: answer.body, as: UTF8.self)
      let place: Comment = "seed \(Self.seed), round \(round): \(request.target) → \(text)"
      #expect(answer.status.code < 500, place)
      #expect(answer.headers[.cacheControl] == "no-store", place)
      let type = answer.headers[.contentType] ?? ""
      if type.contains("json") {
        #expect(throws: Never.self, place) {
          _ = try JSONReader().read(answer.body, file: "the answer")
        }
      } else if type.contains("xml") {
        #expect(text.hasPrefix("<?xml") && text.hasSuffix(">"), place)
      } else if answer.status.code >= 400 {
        #expect(answer.body.isEmpty || type.hasPrefix("text/"), place)
      }
    }
  }

  @Test("a code never succeeds twice, whatever comes between")
  func codes() throws {
    var generator = SeededGenerator(seed: Self.seed &+ 2)
    for round in 0..<12 {
      let visitor = try Visitor("standard")
      let code = try TokenTranscriptTests.standard(visitor, "\(round)")
      var won = 0
      /// Whether each request with nothing wrong in it was granted.
      var proper: [Bool] = []
      for _ in 0..<40 {
        let good = [
          ("grant_type", "authorization_code"), ("code", code),
          ("redirect_uri", TokenTranscriptTests.back), ("client_id", "web"),
          ("client_secret", TokenTranscriptTests.secret),
        ]
        var form = good
        // Half of the time something is wrong with it.
        if Bool.random(using: &generator) {
          let place = Int.random(in: 0..<form.count, using: &generator)
          if Bool.random(using: &generator) {
            form.remove(at: place)
          } else {
            form[place].1 = Self.odd.randomElement(using: &generator) ?? ""
          }
        }
        visitor.now += Int.random(in: 0..<3, using: &generator)
        let body = QueryStyle().encode(form.map { (name: $0.0, value: $0.1) })
        try visitor.call(
          .post, "/standard/token", [("Content-Type", "application/x-www-form-urlencoded")],
          body: Array(body.utf8))
        if visitor.status == 200 { won += 1 }
        if form.elementsEqual(good, by: ==) { proper.append(visitor.status == 200) }
      }
      // A proper redemption among them wins: a server that grants nothing has this property too easily.
      let place: Comment = "seed \(Self.seed), round \(round): the proper one was \(proper)"
      #expect(proper.first == true, place)
      #expect(won == 1, place)
    }
  }
}
