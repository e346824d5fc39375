import Basics
import ProviderModel

/// Variables of the address that the cast has to know.
enum Variables {
  static func look(up context: RequestContext) throws(Refusal) {
    let provider = context.provider
    for (slot, (name, rule)) in provider.variables.enumerated() {
      // An endpoint that has no place for a variable does not miss it.
      guard rule.table != nil || rule.among != nil, context.endpoint.hasPlace(for: name, provider)
      else { continue }
      let value = context.place.variables[slot] ?? ""
      var found: JSONValue?
      if let table = rule.table, let shape = provider.tables[table] {
        found = context.cast.records(table, of: provider.id).first { record in
          ([shape.key] + shape.also).contains { key in
            let text = record[key]?.stringValue ?? ""
            return shape.folds ? text.lowercased() == value.lowercased() : text == value
          }
        }
      } else if let among = rule.among {
        found = context.facts.value(of: among)?.json?.arrayValue?.first {
          ($0.stringValue ?? "").lowercased() == value.lowercased()
        }
      }
      context.facts.setFound(name, found)
      guard found == nil, let missing = rule.missing else { continue }
      throw Refusal(
        missing, at: context.endpoint.kind.catalogue, facts: [("value", value), ("param", name)],
        "\(provider.id) knows no \(name) \"\(value)\"", clause: "the cast's tables",
        remedy: .say(known(rule, context) + "add it to \"tables\".\"\(provider.id)\" of a cast"))
    }
  }

  /// The values that a variable may have, if they are few.
  private static func known(_ rule: VariableRule, _ context: RequestContext) -> String {
    guard let table = rule.table, let key = context.provider.tables[table]?.key else { return "" }
    let records = context.cast.records(table, of: context.provider.id)
    let keys = records.prefix(mostShown + 1).compactMap { $0[key]?.stringValue }
    guard !keys.isEmpty, keys.count <= mostShown else { return "" }
    return "name one of \(keys.joined(separator: ", ")), or "
  }
  private static let mostShown = 8

  /// A record whose key begins an element of a list, such as the API that a scope belongs to.
  static func follow(_ context: RequestContext) {
    let provider = context.provider
    for (name, rule) in provider.lookups {
      context.facts.setFound(name, nil)
      let list = context.facts.value(of: rule.list)?.texts ?? []
      let key = provider.tables[rule.table]?.key ?? ""
      for record in context.cast.records(rule.table, of: provider.id) {
        let prefix = (record[key]?.stringValue ?? "") + "/"
        let rests = list.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
        guard !rests.isEmpty, var object = record.objectValue else { continue }
        object["names"] = JSONValue(.array(rests.map { JSONValue(.string(String($0))) }))
        context.facts.setFound(name, JSONValue(.object(object)))
        break
      }
    }
  }
}

extension Endpoint {
  /// Whether one of its addresses has a variable, in its path or in the name of its host.
  fileprivate func hasPlace(for variable: String, _ provider: Provider) -> Bool {
    routes.contains { route in
      route.variables.contains(variable)
        || provider.hosts.indices.contains(route.host)
          && provider.hosts[route.host].pattern.variable == variable
    }
  }
}
