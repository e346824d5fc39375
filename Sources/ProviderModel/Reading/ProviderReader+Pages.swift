import Basics

/// Pages and the templates that they are made of.
extension ProviderReader {
  mutating func readPages(_ reader: inout FixtureReader) {
    let inPages = vocabulary.inPages()
    for (_, value, pointer) in reader.map("templates") {
      body.templates.append(
        inPages.template(value, pointer, findings) ?? Template(literal: ""))
    }
    for (name, value, pointer) in reader.map("pages") {
      var page = FixtureReader(value, .page, pointer, findings)
      var rule = PageRule()
      let template = page.string("template") ?? name
      rule.template = vocabulary.templates.firstIndex(of: template)
      rule.status = page.integer("status") ?? 200
      rule.labels = page.map("labels").compactMap { name, value, pointer in
        inPages.template(value, pointer, findings).map { (name, $0) }
      }
      rule.fields = page.map("fields").compactMap { name, value, _ in
        value.stringValue.map { (name, $0) }
      }
      rule.hidden = page.shape("hidden", inPages) ?? .empty
      rule.submit = reference(.link, page.string("submit"), page.at("submit"))
      rule.deny = reference(.link, page.string("deny"), page.at("deny"))
      for (name, value, pointer) in page.map("more") {
        let label = vocabulary.template(JSONValue(.string(name)), pointer, findings)
        let link = reference(.link, value.stringValue ?? "", pointer)
        if let label, let link { rule.more.append((label, link)) }
      }
      page.finish()
      body.pages[name] = rule
      if rule.template == nil {
        findings.error(
          value, pointer,
          "there is no template \"\(template)\""
            + Suggestion.hint(for: template, among: vocabulary.templates))
      }
    }
  }
}
