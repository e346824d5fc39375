import HashTreeCollections
import JSON

/// What was granted, and the codes and tokens that stand for it.
///
/// Dead credentials stay for a while as tombstones: a client that comes with one is told why it died.
struct Ledger: Sendable {
  private(set) var grants: TreeDictionary<Int, Grant> = [:]
  /// Key: provider, kind, and the text or, of a JWT, the hash of its payload.
  private(set) var credentials: TreeDictionary<String, IssuedCredential> = [:]
  private var lastGrant = 0
  private var lastCredential = 0

  /// The shortest life of a tombstone, in seconds.
  private static let tombstone = 600

  enum Found {
    case unknown
    case live(IssuedCredential, Grant)
    case expired(IssuedCredential)
    case spent(IssuedCredential, Grant)
    case revoked(IssuedCredential)
  }

  func find(_ key: String, at now: Int) -> Found {
    guard let credential = credentials[key], let grant = grants[credential.grant] else {
      return .unknown
    }
    // A code that comes again is an alarm, whatever else it is. Of the rest nothing dead may be used once more, where
    // a provider tolerates a second use.
    let isSpent = credential.spent != nil
    if isSpent, credential.kind == "code" { return .spent(credential, grant) }
    if credential.revoked != nil || grant.revoked != nil { return .revoked(credential) }
    if let ends = credential.ends, ends <= now { return .expired(credential) }
    if isSpent { return .spent(credential, grant) }
    return .live(credential, grant)
  }

  mutating func open(_ grant: Grant) -> Int {
    lastGrant += 1
    grants[lastGrant] = grant
    return lastGrant
  }

  /// - Returns: when the entry and its grant may be forgotten; `nil` for never.
  mutating func issue(_ credential: IssuedCredential, _ key: String) -> Int? {
    var credential = credential
    lastCredential += 1
    credential.number = lastCredential
    credentials[key] = credential
    guard let ends = credential.ends else {
      grants[credential.grant]?.keptUntil = Int.max
      return nil
    }
    let kept = ends + max(ends - credential.issued, Self.tombstone)
    if let old = grants[credential.grant]?.keptUntil, old < kept {
      grants[credential.grant]?.keptUntil = kept
    }
    return kept
  }

  /// The first use counts: a grace period does not start anew.
  mutating func spend(_ key: String, at now: Int) {
    guard let credential = credentials[key], credential.spent == nil else { return }
    credentials[key]?.spent = now
  }
  mutating func revoke(_ key: String, at now: Int) { credentials[key]?.revoked = now }
  /// All that a grant yielded dies with it.
  mutating func revoke(grant: Int, at now: Int) { grants[grant]?.revoked = now }

  /// Whether anything was ever handed out.
  var hasIssued: Bool { lastCredential > 0 }

  /// From now on it has ended a second ago.
  mutating func expire(_ key: String, at now: Int) { credentials[key]?.ends = now - 1 }

  mutating func forget(_ key: String) { credentials[key] = nil }
  /// - Returns: when to ask again, if something of the grant still lives.
  mutating func forget(grant: Int, at now: Int) -> Int? {
    guard let kept = grants[grant]?.keptUntil, kept < Int.max else { return nil }
    if kept > now { return kept }
    grants[grant] = nil
    return nil
  }
}

/// What a person, or a client for itself, has granted.
struct Grant: Sendable {
  var provider: String
  var client: String
  /// `nil` where the client acts for itself.
  var person: String?
  /// The grant type, the response type for what the front channel gave, or `minted`.
  var type: String
  /// Made by command: no authorization request has named a redirect URI.
  static let minted = "minted"
  var isMinted: Bool { type == Self.minted }
  var scopes: [String]
  var redirectURI = ""
  /// Whether the authorization request named its redirect URI (RFC 6749 §4.1.3).
  var sentRedirectURI = false
  /// The canonical parameters of the authorization request.
  var parameters = JSONObject()
  var bound = JSONObject()
  var authTime: Int
  var issued: Int
  var revoked: Int?
  var keptUntil = 0
}

/// A code or token that was handed out.
struct IssuedCredential: Sendable {
  /// Counted from 1 in each sandbox: its name in the control API.
  var number = 0
  var kind: String
  var grant: Int
  var scopes: [String]
  /// Of a JWT: its `aud`.
  var audience: String?
  var issued: Int
  /// `nil` never ends.
  var ends: Int?
  /// When a code was redeemed, or a refresh token was rotated away.
  var spent: Int?
  var revoked: Int?
}
