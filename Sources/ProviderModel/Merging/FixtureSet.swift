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
  package var claims = Lazily<KnownClaims>(.none)

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
    let root = try parse(bytes, name: name, findings)
    guard root.objectValue != nil else {
      throw FixtureError([
        Diagnostic(at: root.origin, "", "expected an object, found \(root.found)")
      ])
    }
    let tree = withKnownNames(root, findings)
    let quirks = quirks(tree, findings)
    guard let id = tree["id"]?.stringValue else {
      if let kind = tree["kind"], let word = kind.stringValue {
        throw FixtureError([
          Diagnostic(
            at: kind.origin, "/kind",
            "expected \"cast\" or \"scenario\", found \"\(word)\"; a provider file has an id and no kind"
          )
        ])
      }
      throw FixtureError([Diagnostic(at: tree.origin, "", lackOfID(in: tree))])
    }
    return File(
      name: name, id: id, tree: withoutKind(tree, findings), quirks: quirks,
      findings: findings.list)
  }

  private static func lackOfID(in tree: JSONValue) -> String {
    if let id = tree["id"] { return "expected a string as \"id\", found \(id.found)" }
    let names = tree.objectValue?.names ?? []
    if let near = Suggestion.nearest(to: "id", among: names) {
      return "expected a member \"id\", found none; is \"\(near)\" meant to be it?"
    }
    let isProvider = ["extends", "hosts", "endpoints"].contains { tree[$0] != nil }
    return isProvider
      ? "expected a member \"id\", found none; for a provider, add \"id\": \"NAME\""
      : "expected a member \"id\" (of a provider), or \"kind\": \"cast\" or \"scenario\"; found neither"
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
          "the member \"\(duplicate.name)\" appears twice; first at line \(duplicate.first.line)"))
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

  /// A provider file has no `kind`, as casts and scenarios have one.
  private static func withoutKind(_ root: JSONValue, _ findings: Diagnostics) -> JSONValue {
    guard var object = root.objectValue, let kind = object["kind"] else { return root }
    findings.error(kind, "/kind", "a provider file has an id and no kind; leave \"kind\" out")
    object["kind"] = nil
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
          tree.value(at: quirk.pointer), quirk.pointer, "the quirk \"\(quirk.id)\" appears twice")
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
    QuirkRelations(quirks, tree).check(findings)
    return quirks
  }

  package func file(_ id: String) -> File? {
    try? entries.first { $0.id == id }?.file.value.get()
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
      file.quirks.filter { on.contains($0.id) }.reduce(base) {
        Merge.apply($1.patch, to: Self.leavingErrors($0, to: $1.patch, of: file))
      })
  }

  /// A tree without the inherited errors for which a patch has an entry for a family, or for everything.
  private static func leavingErrors(
    _ tree: JSONValue, to patch: JSONValue, of file: File
  ) -> JSONValue {
    guard let changes = patch["errors"]?.objectValue, var object = tree.objectValue,
      var tables = tree["errors"]?.objectValue
    else { return tree }
    for change in changes {
      let families = (change.value.objectValue ?? JSONObject()).filter { !$0.value.isNull }
        .compactMap { $0.name == "*" ? "" : ErrorTable.prefix(of: $0.name) }
      guard !families.isEmpty, let table = tables[change.name],
        let entries = table.objectValue
      else { continue }
      let kept = entries.filter { entry in
        entry.value.origin?.file == file.name || !families.contains(where: entry.name.hasPrefix)
      }
      tables[change.name] = JSONValue(.object(JSONObject(kept)), origin: table.origin)
    }
    object["errors"] = JSONValue(.object(tables), origin: tree["errors"]?.origin)
    return JSONValue(.object(object), origin: tree.origin)
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

  /// The title that a provider's file gives it.
  package func title(of id: String) -> String? { file(id)?.tree["title"]?.stringValue }

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
      tree(file, on: on, findings), claims: isTested ? .none : claims.value, findings)
    let body = reader.read(checking: !isTested)
    let errors = Self.causes(findings.errors, in: file)
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
