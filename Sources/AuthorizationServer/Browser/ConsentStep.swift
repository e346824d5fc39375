import Encodings
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// The consent page and its buttons, and what is known of consent without them.
enum ConsentStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, asked) = Tickets.sentForGrant(turn) else {
      return Tickets.refused(turn)
    }
    var request = asked
    turn.show(request)
    turn.facts.ticket = id
    guard let session = turn.session else { return Tickets.refused(turn) }
    turn.show(session)
    guard turn.request.method == .post else {
      return turn.page(turn.provider.flow.first(.consent)?.page ?? "consent")
    }
    turn.state.tickets.remove(id)
    if let denied = turn.endpoint.denied, turn.facts.holds(denied) {
      return turn.refuse(DenyStep.denial(.userDenied, request))
    }
    let ticked = turn.reading.form.values(scopeField)
    if !ticked.isEmpty || turn.reading.query.first(PageFacts.chosenMark) != nil {
      request = request.keeping(request.scopes.filter(ticked.contains))
      turn.show(request)
    }
    remember(request, turn)
    return try BrowserFlow.issue(request, turn)
  }

  /// The ticked box of a scope. Of boxes that are not ticked nothing is sent, so where a page has some, its button says it
  /// in the address: a form without boxes leaves no scope out.
  static let scopeField = "understudy_scope"

  /// Whether what the person says is known without asking; throws what a refusing person comes to.
  static func isAnswered(
    _ request: inout AuthorizationRequest, _ turn: Turn
  ) throws(Refusal) -> Bool {
    let consent =
      turn.fate(of: turn.session?.person) == .denies ? .denied : turn.standingAnswer.consent
    switch consent {
    case nil: return turn.standingPerson != nil && Sessions.byCookie(turn) == nil
    case .granted: return true
    case .denied: throw DenyStep.denial(.userDenied, request)
    case .scopes(let scopes):
      request = request.keeping(request.scopes.filter { scopes.contains($0) })
      turn.show(request)
      return true
    }
  }

  private static func key(_ request: AuthorizationRequest, _ turn: Turn) -> String {
    [turn.provider.id, request.client, turn.session?.person ?? ""].map(ExactText.key)
      .joined(separator: " ")
  }

  /// The scopes that this person has allowed this client so far; `nil` before the first consent.
  static func agreed(_ request: AuthorizationRequest, _ turn: Turn) -> Set<String>? {
    turn.state.consents[key(request, turn)]
  }

  static func isKnown(_ request: AuthorizationRequest, _ turn: Turn) -> Bool {
    agreed(request, turn)?.isSuperset(of: request.scopes) ?? false
  }

  static func remember(_ request: AuthorizationRequest, _ turn: Turn) {
    turn.state.consents[key(request, turn), default: []].formUnion(request.scopes)
  }
}
