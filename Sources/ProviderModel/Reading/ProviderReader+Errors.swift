import Basics

/// Reads the responses to refused requests.
extension ProviderReader {
  mutating func readErrors() {
    noteConditions()
    if isChecking { checkConditionNames(tree["errors"]) }
    guard let value = tree["errors"] else { return }
    var errors = FixtureReader(value, "/errors", findings)
    let tables = Set(body.endpoints.map(\.errorTable)).union(
      EndpointKind.allCases.map(\.errorTable))
    for table in value.objectValue?.names ?? [] {
      if !tables.contains(table) {
        findings.error(
          value[table], "/errors/\(table)",
          "no endpoint has the errors \"\(table)\""
            + Suggestion.hint(for: table, among: Array(tables)))
      }
      let known = known(table)
      let entries = errors.entries(table)
      for entry in entries where ErrorTable.prefix(of: entry.name) == nil {
        readError(entry, Condition(entry.name), table, known)
      }
      readFamilies(entries, table, known)
    }
  }

  /// The entries for all conditions whose names begin alike, the longest beginning first. A condition keeps the entry that it
  /// has, or that an ancestor of the same family has.
  private mutating func readFamilies(
    _ entries: [FixtureReader.Entry], _ table: String, _ known: [Condition: [String]]
  ) {
    let families = entries.compactMap { entry in
      ErrorTable.prefix(of: entry.name).map { (prefix: $0, entry: entry) }
    }
    let conditions = Set(known.keys).union(ownConditions[table] ?? []).union(sharedConditions)
    for (prefix, entry) in families.sorted(by: { $0.prefix.count > $1.prefix.count }) {
      let members = conditions.filter { $0.name.hasPrefix(prefix) }
      if members.isEmpty {
        findings.error(
          entry.value, entry.pointer,
          "no condition that can occur here begins with \"\(prefix)\""
            + Suggestion.hint(for: prefix, among: conditions.map(\.name)))
      }
      let rest = members.filter { body.errors[table]?.hasOwn($0, within: prefix) != true }
      if rest.isEmpty, !members.isEmpty {
        findings.error(
          entry.value, entry.pointer,
          "has no effect: each condition that begins with \"\(prefix)\" has an entry already, of this "
            + "file or an inherited one; leave it out")
      }
      for condition in rest.sorted(by: { $0.name < $1.name }) {
        readError(entry, condition, table, known)
      }
    }
  }

  private mutating func readError(
    _ entry: FixtureReader.Entry, _ condition: Condition, _ table: String,
    _ known: [Condition: [String]]
  ) {
    let name = entry.name
    guard let (value, place, pointer) = target(of: entry, table) else {
      // Its mistake has been reported, so it must not count as missing.
      body.errors[table, default: .init()].entries[condition] = ErrorRule()
      return
    }
    let inErrors = vocabulary.inErrors(
      (known[condition] ?? ["value", "param", "now", "actual", "expected"])
        + ErrorFacts.written + ErrorFacts.always + ["value"])
    // Several entries may have the response of one: its mistakes are told once, at its place.
    let rule = ErrorRule.declaration.read(value, pointer, findings, inErrors)
    checkShape(rule, table, condition, value, pointer, entry)
    if name == "*" {
      body.errors[table, default: .init()].fallback = rule
      return
    }
    body.errors[table, default: .init()].entries[condition] = rule
    if place != condition.name {
      body.errors[table, default: .init()].shared[condition] = Condition(place)
    }
    let own = (ownConditions[table] ?? []).union(sharedConditions)
    if known[condition] == nil, !own.contains(condition), condition.name == name {
      findings.error(
        entry.value, entry.pointer,
        ErrorCodeHint.sentence(for: name) ?? "nothing leads to the condition \"\(name)\""
          + Suggestion.hint(for: name, among: (Array(known.keys) + own).map(\.name)))
    }
  }

  /// The entry that applies, after following `$same`; `nil` if it is missing.
  private func target(
    of entry: FixtureReader.Entry, _ table: String
  ) -> (value: JSONValue, place: String, pointer: String)? {
    let all = tree["errors"]?[table]
    var (value, pointer) = (entry.value, entry.pointer)
    var way = [entry.name]
    while value["$same"] != nil {
      // Each entry is also read by itself, and reports its own mistakes then.
      let findings = way.count == 1 ? findings : Diagnostics()
      let same = SameError.declaration.read(value, entry.pointer, findings, vocabulary).condition
      guard let same else { return nil }
      guard !way.contains(same) else {
        self.findings.error(
          entry.value, entry.pointer,
          "$same leads in a circle: \((way + [same]).joined(separator: " → "))")
        return nil
      }
      guard let other = all?[same].map({ (same, $0) }) ?? family(of: same, in: all) else {
        findings.error(
          value, entry.pointer,
          "$same names \"\(same)\", which is not there"
            + Suggestion.hint(for: same, among: all?.objectValue?.names ?? []))
        return nil
      }
      way.append(same)
      (value, pointer) = (other.1, JSONPointer.appending(other.0, to: "/errors/\(table)"))
    }
    return (value, way.last ?? entry.name, pointer)
  }

  /// The entry for the conditions that begin as this one does, the longest beginning first.
  private func family(
    of condition: String, in table: JSONValue?
  ) -> (name: String, value: JSONValue)? {
    (table?.objectValue ?? JSONObject()).map { ($0.name, $0.value) }
      .filter { name, _ in ErrorTable.prefix(of: name).map(condition.hasPrefix) ?? false }
      .max { $0.0.count < $1.0.count }
  }

  /// The conditions of all endpoints that look for their errors in this table.
  func known(_ table: String) -> [Condition: [String]] {
    var known: [Condition: [String]] = [:]
    for endpoint in body.endpoints where endpoint.kind.isService && endpoint.service.errors == table
    {
      known.merge(Condition.known(at: endpoint)) { $0 + $1 }
    }
    for kind in EndpointKind.allCases.filter({ $0.errorTable == table }) {
      known.merge(Condition.known(at: kind)) { $0 + $1 }
    }
    return known
  }

  private func checkShape(
    _ rule: ErrorRule, _ table: String, _ condition: Condition, _ value: JSONValue,
    _ pointer: String, _ entry: FixtureReader.Entry
  ) {
    let name = rule.shapeName
    // Of an entry that names none, that has been reported.
    guard !name.isEmpty else { return }
    guard let shape = body.shapes.first(where: { $0.name == name }) else {
      findings.error(
        value, pointer,
        "there is no shape \"\(name)\"" + Suggestion.hint(for: name, among: vocabulary.shapes))
      return
    }
    if let why = rule.status.flatMap(shape.contradiction) {
      findings.error(value["status"], "\(pointer)/status", why)
    }
    guard case .redirect = shape.form else { return }
    if table != "authorize" {
      findings.error(
        value, pointer, "\(table) answers programs: the shape of its errors can't be a redirect")
    } else if Condition.untrusted.contains(condition),
      !body.redirect.mismatchToFirst || condition == .clientMissing || condition == .clientUnknown
    {
      findings.error(
        value, entry.pointer,
        "\(condition) is found before a redirect URI can be trusted: its shape can't be a redirect")
    }
  }

  /// Reports an entry without the code of the error, where its shape writes that in any case.
  private func checkCodes(_ table: String, _ conditions: Set<Condition>) {
    guard let errors = body.errors[table] else { return }
    var seen: Set<ObjectIdentifier> = []
    for condition in conditions.sorted(by: { $0.name < $1.name }) {
      let pointer = JSONPointer.appending(condition.name, to: "/errors/\(table)")
      // An inherited entry may be about a part that the provider does not have.
      guard let rule = errors.rule(condition), isOwn(nearest(pointer)),
        seen.insert(ObjectIdentifier(rule)).inserted,
        let shape = body.shapes.first(where: { $0.name == rule.shapeName }),
        shape.needsErrorCode, !rule.hasCode,
        // Where no entry has one, the shape itself is at fault, which is told of it.
        body.errors.values.contains(where: { table in
          table.all.contains { $0.hasCode && $0.shapeName == shape.name }
        })
      else { continue }
      findings.error(
        nearest(pointer), pointer,
        "the shape \"\(shape.name)\" writes {{err.code}}, and the entry for \(condition.name) has none; add \"code\" to it, or write {{err.code?}} in the shape"
      )
    }
  }

  /// Reports conditions that can occur and for which the table has no response.
  func checkConditions() {
    if let errors = tree["errors"], errors.objectValue == nil { return }
    let unmet = body.partNeeds.filter { !$0.isMet }
      .reduce(into: Set<Condition>()) { $0.formUnion($1.conditions) }
    var needed: [String: Set<Condition>] = [:]
    for endpoint in body.endpoints {
      let table = endpoint.errorTable
      guard body.errors[table] != nil || Self.usualTables.contains(table) else {
        let known = Array(Set(body.errors.keys).union(Self.usualTables))
        let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/errors"
        findings.error(
          tree.value(at: pointer), pointer,
          "there is no table \"\(table)\" in errors" + Suggestion.hint(for: table, among: known))
        continue
      }
      needed[table, default: []].formUnion(
        Set(Condition.known(at: endpoint).keys).subtracting(unmet)
          .subtracting(endpoint.kind.unmetConditions)
          .subtracting(endpoint.service.token.unmetConditions))
    }
    for (table, conditions) in ownConditions { needed[table, default: []].formUnion(conditions) }
    for (table, conditions) in misspelt { needed[table]?.subtract(conditions) }
    for (table, conditions) in needed.sorted(by: { $0.key < $1.key }) {
      checkCodes(table, conditions)
      let errors = body.errors[table] ?? .init()
      guard errors.fallback == nil else { continue }
      let missing = conditions.map(\.name).filter { errors.rule(Condition($0)) == nil }.sorted()
      if missing.count > Self.mostNamed {
        reportAll(missing, table)
        continue
      }
      for condition in missing {
        // The place that names a condition of the fixture's own, or else the table.
        let named = namedConditions.first { $0.condition.name == condition && $0.table == table }
        findings.error(
          isOwn(tree["errors"])
            ? tree["errors"] : named.flatMap { tree.value(at: $0.pointer) } ?? tree["id"],
          "/errors/\(table)",
          "the condition \"\(condition)\" has no wire form; add errors.\(table).\(condition)")
      }
    }
  }

  /// Reports many conditions without an entry, with what makes them possible.
  private func reportAll(_ missing: [String], _ table: String) {
    let example = "such as \(missing.first ?? "")"
    // The errors of a resource have no entries for clients, as few resources have any.
    if tree["extends"] != nil,
      let endpoint = body.endpoints.first(where: {
        $0.errorTable == table && $0.kind == .resource && $0.service.readsClient
      })
    {
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/client"
      return findings.error(
        nearest(pointer), pointer,
        "clients authenticate at \"\(endpoint.name)\", and the table \"\(table)\" has no entry for \(missing.count) conditions, \(example); add \"*\" to errors.\(table)"
      )
    }
    findings.error(
      tree["errors"] ?? tree["id"], "/errors/\(table)",
      "\(missing.count) conditions of the table \"\(table)\" have no wire form, \(example); "
        + "add an entry \"*\" for all of them, or \"extends\": \"standard\"")
  }

  /// The tables that endpoints have without naming one.
  private static let usualTables = Set(EndpointKind.allCases.map(\.errorTable)).union(["authorize"])
  /// More conditions without an entry than these are told in one sentence.
  private static let mostNamed = 8
}
