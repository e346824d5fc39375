import JSON

/// Whether everything that a fixture names is there.
extension ProviderReader {
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
    for endpoint in provider.endpoints where endpoint.kind.isService {
      let at = "/endpoints/\(endpoint.name)"
      check(endpoint.service.answer, among: provider.shapes.keys, "shape", "\(at)/answer")
    }
    for (name, grant) in provider.token.grants {
      check(grant.answer, among: provider.shapes.keys, "shape", "/token/grants/\(name)/answer")
      for (credential, _) in grant.gives {
        check(
          credential, among: provider.credentials.keys, "credential",
          "/token/grants/\(name)/gives/\(credential)")
      }
    }
    for (name, shape) in provider.shapes {
      guard case .accept(let list) = shape.form else { continue }
      for (_, other) in list {
        check(other, among: provider.shapes.keys, "shape", "/shapes/\(name)/accept")
      }
    }
    checkConditions(tree)
  }

  /// Every condition that can arise has to have a look on the wire.
  private func checkConditions(_ tree: JSONValue) {
    var needed: [String: Set<String>] = [:]
    for endpoint in provider.endpoints {
      let table =
        endpoint.kind.isService ? endpoint.service.errors : Conditions.table(of: endpoint.kind)
      needed[table, default: []].formUnion(Conditions.of(endpoint.kind).keys)
    }
    for (table, conditions) in ownConditions { needed[table, default: []].formUnion(conditions) }
    for (table, conditions) in needed.sorted(by: { $0.key < $1.key }) {
      let entries = provider.errors[table] ?? [:]
      guard entries["*"] == nil else { continue }
      for condition in conditions.sorted() where entries[condition] == nil {
        findings.error(
          tree["errors"], "/errors/\(table)",
          "the condition \"\(condition)\" has no wire form; add errors.\(table).\(condition)")
      }
    }
  }
}
