import HTTPMessages
import JSON

/// Pages, errors, and whether everything that is named is there.
extension ProviderReader {
  mutating func readPages(_ reader: inout FixtureReader) {
    let pageScope = scope.adding([
      "page": [
        "action", "hidden", "people", "message", "scopes", "deny", "denial_url", "nonce",
        "ticket_field", "ticket", "choices", "logout", "more",
      ],
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

  mutating func readErrors(_ reader: inout FixtureReader) {
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
          mode: mode,
          parameters: redirect.shape("parameters", errorScope, required: true) ?? .empty,
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

  mutating func readError(
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
        "there is no shape \"\(shape)\""
          + Suggestion.hint(for: shape, among: Array(provider.shapes.keys)))
    }
    let status = entry.integer("status")
    let after = entry.bool("after_login") ?? false
    let known = Conditions.authorize[name]
    let facts = scope.adding([
      "err": (known ?? ["value", "param"]) + ["code", "text", "condition"]
    ])
    var entries: [(String, Shape)] = []
    for member in ["code", "text", "type", "reason", "id"] {
      if let shape = entry.shape(member, facts) { entries.append((member, shape)) }
    }
    entry.finish()
    provider.errors[name] = .init(shape: shape, facts: entries, status: status, afterLogin: after)
    if known == nil, !ownConditions.contains(name) {
      let names = Array(Conditions.authorize.keys) + ownConditions
      findings.error(
        value, pointer,
        "nothing leads to the condition \"\(name)\"" + Suggestion.hint(for: name, among: names))
    }
  }

  func checkReferences(_ tree: JSONValue) {
    func check(
      _ name: String?, among names: some Collection<String>, _ what: String, _ pointer: String
    ) {
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
