import HashTreeCollections
import JSON
import ProviderModel

/// Everything that one sandbox remembers. A value: a copy is a checkpoint and costs nothing.
struct State: Sendable {
  /// Key: the ticket's id.
  var tickets: TreeDictionary<String, Ticket> = [:]
  /// Key: provider, then the session cookie's name and value.
  var sessions: TreeDictionary<String, Session> = [:]
  /// Key: provider, client and person; value: the scopes agreed to so far.
  var consents: TreeDictionary<String, Set<String>> = [:]
  /// Key: provider and the code or token.
  var credentials: TreeDictionary<String, IssuedCredential> = [:]
  /// What dies when, oldest first: cleaned a little with each request.
  private var ends: [(instant: Int, kind: End, key: String)] = []
  private var endsStart = 0

  enum End: Sendable { case ticket, session, credential }

  /// Half an hour to fill in a form.
  static let ticketLifetime = 1800
  static let sessionLifetime = 14 * 86400
  private static let mostFreedPerRequest = 64

  mutating func expire(_ kind: End, _ key: String, at instant: Int) {
    ends.append((instant, kind, key))
  }

  /// Frees what has expired; the order of the queue is that of issue, so a long lifetime in front
  /// only delays what stands behind it.
  mutating func clean(at now: Int) {
    var freed = 0
    while endsStart < ends.count, freed < Self.mostFreedPerRequest, ends[endsStart].instant < now {
      let end = ends[endsStart]
      switch end.kind {
      case .ticket: tickets[end.key] = nil
      case .session: sessions[end.key] = nil
      case .credential: credentials[end.key] = nil
      }
      endsStart += 1
      freed += 1
    }
    if endsStart > 1024, endsStart * 2 > ends.count {
      ends.removeFirst(endsStart)
      endsStart = 0
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

/// A code or token that was handed out.
struct IssuedCredential: Sendable {
  var kind: String
  var provider: String
  var client: String
  var person: String
  var scopes: [String]
  var redirectURI: String
  var parameters: JSONValue
  var issued: Int
  /// `nil` never ends.
  var ends: Int?
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

  static func first(of client: Cast.Client) -> RedirectTarget? {
    client.redirectURIs.first { !RedirectURI.isForbidden($0) }.map(RedirectTarget.init)
  }
}
