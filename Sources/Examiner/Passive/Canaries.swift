import Basics
import Server

/// Secrets of an episode: what was issued to the client, what it made itself, and its own.
struct Canaries {
  struct Canary: Hashable {
    /// `access token`, `code`, …
    var what: String
    var value: String
    var isRefreshToken: Bool { what == Canaries.issued["refresh_token"] }
    /// Who issued it; empty for what is the client's own.
    var provider: String
  }

  private(set) var all: Set<Canary> = []

  /// Shorter values occur by accident.
  static let shortest = 8
  fileprivate static let issued = [
    "access_token": "access token", "code": "code", "device_code": "device code",
    "id_token": "ID token", "refresh_token": "refresh token",
  ]

  /// - Parameter withRequests: whether state and nonce of authorization requests count, which are in every history.
  init(_ episode: CheckRun, _ subject: Subject, withRequests: Bool = false) {
    for exchange in episode.exchanges {
      if withRequests, exchange.kind == "authorize" {
        for name in ["state", "nonce"] { note(name, exchange.parameters.first(name)) }
      }
      if let location = exchange.answer.headers.first(.location) {
        for (name, value) in FlowReader.brought(by: location) {
          note(name, value, exchange.provider)
        }
      }
      guard ["device_authorization", "token"].contains(exchange.kind) else { continue }
      let body = try? JSONReader().read(exchange.answer.body, file: "").root
      for member in body?.objectValue ?? JSONObject() {
        if let value = member.value.stringValue { note(member.name, value, exchange.provider) }
      }
      let verifier = Parameters(formEncoded: exchange.request.body).first("code_verifier")
      note("verifier", verifier)
    }
    note("client's secret", subject.secret)
  }

  private mutating func note(_ name: String, _ value: String, _ provider: String) {
    guard let what = Self.issued[name], value.utf8.count >= Self.shortest else { return }
    all.insert(Canary(what: what, value: value, provider: provider))
  }

  private mutating func note(_ what: String, _ value: String?) {
    guard let value, value.utf8.count >= Self.shortest else { return }
    all.insert(Canary(what: what, value: value, provider: ""))
  }

  /// Those that a text holds, as they are or percent-encoded; the same one each time.
  func found(in text: String, where isMeant: (Canary) -> Bool = { _ in true }) -> Canary? {
    let decoded = PercentCoding.decode(text[...], plusIsSpace: false) ?? text
    return first { isMeant($0) && (text.contains($0.value) || decoded.contains($0.value)) }
  }

  /// Those that a text holds, as they are, percent-encoded or in Base64.
  func foundInAnyForm(in text: String, where isMeant: (Canary) -> Bool = { _ in true }) -> Canary? {
    found(in: text, where: isMeant)
      ?? first { isMeant($0) && Self.isInBase64($0.value, in: text) }
  }

  private func first(where isFound: (Canary) -> Bool) -> Canary? {
    all.filter(isFound).min { ($0.what, $0.value) < ($1.what, $1.value) }
  }

  /// Whether a text holds a value in Base64 of either alphabet, alone or among other bytes, in one line or in several.
  static func isInBase64(_ value: String, in text: String) -> Bool {
    let cores = Set(KnownSecrets.cores(of: Array(value.utf8)))
    let text = text.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return text.withUnsafeBufferPointer { text in cores.contains { holds(text, $0) } }
  }

  private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }
}
