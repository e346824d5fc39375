import Basics

/// A provider with what it inherits from the one that it extends.
extension FixtureSet {
  /// The tree of a provider without any quirk.
  /// - Parameter kinds: the kinds of endpoints of the files that extend this one.
  func base(
    _ file: File, _ findings: Diagnostics, seen: [String] = [], kinds: Set<EndpointKind> = []
  ) -> JSONValue {
    guard let parent = file.tree["extends"] else { return file.tree }
    guard let id = parent.stringValue, let above = self.file(id), !seen.contains(id) else {
      let name = parent.stringValue ?? ""
      let others = ids.filter { $0 != file.id && !seen.contains($0) }
      findings.error(
        parent, "/extends",
        name == file.id
          ? "a provider can't extend itself; give it another \"id\", or extend another provider"
          : "expected the ID of another provider, found \(parent.found)"
            + Suggestion.hint(for: name, among: others))
      return file.tree
    }
    let kinds = kinds.union(Self.endpointKinds(of: file.tree))
    var inherited = base(above, findings, seen: seen + [file.id], kinds: kinds)
    // Addresses and quirks belong to one service: they are never inherited.
    if case .object(var object) = inherited.content {
      let parameters = object["token"]?["parameters"]
      for name in ObjectSchema.ownMembers { object[name] = nil }
      if let parameters, file.tree["token"]?["parameters"] == nil,
        kinds.contains(where: \.readsTokenParameters)
      {
        object["token"] = ["parameters": parameters]
      }
      object["errors"] = Self.inheritedErrors(
        object["errors"], under: file.tree, kinds)
      inherited.content = .object(object)
    }
    let merged = Merge.apply(file.tree, to: inherited, inherits: true, whole: Self.isShape)
    return Self.withInheritedCredentials(merged, of: file.tree, from: inherited)
  }

  /// Adds what a file need not write of its own `credentials`: the code and the access token, which every provider has, and the
  /// text of a credential of which it writes something else, such as the lifetime.
  private static func withInheritedCredentials(
    _ merged: JSONValue, of file: JSONValue, from inherited: JSONValue
  ) -> JSONValue {
    guard var result = merged.objectValue, var credentials = merged["credentials"]?.objectValue,
      let own = file["credentials"]?.objectValue, let above = inherited["credentials"]?.objectValue
    else { return merged }
    for name in ["code", "access"] where own[name] == nil {
      credentials[name] = credentials[name] ?? above[name]
    }
    for entry in own where ["value", "jwt"].allSatisfy({ entry.value[$0] == nil }) {
      guard entry.value.objectValue != nil, let base = above[entry.name] else { continue }
      credentials[entry.name] = Merge.apply(entry.value, to: base, inherits: true)
    }
    result["credentials"] = JSONValue(
      .object(credentials), origin: merged["credentials"]?.origin)
    return JSONValue(.object(result), origin: merged.origin)
  }

  /// The look of the conditions that every provider has: those of a fixture's own checks stay behind
  /// with the checks, and a table with a rule for everything, or for a family, leaves nothing of it to inherit.
  private static func inheritedErrors(
    _ errors: JSONValue?, under file: JSONValue, _ kinds: Set<EndpointKind>
  ) -> JSONValue? {
    guard let tables = errors?.objectValue else { return errors }
    var kept = JSONObject()
    // Few providers have devices or play an MCP server: these errors stay behind with them.
    for table in tables where file["errors"]?[table.name]?["*"] == nil {
      let known = EndpointKind.allCases
        .filter { $0.errorTable == table.name && (!$0.ownsConditions || kinds.contains($0)) }
        .reduce(into: Set<String>()) { $0.formUnion(Condition.known(at: $1).keys.map(\.name)) }
      let families = (file["errors"]?[table.name]?.objectValue?.names ?? []).compactMap(
        ErrorTable.prefix)
      let entries = (table.value.objectValue ?? JSONObject()).filter { entry in
        let isKnown =
          entry.name == "*" && !known.isEmpty
          || ErrorTable.prefix(of: entry.name).map { prefix in
            known.contains { $0.hasPrefix(prefix) }
          } ?? known.contains(entry.name)
        return isKnown && !families.contains(where: entry.name.hasPrefix)
      }
      guard !entries.isEmpty else { continue }
      kept[table.name] = JSONValue(.object(JSONObject(entries)))
    }
    return JSONValue(.object(kept))
  }

  /// The kinds of the endpoints that a file declares, with its quirks.
  static func endpointKinds(of file: JSONValue) -> Set<EndpointKind> {
    let patches = (file["quirks"]?.arrayValue ?? []).compactMap { $0["patch"] }
    let endpoints = ([file] + patches).flatMap {
      $0["endpoints"]?.objectValue.map(Array.init) ?? []
    }
    return Set(endpoints.compactMap { $0.value["kind"]?.stringValue.flatMap(EndpointKind.init) })
  }

  /// What a provider's body writes here stands alone; only quirks merge into it.
  static func isShape(_ pointer: String) -> Bool {
    let parts = pointer.split(separator: "/")
    guard let level = parts.first.flatMap({ ObjectSchema.replacedLevels[String($0)] }) else {
      return false
    }
    return parts.count == level
  }
}
