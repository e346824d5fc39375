import Basics
import JOSE
import ProviderModel

/// The logout token for one client of a session that has ended (OpenID Connect Back-Channel Logout §2.4).
package struct LogoutNotice: Sendable {
  let address: String
  let person: String
  let facts: Facts
  let rule: CredentialRule
  let form: CredentialRule.SignedForm
  let endpoint: String
  let change: Rule.TokenChange?
  let ordered: String?
  let keys: Keyring
  /// The keys of a client whose ID tokens are encrypted: its logout tokens are encrypted in the same way (§2.6).
  let recipient: Recipient?

  private static let parameter = "logout_token"

  /// Signs the token. That takes a millisecond, so it happens outside of locks.
  /// - Returns: `nil` if no key signs it.
  package func call() -> ClientCall? {
    facts.begin(.logout, rule)
    let algorithm = facts.text(form.algorithm) ?? "RS256"
    guard let client = facts.client,
      let key = keys.key(algorithm, for: client, at: facts.provider, signing: .logout)
    else { return nil }
    facts.key = (key.kid, algorithm)
    let (header, claims) = (facts.json(form.header), facts.json(form.claims))
    let text =
      change.map { ForgedToken(change: $0, keys: keys).compact(header, claims, key) }
      ?? key.compact(header, claims)
    guard var text else { return nil }
    let wish = client.encryptions[.idToken]
    if let encrypted = recipient?.encrypt(text, by: wish, holdsJWT: true) { text = encrypted }
    var log = LogEntry()
    log.provider = facts.provider.id
    log.endpoint = endpoint
    log.client = client.id
    log.person = person
    log.rule = ordered
    let body = QueryStyle.rfc3986.encode([(name: Self.parameter, value: text)])
    return ClientCall(
      to: address, type: "application/x-www-form-urlencoded", Array(body.utf8), log)
  }
}

extension Facts {
  /// Begins a JWT that the ledger does not keep. It always ends.
  func begin(_ kind: CredentialKind, _ rule: CredentialRule) {
    let seconds = value(of: rule.lifetime).flatMap { Int($0.text) } ?? 0
    let lifetime = min(max(seconds, 1), CredentialRule.mostSeconds)
    set(
      CredentialFacts(
        kind: kind, value: nil, lifetime: lifetime, issued: now, ends: now + lifetime))
  }
}

extension Keyring {
  /// The key that signs for a client: the provider's, or what the client shares with it.
  /// - Parameter kind: the kind of token that it signs.
  func key(
    _ algorithm: String, for client: Client?, at provider: Provider?,
    signing kind: CredentialKind? = nil
  ) -> TokenKey? {
    guard algorithm != TokenKey.symmetric else {
      return client?.secret.map { TokenKey(secret: $0) }
    }
    let rule = provider?.signing.first { $0.algorithm == algorithm }
    return key(algorithm, recorded: rule?.kid, place: rule?.place(of: kind) ?? 0)
  }
}
