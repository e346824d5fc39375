import Basics

/// Claims of a person, sent where they belong.
extension Evaluation {
  private func places(_ places: ClaimSelection.Places) -> ClaimPlaces {
    switch places {
    case .these(let known): known
    case .when(let predicate, let then, let otherwise):
      self.places(holds(predicate) ? then : otherwise)
    }
  }

  /// Each claim that goes there: those of scopes in the order in which the fixture lists them, then the person's own.
  func claims(_ selection: ClaimSelection, _ body: (String, Value) -> Void) {
    guard let known = person else { return }
    let places = places(selection.places)
    let rules = known.rules
    let asked = ClaimsRequested(facts, at: places)
    // Nothing goes to most ID tokens and access tokens.
    guard places.contains(.userinfo) || !places.isDisjoint(with: rules.places) || asked != nil
    else { return }
    let granted = facts.grant?.scopes ?? []
    let (provider, scope) = (facts.provider, facts.provider.scope)
    func send(_ name: String, _ rule: ClaimRule?) {
      let value = claim(name)
      guard !value.isUnsaid, !selection.others.contains(ExactText(name)) else { return }
      let isSent = (rules[name] ?? rule)?.sends(to: places, granted: granted) ?? false
      if isSent || asked?.wants(name, value) == true { body(name, value) }
    }
    for group in scope.claims {
      // Of a scope that was not granted nothing goes anywhere, unless somebody says so.
      if rules.isEmpty, asked == nil, !granted.contains(group.scope) { continue }
      for name in group.names { send(name, group.rule) }
    }
    var own: Set<ExactText> = []
    func isNew(_ name: String) -> Bool {
      let name = ExactText(name)
      return !scope.claimNames.contains(name) && own.insert(name).inserted
    }
    func sendOwn(_ name: String) {
      guard isNew(name) else { return }
      send(name, ReservedClaims.unsent.contains(name) ? nil : .usual)
    }
    for member in known.person.claims { sendOwn(member.name) }
    // What differs at a provider may have any name there, and here be one of the server's own.
    for member in known.person.at[provider.id]?.objectValue ?? JSONObject()
    where ReservedClaims.clause(of: member.name) == nil {
      sendOwn(member.name)
    }
    // What the provider makes up goes nowhere unasked.
    for (name, _) in provider.people where isNew(name) { send(name, nil) }
    guard !known.person.sources.isEmpty, places.contains(.userinfo) || places.contains(.idToken)
    else { return }
    sources(
      of: known.person,
      { name, value in
        guard !selection.others.contains(ExactText(name)) else { return false }
        let usual = scope.claims.first { $0.names.contains(name) }?.rule ?? .usual
        return (rules[name] ?? usual).sends(to: places, granted: granted)
          || asked?.wants(name, value) == true
      }, body)
  }
}

extension Value {
  /// OpenID Connect Core §5.3.2: a claim that is null or empty is left out. `false` and 0 are values.
  var isUnsaid: Bool {
    switch self {
    case .none, .text(""): true
    case .json(let value): value.isNull
    default: false
    }
  }
}
