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
  var rules = ActiveRules()
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
  private var deaths = Expiries<Death>()
  /// Apart, and sparing: a token of last year, after a leap of the clock, has expired and is not unknown.
  private var tombstones = Expiries<LedgerKey>(sparing: 4096)

  /// Half an hour to fill in a form.
  static let ticketLifetime = 1800
  static let sessionLifetime = 14 * 86400

  mutating func expire(_ death: Death, at instant: Int) { deaths.add(death, at: instant) }
  mutating func bury(_ key: LedgerKey, at instant: Int) { tombstones.add(key, at: instant) }

  /// Frees some of what has expired.
  mutating func clean(at now: Int) {
    for death in deaths.due(at: now) {
      switch death {
      case .ticket(let id): tickets[id] = nil
      case .session(let key): sessions[key] = nil
      case .nonce(let key): nonces[key] = nil
      case .rate(let key): if let window = rates[key], window.ends <= now { rates[key] = nil }
      }
    }
    for key in tombstones.due(at: now) { ledger.forget(key) }
  }
}
