import HTTPMessages
import JSON

/// Reads a merged tree into a provider; every mistake becomes a finding, and reading goes on.
struct ProviderReader {
  let findings: Findings
  var provider = Provider()
  var scope = Scope(roots: [:])
  /// Conditions that this fixture makes itself, by the table of their errors.
  var ownConditions: [String: Set<String>] = [:]
  /// Conditions of the address and of scopes, which every endpoint may meet.
  var sharedConditions: Set<String> = []

  init(_ findings: Findings) { self.findings = findings }

  mutating func read(_ tree: JSONValue) -> Provider {
    var reader = FixtureReader(tree, "", findings)
    if let schema = reader.integer("schema"), schema != 1 {
      findings.error(tree["schema"], "/schema", "expected schema 1, found \(schema)")
    }
    provider.id = reader.string("id", required: true) ?? ""
    if let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,40}"), !pattern.matches(provider.id) {
      findings.error(
        tree["id"], "/id",
        "expected an id of small letters, digits and '-', found \"\(provider.id)\"")
    }
    provider.title = reader.string("title", required: true) ?? provider.id
    provider.asOf = reader.string("as_of") ?? ""
    for name in ["extends", "sources", "quirks"] { _ = reader.member(name) }
    for pointer in reader.strings("inferred") ?? [] where tree.value(at: pointer) == nil {
      findings.add(
        Finding(
          .warning, at: tree["inferred"]?.origin, "/inferred",
          "nothing stands at \"\(pointer)\", so nothing there is inferred"))
    }
    provider.hosts = reader.map("hosts", required: true).compactMap { name, value, pointer in
      guard let pattern = value.stringValue else {
        findings.error(value, pointer, "expected a host name, found \(value.found)")
        return nil
      }
      return .init(name: name, pattern: pattern)
    }
    scope = makeScope(tree)
    readAddresses(&reader)
    readProtocol(&reader)
    readToken(&reader)
    readPages(&reader)
    readErrors(&reader)
    reader.finish()
    checkReferences(tree)
    return provider
  }

  func names(_ tree: JSONValue, _ member: String) -> [String] {
    tree[member]?.objectValue?.names ?? []
  }

  func makeScope(_ tree: JSONValue) -> Scope {
    let token = tree["token"]?["parameters"]?.objectValue?.names ?? []
    let credentials = names(tree, "credentials")
    var scope = Scope(roots: [
      "query": ["*"], "form": ["*"], "found": ["*"], "item": ["*"], "body": ["*"],
      "req": names(tree, "parameters") + token
        + ["path", "raw_query", "method", "authorization"],
      "vars": names(tree, "vars"), "hosts": names(tree, "hosts"),
      "provider": ["id", "title"],
      "client": ["client_id", "name", "kind", "redirect_uris", "id_token_alg"],
      "person": ["*"], "people": [], "tok": credentials, "txn": ["id"], "now": [],
      "base": ["path", "first", "here", "root"], "mode": [], "links": names(tree, "links"),
      "session": ["auth_time", "age"], "params": [],
      // What a grant is made of: where credentials are made, and where they are shown again.
      "grant": ["scope", "type", "issued", "auth_time", "id"], "auth": names(tree, "parameters"),
      "bound": names(tree, "binds"), "key": ["kid", "alg"], "keys": [],
      "hash": ["access", "code", "state"], "items": [], "token": ["*"], "sig": ["*"],
      "rate": ["most", "left"], "browser": ["user_agent"],
    ])
    scope.parts = names(tree, "templates")
    return scope
  }

  mutating func own(_ condition: String, _ table: String = "authorize") {
    ownConditions[table, default: []].insert(condition)
  }

  mutating func readAddresses(_ reader: inout FixtureReader) {
    let hostNames = provider.hosts.map(\.name)
    provider.foldsPaths = reader.bool("fold_paths") ?? false
    provider.afterPost = reader.integer("after_post", in: Bounds.redirect) ?? 302
    provider.ticket = reader.pattern("ticket")
    provider.repeats = reader.choice("repeats", as: Provider.Repeats.self) ?? .last
    for (name, value, pointer) in reader.map("vars") {
      var variable = FixtureReader(value, pointer, findings)
      let rule = Provider.Variable(
        fallback: variable.string("default"), table: variable.string("table"),
        among: variable.template("among", scope), condition: variable.string("missing") ?? "")
      variable.finish()
      if !rule.condition.isEmpty {
        own(rule.condition)
        sharedConditions.insert(rule.condition)
      }
      provider.variables.append((name, rule))
    }
    for (name, value, pointer) in reader.map("tables") {
      var table = FixtureReader(value, pointer, findings)
      provider.tables[name] = .init(
        key: table.string("key", required: true) ?? "", also: table.strings("also") ?? [],
        folds: table.bool("fold") ?? false)
      table.finish()
    }
    for (name, value, pointer) in reader.map("lookups") {
      var lookup = FixtureReader(value, pointer, findings)
      let table = lookup.string("table", required: true) ?? ""
      if let list = lookup.template("prefix_of", scope, required: true) {
        provider.lookups.append((name, .init(table: table, list: list)))
      }
      lookup.finish()
      if provider.tables[table] == nil {
        findings.error(
          value, pointer,
          "there is no table \"\(table)\""
            + Suggestion.hint(for: table, among: Array(provider.tables.keys)))
      }
    }
    var bases: [String: [String]] = [:]
    for (name, value, pointer) in reader.map("bases") {
      guard let list = value.arrayValue?.compactMap(\.stringValue) else {
        findings.error(value, pointer, "expected an array of addresses, found \(value.found)")
        continue
      }
      bases[name] = list
    }
    for (name, value, pointer) in reader.map("endpoints", required: true) {
      var endpoint = FixtureReader(value, pointer, findings)
      provider.endpoints.append(readEndpoint(name, &endpoint, hostNames, bases))
      endpoint.finish()
    }
    for (name, value, pointer) in reader.map("links") {
      var link = FixtureReader(value, pointer, findings)
      provider.links[name] = .init(
        endpoint: link.string("to", required: true) ?? "",
        query: link.shape("query", scope) ?? .empty, raw: link.template("raw_query", scope))
      link.finish()
    }
    for problem in RouteTable.ambiguities(provider) {
      let pointer = "/endpoints/\(problem.endpoint)/at"
      findings.add(
        Finding(
          problem.sameHost ? .error : .warning,
          at: reader.value.value(at: pointer)?.origin, pointer, problem.sentence))
    }
  }

  mutating func readEndpoint(
    _ name: String, _ reader: inout FixtureReader, _ hosts: [String], _ bases: [String: [String]]
  ) -> Endpoint {
    var endpoint = Endpoint()
    endpoint.name = name
    endpoint.kind = reader.choice("kind", as: Endpoint.Kind.self, required: true) ?? .page
    endpoint.methods = reader.strings("methods") ?? ["GET"]
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
    for address in addresses {
      if let route = Route(address, hosts: hosts) {
        endpoint.routes.append(route)
      } else {
        let known = hosts + bases.keys
        let prefix = String(address.prefix { $0 != ":" })
        findings.error(
          reader.value["at"], reader.at("at"),
          "expected host:/path, found \"\(address)\"" + Suggestion.hint(for: prefix, among: known))
      }
    }
    endpoint.page = reader.string("page")
    endpoint.ticket = reader.string("ticket")
    endpoint.ticketAfter = reader.string("ticket_after")
    endpoint.next = reader.string("next")
    endpoint.then = reader.string("then")
    endpoint.onFailure = reader.string("on_failure")
    endpoint.condition = reader.string("condition")
    if let condition = endpoint.condition { own(condition) }
    endpoint.leaves = reader.choice("leaves", as: Endpoint.Leaves.self)
    endpoint.selector = reader.string("selector")
    endpoint.conditions = reader.map("conditions").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    for (_, condition) in endpoint.conditions { own(condition) }
    endpoint.denied = reader.predicate("denied", scope)
    endpoint.table = reader.string("table")
    endpoint.sets = reader.map("sets").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    if endpoint.kind.isService { readService(&endpoint, &reader) }
    return endpoint
  }
}
