import AuthorizationServer
import Composition
import ControlAPI
import Examiner
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
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

  private let playhouse: Playhouse

  init() throws {
    let rsa = try TestKeys.rsa(seed: 1)
    var random = Entropy(seed: 1)
    let p256 = try SigningKey.generateP256(using: &random)
    let keys = Keyring(usesRecordedNames: true) { algorithm in
      switch algorithm {
      case .rs256: rsa
      case .es256: p256
      }
    }
    playhouse = Playhouse(try Staging(), Playhouse.Setting(keys: keys), now: 1_600_000_000)
  }

  @Test("make a sandbox, in each dialect that they are run in", arguments: rows)
  func sandbox(_ row: Row) throws {
    var client = row.check.client?.merged(into: row.profile.client) ?? row.profile.client
    client = (["provider": .init(stringLiteral: row.profile.provider)] as JSONValue)
      .merged(into: client)
    let id = client["client_id"]?.stringValue ?? ""
    let base = "http://localhost/_sandbox/examined"
    let filler = Placeholders(base: base, provider: row.profile.provider, client: id)
    let cast: JSONValue = ["cast": ["clients": .init(.array([client]))]]
    let body = filler.filled(row.check.stage).merged(into: cast)
    var request = Request(
      method: .post, authority: "localhost", target: "/_understudy/sandboxes", headers: [:])
    request.headers[.contentType] = "application/json"
    request.body = body.encoded()
    guard case .answer(let answer) = playhouse.respond(to: request, at: 1_600_000_000) else {
      Issue.record("it waits")
      return
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 201, "\(text)")
  }
}
