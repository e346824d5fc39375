import Basics
import HTTPTypes
import ProviderModel

/// One isolated running copy of all providers: what is remembered, and who plays. A value: a copy is a checkpoint.
package struct ServerState: Sendable {
  package var site: Site
  package var cast: Cast
  /// Who signs in and what they say, without a page.
  package var standing = StandingAnswer()
  /// Other sandboxes may hold it too: what changes it asks for `ownState` first.
  private(set) var state = State()

  package init(site: Site, cast: Cast) {
    self.site = site
    self.cast = cast
  }

  /// The state of a snapshot.
  init(site: Site, cast: Cast, standing: StandingAnswer, state: State) {
    (self.site, self.cast, self.standing, self.state) = (site, cast, standing, state)
  }

  package var rules: ActiveRules {
    get { state.rules }
    set { ownState().rules = newValue }
  }
  /// The same sandbox with other providers: its rules ask them for what they ask for.
  package mutating func play(_ providers: ProviderCatalog) {
    site = site.playing(providers)
    // A state that a checkpoint shares stays shared.
    guard rules.list.contains(where: { $0.rule.match.when != nil }) else { return }
    rules.play(providers, cast)
  }
  /// By how many seconds what was issued has been made older.
  package var aged: Int { state.aged }

  /// Whether a decision has changed what is remembered. It counts from the last copy on: a sandbox that shares its state
  /// copies it before it decides.
  package var hasChanged: Bool { state.isChanged }

  /// From now on only what the next decisions change counts.
  package mutating func countChangesAnew() { ownState().countChangesAnew() }

  /// Decides about one request: all of the state's changes and all chance happen here.
  /// - Parameter documents: the documents that the request needs, fetched outside of any lock; see `neededDocument`.
  package mutating func decide(
    _ reading: RoutedRequest, with documents: FetchedDocuments = FetchedDocuments(),
    at now: Instants, using random: inout Entropy
  ) -> Decision {
    let state = ownState()
    let forgotten = state.clean(at: now.sandbox + state.aged)
    let decision = decide(reading, documents, state, at: now, using: &random)
    decision.forgotten = forgotten
    return decision
  }

  private func decide(
    _ reading: RoutedRequest, _ documents: FetchedDocuments, _ state: State, at now: Instants,
    using random: inout Entropy
  ) -> Decision {
    guard case .provider(let place) = reading.destination else {
      return shaped(site.plain(reading), at: now, random)
    }
    if let excess = reading.excess { return site.overfull(reading, place, excess) }
    guard place.endpoint.answers(reading.request.method.rawValue) else {
      return site.unanswered(reading, place).map { shaped($0, at: now, random) }
        ?? rehearse(reading, place, with: documents, at: now, random)
    }
    let context = RequestContext(
      reading, place, cast: cast, standing: standing, state, at: now, random)
    context.take(documents)
    return context.decide()
  }

  /// The state, for changing it: a copy of the sandbox that shares it keeps it as it is.
  mutating func ownState() -> State {
    if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
    return state
  }

  /// RoutedRequest, deciding and writing at once, for tests and use in process.
  package mutating func respond(
    to request: Request, under prefix: String = "", at now: Instants, using random: inout Entropy
  ) -> Answer {
    decide(site.read(request, under: prefix), at: now, using: &random).write()
  }
}
