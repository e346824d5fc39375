import Basics
import Engine
import Examiner
import HTTPTypes
import JOSE
import Server
import Testing

import class ProviderModel.Entropy

@Suite("The stages of the checks")
struct StageTests {
  /// A check, and a provider at which it is run.
  struct Row: CustomTestStringConvertible, Sendable {
    let profile: Profile
    let check: Examiner.Check
    var testDescription: String { "\(check.id) at \(profile.provider)" }
  }

  static let rows: [Row] = Catalogue.bundled.profiles.flatMap { profile in
    profile.providers.flatMap { provider in
      profile.checks.filter { $0.isRun(at: provider) }.compactMap { check in
        profile.at(provider).map { Row(profile: $0, check: check) }
      }
    }
  }

  /// One for all rows: to read the providers takes longer than all else.
  private static let playhouse = Result { () throws -> MockServer in
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
    return MockServer(try LoadedFixtures(), MockServer.Setting(keys: keys), now: 1_600_000_000)
  }

  @Test("make a sandbox, in each dialect that they are run in", arguments: rows)
  func sandbox(_ row: Row) throws {
    let client = row.check.client?.merged(into: row.profile.client) ?? row.profile.client
    let clientID = client["client_id"]?.stringValue ?? ""
    // The rows run side by side.
    let sharing = row.profile.shares.contains(row.check.id) ? "-\(row.profile.id)" : ""
    let id = "\(SandboxBody.label(of: row.check))-\(row.profile.provider)\(sharing)"
    let base = "http://localhost/_sandbox/\(id)"
    let placeholders = Placeholders([
      "issuer": "\(base)/\(row.profile.provider)", "origin": "http://localhost", "base": base,
      "elsewhere": "http://127.0.0.1:9", "client_id": clientID,
      "redirect_uri": "http://127.0.0.1:1/callback", "person": "alice",
    ])
    let stage = SandboxBody.of(
      row.check, id: id, client: client, provider: row.profile.provider, placeholders)
    let made = try send(.post, "", stage)
    #expect(made.status == 201, "\(made.text)")
    let tree = try JSONReader().read(made.bytes, file: "answer").root
    _ = try send(.delete, "/\(tree["id"]?.stringValue ?? "")")
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> (status: HTTPResponse.Status, text: String, bytes: [UInt8]) {
    var request = Request(
      method: method, authority: "localhost", target: "/_understudy/sandboxes\(path)", headers: [:])
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    guard
      case .answer(let answer) = try Self.playhouse.get().respond(to: request, at: 1_600_000_000)
    else { throw Waiting() }
    return (answer.status, String(decoding: answer.body, as: UTF8.self), answer.body)
  }

  private struct Waiting: Error {}
}
