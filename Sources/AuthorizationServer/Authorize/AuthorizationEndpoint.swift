import HTTPMessages
import HTTPTypes
import ProviderModel

/// The authorization endpoint (RFC 6749 §3.1): read, check, then whatever the flow still has to ask.
enum AuthorizationEndpoint {
  /// The parameters of the request: what a form holds counts before the query of its address.
  static func sent(_ turn: Turn) -> Parameters {
    let (query, form) = (turn.reading.query, turn.reading.form)
    guard turn.request.method == .post else { return query }
    return Parameters(query.list.filter { form.first($0.name) == nil } + form.list)
  }

  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    let (query, form) = (turn.reading.query, turn.reading.form)
    let isPost = turn.request.method == .post
    // A form of our own comes back to this address at providers that have one address for both.
    if isPost, let name = turn.endpoint.ticket, form.first(name) != nil {
      if let ordered = turn.ordered, let rule = turn.rule {
        throw RuleOrder.refusal(ordered, by: rule, for: Tickets.sent(turn)?.ticket.request, turn)
      }
      return try ConsentStep.decide(turn)
    }
    // Of what can't be read nothing is trusted, and so nothing redirected to.
    if let piece = query.unreadable.first ?? form.unreadable.first {
      let name = String(piece.prefix { $0 != "=" })
      throw RuleOrder.instead(
        of: Refusal(
          .parameterInvalid, at: .authorize, facts: [("param", name), ("value", "")],
          "the parameter \(name) is not UTF-8 once percent-decoded", clause: "RFC 6749 Appendix B",
          remedy: "encode it as UTF-8, then percent-encode it"), turn)
    }
    turn.facts.userAgent = turn.request.headers[.userAgent] ?? ""
    let sent = sent(turn)
    do throws(Refusal) {
      let request = try AuthorizationChecks.pass(sent, turn)
      turn.show(request)
      if let ordered = turn.ordered, let rule = turn.rule {
        throw RuleOrder.refusal(ordered, by: rule, for: request, turn)
      }
      return try BrowserFlow.proceed(request, turn)
    } catch {
      let refusal = RuleOrder.instead(of: error, turn)
      let isLate =
        turn.provider.errors["authorize"]?.rule(refusal.condition)?.afterLogin == true
      if isLate, turn.session == nil, let step = turn.provider.flow.first(.login) {
        Tickets.make(turn, nil, refusal: refusal, inLink: step.enter != nil)
        return BrowserFlow.enter(step, turn)
      }
      throw refusal
    }
  }
}
