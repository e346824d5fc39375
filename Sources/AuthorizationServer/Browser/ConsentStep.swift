import Encodings
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// The consent page and its buttons, and what is known of consent without them.
enum ConsentStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(turn), var request = ticket.request else {
      return Tickets.refused(turn)
    }
    turn.show(request)
    turn.facts.ticket = id
    guard let session = turn.session else { return Tickets.refused(turn) }
    turn.show(session)
    guard turn.request.method == .post else {
      return turn.page(turn.provider.flow.first(.consent)?.page ?? "consent")
    }
    turn.state.tickets[id] = nil
    if let denied = turn.endpoint.denied, turn.facts.holds(denied) {
      return turn.refuse(DenyStep.denial(.userDenied, request))
    }
    let left = turn.reading.form.values(withoutField)
    if !left.isEmpty {
      request = request.keeping(request.scopes.filter { !left.contains($0) })
      turn.show(request)
    }
    remember(request, turn)
    return try BrowserFlow.issue(request, turn)
  }

  /// Scopes that the person leaves out; a form without this field leaves none out.
  static let withoutField = "understudy_without"

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

  static func isKnown(_ request: AuthorizationRequest, _ turn: Turn) -> Bool {
    turn.state.consents[key(request, turn)]?.isSuperset(of: request.scopes) ?? false
  }

  static func remember(_ request: AuthorizationRequest, _ turn: Turn) {
    turn.state.consents[key(request, turn), default: []].formUnion(request.scopes)
  }
}
