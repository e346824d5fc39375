import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel
import Server
import Testing

/// A server without a socket, set up as a command line would do it.
struct House {
  let playhouse: MockServer
  static let now = 1_600_000_000

  init(
    staging: LoadedFixtures? = nil, replica: Replica? = nil,
    _ set: (inout MockServer.Setting) -> Void = { _ in }
  ) throws {
    let chest = try KeyChest.published(seed: 1)
    var setting = MockServer.Setting(
      keys: Keyring(usesRecordedNames: true) { try? chest.key(for: $0) })
    setting.sandboxes.seed = 1
    set(&setting)
    playhouse = MockServer(
      try staging ?? LoadedFixtures(), setting, now: Self.now, replica: replica)
  }

  func send(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSONValue? = nil,
    host: String = "localhost", headers: Headers = [:]
  ) throws -> Answer {
    var request = Basics.Request(
      method: method, authority: host, target: target, headers: headers)
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    guard case .answer(let answer) = playhouse.respond(to: request, at: Self.now) else {
      throw Late()
    }
    return answer
  }

  struct Late: Error {}
}

extension Answer {
  var text: String { String(decoding: body, as: UTF8.self) }
  func json() throws -> JSONValue { try JSONReader().read(body, file: "answer").root }
}
