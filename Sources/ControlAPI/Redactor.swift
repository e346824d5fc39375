import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JOSE
import JSON

/// Replaces secrets by a mark that is the same for the same secret, and says nothing else of it.
struct Redactor: Sendable {
  private let key: [UInt8]

  init(key: [UInt8]) { self.key = key }

  /// Every secret of an exchange, by where secrets stand.
  func secrets(
    _ request: Request, _ answer: Answer,
    besides names: (more: Set<String>, renamed: [(from: String, to: String)])
  ) -> [[UInt8]] {
    var search = SecretSearch(names: names.more)
    for (from, to) in names.renamed where search.isSecret(from) { search.names.insert(to) }
    search.look(at: request)
    search.look(at: answer)
    // Long ones first: a short one may stand inside.
    return search.found.sorted {
      ($0.count, $1.lexicographicallyPrecedes($0) ? 1 : 0) > ($1.count, 0)
    }
  }

  private func mark(_ secret: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let hash = HMAC.sha256(key: key, message: secret).prefix(4)
    return Array("‹secret ".utf8) + hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      + Array("›".utf8)
  }

  func redacted(_ text: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
    var text = text
    for secret in secrets { text = Self.replace(secret, by: { mark(secret) }, in: text) }
    return text
  }

  func redacted(_ text: String, _ secrets: [[UInt8]]) -> String {
    secrets.isEmpty ? text : String(decoding: redacted(Array(text.utf8), secrets), as: UTF8.self)
  }

  func redacted(_ fields: HTTPFields, _ secrets: [[UInt8]]) -> HTTPFields {
    guard !secrets.isEmpty else { return fields }
    return HTTPFields(
      fields.map { HTTPField(name: $0.name, value: redacted($0.value, secrets)) })
  }

  /// Sentences quote what a client sent.
  func redacted(_ log: LogEntry, _ secrets: [[UInt8]]) -> LogEntry {
    guard !secrets.isEmpty else { return log }
    var log = log
    log.why = log.why.map { redacted($0, secrets) }
    log.remedy = log.remedy.map { redacted($0, secrets) }
    log.near = log.near.map { redacted($0, secrets) }
    return log
  }

  private static func replace(
    _ needle: [UInt8], by mark: () -> [UInt8], in hay: [UInt8]
  ) -> [UInt8] {
    guard let first = needle.first, hay.count >= needle.count else { return hay }
    var result: [UInt8] = []
    var from = 0
    var index = 0
    let last = hay.count - needle.count
    hay.withUnsafeBufferPointer { hay in
      needle.withUnsafeBufferPointer { needle in
        while index <= last {
          guard hay[index] == first else {
            index += 1
            continue
          }
          var length = 1
          while length < needle.count, hay[index + length] == needle[length] { length += 1 }
          guard length == needle.count else {
            index += 1
            continue
          }
          result.append(contentsOf: hay[from..<index])
          result.append(contentsOf: mark())
          index += needle.count
          from = index
        }
      }
    }
    return from == 0 ? hay : result + hay[from...]
  }
}
