import Basics
import Engine
import HTTPTypes

/// Hides the secrets of an exchange in the journal, in HTTP archives and in the log.
///
/// `SecretSearch` finds the secrets by the names of `SecretNames`; `KnownSecrets` then replaces them everywhere, also where
/// no name announces them. Reports hide their secrets with the same parts.
package struct Redactor: Sendable {
  private let mark: SecretMark
  /// Whether the journal shows secrets as they are. A log never does: it goes where nobody asked for them.
  let showsSecrets: Bool

  init(key: [UInt8], showsSecrets: Bool = false) {
    mark = .digest(key: key)
    self.showsSecrets = showsSecrets
  }

  /// The secrets of an exchange.
  struct Secrets: Sendable {
    static let none = Secrets(texts: [], isOverfull: false)
    let texts: Set<[UInt8]>
    /// Whether there are more than are looked for: then nothing that could hold one is shown.
    let isOverfull: Bool
  }

  func secrets(_ request: Request, _ answer: Answer, _ names: SecretNames) -> Secrets {
    var search = SecretSearch(names)
    search.look(at: request)
    search.look(at: answer)
    return Secrets(texts: search.found, isOverfull: search.isOverfull)
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
    let known = KnownSecrets(secrets.texts, as: mark)
    func redacted(_ fields: Headers) -> Headers {
      Headers(
        fields.map {
          .init($0.name, secrets.isOverfull ? Self.hidden : known.hidden($0.value))
        })
    }
    request.target = known.hidden(request.target)
    request.headers = redacted(request.headers)
    request.body = Array(known.hidden(request.body).prefix(mostBody))
    answer.headers = redacted(answer.headers)
    answer.body = known.hidden(answer.body)
    // Only now: half of a secret would not be known for one.
    answer = answer.asDelivered
    answer.body = Array(answer.body.prefix(mostBody))
    return ShownExchange(request: request, answer: answer)
  }

  /// Sentences quote what a client sent.
  func redacted(_ log: LogEntry, _ secrets: Secrets) -> LogEntry {
    var log = log
    let texts = [log.why, log.remedy, log.client].compactMap(\.self) + log.near
    let longest = texts.lazy.map(\.utf8.count).max() ?? 0
    lazy var known = KnownSecrets(secrets.texts, as: mark, in: longest)
    // A client that sends the word "token" or "undefined" as a token has not made a secret of the word.
    lazy var quoted = KnownSecrets(
      secrets.texts.filter { text in
        !Self.words.contains(text) && !NearMiss.isPlaceholder(String(decoding: text, as: UTF8.self))
      }, as: mark, in: longest)
    func hide(_ text: String) -> String { secrets.isOverfull ? Self.hidden : quoted.hidden(text) }
    log.why = log.why.map(hide)
    log.remedy = log.remedy.map(hide)
    log.near = secrets.isOverfull ? [] : log.near.map { known.hidden($0) }
    // Of a request that was refused it may be what stood where a client's id should.
    if log.condition != nil { log.client = log.client.map(hide) }
    return log
  }

  /// What our own sentences are made of.
  private static let words = Set(
    """
    Basic Bearer DPoP access address another application authorization base64 body cast challenge client client_id client_secret clients \
    code code_challenge code_verifier form grant grant_type has header host http https items name nonce parameter \
    password people person redirect_uri refresh refresh_token registered request scope scopes secret send sent \
    signature state test this token unchanged unknown username value verifier wrong
    """.utf8.split(separator: UInt8(ascii: " ")).map(Array.init))
}
