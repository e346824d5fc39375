import Basics
import HTTPTypes
import JOSE
import ProviderModel

extension Decision {
  /// Whether the answer tells nothing that the real provider would not.
  package var isPlain: Bool { site.options.isPlain }

  /// The answer's bytes, outside of any lock. To be called once: what is drawn and signed on the way stays in the facts.
  package func write() -> Answer {
    let writer = AnswerWriter(self)
    var answer = writer.answer()
    // A rule may have said otherwise.
    let left = addHeaders(to: &answer)
    func put(_ name: HTTPField.Name, _ value: String) {
      if !left.contains(name) { Self.put(name, value, in: &answer) }
    }
    put(.server, site.server)
    put(.cacheControl, "no-store")
    put(.contentTypeOptions, "nosniff")
    // A redirect that had to wait would hold the browser up (RFC 9110 §10.2.3).
    if let wait, answer.status.code >= 400 { Self.put(.retryAfter, String(wait), in: &answer) }
    if endpoint?.kind == .token { put(.pragma, "no-cache") }
    if let rule, !isPlain { answer.headers[.understudyRule] = rule.id }
    if endpoint?.service.crossOrigin == true, let origin = headers.first(.origin),
      origin.utf8.count <= Self.longestOrigin
    {
      answer.headers[.accessControlAllowOrigin] = origin
      answer.headers[.vary] = "Origin"
      answer.headers[.accessControlExposeHeaders] =
        (endpoint?.kind == .mcp ? "WWW-Authenticate, Mcp-Session-Id" : "WWW-Authenticate")
        + (answer.headers.contains(.dPoPNonce) ? ", DPoP-Nonce" : "")
    }
    if sharesWithOrigin, let origin = headers.first(.origin) {
      answer.headers[.accessControlAllowOrigin] = origin
      answer.headers[.accessControlAllowCredentials] = "true"
      answer.headers[.vary] = "Origin"
    }
    if let loginStatus { answer.headers[.setLogin] = loginStatus.rawValue }
    if let change = rule?.effect.change { Self.change(&answer, change) }
    answer.delivery = delivery
    for cookie in cookies { answer.headers.append(.setCookie, cookie.headerValue) }
    return answer
  }

  /// Adds the headers of all responses of the provider. The answer of a rule stays as it is.
  /// - Returns: The headers of the server that the provider leaves out.
  private func addHeaders(to answer: inout Answer) -> [HTTPField.Name] {
    guard let facts, !facts.provider.headers.isEmpty else { return [] }
    if case .raw = outcome.content { return [] }
    var left: [HTTPField.Name] = []
    for (name, template) in facts.provider.headers {
      guard let name = HTTPField.Name(name), !answer.headers.contains(name) else { continue }
      if template.literal?.isEmpty == true {
        left.append(name)
      } else if let value = facts.header(template) {
        answer.headers.append(name, value)
      }
    }
    return left
  }

  /// The longest origin that a browser sends, in bytes: a host name has at most 253. A longer one is repeated nowhere.
  private static let longestOrigin = 512

  private static func put(_ name: HTTPField.Name, _ value: String, in answer: inout Answer) {
    if !answer.headers.contains(name) { answer.headers.append(name, value) }
  }

  /// The head is a rule's to change when it is whole.
  private static func change(_ answer: inout Answer, _ change: Rule.Change) {
    for (name, values) in change.headers {
      guard let field = HTTPField.Name(name) else { continue }
      answer.headers[field] = nil
      for value in values { answer.headers.append(.init(name, value)) }
    }
    if let prefix = change.prefix, !answer.body.isEmpty {
      answer.body.insert(contentsOf: prefix.utf8, at: 0)
    }
  }

  /// How the answer travels: what a rule orders, and how slow a person's provider is.
  private var delivery: Delivery {
    var delivery = Delivery(delay: delay)
    guard let effect = rule?.effect else { return delivery }
    delivery.delay += effect.delay
    // What has no body can't be sent bit by bit, nor be cut off.
    if !isRehearsal {
      delivery.drip = effect.drip.map { Delivery.Drip(bytes: $0.bytes, every: $0.every) }
      if let bytes = effect.truncate { delivery.ending = .truncated(after: bytes) }
    }
    if effect.reset { delivery.ending = .reset }
    if effect.close { delivery.ending = .closed }
    switch effect.lost {
    case .close: delivery.ending = .closed
    case .reset: delivery.ending = .reset
    case nil: break
    }
    return delivery
  }
}
