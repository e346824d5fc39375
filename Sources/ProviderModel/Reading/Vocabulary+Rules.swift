extension Vocabulary {
  /// What a rule's `when` may name: the names of a compiled provider, each at the place where the provider has it.
  /// - Parameter cast: what its people have can be asked for.
  init(forRulesOf provider: Provider, _ cast: Cast) {
    parameters = provider.names.list
    authorizeParameters = provider.parameters.map(\.name)
    variables = provider.variables.map(\.name)
    hosts = provider.hosts.map(\.name)
    bound = provider.binds.map(\.name)
    claims = provider.claims
    for name in cast.claims(at: provider.id) where !claims.contains(name) { claims.append(name) }
    onlyRoots = Set(RuleCondition.roots)
  }
}

extension Cast {
  /// What people have: all names, in the order in which they first stand.
  func claims(at provider: String) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for person in people {
      for name in person.claims.names + (person.at[provider]?.objectValue?.names ?? [])
      where known.insert(name).inserted {
        names.append(name)
      }
    }
    return names
  }
}
