import HTTPMessages
import JSON

/// Pages and the templates that they are made of.
extension ProviderReader {
  mutating func readPages(_ reader: inout FixtureReader) {
    let pageScope = scope.adding([
      "page": [
        "action", "hidden", "people", "message", "scopes", "deny", "denial_url", "nonce",
        "choices", "more",
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
      rule.status = page.integer("status", in: Bounds.status) ?? 200
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
}
