import ProviderModel

/// The provider's own response where none of its endpoints answers.
extension ServerState {
  /// Gives a plain decision the shape that the provider has for it.
  func shaped(
    _ decision: Decision, at now: Instants, _ random: Entropy
  ) -> Decision {
    guard case .plain(let status, _, let allow) = decision.outcome.content,
      let place = Place(decision.reading, in: site)
    else { return decision }
    let rule = place.provider.unanswered
    guard
      let shape = status == 404 ? rule.notFound : status == 405 ? rule.methodNotAllowed : nil
    else { return decision }
    let reading = decision.reading
    decision.outcome.content = .unanswered(shape, status: status, allow: allow)
    decision.log.provider = place.provider.id
    decision.facts = Facts(
      provider: place.provider, base: place.base, variables: place.variables, route: place.route,
      now: now.sandbox, query: reading.query, form: reading.form,
      request: RequestFacts(
        method: reading.request.method.rawValue, path: place.path, rawQuery: reading.rawQuery,
        headers: reading.request.headers),
      random: SeededGenerator(seed: random.next()), isForProgram: true)
    return decision
  }

  /// The provider that a request was meant for, and the path below its base.
  private struct Place {
    let provider: Provider
    let base: Base
    let path: String
    var route = Route.none
    var variables: [String?]

    init?(_ reading: RoutedRequest, in site: Site) {
      switch reading.destination {
      case .provider(let match):
        (provider, base, path) = (match.provider, match.base, match.path)
        (route, variables) = (match.route, match.variables)
        return
      case .nowhere(let path, let place):
        guard let found = site.provider(path, at: place, under: reading.prefix) else { return nil }
        provider = found.provider
        base = site.base(of: reading.request, prefix: found.prefix, ownHost: found.host)
        self.path = found.path
      case .outside, .foreign: return nil
      }
      variables = provider.variables.map(\.rule.fallback)
    }
  }
}
