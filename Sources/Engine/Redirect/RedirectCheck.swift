import Basics
import ProviderModel

/// Where the answer may be sent (RFC 6749 §3.1.2).
enum RedirectCheck {
  static func target(
    of client: Client, _ mode: String, _ context: RequestContext
  ) throws(Refusal) -> RedirectTarget {
    let rule = context.provider.redirect
    let acceptsAny = context.site.options.acceptsAnyClient
    let fallback = rule.mismatchToFirst ? RedirectTarget.first(of: client, rule) : nil
    func refusal(
      _ condition: Condition, _ sent: String, _ sentence: String, _ remedy: Remedy
    ) -> Refusal {
      Refusal(
        condition, at: .authorize, facts: [("value", sent), ("param", "redirect_uri")], sentence,
        remedy: remedy
      ).sent(to: fallback, mode, client.id)
    }
    let wire = context.wire("redirect_uri")
    if client.redirectURIs.isEmpty, !acceptsAny {
      throw refusal(
        .redirectUnregistered, "", "the client \(client.id) has no redirect_uris",
        "give it some in \(client.source)")
    }
    var sent = context.parameter("redirect_uri")
    if sent.isEmpty, let template = rule.fallback { sent = context.facts.text(template) ?? "" }
    if sent.isEmpty, client.redirectURIs.count == 1, let when = rule.omit,
      context.facts.holds(when),
      let only = RedirectTarget.first(of: client, rule)
    {
      return only
    }
    guard !sent.isEmpty else {
      throw refusal(
        .redirectMissing, "",
        "the request names no \(wire)"
          + NearMiss.parameter(wire, among: context.reading.query.list.map(\.name)),
        "send \(wire)")
    }
    if let target = RedirectTarget.registered(sent, of: client, rule) { return target }
    if acceptsAny, let target = RedirectTarget.accepting(sent) { return target }
    let registered = client.redirectURIs.joined(separator: ", ")
    let isOurHost = client.redirectURIs.contains { RedirectURI.sameHost(sent, $0) }
    let condition: Condition = isOurHost ? .redirectMismatch : .redirectHostMismatch
    // To register it would not help.
    if let flaw = RedirectURI.flaw(of: sent) {
      let decoded = PercentCoding.decode(sent[...], plusIsSpace: false)
      let isTwice = decoded.map { RedirectURI.flaw(of: $0) == nil } ?? false
      let (what, remedy) =
        flaw == .noScheme && isTwice
        ? ("it is percent-encoded twice", "encode it once") : words(flaw)
      throw refusal(condition, sent, "\(wire) \(sent) is always refused: \(what)", remedy)
    }
    let difference = RedirectURI.difference(of: sent, from: client.redirectURIs, rule)
    throw refusal(
      condition, sent,
      "\(wire) \(sent) is not registered for \(client.id) (registered: \(registered))"
        + (difference.map { ": \($0)" } ?? ""),
      "send a registered one, or add it to redirect_uris of this client in \(client.source)")
  }

  private static func words(_ flaw: RedirectURI.Flaw) -> (what: String, remedy: Remedy) {
    switch flaw {
    case .controlCharacter: ("it holds a control character", "percent-encode it")
    case .noScheme: ("it has no scheme (RFC 6749 §3.1.2)", "send an absolute URI")
    case .scheme(let scheme):
      (
        "no browser is sent to a \(scheme): URI",
        "use https, http on the loopback, or a scheme of the app's own (RFC 8252 §7)"
      )
    }
  }
}
