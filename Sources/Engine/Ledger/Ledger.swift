import Basics
import HashTreeCollections
import ProviderModel

/// What was granted, and the codes and tokens that stand for it.
///
/// Dead credentials stay for a while as tombstones: a client that comes with one is told why it died.
struct Ledger: Sendable, Codable {
  private(set) var credentials: TreeDictionary<LedgerKey, Credential> = [:]
  /// Grants that were revoked, by number: when.
  private var ended: TreeDictionary<Int, Int> = [:]
  /// Grants whose access tokens a refresh has ended, by number: the last credential from before it, and when the mark may
  /// be forgotten.
  private var endedAccess: TreeDictionary<Int, EndedAccess> = [:]
  /// Credentials whose end was put off, each with the instant until which it stays known.
  private var slid: TreeDictionary<LedgerKey, Int> = [:]
  /// Credentials that never expire, by the number of their grant: nothing else ends a revoked one.
  private var endless: TreeDictionary<Int, [LedgerKey]> = [:]
  /// The longest time that a credential stays known, in seconds from its issue.
  private var longestKept = Self.tombstone
  private struct EndedAccess: Codable {
    let last: Int
    let forgotten: Int
  }
  private(set) var lastGrant = 0
  private var lastCredential = 0

  /// The shortest life of a tombstone, in seconds.
  static let tombstone = 600
  /// The same of a credential that would have lived for ever: a day.
  private static let endlessTombstone = 86_400

  /// The number of the next grant; it is taken once something is issued for it.
  var nextGrant: Int { lastGrant + 1 }
  mutating func open(_ grant: Grant) { lastGrant = max(lastGrant, grant.number) }

  func credential(_ name: CredentialName) -> Credential? {
    guard let found = credentials[LedgerKey(name)], found.isNamed(name) else { return nil }
    return found
  }

  /// What a credential is good for now.
  /// - Parameters:
  ///   - client: the client that presents it; `nil` if any client may.
  ///   - cast: tokens of people who were removed from it are no longer good.
  func worth(
    of name: CredentialName, at now: Int, for client: String? = nil, in cast: Cast
  ) -> CredentialStatus {
    guard let credential = credential(name) else { return .unknown }
    if let client, !ExactText.same(credential.grant.client, client) {
      return .otherClient(credential)
    }
    return worth(of: credential, at: now, in: cast)
  }

  func worth(of credential: Credential, at now: Int, in cast: Cast) -> CredentialStatus {
    let isOrphaned = credential.grant.person.map { cast.person($0) == nil } ?? false
    // A code that comes again is an alarm, whatever else it is. Of the rest nothing dead may be used once more, where
    // a provider tolerates a second use.
    if credential.isSpent, credential.kind.isCode {
      return isOrphaned ? .revoked(credential) : .spent(credential)
    }
    if credential.isRevoked || isEnded(credential.grant) || hasEndedAccess(credential) {
      return .revoked(credential)
    }
    if credential.ends <= now { return .expired(credential) }
    if isOrphaned { return .revoked(credential) }
    return credential.isSpent ? .spent(credential) : .live(credential)
  }

  /// The grants of a client from which codes and tokens are known, each once.
  func grants(of client: String, at provider: String) -> [Grant] {
    var grants: [Int: Grant] = [:]
    for credential in credentials.values where credential.grant.provider == provider {
      let grant = credential.grant
      if ExactText.same(grant.client, client) { grants[grant.number] = grant }
    }
    return grants.values.sorted { $0.number < $1.number }
  }

  func isEnded(_ grant: Grant) -> Bool { !ended.isEmpty && ended[grant.number] != nil }

  /// - Returns: when the entry may be forgotten; `nil` for never.
  mutating func issue(
    _ kind: CredentialKind, named name: String? = nil, _ text: String, _ grant: Grant,
    scopes: [String], audience: [String],
    details: JSONValue? = nil, binding: KeyBinding = .none, issued: Int, ends: Int
  ) -> (key: LedgerKey, kept: Int?) {
    lastCredential += 1
    let credential = Credential(
      number: lastCredential, kind: kind, name: name, text: text, grant: grant, scopes: scopes,
      audience: audience, details: details, binding: binding, issued: issued, ends: ends)
    let key = LedgerKey(CredentialName(provider: grant.provider, kind: kind, text: text))
    credentials[key] = credential
    guard !credential.neverEnds else {
      endless[grant.number, default: []].append(key)
      return (key, nil)
    }
    let kept = ends + max(ends - issued, Self.tombstone)
    longestKept = max(longestKept, kept - issued)
    return (key, kept)
  }

  /// The first use counts: a grace period does not start anew.
  mutating func spend(_ credential: Credential, at now: Int) {
    guard !credential.isSpent else { return }
    replace(credential, by: credential.with(spent: now))
  }

  /// - Returns: when a credential may be forgotten that would have lived for ever; `nil` for others, which have an end.
  mutating func revoke(_ credential: Credential, at now: Int) -> (key: LedgerKey, at: Int)? {
    let key = replace(credential, by: credential.with(revoked: now))
    return credential.neverEnds ? (key, now + Self.endlessTombstone) : nil
  }

  /// All that a grant yielded dies with it.
  /// - Returns: its credentials that would have lived for ever, and when they and the mark of the grant's end may be
  ///   forgotten: no other credential of the grant is known by then.
  mutating func revoke(
    _ grant: Grant, at now: Int
  ) -> (forgettable: [LedgerKey], forgotten: Int) {
    ended[grant.number] = now
    let keys = endless[grant.number] ?? []
    // They outlive the mark of the grant's end, so each bears its own.
    for key in keys {
      if let credential = credentials[key], !credential.isRevoked {
        credentials[key] = credential.with(revoked: now)
      }
    }
    return (keys, now + max(longestKept, Self.endlessTombstone))
  }

  private func hasEndedAccess(_ credential: Credential) -> Bool {
    guard credential.kind == .access, !endedAccess.isEmpty,
      let ended = endedAccess[credential.grant.number]
    else { return false }
    return credential.number <= ended.last
  }

  /// All access tokens that a grant has yielded so far die. One mark stands for all of them.
  /// - Returns: as `revoke` of a grant.
  mutating func endAccess(
    of grant: Grant, at now: Int
  ) -> (forgettable: [LedgerKey], forgotten: Int) {
    let forgotten = now + max(longestKept, Self.endlessTombstone)
    endedAccess[grant.number] = EndedAccess(last: lastCredential, forgotten: forgotten)
    // They outlive the mark, so each bears its own.
    let keys = (endless[grant.number] ?? []).filter {
      credentials[$0].map { $0.kind == .access && !$0.isRevoked } ?? false
    }
    for key in keys { credentials[key] = credentials[key]?.with(revoked: now) }
    return (keys, forgotten)
  }

  /// A later refresh has put the mark's end off.
  mutating func forgetAccessEnd(of grant: Int, at now: Int) {
    if let mark = endedAccess[grant], mark.forgotten <= now { endedAccess[grant] = nil }
  }

  mutating func slide(_ credential: Credential, to ends: Int) {
    let key = replace(credential, by: credential.with(ends: ends))
    slid[key] = ends + max(ends - credential.issued, Self.tombstone)
  }

  /// How long a credential stays known whose end was put off beyond an instant; `nil` for any other.
  func slid(_ key: LedgerKey, beyond now: Int) -> Int? { slid[key].flatMap { $0 > now ? $0 : nil } }

  mutating func forgetEnd(of grant: Int) { ended[grant] = nil }

  /// From now on it has ended a second ago.
  /// - Returns: as `revoke` of a credential.
  mutating func expire(_ credential: Credential, at now: Int) -> (key: LedgerKey, at: Int)? {
    let key = replace(credential, by: credential.with(ends: now - 1))
    return credential.neverEnds ? (key, now + Self.endlessTombstone) : nil
  }

  @discardableResult
  private mutating func replace(_ old: Credential, by new: Credential) -> LedgerKey {
    let key = LedgerKey(
      CredentialName(provider: old.grant.provider, kind: old.kind, text: old.text))
    credentials[key] = new
    return key
  }

  /// Whether anything was ever handed out.
  var hasIssued: Bool { lastCredential > 0 }

  mutating func forget(_ key: LedgerKey) {
    slid[key] = nil
    guard let credential = credentials.removeValue(forKey: key) else { return }
    let rest = endless[credential.grant.number]?.filter { $0 != key } ?? []
    endless[credential.grant.number] = rest.isEmpty ? nil : rest
  }
}
