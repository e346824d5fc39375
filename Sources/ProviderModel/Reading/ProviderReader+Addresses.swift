import Basics

/// Where things are: variables, tables, endpoints, links.
extension ProviderReader {
  mutating func readAddresses(_ reader: inout FixtureReader) {
    let hostNames = body.hosts.map(\.name)
    body.foldsPaths = reader.bool("fold_paths") ?? false
    body.afterPost = reader.integer("after_post") ?? 302
    body.ticket = reader.pattern("ticket")
    body.repeats = reader.choice("repeats", as: Provider.Repeats.self) ?? .last
    for (name, value, pointer) in reader.map("vars") {
      var variable = FixtureReader(value, .variable, pointer, findings)
      let rule = VariableRule(
        fallback: variable.string("default"), table: variable.string("table"),
        among: variable.template("among", vocabulary),
        missing: variable.string("missing").flatMap { $0.isEmpty ? nil : Condition($0) })
      variable.finish()
      if let missing = rule.missing {
        own(missing, "authorize", at: "\(pointer)/missing")
        sharedConditions.insert(missing)
      }
      body.variables.append((name, rule))
    }
    readTables(&reader)
    var bases: [String: [String]] = [:]
    for (name, value, pointer) in reader.map("bases") {
      guard let list = value.arrayValue?.compactMap(\.stringValue) else {
        findings.error(value, pointer, "expected an array of addresses, found \(value.found)")
        continue
      }
      bases[name] = list
    }
    for (name, value, pointer) in reader.map("endpoints", required: true) {
      var endpoint = FixtureReader(value, .endpoint, pointer, findings)
      body.endpoints.append(readEndpoint(name, &endpoint, hostNames, bases))
      endpoint.finish()
    }
    for (name, value, pointer) in reader.map("links") {
      var link = FixtureReader(value, .link, pointer, findings)
      let to = link.string("to", required: true)
      body.links.append(
        .init(
          name: name, endpoint: reference(.endpoint, to, "\(pointer)/to") ?? -1,
          query: link.shape("query", vocabulary) ?? .empty,
          raw: link.template("raw_query", vocabulary)))
      link.finish()
    }
    for problem in RouteAmbiguity.all(body.endpoints.map(Endpoint.init)) {
      let pointer = "/endpoints/\(problem.endpoint)/at"
      findings.add(
        Diagnostic(
          problem.sameHost ? .error : .warning,
          at: reader.value.value(at: pointer)?.origin, pointer, problem.sentence))
    }
  }

  private mutating func readTables(_ reader: inout FixtureReader) {
    for (name, value, pointer) in reader.map("tables") {
      var table = FixtureReader(value, .table, pointer, findings)
      body.tables[name] = .init(
        key: table.string("key", required: true) ?? "", also: table.strings("also") ?? [],
        folds: table.bool("fold") ?? false)
      table.finish()
    }
    for (name, value, pointer) in reader.map("lookups") {
      var lookup = FixtureReader(value, .lookup, pointer, findings)
      let table = lookup.string("table", required: true) ?? ""
      if let list = lookup.template("prefix_of", vocabulary, required: true) {
        body.lookups.append((name, .init(table: table, list: list)))
      }
      lookup.finish()
      if body.tables[table] == nil {
        findings.error(
          value, pointer,
          "there is no table \"\(table)\""
            + Suggestion.hint(for: table, among: Array(body.tables.keys)))
      }
    }
  }

  private mutating func readEndpoint(
    _ name: String, _ reader: inout FixtureReader, _ hosts: [String], _ bases: [String: [String]]
  ) -> EndpointRule {
    var endpoint = EndpointRule()
    endpoint.name = name
    endpoint.kind = reader.choice("kind", as: EndpointKind.self, required: true) ?? .page
    endpoint.methods = methods(&reader)
    endpoint.routes = routes(&reader, hosts, bases)
    endpoint.page = reader.string("page")
    _ = reference(.page, endpoint.page, reader.at("page"))
    endpoint.asks = reader.string("asks")
    _ = reference(.page, endpoint.asks, reader.at("asks"))
    endpoint.ticket = reader.string("ticket")
    endpoint.ticketAfter = reader.string("ticket_after")
    endpoint.next = reader.string("next")
    endpoint.then = reference(.link, reader.string("then"), reader.at("then"))
    endpoint.onFailure = reference(.link, reader.string("on_failure"), reader.at("on_failure"))
    endpoint.condition = reader.string("condition").map { Condition($0) }
    if let condition = endpoint.condition {
      own(condition, "authorize", at: reader.at("condition"))
    }
    endpoint.leaves = reader.choice("leaves", as: Endpoint.Leaves.self)
    endpoint.selector = reader.string("selector")
    for (name, value, pointer) in reader.map("conditions") {
      guard let text = value.stringValue else { continue }
      endpoint.conditions.append((name, Condition(text)))
      own(Condition(text), "authorize", at: pointer)
    }
    endpoint.denied = reader.predicate("denied", vocabulary)
    endpoint.table = reader.string("table")
    endpoint.sets = reader.map("sets").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    if endpoint.kind.isService { readService(&endpoint, &reader) }
    return endpoint
  }

  private func methods(_ reader: inout FixtureReader) -> [String] {
    let methods = reader.strings("methods") ?? ["GET"]
    for method in methods where Self.impliedMethods.contains(method) {
      findings.error(
        reader.value["methods"], reader.at("methods"),
        "\(method) needs no mention: HEAD is answered wherever GET is, and OPTIONS everywhere")
    }
    return methods.filter { !Self.impliedMethods.contains($0) }
  }

  private static let impliedMethods = ["HEAD", "OPTIONS"]

  private func routes(
    _ reader: inout FixtureReader, _ hosts: [String], _ bases: [String: [String]]
  ) -> [Route] {
    let addresses = (reader.strings("at", required: true) ?? []).flatMap { address -> [String] in
      guard let colon = address.firstIndex(of: ":"), let list = bases[String(address[..<colon])]
      else { return [address] }
      let path = address[address.index(after: colon)...]
      return list.map { base in
        // A base may end in a query of its own: the path goes before it.
        let halves = base.split(separator: "?", maxSplits: 1)
        return halves.count == 2 ? "\(halves[0])\(path)?\(halves[1])" : base + path
      }
    }
    return addresses.compactMap { address in
      if let route = Route(address, hosts: hosts) { return route }
      let known = hosts + bases.keys
      let prefix = String(address.prefix { $0 != ":" })
      findings.error(
        reader.value["at"], reader.at("at"),
        "expected host:/path, found \"\(address)\"" + Suggestion.hint(for: prefix, among: known))
      return nil
    }
  }
}
