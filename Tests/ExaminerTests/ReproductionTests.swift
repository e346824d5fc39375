import Basics
import Engine
import Examiner
import HTTPTypes
import JOSE
import ProviderModel
import Server
import Testing

@Suite("The lines that show a check")
struct ReproductionTests {
  private let playhouse: MockServer

  init() throws {
    let rsa = try TestKeys.rsa(seed: 1)
    var random = Entropy(seed: 1)
    let p256 = try SigningKey.generateP256(using: &random)
    let keys = Keyring(usesRecordedNames: true) { algorithm in
      switch algorithm {
      case .rs256: rsa
      case .es256: p256
      default: nil
      }
    }
    playhouse = MockServer(try LoadedFixtures(), MockServer.Setting(keys: keys), now: 1_600_000_000)
  }

  static let rows: [(profile: Profile, check: Examiner.Check)] = Catalogue.bundled.profiles.flatMap
  {
    profile in profile.checks.map { (profile, $0) }
  }

  /// A word in single quotes that begins with this, as a shell reads it.
  private func word(_ beginning: String, of line: String) throws -> String {
    let start = try #require(line.firstRange(of: "'" + beginning)?.lowerBound)
    return String(line[start...].dropFirst().dropLast()).replacing("'\\''", with: "'")
  }

  private func ask(
    _ method: HTTPRequest.Method, _ target: String, _ body: String = ""
  ) -> Answer? {
    var request = Request(method: method, authority: "localhost", target: target, headers: [:])
    if !body.isEmpty { request.headers[.contentType] = "application/json" }
    request.body = Array(body.utf8)
    guard case .answer(let answer) = playhouse.respond(to: request, at: 1_600_000_000) else {
      return nil
    }
    return answer
  }

  @Test("make a sandbox and end in requests to it", arguments: rows.map(\.check.id))
  func sandbox(_ id: String) throws {
    let row = try #require(Self.rows.first { $0.check.id == id })
    // In the dialect that it is run in.
    let providers = row.profile.providers.filter { row.check.isRun(at: $0) }
    for name in providers {
      let profile = try #require(row.profile.at(name))
      let provider = try BundledFixtures.providers().resolve(name)
      let lines = Reproduction(
        of: row.check, in: profile, at: provider,
        BundledFixtures.defaultCast.firstVariables(of: provider), origin: "http://localhost"
      )
      .lines
      let first = try #require(lines.first)
      #expect(
        first.hasPrefix(
          "curl -sS http://localhost/_understudy/sandboxes -H 'Content-Type: application/json' -d '"
        ))
      let body = try word("{", of: first)
      var request = Request(
        method: .post, authority: "localhost", target: "/_understudy/sandboxes", headers: [:])
      request.headers[.contentType] = "application/json"
      request.body = Array(body.utf8)
      guard case .answer(let answer) = playhouse.respond(to: request, at: 1_600_000_000) else {
        Issue.record("it waits")
        return
      }
      #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
      let sandbox = SandboxBody.label(of: row.check)
      let last = lines.dropFirst().filter { !$0.hasPrefix("#") }.last
      #expect(
        last?.contains("http://localhost/_sandbox/\(sandbox)/\(name)/") == true, "\(last ?? "")")
      #expect(lines.allSatisfy { $0.utf8.count < 10_000 && !$0.contains("\n") })
      // The next dialect takes the same id.
      let gone = Request(
        method: .delete, authority: "localhost", target: "/_understudy/sandboxes/\(sandbox)",
        headers: [:])
      guard case .answer(let end) = playhouse.respond(to: gone, at: 1_600_000_000) else { return }
      #expect(end.status == 204)
    }
  }

  @Test("show the authorization request whose answer the stage changes")
  func authorize() throws {
    let row = try #require(Self.rows.first { $0.check.id == "code-state-mismatch" })
    let provider = try BundledFixtures.providers().resolve(row.profile.provider)
    let lines = Reproduction(
      of: row.check, in: row.profile, at: provider, origin: "http://localhost"
    ).lines
    let url = try word("http", of: try #require(lines.dropFirst().first))
    #expect(
      url.hasPrefix(
        "http://localhost/_sandbox/code-state-mismatch/standard/authorize?response_type=code&"))
    let first = try #require(lines.first)
    let body = try word("{", of: first)
    #expect(ask(.post, "/_understudy/sandboxes", body)?.status == 201)
    let answer = ask(.get, String(url.dropFirst("http://localhost".count)))
    let location = answer?.headers[.location] ?? ""
    #expect(
      location.contains("code=") && !location.contains("state=the-state-you-sent"), "\(location)")
  }

  @Test(
    "show the callback of what all else rests on, in each dialect",
    arguments: Catalogue.bundled.profiles
      .filter { $0.flow == .redirect && !$0.registers }.flatMap { profile in
        profile.providers.map { "\(profile.id) at \($0)" }
      })
  func dialects(_ name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let found = try #require(Catalogue.bundled.profile(words[0]))
    let profile = try #require(found.at(words[2]))
    let check = try #require(profile.checks.first { $0.control == nil && $0.expect == .accepted })
    let provider = try BundledFixtures.providers().resolve(words[2])
    let lines = Reproduction(
      of: check, in: profile, at: provider,
      BundledFixtures.defaultCast.firstVariables(of: provider),
      origin: "http://localhost"
    ).lines
    let made = ask(.post, "/_understudy/sandboxes", try word("{", of: try #require(lines.first)))
    #expect(made?.status == 201)
    let url = try word("http", of: try #require(lines.dropFirst().first))
    let answer = ask(.get, String(url.dropFirst("http://localhost".count)))
    let redirect = profile.client["redirect_uris"]?.arrayValue?.first?.stringValue ?? "none"
    #expect(answer?.headers[.location]?.hasPrefix(redirect) == true, "\(url)")
  }

  @Test("show the codes of a device, and its poll")
  func device() throws {
    let row = try #require(Self.rows.first { $0.check.id == "dev-client-auth" })
    let provider = try BundledFixtures.providers().resolve(row.profile.provider)
    let lines = Reproduction(
      of: row.check, in: row.profile, at: provider, origin: "http://localhost"
    ).lines
    let base = "http://localhost/_sandbox/dev-client-auth/standard"
    let client = "-d client_id=conformance -d client_secret=understudy-secret-0123456789"
    #expect(lines[0].contains(#""answer":{"sign_in":"alice"}"#), "\(lines[0])")
    #expect(
      lines.dropFirst() == [
        "curl -s \(base)/device_authorization \(client) "
          + "-d scope=openid%20profile%20email%20offline_access | tee device.json",
        #"code=$(sed 's/.*"device_code": *"\([^"]*\)".*/\1/' device.json)"#,
        "curl -si \(base)/token -d grant_type=urn:ietf:params:oauth:grant-type:device_code "
          + "-d \"device_code=$code\" \(client)",
      ])
  }

  @Test("show how a token is made and exchanged")
  func exchange() throws {
    let row = try #require(Self.rows.first { $0.check.id == "exch-type-na" })
    let provider = try BundledFixtures.providers().resolve(row.profile.provider)
    let lines = Reproduction(
      of: row.check, in: row.profile, at: provider, origin: "http://localhost"
    ).lines
    let made = try #require(lines.dropFirst().first)
    #expect(made.hasPrefix("token=$(curl -sS http://localhost/_understudy/sandboxes/exch-type-na/"))
    #expect(made.contains(#""client":"native","person":"alice","scopes":["openid""#), "\(made)")
    let type = "urn:ietf:params:oauth:token-type:access_token"
    let words: [String] = [
      "curl -si http://localhost/_sandbox/exch-type-na/standard/token",
      "-d grant_type=urn:ietf:params:oauth:grant-type:token-exchange",
      "-d subject_token_type=\(type) -d \"subject_token=$token\"",
      "-d client_id=conformance -d client_secret=understudy-secret-0123456789",
    ]
    #expect(lines.dropFirst(2) == [words.joined(separator: " ")])
  }

  @Test("register a client that registers itself, and stand in no cast")
  func registration() throws {
    let row = try #require(Self.rows.first { $0.check.id == "dcr-initial-access-token" })
    let provider = try BundledFixtures.providers().resolve(row.profile.provider)
    let lines = Reproduction(
      of: row.check, in: row.profile, at: provider, origin: "http://localhost"
    ).lines
    #expect(!lines[0].contains(#""clients""#), "\(lines[0])")
    #expect(lines.count == 2)
    let line = try #require(lines.last)
    let base = "http://localhost/_sandbox/dcr-initial-access-token/standard"
    #expect(line.hasPrefix("curl -si \(base)/register -H 'Content-Type: application/json' "))
    #expect(line.contains(" -H 'Authorization: Bearer understudy-registration-0123456789' -d "))
    let metadata = try JSONReader().read(Array(try word("{", of: line).utf8), file: "").root
    #expect(metadata["application_type"]?.stringValue == "native")
  }

  @Test("stand in what explains it")
  func explained() throws {
    let explanation = try CheckExplanation(of: "code-state-mismatch", in: .bundled, TextStyle()) {
      id in
      guard let provider = try? BundledFixtures.providers().resolve(id) else { return nil }
      return (provider, BundledFixtures.defaultCast.firstVariables(of: provider))
    }
    #expect(
      explanation.text.contains("\n  curl -sS http://127.0.0.1:8400/_understudy/sandboxes -H"))
    #expect(
      explanation.text.contains(
        "\n  curl -si 'http://127.0.0.1:8400/_sandbox/code-state-mismatch/standard/authorize?"))
  }

  @Test("a pushed request is shown as one that is pushed, without a browser")
  func push() throws {
    let row = try #require(Self.rows.first { $0.check.id == "par-error" })
    let provider = try BundledFixtures.providers().resolve("standard")
    let lines = Reproduction(
      of: row.check, in: row.profile, at: provider, origin: "http://127.0.0.1:8080"
    ).lines
    #expect(lines.count == 2)
    #expect(
      lines[1].hasPrefix("curl -si http://127.0.0.1:8080/_sandbox/par-error/standard/par -d "))
    #expect(lines[1].contains("client_id=conformance&") && !lines[0].contains("{other_issuer}"))
  }
}
