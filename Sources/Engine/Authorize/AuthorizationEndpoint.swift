import Basics
import HTTPTypes
import ProviderModel

/// The authorization endpoint (RFC 6749 §3.1): reads the request, checks it, and asks the person what is not known yet.
enum AuthorizationEndpoint {
  /// The parameters of the request: what a form holds counts before the query of its address.
  static func sent(_ reading: RoutedRequest) -> Parameters {
    let (query, form) = (reading.query, reading.form)
    guard reading.request.method == .post else { return query }
    return Parameters(query.list.filter { form.first($0.name) == nil } + form.list)
  }

  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let (query, form) = (context.reading.query, context.reading.form)
    // Of what can't be read nothing is trusted, and so nothing redirected to.
    if let piece = query.unreadable.first ?? form.unreadable.first {
      let name = String(piece.prefix { $0 != "=" })
      throw OrderedRefusal.instead(
        of: Refusal(
          .parameterInvalid, at: .authorize, facts: [("param", name), ("value", "")],
          "the parameter \(name) is not UTF-8 once percent-decoded", clause: "RFC 6749 Appendix B",
          remedy: "encode it as UTF-8, then percent-encode it"), context)
    }
    let sent = sent(context.reading)
    do throws(Refusal) {
      let request = try AuthorizationChecks.pass(sent, context)
      context.show(request)
      if let ordered = context.fired.ordered, let rule = context.fired.rule {
        throw OrderedRefusal.refusal(ordered, by: rule, for: request, context)
      }
      return try BrowserFlow.proceed(request, context)
    } catch {
      let refusal = OrderedRefusal.instead(of: error, context)
      let isLate =
        context.provider.errorRule(refusal.condition, in: "authorize")?.afterLogin == true
      if isLate, context.session == nil, let step = context.provider.flow.first(.login) {
        Tickets.make(context, nil, refusal: refusal, inLink: step.enter != nil)
        return BrowserFlow.enter(step, context)
      }
      throw refusal
    }
  }
}
