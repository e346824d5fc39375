import Basics

/// People as a provider knows them: their claims, what differs here, and what it makes up.
extension Evaluation {
  /// A claim of who signed in; all of them without a name.
  func claim(_ name: String?) -> Value {
    guard let known = person else { return .none }
    guard let name else {
      var object = claims(of: known.person)
      object["auth_time"] = JSONValue(.number(String(known.authTime)))
      return .json(JSONValue(.object(object)))
    }
    if name == "auth_time", madeUp == nil { return .number(known.authTime) }
    return claim(name, of: known.person, madeUp: madeUp?.count ?? facts.provider.people.count)
  }

  func claims(of person: Person) -> JSONObject {
    let provider = facts.provider
    var object = person.claims
    for member in person.at[provider.id]?.objectValue ?? JSONObject() {
      object[member.name] = member.value
    }
    if let own = object[PairwiseRule.claim] {
      object[PairwiseRule.claim] = subject(Value(own)).json
    }
    for (index, (name, _)) in provider.people.enumerated() where object[name] == nil {
      object[name] = claim(name, of: person, madeUp: index + 1).json
    }
    return object
  }

  /// A claim of any person.
  func claim(_ name: String, of person: Person) -> JSONValue? {
    claim(name, of: person, madeUp: facts.provider.people.count).json
  }

  /// - Parameter madeUp: how many of the made-up claims there are yet: one may be made of those before it.
  private func claim(_ name: String, of person: Person, madeUp: Int) -> Value {
    let value = local(name, of: person, madeUp: madeUp)
    return name == PairwiseRule.claim ? subject(value) : value
  }

  /// The subject of a person as the client knows it (OpenID Connect Core §8.1).
  private func subject(_ local: Value) -> Value {
    guard !isForAllClients, let rule = facts.provider.pairwise, let client = facts.client,
      client.hasPairwiseSubjects, local != .none
    else { return local }
    return .text(rule.subject(local.text, sector: client.sector))
  }

  /// A claim as the cast has it, or as the provider makes it up.
  private func local(_ name: String, of person: Person, madeUp: Int) -> Value {
    let provider = facts.provider
    if let value = person.at[provider.id]?[name] ?? person.claims[name] { return Value(value) }
    guard let index = provider.people.prefix(madeUp).firstIndex(where: { $0.name == name }) else {
      return .none
    }
    if case .constant(let value, _) = provider.people[index].value { return Value(value) }
    var inner = self
    inner.draws = Draws(SeededGenerator(seed: Self.seed(person.username, name)))
    inner.madeUp = (PersonFacts(person: person, authTime: 0), index)
    return inner.value(of: provider.people[index].value) ?? .none
  }
}
