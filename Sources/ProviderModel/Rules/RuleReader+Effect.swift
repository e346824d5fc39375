import Basics

/// What a rule does.
extension RuleReader {
  func readEffect(_ reader: inout FixtureReader, _ match: Rule.Match) -> Rule.Effect {
    let before = findings.list.count
    var effect = Rule.Effect()
    effect.condition = reader.string("condition").map { Condition($0) }
    if let condition = effect.condition { checkCondition(condition, match, reader) }
    if var answer = reader.object("answer") { effect.answer = readAnswer(&answer) }
    let delay = duration(&reader, "delay")
    effect.delay = delay ?? 0
    effect.truncate = reader.integer("truncate")
    if var drip = reader.object("drip") {
      let bytes = drip.integer("bytes") ?? 1
      effect.drip = (bytes, duration(&drip, "every") ?? 100)
      drip.finish()
    }
    effect.reset = reader.bool("reset") ?? false
    effect.close = reader.bool("close") ?? false
    effect.lost = reader.choice("lost", as: Rule.Loss.self)
    effect.detour = reader.choices("detour", as: Rule.Hop.self) ?? []
    if var change = reader.object("change") { effect.change = readChange(&change) }
    effect.tls = reader.choice("tls", as: TLSFault.self)
    reader.finish()
    checkTogether(effect, reader)
    // A delay of nothing lets a request pass those rules that stand behind; `false` says nothing.
    let acts =
      effect.condition != nil || effect.answer != nil || effect.reset || effect.close
      || delay != nil || effect.truncate != nil || effect.drip != nil || effect.change != nil
      || effect.tls != nil || effect.lost != nil || !effect.detour.isEmpty
    if findings.list.count == before, !acts {
      findings.error(
        reader.value, reader.pointer,
        "expected at least one of: answer, change, close, condition, delay, detour, drip, lost, reset, tls, truncate"
      )
    }
    checkHandshake(effect, match, reader)
    return effect
  }

  /// At a handshake there is no request yet, and only its host is known.
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

  /// Effects of which one would leave nothing to the other.
  private func checkTogether(_ effect: Rule.Effect, _ reader: FixtureReader) {
    let ends = [
      effect.condition != nil, effect.answer != nil, effect.reset, effect.close,
    ].filter { $0 }.count
    if ends > 1 {
      findings.error(
        reader.value, reader.pointer, "condition, answer, reset and close exclude one another")
    }
    let isSilent = effect.reset || effect.close
    if isSilent, effect.truncate != nil || effect.drip != nil {
      findings.error(
        reader.value, reader.pointer,
        "reset and close send nothing that truncate could cut off or drip could slow down")
    }
    if effect.lost != nil,
      isSilent || effect.answer != nil || effect.truncate != nil || effect.drip != nil
    {
      findings.error(
        reader.value, reader.pointer,
        "lost is about the provider's own answer, of which nothing arrives: it stands without answer, close, drip, "
          + "reset and truncate")
    }
    if !effect.detour.isEmpty,
      ends > 0 || effect.change != nil || effect.lost != nil
    {
      findings.error(
        reader.value, reader.pointer,
        "detour leads to the provider's own answer: give what becomes of that to a rule of its own")
    }
    if effect.change != nil, isSilent || effect.answer != nil {
      findings.error(
        reader.value, reader.pointer,
        "change is about the provider's own answer, which answer, reset and close do away with")
    }
  }

  private func checkCondition(_ condition: Condition, _ match: Rule.Match, _ reader: FixtureReader)
  {
    let known = Set(places(match).flatMap { $0.provider.conditions(at: $0.endpoint) })
    guard !known.contains(condition) else { return }
    findings.error(
      reader.value["condition"], reader.at("condition"),
      "there is no condition \"\(condition)\" here"
        + Suggestion.list(for: condition.name, among: known.map(\.name)))
  }
}
