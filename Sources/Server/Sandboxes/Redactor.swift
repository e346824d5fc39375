import Basics
import Engine
import HTTPTypes
import JOSE

/// Replaces secrets by a mark that is the same for the same secret, and says nothing else of it.
package struct Redactor: Sendable {
  private let key: [UInt8]
  /// Whether the journal shows secrets as they are. A log never does: it goes where nobody asked for them.
  let showsSecrets: Bool

  init(key: [UInt8], showsSecrets: Bool = false) {
    self.key = key
    self.showsSecrets = showsSecrets
  }

  /// The secrets of an exchange.
  struct Secrets: Sendable {
    static let none = Secrets(texts: [], isOverfull: false)
    /// Long ones first: a short one may stand inside.
    let texts: [[UInt8]]
    /// Whether there are more than are looked for: then nothing that could hold one is shown.
    let isOverfull: Bool
  }

  /// Every secret of an exchange, by where secrets stand.
  func secrets(_ request: Request, _ answer: Answer, _ names: SecretNames) -> Secrets {
    var search = SecretSearch(names: names.more)
    for (from, to) in names.renamed where search.isSecret(from) { search.names.insert(to) }
    search.look(at: request)
    search.look(at: answer)
    let texts = search.found.sorted {
      ($0.count, $1.lexicographicallyPrecedes($0) ? 1 : 0) > ($1.count, 0)
    }
    return Secrets(texts: texts, isOverfull: search.isOverfull)
  }

  /// What stands in place of content with too many secrets.
  private static let hidden = "‹hidden: too many secrets›"

  /// An exchange as it is shown: as the client saw it, its bodies cut.
  /// - Parameter mostBody: the bytes after which a body is cut.
  func redacted(
    _ request: Request, _ answer: Answer, _ secrets: Secrets,
    keeping mostBody: Int = Exchange.mostBody
  ) -> ShownExchange {
    var (request, answer) = (request, answer)
    if secrets.isOverfull {
      let target = RequestTarget(request.target)
      request.target = target.path + (target.query == nil ? "" : "?" + Self.hidden)
      if !request.body.isEmpty { request.body = Array(Self.hidden.utf8) }
      if !answer.body.isEmpty { answer.body = Array(Self.hidden.utf8) }
    }
    request.target = redacted(request.target, secrets)
    request.headers = redacted(request.headers, secrets)
    request.body = Array(redacted(request.body, secrets).prefix(mostBody))
    answer.headers = redacted(answer.headers, secrets)
    answer.body = redacted(answer.body, secrets)
    // Only now: half of a secret would not be known for one.
    answer = answer.asDelivered
    answer.body = Array(answer.body.prefix(mostBody))
    return ShownExchange(request: request, answer: answer)
  }

  private func mark(_ secret: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let hash = HMAC.sha256(key: key, message: secret).prefix(4)
    return Array("‹secret ".utf8) + hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      + Array("›".utf8)
  }

  private func redacted(_ text: [UInt8], _ secrets: Secrets) -> [UInt8] {
    var text = text
    for secret in secrets.texts { text = Self.replace(secret, by: { mark(secret) }, in: text) }
    return text
  }

  private func redacted(_ text: String, _ secrets: Secrets) -> String {
    secrets.texts.isEmpty
      ? text : String(decoding: redacted(Array(text.utf8), secrets), as: UTF8.self)
  }

  private func redacted(_ fields: Headers, _ secrets: Secrets) -> Headers {
    Headers(
      fields.map {
        .init($0.name, secrets.isOverfull ? Self.hidden : redacted($0.value, secrets))
      })
  }

  /// Sentences quote what a client sent.
  func redacted(_ log: LogEntry, _ secrets: Secrets) -> LogEntry {
    var log = log
    guard !secrets.isOverfull else {
      log.why = log.why.map { _ in Self.hidden }
      log.remedy = log.remedy.map { _ in Self.hidden }
      log.near = []
      if log.condition != nil { log.client = log.client.map { _ in Self.hidden } }
      return log
    }
    // A client that sends the word "token" as a token has not made a secret of the word.
    let quoted = Secrets(
      texts: secrets.texts.filter {
        !Self.words.contains(String(decoding: $0, as: UTF8.self))
      }, isOverfull: false)
    log.why = log.why.map { redacted($0, quoted) }
    log.remedy = log.remedy.map { redacted($0, quoted) }
    log.near = log.near.map { redacted($0, secrets) }
    // Of a request that was refused it may be what stood where a client's id should.
    if log.condition != nil { log.client = log.client.map { redacted($0, quoted) } }
    return log
  }

  /// What our own sentences are made of.
  private static let words: Set<String> = [
    "access", "address", "another", "application", "authorization", "base64", "body", "cast",
    "challenge", "client", "client_id", "client_secret", "clients", "code", "code_challenge",
    "code_verifier", "form", "grant", "grant_type", "has", "header", "host", "http", "https",
    "items", "name", "nonce", "parameter", "password", "people", "person", "redirect_uri",
    "refresh", "refresh_token", "registered", "request", "scope", "scopes", "secret", "send",
    "sent", "signature", "state", "test", "this", "token", "unchanged", "unknown", "username",
    "value", "verifier", "wrong",
  ]

  private static func replace(
    _ needle: [UInt8], by mark: () -> [UInt8], in hay: [UInt8]
  ) -> [UInt8] {
    guard let first = needle.first else { return hay }
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
