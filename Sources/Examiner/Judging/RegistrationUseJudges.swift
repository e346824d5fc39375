import Basics
import ProviderModel

/// Judges of the requests that follow a registration (RFC 7591 §3.2.1).
enum RegistrationUseJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("registered-method-is-used", { episode, _ in method(episode) }),
    (
      "registered-redirect-is-used",
      { episode, _ in redirects(episode) { $0.texts("redirect_uris") } }
    ),
    ("registered-scope-is-kept", { episode, _ in scope(episode) }),
    ("expired-secret-is-not-used", { episode, _ in expiredSecret(episode) }),
    ("client-id-at-its-issuer", { episode, _ in issuer(episode) }),
  ]

  private static func registration(_ id: String?, _ episode: CheckRun) -> Registration? {
    id.flatMap { id in Registration.all(episode).last { $0.clientID == id } }
  }

  /// A client that stops where it was registered otherwise than it asked has read the response.
  private static func registered(_ episode: CheckRun) -> JudgeFinding {
    Registration.all(episode).contains { $0.clientID != nil }
      ? .fine : .unseen("it registered no client")
  }

  /// The client that a token request names, in its body or in its header.
  private static func clientID(_ sent: Sent) -> String? {
    sent.value("client_id")
      ?? ClientAuthentication.basic(sent).map {
        PercentCoding.decode($0.id[...], plusIsSpace: true) ?? $0.id
      }
  }

  private static func method(_ episode: CheckRun) -> JudgeFinding {
    for exchange in episode.own where exchange.kind == "token" {
      let sent = Sent(exchange, in: 0, of: Subject())
      guard let registration = registration(clientID(sent), episode) else { continue }
      let used = ClientAuthentication(sent)
      guard used.isOne(of: [registration.method]) else {
        return .wrong("it is registered with \(registration.method), and used \(used.shown)")
      }
    }
    return registered(episode)
  }

  /// - Parameter known: the redirect URIs of a registration, or `nil` where it says nothing of them.
  static func redirects(
    _ episode: CheckRun, _ known: (Registration) -> [String]?
  ) -> JudgeFinding {
    for exchange in episode.authorizations {
      let asked = exchange.parameters
      guard let uri = asked.first("redirect_uri"),
        let registered = registration(asked.first("client_id"), episode).flatMap(known),
        !registered.contains(where: { isSame(uri, $0) })
      else { continue }
      return .wrong("it requested the redirect URI \(uri), which it did not register")
    }
    return registered(episode)
  }

  /// RFC 8252 §7.3: the port of a loopback address may be another one.
  private static func isSame(_ uri: String, _ registered: String) -> Bool {
    if ExactText.same(uri, registered) { return true }
    var (one, other) = (URIReference(uri), URIReference(registered))
    guard one.scheme == "http", let host = one.host, host == other.host,
      HostName.isLoopback(host)
    else { return false }
    one.authority = ""
    other.authority = ""
    return one == other
  }

  private static func scope(_ episode: CheckRun) -> JudgeFinding {
    for exchange in episode.authorizations {
      let asked = exchange.parameters
      guard
        let registered = registration(asked.first("client_id"), episode)?.member("scope")?
          .stringValue
      else { continue }
      let known = Set(registered.split(separator: " "))
      let words = (asked.first("scope") ?? "").split(separator: " ")
      guard let more = words.first(where: { !known.contains($0) }) else { continue }
      return .wrong("it asked for the scope \(more), and is registered for \"\(registered)\"")
    }
    return registered(episode)
  }

  /// Only a secret that has expired when it comes can be told without the client's clock.
  private static func expiredSecret(_ episode: CheckRun) -> JudgeFinding {
    let dead = Registration.all(episode).filter { registration in
      let end = registration.got?["client_secret_expires_at"]?.integerValue ?? 0
      let issued = registration.got?["client_id_issued_at"]?.integerValue ?? 0
      return end > 0 && end < issued
    }.compactMap(\.secret)
    guard !dead.isEmpty else { return .unseen("it was given no secret that has expired") }
    for exchange in episode.own {
      let sent = Sent(exchange, in: 0, of: Subject())
      let basic = ClientAuthentication.basic(sent).map {
        PercentCoding.decode($0.secret[...], plusIsSpace: true) ?? $0.secret
      }
      let used = [basic, sent.value("client_secret")].compactMap { $0 }
      if used.contains(where: dead.contains) {
        return .wrong("it sent a secret that has expired (\(exchange.line))")
      }
    }
    return .fine
  }

  private static func issuer(_ episode: CheckRun) -> JudgeFinding {
    let registrations = Registration.all(episode)
    for exchange in episode.own where ["authorize", "token"].contains(exchange.kind) {
      let sent = Sent(exchange, in: 0, of: Subject())
      guard let id = clientID(sent) else { continue }
      let homes = registrations.filter { $0.clientID == id }.map { $0.exchange.home }
      if !homes.isEmpty, !homes.contains(exchange.home) {
        return .wrong(
          "it used the client_id of one issuer at another (\(exchange.line))")
      }
    }
    // A client that stops at the second issuer has read its metadata.
    return Set(episode.own.map(\.home)).count > 1
      ? .fine : .unseen("it was seen at only one issuer")
  }
}
