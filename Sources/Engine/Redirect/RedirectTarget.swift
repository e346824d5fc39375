import ProviderModel

/// A redirect URI that the client has registered: what was not registered can't be redirected to, by type.
///
/// Only the functions of this file make one, and a snapshot.
struct RedirectTarget: Sendable, Equatable, Codable {
  let uri: String
  private init(uri: String) { self.uri = uri }

  /// What was sent, if the client has registered it.
  static func registered(
    _ sent: String, of client: Client, _ rule: RedirectRule
  ) -> RedirectTarget? {
    let rule = rule.applying(to: client)
    return client.redirectURIs.contains { RedirectURI.matches(sent, registered: $0, rule) }
      ? RedirectTarget(uri: sent) : nil
  }

  /// Where any client is taken, every URI counts as registered that may be redirected to at all.
  static func accepting(_ sent: String) -> RedirectTarget? {
    RedirectURI.isForbidden(sent) ? nil : RedirectTarget(uri: sent)
  }

  static func first(of client: Client, _ rule: RedirectRule) -> RedirectTarget? {
    client.redirectURIs.first { !RedirectURI.isForbidden($0) && !RedirectURI.isOpen($0, rule) }
      .map(RedirectTarget.init)
  }

  /// Whether pages of a client are at an origin: one of its redirect URIs is.
  static func isOrigin(_ origin: String, of client: Client, _ rule: RedirectRule) -> Bool {
    let rule = rule.applying(to: client)
    return client.redirectURIs.contains { RedirectURI.isRegistered($0, at: origin, rule) }
  }

  /// OpenID Connect RP-Initiated Logout §3.1: a client that registers no such URIs returns to its
  /// redirect URIs.
  static func mayReturn(_ sent: String, to client: Client, _ rule: RedirectRule) -> Bool {
    let rule = rule.applying(to: client)
    return (client.logoutURIs ?? client.redirectURIs).contains {
      RedirectURI.matches(sent, registered: $0, rule)
    }
  }
}

extension RedirectRule {
  fileprivate func applying(to client: Client) -> RedirectRule {
    client.hasExactRedirects ? .exact : self
  }
}
