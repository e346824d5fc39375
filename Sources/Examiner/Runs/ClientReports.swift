import Basics
import HTTPTypes

/// What clients say of themselves at `OAUTH_REPORT_URL`, by sandbox.
package final class ClientReports: Sendable {
  private struct State: Sendable {
    /// The sandbox that a report is about, by the last part of its address.
    var sandboxes: [String: String] = [:]
    var texts: [String: [String]] = [:]
  }
  private let state = Lock(State())

  /// Where clients report: below this, each at an address that nobody can guess.
  static let root = "/_understudy/conform/report/"
  /// Reports of one sandbox that are kept, the newest ones, and the bytes of one.
  static let most = 16
  static let mostBytes = 4_096

  /// The path at which the client of a sandbox reports. Knowing it is the permission, because a phone has no other
  /// credentials. It stays the same until the sandbox is closed.
  func path(_ sandbox: String, using random: inout some RandomNumberGenerator) -> String {
    let drawn = (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
    return state.withLock { state in
      let known = state.sandboxes.first { $0.value == sandbox }?.key
      state.sandboxes[known ?? drawn] = sandbox
      return Self.root + (known ?? drawn)
    }
  }

  /// Keeps what a client says of itself.
  func take(_ request: Request) -> Answer {
    guard request.method == .post else {
      return Answer(status: .methodNotAllowed, headers: [.allow: "POST"])
    }
    guard request.body.count <= Self.mostBytes else { return Answer(status: .contentTooLarge) }
    let name = String(request.target.dropFirst(Self.root.count).prefix { $0 != "?" })
    let text = String(decoding: request.body, as: UTF8.self)
    return state.withLock { state in
      guard let sandbox = state.sandboxes[name] else { return Answer(status: .notFound) }
      state.texts[sandbox] = (state.texts[sandbox] ?? []).suffix(Self.most - 1) + [text]
      return Answer(status: .noContent)
    }
  }

  func texts(_ sandbox: String) -> [String] { state.withLock { $0.texts[sandbox] ?? [] } }

  /// Forgets the reports of a sandbox; its address stays.
  func clear(_ sandbox: String) { state.withLock { $0.texts[sandbox] = nil } }

  /// Takes no reports about a sandbox any more.
  func close(_ sandbox: String) {
    state.withLock { state in
      state.texts[sandbox] = nil
      state.sandboxes = state.sandboxes.filter { $0.value != sandbox }
    }
  }
}
