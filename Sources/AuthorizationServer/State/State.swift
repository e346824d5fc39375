import HashTreeCollections
import JSON
import ProviderModel

/// Everything that one sandbox remembers.
///
/// An object, so that a turn works on it where it lies. Every collection in it shares what did not change with its
/// copies, so a copy of the whole, which a checkpoint leads to, costs next to nothing. One sandbox at a time changes it,
/// under its lock, and makes a copy first where another one holds it too: so it may be sent.
final class State: @unchecked Sendable {
  /// Key: the ticket's id.
  var tickets: TreeDictionary<String, Ticket>
  /// Key: provider, then the session cookie's name and value.
  var sessions: TreeDictionary<String, Session>
  /// Key: provider, client and person; value: the scopes agreed to so far.
  var consents: TreeDictionary<String, Set<String>>
  var rules: ActiveRules
  /// How many seconds everything that was issued has been made older, while now stays.
  var aged: Int
  /// Codes, tokens, and what they stand for.
  var ledger: Ledger
  /// Key: provider, collection and owner.
  var collections: TreeDictionary<String, [JSONValue]>
  /// Nonces of signed requests that were seen: provider, client and nonce.
  var nonces: TreeDictionary<String, Int>
  /// How often a token called in its window: provider, endpoint and grant.
  var rates: TreeDictionary<String, RateWindow>
  private var deaths: Expiries<Death>
  /// Apart, and sparing: a token of last year, after a leap of the clock, has expired and is not unknown.
  private var tombstones: Expiries<LedgerKey>

  // No defaults: what is added is forgotten in neither of the two.
  init() {
    tickets = [:]
    sessions = [:]
    consents = [:]
    rules = ActiveRules()
    aged = 0
    ledger = Ledger()
    collections = [:]
    nonces = [:]
    rates = [:]
    deaths = Expiries()
    tombstones = Expiries(sparing: 4096)
  }

  init(copying other: State) {
    tickets = other.tickets
    sessions = other.sessions
    consents = other.consents
    rules = other.rules
    aged = other.aged
    ledger = other.ledger
    collections = other.collections
    nonces = other.nonces
    rates = other.rates
    deaths = other.deaths
    tombstones = other.tombstones
  }

  /// Half an hour to fill in a form.
  static let ticketLifetime = 1800
  static let sessionLifetime = 14 * 86400

  func expire(_ death: Death, at instant: Int) { deaths.add(death, at: instant) }
  func bury(_ key: LedgerKey, at instant: Int) { tombstones.add(key, at: instant) }

  /// Frees some of what has expired.
  func clean(at now: Int) {
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
