import Basics
import JOSE
import ProviderModel

extension ServerState {
  /// An order for a security event token.
  package struct EventOrder: Sendable {
    package let provider: Provider
    package let name: String
    package let rule: SecurityEventRule
    package let person: Person
    /// The address that gets it.
    package let receiver: String
    package var audience: String?
    /// `nil` for the fixture's.
    package var subject: JSONValue?
    /// Members of the event, and claims, that are added or replaced; a null removes one.
    package var members = JSONObject()
    package var claims = JSONObject()
    /// The access token for the receiver (RFC 8935 §2.1); `nil` for none.
    package var authorization: String?

    package init(
      provider: Provider, name: String, rule: SecurityEventRule, person: Person, receiver: String
    ) {
      self.provider = provider
      self.name = name
      self.rule = rule
      self.person = person
      self.receiver = receiver
    }
  }

  /// A security event token (RFC 8417) for a receiver.
  /// - Returns: `nil` if the provider has no endpoint at all, or no key.
  package mutating func securityEvent(
    _ order: EventOrder, for request: Request, under prefix: String, at now: Instants,
    using random: inout Entropy
  ) -> SecurityEvent? {
    let provider = order.provider
    return context(
      at: provider.endpoints.first, of: provider, for: request, under: prefix, ownState(), at: now,
      random)?.securityEvent(order)
  }
}

extension RequestContext {
  fileprivate func securityEvent(_ order: ServerState.EventOrder) -> SecurityEvent? {
    let rule = order.rule
    show(person: order.person.username, since: now)
    guard let algorithm = provider.signing.first?.algorithm,
      let key = keys.key(algorithm, for: nil, at: provider)
    else { return nil }
    var event = facts.tree(rule.members)?.objectValue ?? JSONObject()
    event.merge(order.members)
    var claims = JSONObject()
    claims["iss"] = JSONValue(.string(facts.text(rule.issuer) ?? ""))
    claims["iat"] = JSONValue(integerLiteral: instants.sandbox)
    claims["jti"] = JSONValue(.string(draw(nil)))
    claims["aud"] = JSONValue(.string(order.audience ?? order.receiver))
    claims["sub_id"] = order.subject ?? facts.tree(rule.subject)
    claims["events"] = JSONValue(
      .object(JSONObject([.init(rule.type, JSONValue(.object(event)))])))
    claims.merge(order.claims)
    var log = LogEntry()
    log.provider = provider.id
    log.person = order.person.username
    return SecurityEvent(
      claims: claims, receiver: order.receiver, authorization: order.authorization,
      algorithm: algorithm, key: key, log: log)
  }
}

extension JSONObject {
  /// Adds or replaces members; a null removes one.
  fileprivate mutating func merge(_ others: JSONObject) {
    for member in others { self[member.name] = member.value.isNull ? nil : member.value }
  }
}

/// A security event token, before it is signed.
package struct SecurityEvent: Sendable {
  package let claims: JSONObject
  let receiver: String
  let authorization: String?
  let algorithm: String
  let key: TokenKey
  let log: LogEntry

  /// Signs the token, for delivery by push (RFC 8935 §2.1). That takes a millisecond, so it happens outside of locks.
  package func call() -> ClientCall? {
    var header = JSONObject()
    header["typ"] = "secevent+jwt"
    header["alg"] = JSONValue(.string(algorithm))
    header["kid"] = key.kid.map { JSONValue(.string($0)) }
    let text = key.compact(
      JSONValue(.object(header)).encoded(), JSONValue(.object(claims)).encoded())
    guard let text else { return nil }
    return ClientCall(
      to: receiver, type: "application/secevent+jwt", Array(text.utf8), log,
      accepting: "application/json", authorization: authorization)
  }
}
