import HTTPMessages
import JSON

/// Reads a merged tree into a provider; every mistake becomes a finding, and reading goes on.
struct ProviderReader {
  let findings: Findings
  var provider = Provider()
  private var scope = Scope(roots: [:])
  private var ownConditions: Set<String> = []

  init(_ findings: Findings) { self.findings = findings }

  mutating func read(_ tree: JSONValue) -> Provider {
    var reader = FixtureReader(tree, "", findings)
    if let schema = reader.integer("schema"), schema != 1 {
      findings.error(tree["schema"], "/schema", "expected schema 1, found \(schema)")
    }
    provider.id = reader.string("id", required: true) ?? ""
    if let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,40}"), !pattern.matches(provider.id) {
      findings.error(
        tree["id"], "/id", "expected an id of small letters, digits and '-', found \"\(provider.id)\"")
    }
    provider.title = reader.string("title", required: true) ?? provider.id
    provider.asOf = reader.string("as_of") ?? ""
    for name in ["extends", "sources", "quirks"] { _ = reader.member(name) }
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
    readPages(&reader)
    readErrors(&reader)
    reader.finish()
    checkReferences(tree)
    return provider
  }

  private func names(_ tree: JSONValue, _ member: String) -> [String] {
    tree[member]?.objectValue?.names ?? []
  }

  private func makeScope(_ tree: JSONValue) -> Scope {
    var scope = Scope(roots: [
      "query": ["*"], "form": ["*"], "found": ["*"], "item": ["*"],
      "req": names(tree, "parameters") + ["path", "raw_query", "method"],
      "vars": names(tree, "vars"), "hosts": names(tree, "hosts"),
      "provider": ["id", "title"], "client": ["client_id", "name", "kind", "redirect_uris"],
      "person": ["*"], "tok": names(tree, "credentials"), "txn": ["id"], "now": [],
      "base": ["path", "first"], "mode": [], "links": names(tree, "links"),
    ])
    scope.parts = names(tree, "templates")
    return scope
  }

  private mutating func readAddresses(_ reader: inout FixtureReader) {
    let hostNames = provider.hosts.map(\.name)
    provider.foldsPaths = reader.bool("fold_paths") ?? false
    provider.checksChallenge = reader.bool("checks_challenge") ?? false
    provider.afterPost = reader.integer("after_post") ?? 302
    provider.ticket = reader.pattern("ticket")
    provider.repeats = reader.choice("repeats", as: Provider.Repeats.self) ?? .last
    for (name, value, pointer) in reader.map("vars") {
      var variable = FixtureReader(value, pointer, findings)
      let rule = Provider.Variable(
        fallback: variable.string("default"), table: variable.string("table"),
        among: variable.template("among", scope), condition: variable.string("missing") ?? "")
      variable.finish()
      if !rule.condition.isEmpty { ownConditions.insert(rule.condition) }
      provider.variables.append((name, rule))
    }
    for (name, value, pointer) in reader.map("tables") {
      var table = FixtureReader(value, pointer, findings)
      provider.tables[name] = .init(
        key: table.string("key", required: true) ?? "", also: table.strings("also") ?? [],
        folds: table.bool("fold") ?? false)
      table.finish()
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

  private mutating func readEndpoint(
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
    if let condition = endpoint.condition { ownConditions.insert(condition) }
    endpoint.leaves = reader.choice("leaves", as: Endpoint.Leaves.self)
    endpoint.selector = reader.string("selector")
    endpoint.conditions = reader.map("conditions").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    ownConditions.formUnion(endpoint.conditions.map(\.condition))
    endpoint.denied = reader.predicate("denied", scope)
    endpoint.table = reader.string("table")
    endpoint.sets = reader.map("sets").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    return endpoint
  }

  private mutating func readProtocol(_ reader: inout FixtureReader) {
    for (name, value, pointer) in reader.map("parameters") {
      var parameter = FixtureReader(value, pointer, findings)
      let rule = Provider.Parameter(
        wire: parameter.string("name") ?? name, fallback: parameter.template("default", scope),
        values: parameter.strings("values"),
        invalid: parameter.string("invalid") ?? "parameter_invalid")
      ownConditions.insert(rule.invalid)
      parameter.finish()
      provider.parameters.append((name, rule))
    }
    if var rule = reader.object("redirect_uri") {
      provider.redirect.match = rule.choice("match", as: Provider.RedirectRule.Match.self) ?? .exact
      provider.redirect.anyLoopbackPort = rule.bool("any_loopback_port") ?? false
      provider.redirect.fallback = rule.template("default", scope)
      provider.redirect.mismatchToFirst = rule.bool("mismatch_to_first") ?? false
      rule.finish()
    }
    if var rule = reader.object("scope") { readScope(&rule) }
    provider.modes = reader.map("response_modes").compactMap { $0.value.boolValue == true ? $0.name : nil }
    for (name, value, pointer) in reader.map("styles") {
      var style = FixtureReader(value, pointer, findings)
      provider.styles[name] = readStyle(&style)
    }
    for (name, value, pointer) in reader.map("credentials") {
      var credential = FixtureReader(value, pointer, findings)
      if let template = credential.template("value", scope, required: true) {
        provider.credentials[name] = .init(
          value: template, lifetime: credential.shape("lifetime", scope) ?? .literal(0))
      }
      credential.finish()
    }
    for (name, value, pointer) in reader.map("answers") {
      var answer = FixtureReader(value, pointer, findings)
      let gives = answer.map("gives").map { name, value, pointer in
        if provider.credentials[name] == nil {
          findings.error(
            value, pointer,
            "there is no credential \"\(name)\""
              + Suggestion.hint(for: name, among: Array(provider.credentials.keys)))
        }
        return (name, scope.predicate(value, pointer, findings))
      }
      provider.answers[name] = .init(
        mode: answer.shape("mode", scope) ?? .query,
        parameters: answer.shape("parameters", scope, required: true) ?? .empty, gives: gives)
      answer.finish()
    }
    provider.people = reader.map("people").compactMap { name, value, pointer in
      scope.template(value, pointer, findings).map { (name, $0) }
    }
    if var flow = reader.object("flow") {
      provider.flow.finish = flow.string("finish")
      for (name, value, pointer) in flow.map("stages") {
        var stage = FixtureReader(value, pointer, findings)
        provider.flow.stages.append(
          .init(
            name: name, kind: stage.choice("kind", as: Endpoint.Kind.self, required: true) ?? .login,
            page: stage.string("page") ?? name, enter: stage.string("enter"),
            when: stage.predicate("when", scope) ?? .constant(true),
            force: stage.predicate("force", scope) ?? .constant(false),
            ask: stage.choice("ask", as: Flow.Stage.Ask.self) ?? .new))
        stage.finish()
      }
      flow.finish()
    }
    for (name, value, pointer) in reader.map("cookies") {
      var cookie = FixtureReader(value, pointer, findings)
      let rule = Provider.CookieRule(
        name: cookie.template("name", scope, required: true), value: cookie.pattern("value"),
        site: cookie.bool("site") ?? false)
      cookie.finish()
      switch name {
      case "session": provider.sessionCookie = rule
      case "browser": provider.browserCookie = rule
      default:
        findings.error(value, pointer, "unknown cookie \"\(name)\"; known here: browser, session")
      }
    }
    for (phase, value, pointer) in reader.map("checks") {
      guard let known = Provider.CheckPhase(rawValue: phase) else {
        let phases = Provider.CheckPhase.allCases.map(\.rawValue)
        findings.error(
          value, pointer, "unknown phase \"\(phase)\"" + Suggestion.hint(for: phase, among: phases))
        continue
      }
      for member in value.objectValue ?? JSONObject() {
        var check = FixtureReader(
          member.value, JSONPointer.appending(member.name, to: pointer), findings)
        let rule = Provider.Check(
          name: member.name, each: check.template("each", scope),
          when: check.predicate("when", scope) ?? .constant(true),
          fail: check.string("fail", required: true) ?? "")
        check.finish()
        ownConditions.insert(rule.fail)
        provider.checks[known, default: []].append(rule)
      }
    }
  }

  private func readStyle(_ reader: inout FixtureReader) -> QueryStyle {
    let space = reader.choice("space", as: QueryStyle.Space.self) ?? .plus
    let hex = reader.string("hex")
    if let hex, hex != "lower", hex != "upper" {
      findings.error(reader.value["hex"], reader.at("hex"), "expected lower or upper, found \"\(hex)\"")
    }
    let style = QueryStyle(
      space: space, lowercaseHex: hex == "lower", safe: reader.string("safe") ?? "-_.~")
    reader.finish()
    return style
  }

  private mutating func readScope(_ rule: inout FixtureReader) {
    provider.scope.split = rule.string("split") ?? " "
    provider.scope.fallback = rule.strings("default") ?? []
    provider.scope.required = rule.bool("required") ?? false
    provider.scope.any = rule.bool("any") ?? false
    provider.scope.clientID = rule.bool("client_id") ?? false
    provider.scope.known = rule.map("known").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    provider.scope.bits = rule.map("bits").compactMap { name, value, _ in
      value.integerValue.map { (name, $0) }
    }
    provider.scope.patterns = (rule.strings("patterns") ?? []).compactMap { try? Pattern($0) }
    if var table = rule.object("table") {
      provider.scope.table = (
        table.string("name") ?? "", table.string("prefix") ?? "", table.string("names") ?? ""
      )
      table.finish()
    }
    rule.finish()
  }

  private mutating func readPages(_ reader: inout FixtureReader) {
    let pageScope = scope.adding([
      "page": ["action", "hidden", "people", "message", "scopes", "deny", "denial_url", "nonce",
        "ticket_field", "ticket", "choices", "logout", "more"],
      "labels": ["*"], "fields": ["*"], "err": ["*"],
    ])
    for (name, value, pointer) in reader.map("templates") {
      provider.templates[name] = pageScope.template(value, pointer, findings)
    }
    for (name, value, pointer) in reader.map("pages") {
      var page = FixtureReader(value, pointer, findings)
      var rule = Provider.Page()
      rule.template = page.string("template") ?? name
      rule.status = page.integer("status") ?? 200
      rule.labels = page.map("labels").compactMap { name, value, pointer in
        pageScope.template(value, pointer, findings).map { (name, $0) }
      }
      rule.fields = page.map("fields").compactMap { name, value, _ in
        value.stringValue.map { (name, $0) }
      }
      rule.hidden = page.shape("hidden", pageScope) ?? .empty
      rule.submit = page.string("submit")
      rule.deny = page.string("deny")
      rule.more = page.map("more").compactMap { name, value, pointer in
        scope.template(JSONValue(.string(name)), pointer, findings).map {
          ($0, value.stringValue ?? "")
        }
      }
      page.finish()
      provider.pages[name] = rule
      if provider.templates[rule.template] == nil {
        findings.error(
          value, pointer,
          "there is no template \"\(rule.template)\""
            + Suggestion.hint(for: rule.template, among: Array(provider.templates.keys)))
      }
    }
  }

  private mutating func readErrors(_ reader: inout FixtureReader) {
    let errorScope = scope.adding(["err": ["*"], "labels": ["*"]])
    for (name, value, pointer) in reader.map("shapes") {
      var shape = FixtureReader(value, pointer, findings)
      let status = shape.integer("status") ?? 400
      let form: Provider.ErrorShape.Form
      if var redirect = shape.object("redirect") {
        let mode = redirect.string("mode") ?? "auto"
        var style: QueryStyle?
        if var inner = redirect.object("style") { style = readStyle(&inner) }
        form = .redirect(
          mode: mode, parameters: redirect.shape("parameters", errorScope, required: true) ?? .empty,
          style: style)
        redirect.finish()
      } else if let body = shape.shape("json", errorScope) {
        var style = JSONStyle.compact
        if var inner = shape.object("style") {
          style.space = inner.bool("space") ?? false
          style.escapedSlash = inner.bool("slash") ?? false
          style.ascii = inner.bool("ascii") ?? false
          inner.finish()
        }
        form = .json(
          body, style, contentType: shape.string("content_type") ?? "application/json")
      } else {
        form = .page(shape.string("page", required: true) ?? "error")
      }
      shape.finish()
      provider.shapes[name] = .init(form: form, status: status)
    }
    var perKind = reader.object("errors", required: true)
    for (name, value, pointer) in perKind?.map("authorize", required: true) ?? [] {
      readError(name, value, pointer, errorScope, perKind?.value)
    }
    perKind?.finish()
  }

  private mutating func readError(
    _ name: String, _ value: JSONValue, _ pointer: String, _ scope: Scope, _ all: JSONValue?
  ) {
    var value = value
    if let same = value["$same"]?.stringValue {
      guard let other = all?["authorize"]?[same] else {
        findings.error(value, pointer, "$same names \"\(same)\", which is not there")
        return
      }
      value = other
    }
    var entry = FixtureReader(value, pointer, findings)
    let shape = entry.string("shape", required: true) ?? ""
    if let rule = provider.shapes[shape] {
      if case .redirect = rule.form, Conditions.untrusted.contains(name),
        !provider.redirect.mismatchToFirst || name.hasPrefix("client_")
      {
        findings.error(
          value, pointer,
          "\(name) is found before a redirect URI can be trusted: its shape can't be a redirect")
      }
    } else {
      findings.error(
        value, pointer,
        "there is no shape \"\(shape)\"" + Suggestion.hint(for: shape, among: Array(provider.shapes.keys)))
    }
    let status = entry.integer("status")
    let after = entry.bool("after_login") ?? false
    let known = Conditions.authorize[name]
    let facts = scope.adding(["err": (known ?? ["value", "param"]) + ["code", "text", "condition"]])
    var entries: [(String, Shape)] = []
    for member in ["code", "text", "type", "reason", "id"] {
      if let shape = entry.shape(member, facts) { entries.append((member, shape)) }
    }
    entry.finish()
    provider.errors[name] = .init(shape: shape, facts: entries, status: status, afterLogin: after)
    if known == nil, !ownConditions.contains(name) {
      let names = Array(Conditions.authorize.keys) + ownConditions
      findings.error(
        value, pointer, "nothing leads to the condition \"\(name)\"" + Suggestion.hint(for: name, among: names))
    }
  }

  private func checkReferences(_ tree: JSONValue) {
    func check(_ name: String?, among names: some Collection<String>, _ what: String, _ pointer: String) {
      guard let name, !names.contains(name) else { return }
      findings.error(
        tree.value(at: pointer), pointer,
        "there is no \(what) \"\(name)\"" + Suggestion.hint(for: name, among: Array(names)))
    }
    let endpoints = provider.endpoints.map(\.name)
    for (name, link) in provider.links {
      check(link.endpoint, among: endpoints, "endpoint", "/links/\(name)/to")
    }
    for endpoint in provider.endpoints {
      let at = "/endpoints/\(endpoint.name)"
      check(endpoint.page, among: provider.pages.keys, "page", "\(at)/page")
      check(endpoint.then, among: provider.links.keys, "link", "\(at)/then")
      check(endpoint.onFailure, among: provider.links.keys, "link", "\(at)/on_failure")
    }
    for stage in provider.flow.stages {
      check(stage.page, among: provider.pages.keys, "page", "/flow/stages/\(stage.name)")
      check(stage.enter, among: provider.links.keys, "link", "/flow/stages/\(stage.name)/enter")
    }
    check(provider.flow.finish, among: provider.links.keys, "link", "/flow/finish")
    for (name, page) in provider.pages {
      check(page.submit, among: provider.links.keys, "link", "/pages/\(name)/submit")
      check(page.deny, among: provider.links.keys, "link", "/pages/\(name)/deny")
    }
    for condition in Set(Conditions.authorize.keys).union(ownConditions).sorted()
    where provider.errors[condition] == nil {
      findings.error(
        tree["errors"], "/errors/authorize",
        "the condition \"\(condition)\" has no wire form; add errors.authorize.\(condition)")
    }
  }
}
