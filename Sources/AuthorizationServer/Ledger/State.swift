import HashTreeCollections
import JSON
import ProviderModel

/// Everything that one sandbox remembers. A value: a copy is a checkpoint and costs nothing.
public struct State: Sendable {
  /// Key: the ticket's id.
  var tickets: TreeDictionary<String, Ticket> = [:]
  /// Key: provider, then the session cookie's name and value.
  var sessions: TreeDictionary<String, Session> = [:]
  /// Key: provider, client and person; value: the scopes agreed to so far.
  var consents: TreeDictionary<String, Set<String>> = [:]
  public var rules = ActiveRules()
  /// How many seconds everything that was issued has been made older, while now stays.
  var aged = 0
  /// Codes, tokens, and what they stand for.
  var ledger = Ledger()
  /// Key: provider, collection and owner.
  var collections: TreeDictionary<String, [JSONValue]> = [:]
  /// Nonces of signed requests that were seen: provider, client and nonce.
  var nonces: TreeDictionary<String, Int> = [:]
  /// How often a token called in its window: provider, endpoint and grant.
  var rates: TreeDictionary<String, (ends: Int, count: Int)> = [:]
  private var expiries = Expiries()
  /// Apart, and sparing: a token of last year, after a leap of the clock, has expired and is not unknown.
  private var deaths = Expiries(sparing: 4096)

  /// Half an hour to fill in a form.
  static let ticketLifetime = 1800
  static let sessionLifetime = 14 * 86400

  mutating func expire(_ kind: Expiries.Kind, _ key: String, at instant: Int) {
    switch kind {
    case .credential, .grant: deaths.add(kind, key, at: instant)
    case .ticket, .session, .nonce, .rate: expiries.add(kind, key, at: instant)
    }
  }

  /// Frees some of what has expired.
  mutating func clean(at now: Int) {
    for entry in expiries.due(at: now) + deaths.due(at: now) {
      switch entry.kind {
      case .ticket: tickets[entry.key] = nil
      case .session: sessions[entry.key] = nil
      case .credential: ledger.forget(entry.key)
      case .nonce: nonces[entry.key] = nil
      case .rate:
        if let window = rates[entry.key], window.ends <= now { rates[entry.key] = nil }
      case .grant:
        guard let id = Int(entry.key), let later = ledger.forget(grant: id, at: now) else {
          continue
        }
        deaths.add(.grant, entry.key, at: later)
      }
    }
  }
}

/// What ties a page's form to the request that led to it, and to the browser that was shown it.
struct Ticket: Sendable {
  var provider: String
  var browser: String
  var request: AuthorizationRequest?
  /// A refusal that the provider shows only after the login.
  var refusal: Refusal?
  var next: String?
  var ends: Int
}

struct Session: Sendable {
  var person: String
  var since: Int
  var ends: Int
}

/// An authorization request that passed every check: whoever holds one may redirect.
struct AuthorizationRequest: Sendable {
  var client: String
  var target: RedirectTarget
  var responseType: String
  var mode: String
  var scopes: [String]
  /// The canonical parameters, as templates read them under `req`.
  var parameters: JSONObject
  /// The person signed in while this request waited: satisfies a forced login.
  var freshLogin = false
}

/// A redirect URI that the client has registered. Only `Registration` makes one.
struct RedirectTarget: Sendable, Equatable {
  let uri: String
  fileprivate init(uri: String) { self.uri = uri }
}

/// The one place where a URI becomes a place to redirect to.
enum Registration {
  static func target(_ sent: String, of client: Cast.Client, _ rule: Provider.RedirectRule)
    -> RedirectTarget?
  {
    client.redirectURIs.contains { RedirectURI.matches(sent, registered: $0, rule) }
      ? RedirectTarget(uri: sent) : nil
  }

  /// With `--accept-any-client` every URI counts as registered that may be redirected to at all.
  static func target(accepting sent: String) -> RedirectTarget? {
    RedirectURI.isForbidden(sent) ? nil : RedirectTarget(uri: sent)
  }

  /// OpenID Connect RP-Initiated Logout §3.1: a client that registers no such URIs returns to its
  /// redirect URIs.
  static func mayReturn(
    _ sent: String, to client: Cast.Client, _ rule: Provider.RedirectRule
  ) -> Bool {
    (client.logoutURIs ?? client.redirectURIs).contains {
      RedirectURI.matches(sent, registered: $0, rule)
    }
  }

  static func first(of client: Cast.Client) -> RedirectTarget? {
    client.redirectURIs.first { !RedirectURI.isForbidden($0) }.map(RedirectTarget.init)
  }
}
