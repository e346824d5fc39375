import Basics

/// Checks the scopes in a fixture: clients must be able to request each of them.
extension ProviderReader {
  func checkScopes() {
    guard !body.scope.any else { return }
    checkScopes(tree["scope"]?["default"], "/scope/default", areTexts: false)
    checkScopes(tree["scope"]?["always"], "/scope/always", areTexts: false)
    for member in tree["scope"]?["aliases"]?.objectValue ?? JSONObject() {
      let pointer = JSONPointer.appending(member.name, to: "/scope/aliases")
      checkScopes(member.value, pointer, areTexts: false)
    }
    for member in tree["scope"]?["implies"]?.objectValue ?? JSONObject() {
      let pointer = JSONPointer.appending(member.name, to: "/scope/implies")
      checkScope(member.name, member.value, pointer)
      checkScopes(member.value, pointer, areTexts: false)
    }
    checkScopes(
      tree["parameters"]?["scope"]?["default"], "/parameters/scope/default", areTexts: true,
      allowsAliases: true)
    for endpoint in body.endpoints {
      let scopes = tree["endpoints"]?[endpoint.name]?["token"]?["scopes"]
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/token/scopes"
      checkScopes(scopes, pointer, areTexts: false)
      checkServerScopes(tree["endpoints"]?[endpoint.name]?["mcp"], endpoint.name)
    }
    for member in tree.objectValue ?? JSONObject() where !Self.withoutScopes.contains(member.name) {
      var path = [member.name]
      compareScopes(member.value, &path, isItem: false)
    }
  }

  /// The scopes of an MCP server and of its tools.
  private func checkServerScopes(_ server: JSONValue?, _ endpoint: String) {
    let pointer = JSONPointer.appending(endpoint, to: "/endpoints") + "/mcp"
    checkScopes(server?["scopes"], pointer + "/scopes", areTexts: false)
    for tool in server?["tools"]?.objectValue ?? JSONObject() {
      let place = JSONPointer.appending(tool.name, to: pointer + "/tools") + "/scopes"
      checkScopes(tool.value["scopes"], place, areTexts: false)
    }
  }

  /// Members in which no predicate can stand.
  private static let withoutScopes: Set<String> = [
    "quirks", "templates", "sources", "inferred", "hosts", "scope", "people", "styles", "cookies",
  ]

  /// - Parameters:
  ///   - areTexts: whether a text may hold several scopes.
  ///   - allowsAliases: whether it may hold other names of scopes, as requests do.
  private func checkScopes(
    _ value: JSONValue?, _ pointer: String, areTexts: Bool, allowsAliases: Bool = false
  ) {
    guard let value else { return }
    if let list = value.arrayValue {
      for (index, element) in list.enumerated() {
        checkScopes(
          element, "\(pointer)/\(index)", areTexts: areTexts, allowsAliases: allowsAliases)
      }
    } else if let text = Self.literal(value) {
      for scope in areTexts ? body.scope.words(in: text) : [text] {
        checkScope(allowsAliases ? body.scope.name(of: scope) : scope, value, pointer)
      }
    }
  }

  private static func literal(_ value: JSONValue) -> String? {
    value.stringValue.flatMap { $0.utf8.contains(UInt8(ascii: "{")) ? nil : $0 }
  }

  // MARK: Predicates

  /// - Parameters:
  ///   - path: the names that lead here; they become a pointer only where something is wrong.
  ///   - isItem: whether `item` is a scope here.
  private func compareScopes(_ value: JSONValue, _ path: inout [String], isItem: Bool) {
    switch value.content {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        path.append(String(index))
        compareScopes(element, &path, isItem: isItem)
        path.removeLast()
      }
    case .object(let object):
      if comparison(object, &path, isItem) { return }
      let list = object["each"] ?? object["$each"]
      let isItem = list.map { holdsScopes($0, false) } ?? isItem
      for member in object {
        path.append(member.name)
        compareScopes(member.value, &path, isItem: isItem)
        path.removeLast()
      }
    default: break
    }
  }

  /// - Returns: whether the object is a predicate that compares two things.
  private func comparison(_ object: JSONObject, _ path: inout [String], _ isItem: Bool) -> Bool {
    guard object.count == 1, let member = object.first,
      ["eq", "in", "some"].contains(member.name), let sides = member.value.arrayValue,
      sides.count == 2, let left = sides.first, let right = sides.last
    else { return false }
    switch member.name {
    case "eq":
      compare(left, [(right, ["eq", "1"])], path, isItem)
      compare(right, [(left, ["eq", "0"])], path, isItem)
    case "in":
      let entries =
        right.arrayValue?.enumerated().map { ($1, ["in", "1", String($0)]) }
        ?? [(right, ["in", "1"])]
      compare(left, entries, path, isItem)
      if entries.allSatisfy({ holdsScopes($0.0, isItem) }), let (entry, _) = entries.first {
        compare(entry, [(left, ["in", "0"])], path, isItem)
      }
    default:
      path += ["some", "1"]
      compareScopes(right, &path, isItem: holdsScopes(left, false))
      path.removeLast(2)
    }
    return true
  }

  /// What scopes are compared with has to be scopes.
  private func compare(
    _ subject: JSONValue, _ others: [(value: JSONValue, rest: [String])], _ path: [String],
    _ isItem: Bool
  ) {
    guard holdsScopes(subject, isItem) else { return }
    for other in others where Self.literal(other.value) != nil {
      let pointer = (path + other.rest).reduce("") { JSONPointer.appending($1, to: $0) }
      checkScopes(other.value, pointer, areTexts: true)
    }
  }

  /// Whether a text is a placeholder for scopes, or for one of them.
  private func holdsScopes(_ value: JSONValue, _ isItem: Bool) -> Bool {
    guard let text = value.stringValue, text.hasPrefix("{{"), isItem || text.contains("scope"),
      let expression = vocabulary.inPages().template(value, "", Diagnostics())?.single,
      expression.rest.isEmpty, expression.filters.allSatisfy(Self.keepsScopes)
    else { return false }
    switch expression.fact {
    case .grant(.scope), .token(.scope): return true
    case .parameter(let slot), .granted(let slot):
      return slot == vocabulary.parameters.firstIndex(of: "scope")
    case .item: return isItem
    default: return false
    }
  }

  private static func keepsScopes(_ filter: Filter) -> Bool {
    switch filter {
    case .split, .join, .first, .string, .raw, .default: true
    default: false
    }
  }

  // MARK: One scope

  private func checkScope(_ scope: String, _ value: JSONValue, _ pointer: String) {
    guard !scope.isEmpty, isOwn(value), !isKnown(scope) else { return }
    if let name = body.scope.aliases.first(where: { $0.name == scope })?.scope {
      return findings.error(
        value, pointer, "\"\(scope)\" is another name of the scope \"\(name)\"; write that")
    }
    let known = body.scope.known.map(\.name) + body.scope.bits.map(\.name)
    let hint = known.isEmpty ? "; add it to scope.known" : Suggestion.hint(for: scope, among: known)
    findings.error(value, pointer, "unknown scope \"\(scope)\"\(hint)")
  }

  /// What is inherited may name scopes that this provider does not have: then it never comes true, and that is all.
  private func isOwn(_ value: JSONValue) -> Bool {
    guard let file = value.origin?.file, let own = tree["id"]?.origin?.file else { return true }
    return file == own
  }

  private func isKnown(_ scope: String) -> Bool {
    let rule = body.scope
    let known = rule.known.map(\.name) + rule.bits.map(\.name)
    if known.contains(scope) || rule.patterns.contains(where: { $0.matches(scope) }) { return true }
    // The cast knows which records a table has; a scope of one is its key, a slash and a name.
    if rule.table != nil, scope.utf8.contains(UInt8(ascii: "/")) { return true }
    // A client's id may be any text, unless it looks like a slip.
    return rule.clientID && Suggestion.nearest(to: scope, among: known) == nil
  }
}
