import Basics

/// The provider files at hand, and how one of them is resolved: `standard` ← `extends` ← body ← quirks.
package struct FixtureSet: Sendable {
  package struct File: Sendable {
    package var name: String
    package var id: String
    package var tree: JSONValue
    package var quirks: [Quirk]
    /// What was wrong with the file by itself: duplicates and unreadable quirks.
    var findings: [Diagnostic] = []
    /// A test has run `check` on it.
    var isTested = false
  }

  /// A file that is read when something first asks for it.
  private struct Entry: Sendable {
    let id: String
    let file: Lazily<Result<File, FixtureError>>
  }

  private var entries: [Entry] = []

  /// In the order in which they were added.
  package var ids: [String] { entries.map(\.id) }
  /// All of them: each that can be read is read for it.
  package var files: [File] { entries.compactMap { try? $0.file.value.get() } }

  package static let root = "standard"

  /// Claims that people are known to have, beside what a provider declares: those of the cast that ships.
  /// Only checks need them.
  package var claims = Lazily<[String]>([])

  package init() {}

  /// Reads a provider file; one that bears a known id replaces it.
  @discardableResult
  package mutating func add(_ bytes: [UInt8], name: String) throws(FixtureError) -> File {
    let file = try Self.read(bytes, name: name)
    put(file)
    return file
  }

  /// Puts a file in that has been read; one that bears a known id is replaced.
  package mutating func put(_ file: File) { put(Entry(id: file.id, file: Lazily(.success(file)))) }

  /// Puts a file in that is read when it is asked for, and that a test has held against every check.
  package mutating func put(
    tested id: String, name: String, bytes: @escaping @Sendable () -> [UInt8]
  ) {
    put(
      Entry(
        id: id,
        file: Lazily {
          Result { () throws(FixtureError) in
            var file = try Self.read(bytes(), name: name)
            file.isTested = true
            return file
          }
        }))
  }

  private mutating func put(_ entry: Entry) {
    if let place = entries.firstIndex(where: { $0.id == entry.id }) {
      entries[place] = entry
    } else {
      entries.append(entry)
    }
  }

  /// Reads a provider file by itself.
  package static func read(_ bytes: [UInt8], name: String) throws(FixtureError) -> File {
    let findings = Diagnostics()
    let tree = try parse(bytes, name: name, findings)
    let quirks = quirks(tree, findings)
    guard let id = tree["id"]?.stringValue else {
      throw FixtureError([Diagnostic(at: tree.origin, "", "expected a member \"id\", found none")])
    }
    return File(name: name, id: id, tree: tree, quirks: quirks, findings: findings.list)
  }

  static func parse(
    _ bytes: [UInt8], name: String, _ findings: Diagnostics
  ) throws(FixtureError) -> JSONValue {
    let document: JSONDocument
    do {
      document = try JSONReader().read(bytes, file: name)
    } catch {
      throw FixtureError([Diagnostic(at: error.origin, "", error.sentence)])
    }
    for duplicate in document.duplicates {
      findings.add(
        Diagnostic(
          at: duplicate.origin, duplicate.pointer,
          "the member \"\(duplicate.name)\" stands twice; first at line \(duplicate.first.line)"))
    }
    return withoutSchema(document.root, findings)
  }

  /// `$schema` is for editors, and says nothing of what the file describes.
  private static func withoutSchema(_ root: JSONValue, _ findings: Diagnostics) -> JSONValue {
    guard var object = root.objectValue, let schema = object["$schema"] else { return root }
    if schema.stringValue == nil {
      findings.error(
        schema, "/$schema", "expected the address of a JSON Schema, found \(schema.found)")
    }
    object["$schema"] = nil
    return JSONValue(.object(object), origin: root.origin)
  }

  private static func quirks(_ tree: JSONValue, _ findings: Diagnostics) -> [Quirk] {
    guard let member = tree["quirks"] else { return [] }
    guard let array = member.arrayValue else {
      findings.error(member, "/quirks", "expected an array, found \(member.found)")
      return []
    }
    let quirks = array.enumerated().compactMap { Quirk.read($1, "/quirks/\($0)", findings) }
    var seen: Set<String> = []
    for quirk in quirks {
      if !seen.insert(quirk.id).inserted {
        findings.error(
          tree.value(at: quirk.pointer), quirk.pointer, "the quirk \"\(quirk.id)\" stands twice")
      }
      let others = quirk.needs.map { ("needs", $0) } + quirk.excludes.map { ("excludes", $0) }
      for (member, need) in others where !quirks.contains(where: { $0.id == need }) {
        let words = tree.value(at: "\(quirk.pointer)/\(member)")
        let index = words?.arrayValue?.firstIndex { $0.stringValue == need }
        let pointer = "\(quirk.pointer)/\(member)" + (index.map { "/\($0)" } ?? "")
        findings.error(
          tree.value(at: pointer), pointer,
          "there is no quirk \"\(need)\"" + Suggestion.hint(for: need, among: quirks.map(\.id)))
      }
    }
    return quirks
  }

  package func file(_ id: String) -> File? {
    try? entries.first { $0.id == id }?.file.value.get()
  }

  /// The tree of a provider without any quirk.
  /// - Parameter kinds: the kinds of endpoints of the files that extend this one.
  func base(
    _ file: File, _ findings: Diagnostics, seen: [String] = [], kinds: Set<EndpointKind> = []
  ) -> JSONValue {
    guard let parent = file.tree["extends"] else { return file.tree }
    guard let id = parent.stringValue, let above = self.file(id), !seen.contains(id) else {
      let hint = Suggestion.hint(for: parent.stringValue ?? "", among: ids)
      findings.error(
        parent, "/extends", "expected the id of another provider, found \(parent.found)\(hint)")
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

  /// The codes and access tokens that every provider has, where a file describes other credentials only; and what stands in them,
  /// where it says something else of one, such as its lifetime.
  private static func withInheritedCredentials(
    _ merged: JSONValue, of file: JSONValue, from inherited: JSONValue
  ) -> JSONValue {
    guard var result = merged.objectValue, var credentials = merged["credentials"]?.objectValue,
      let own = file["credentials"]?.objectValue, let above = inherited["credentials"]?.objectValue
    else { return merged }
    for name in ["code", "access"] where own[name] == nil {
      credentials[name] = credentials[name] ?? above[name]
    }
    for entry in own where ["value", "jwt", "either"].allSatisfy({ entry.value[$0] == nil }) {
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
        known.contains(entry.name) && !families.contains(where: entry.name.hasPrefix)
      }
      guard !entries.isEmpty else { continue }
      kept[table.name] = JSONValue(.object(JSONObject(entries)))
    }
    return JSONValue(.object(kept))
  }

  /// The kinds of the endpoints that a file declares, with its quirks.
  private static func endpointKinds(of file: JSONValue) -> Set<EndpointKind> {
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

  /// The ids of the quirks that are on, from the defaults and the wishes.
  package static func switched(_ quirks: [Quirk], with: [String], without: [String]) -> Set<String>
  {
    var on = Set(quirks.filter(\.on).map(\.id))
    for wish in with {
      guard let quirk = quirks.first(where: { $0.id == wish }) else { continue }
      if let group = quirk.rivals {
        for rival in quirks where rival.rivals == group { on.remove(rival.id) }
      }
      on.insert(wish)
      on.formUnion(quirk.needs)
    }
    var off = Set(without)
    while true {
      let more = quirks.filter { !off.isDisjoint(with: $0.needs) && !off.contains($0.id) }
      if more.isEmpty { break }
      off.formUnion(more.map(\.id))
    }
    return on.subtracting(off)
  }

  /// The tree of a provider with some of its quirks on.
  func tree(_ file: File, on: Set<String>, _ findings: Diagnostics) -> JSONValue {
    Self.patched(base(file, findings), file, on: on)
  }

  static func patched(_ base: JSONValue, _ file: File, on: Set<String>) -> JSONValue {
    ProviderDefaults.filled(
      file.quirks.filter { on.contains($0.id) }.reduce(base) { Merge.apply($1.patch, to: $0) })
  }

  /// Whether `check` has been run on a file in this state, and on all that it extends.
  private func isTested(_ file: File, on: Set<String>) -> Bool {
    guard isTested(file) else { return false }
    let (defaults, flips) = Self.states(of: file.quirks)
    return on.isEmpty || on == defaults || flips.contains(on)
  }

  private func isTested(_ file: File) -> Bool {
    guard file.isTested else { return false }
    guard let parent = file.tree["extends"]?.stringValue, parent != file.id else { return true }
    return self.file(parent).map(isTested) ?? false
  }

  /// A provider, ready to serve.
  package func resolve(
    _ id: String, with: [String] = [], without: [String] = []
  ) throws(FixtureError) -> Provider {
    guard let file = file(id) else {
      let hint = Suggestion.hint(for: id, among: ids)
      throw FixtureError([Diagnostic(at: nil, "", "there is no provider \"\(id)\"\(hint)")])
    }
    let findings = Diagnostics()
    file.findings.forEach(findings.add)
    let on = Self.switched(file.quirks, with: with, without: without)
    // The bundled providers were tested before the release, so a user does not wait for their checks.
    let isTested = isTested(file, on: on)
    var reader = ProviderReader(
      tree(file, on: on, findings), claims: isTested ? [] : claims.value, findings)
    let body = reader.read(checking: !isTested)
    let errors = findings.list.filter { $0.severity == .error }
    guard errors.isEmpty else { throw FixtureError(told(errors, in: file).sorted()) }
    return Provider(
      body,
      quirks: file.quirks.map { quirk in
        var quirk = quirk
        quirk.on = on.contains(quirk.id)
        return quirk
      })
  }
}
