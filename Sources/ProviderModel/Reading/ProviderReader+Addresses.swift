import Basics

/// Where things are: variables, tables, endpoints, links.
extension ProviderReader {
  mutating func readAddresses(_ reader: inout FixtureReader) {
    body.foldsPaths = reader.bool("fold_paths") ?? false
    body.afterPost = reader.integer("after_post") ?? 302
    body.ticket = reader.pattern("ticket")
    body.repeats = reader.choice("repeats", as: Provider.Repeats.self) ?? .last
    body.variables = reader.values("vars", as: VariableRule.self, vocabulary)
    for (name, rule) in reader.values("tables", as: TableRule.self, vocabulary) {
      body.tables[name] = rule
    }
    body.lookups = reader.values("lookups", as: LookupRule.self, vocabulary)
    for (name, value, pointer) in reader.map("bases") {
      guard let list = value.arrayValue?.compactMap(\.stringValue) else {
        findings.error(value, pointer, "expected an array of addresses, found \(value.found)")
        continue
      }
      vocabulary.bases[name] = list
    }
    body.endpoints = Endpoint.read(&reader, vocabulary)
    body.links = reader.entries("links").map { $0.read(vocabulary, named: \LinkRule.name) }
    for problem in RouteAmbiguity.all(body.endpoints) {
      let pointer = "/endpoints/\(problem.endpoint)/at"
      findings.add(
        Diagnostic(
          problem.sameHost ? .error : .warning,
          at: reader.value.value(at: pointer)?.origin, pointer, problem.sentence))
    }
  }
}
