import Basics

/// Reads the effect and the limit of a rule, and compares them with the matched endpoints.
extension RuleReader {
  func readThen(_ reader: inout FixtureReader, _ rule: inout Rule) {
    let isLimit = reader.value["limit"] != nil
    if var then = reader.object("then", required: !isLimit) {
      rule.effect = Rule.Effect.declaration.read(&then, self)
      checkCondition(rule.effect, rule.match, then)
      checkHandshake(rule.effect, rule.match, then)
      if isLimit, rule.effect.tls != nil {
        findings.error(
          reader.value["limit"], reader.at("limit"), "a handshake is no request: tls has no limit")
      }
    } else if isLimit {
      rule.effect.condition = .rateLimited
      checkRateLimited(rule.match, reader)
    }
  }

  /// At a handshake there is no request yet: the server knows only the host.
  private func checkHandshake(
    _ effect: Rule.Effect, _ match: Rule.Match, _ reader: FixtureReader
  ) {
    guard effect.tls != nil else { return }
    if !seesHandshakes {
      findings.error(
        reader.value["tls"], reader.at("tls"),
        "a handshake knows no sandbox: it comes before the request that names one, so only the default sandbox's "
          + "rules act on it; POST the rule to /_understudy/sandboxes/default/rules")
    }
    let members = reader.value.objectValue?.names ?? []
    if members.count > 1 {
      findings.error(
        reader.value, reader.pointer,
        "tls is about the handshake, where there is no answer yet: give the rest to a rule of its own"
      )
    }
    let isMore =
      match.provider != nil || match.endpoint != nil || match.method != nil || match.grant != nil
      || match.client != nil || match.isAboutPerson || !match.parameters.isEmpty
      || match.when != nil
    if isMore {
      findings.error(
        reader.value["tls"], reader.at("tls"),
        "at a handshake only the host is known: match nothing else")
    }
  }

  private func checkCondition(
    _ effect: Rule.Effect, _ match: Rule.Match, _ reader: FixtureReader
  ) {
    guard let condition = effect.condition else { return }
    let places = places(match)
    // A name that no provider has was reported.
    guard !places.isEmpty else { return }
    let known = Set(places.flatMap { $0.provider.conditions(at: $0.endpoint) })
    guard !known.contains(condition) else { return }
    // It may be one of another endpoint.
    var anywhere = match
    anywhere.endpoint = nil
    let others = self.places(anywhere).filter {
      $0.provider.conditions(at: $0.endpoint).contains(condition)
    }
    guard others.isEmpty else {
      // The endpoints of all providers have too many names.
      let names = Set(
        others.map { match.provider == nil ? $0.kind.rawValue : $0.endpoint.name })
      let whose = match.provider == nil ? "endpoints of the kind" : "the endpoint"
      return findings.error(
        reader.value["condition"], reader.at("condition"),
        "\(match.place) does not refuse with \(condition): it belongs to \(whose) \(names.sorted().joined(separator: ", "))"
      )
    }
    findings.error(
      reader.value["condition"], reader.at("condition"),
      "there is no condition \"\(condition)\" here"
        + (ErrorCodeHint.rule(for: condition.name)
          ?? Suggestion.list(for: condition.name, among: known.map(\.name))))
  }

  /// A limit without an effect means the provider's own refusal, which not every endpoint has.
  func checkRateLimited(_ match: Rule.Match, _ reader: FixtureReader) {
    let left = places(match)
    guard !left.isEmpty,
      !left.contains(where: { $0.provider.conditions(at: $0.endpoint).contains(.rateLimited) })
    else { return }
    findings.error(
      reader.value["limit"], reader.at("limit"),
      "\(match.place) has no error of its own for requests beyond a limit; say in \"then\" how they are "
        + "answered, such as {\"answer\": {\"status\": 429}}")
  }
}
