import Basics
import Engine
import Examiner
import HTTPTypes
import JOSE
import ProviderModel
import Server

/// A whole server without its socket, asked for whatever can be asked, one request after another: the answer can be sent,
/// what says that it is JSON is JSON, no fault is ours, and the journal tells of it in a way that `conform observe` reads.
enum HouseProperties {
  static func check(_ bytes: [UInt8]) throws {
    let house = try house()
    var remembered = Remembered()
    let pieces = RequestText.pieces(bytes).prefix(24)
    for (index, piece) in pieces.enumerated() {
      guard let request = RequestText.request(remembered.filled(piece)) else { continue }
      let reply = house.respond(to: request, at: now + index)
      try check(reply, to: request)
      if case .answer(let answer) = reply, pieces[(index + 1)...].contains(where: Remembered.asks) {
        remembered.note(answer)
      }
    }
    let end = now + pieces.count
    let own = "/_understudy/sandboxes/default"
    for target in ["\(own)/rules", "/_understudy/health"] {
      let request = Request(authority: "localhost", target: target)
      try check(house.respond(to: request, at: end), to: request)
    }
    let request = Request(authority: "localhost", target: "\(own)/journal?kind=exchange")
    let reply = house.respond(to: request, at: end)
    try check(reply, to: request)
    guard case .answer(let journal) = reply, journal.body.count > 2 else { return }
    do { _ = try JournalReader(file: "journal", book: book).read(journal.body) } catch {
      throw Broken(description: "the examiner can't read our own journal: \(error)")
    }
  }

  /// Which endpoint a request was for, the journal says itself.
  private static let book = EndpointBook(named: { _, _ in nil }, found: { _ in nil })

  private static let now = 1_600_000_000

  private static func check(_ reply: Reply, to request: Request) throws {
    guard case .answer(let answer) = reply else { return }
    let asked = "\(request.method.rawValue) \(request.target)"
    try hold(
      (200...599).contains(answer.status.code) && answer.status.code != 500,
      "\(asked) is answered with \(answer.status)")
    for field in answer.headers {
      try hold(
        !field.name.isEmpty && field.name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
          && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) },
        "\(asked) is answered with the field \(field)")
    }
    let type = answer.headers.first(.contentType) ?? ""
    if type.hasPrefix("application/json") || type.hasPrefix("application/problem+json") {
      do {
        _ = try JSONReader(maximumDepth: 512, maximumBytes: 1 << 30).read(answer.body, file: "")
      } catch { throw Broken(description: "\(asked) is answered with what is no JSON: \(error)") }
    }
  }

  private static let parts = Result {
    let chest = try KeyChest.published(seed: 1)
    var setting = MockServer.Setting(
      keys: Keyring(usesRecordedNames: true) { try? chest.key(for: $0) })
    setting.sandboxes.seed = 1
    let staging = try LoadedFixtures()
    // Compiled before the first input: LeakSanitizer takes for lost what an input makes and the process keeps.
    _ = staging.providers.all
    return (staging: staging, setting: setting)
  }

  /// A new one for each input: what one did is not to be met by the next.
  private static func house() throws -> MockServer {
    let (staging, setting) = try parts.get()
    return MockServer(staging, setting, now: now)
  }
}
