import Basics

/// Which condition looks like which answer.
extension ProviderReader {
  mutating func readErrors(_ reader: inout FixtureReader) {
    readShapes(&reader)
    var errors = reader.object("errors", required: true)
    noteConditions()
    if isChecking { checkConditionNames(errors?.value) }
    let tables = Set(body.endpoints.map(\.errorTable)).union(["authorize", "token", "resource"])
    for table in errors?.value.objectValue?.names ?? [] {
      if !tables.contains(table) {
        findings.error(
          errors?.value[table], "/errors/\(table)",
          "no endpoint has the errors \"\(table)\""
            + Suggestion.hint(for: table, among: Array(tables)))
      }
      let known = known(table)
      for (name, value, pointer) in errors?.map(table) ?? [] {
        readError(table, name, value, pointer, errors?.value, known)
      }
    }
    errors?.finish()
  }

  private mutating func readError(
    _ table: String, _ name: String, _ value: JSONValue, _ pointer: String, _ all: JSONValue?,
    _ known: [Condition: [String]]
  ) {
    let written = value
    let condition = Condition(name)
    guard let (value, place) = entry(value, name, pointer, table, all) else {
      // It has been said what is wrong with it: that it is missing as well would be no news.
      body.errors[table, default: .init()].entries[condition] = ErrorRule(
        shape: nil, facts: [], status: nil, afterLogin: false)
      return
    }
    var entry = FixtureReader(value, .errorEntry, pointer, findings)
    let shape = entry.string("shape", required: true) ?? ""
    checkShape(shape, table, condition, value, pointer)
    let status = entry.integer("status")
    let after = entry.bool("after_login") ?? false
    let inErrors = vocabulary.inErrors(
      (known[condition] ?? ["value", "param", "now", "actual", "expected"])
        + ErrorFacts.written + ["condition", "value"])
    var facts: [(String, Shape)] = []
    for member in ErrorFacts.written {
      if let shape = entry.shape(member, inErrors) { facts.append((member, shape)) }
    }
    entry.finish()
    let rule = ErrorRule(
      shape: vocabulary.shapes.firstIndex(of: shape), facts: facts, status: status,
      afterLogin: after)
    if name == "*" {
      body.errors[table, default: .init()].fallback = rule
      return
    }
    body.errors[table, default: .init()].entries[condition] = rule
    if place != name { body.errors[table, default: .init()].shared[condition] = Condition(place) }
    let own = (ownConditions[table] ?? []).union(sharedConditions)
    if known[condition] == nil, !own.contains(condition) {
      findings.error(
        written, pointer,
        "nothing leads to the condition \"\(name)\""
          + Suggestion.hint(for: name, among: (Array(known.keys) + own).map(\.name)))
    }
  }

  /// What an entry says, wherever `$same` leads; `nil` where it leads nowhere.
  private func entry(
    _ first: JSONValue, _ name: String, _ pointer: String, _ table: String, _ all: JSONValue?
  ) -> (value: JSONValue, place: String)? {
    var value = first
    var way = [name]
    while value["$same"] != nil {
      // Each entry is read where it stands, so what is wrong with one is told there alone.
      var reader = FixtureReader(
        value, .sameError, pointer, way.count == 1 ? findings : Diagnostics())
      let same = reader.string("$same")
      reader.finish()
      guard let same else { return nil }
      guard !way.contains(same) else {
        findings.error(
          first, pointer, "$same leads in a circle: \((way + [same]).joined(separator: " → "))")
        return nil
      }
      guard let other = all?[table]?[same] else {
        if way.count == 1 {
          let known = all?[table]?.objectValue?.names ?? []
          findings.error(
            value, pointer,
            "$same names \"\(same)\", which is not there" + Suggestion.hint(for: same, among: known)
          )
        }
        return nil
      }
      way.append(same)
      value = other
    }
    return (value, way.last ?? name)
  }

  /// The conditions of all endpoints that look for their errors in this table.
  func known(_ table: String) -> [Condition: [String]] {
    var known: [Condition: [String]] = [:]
    let kinds = body.endpoints.filter { $0.kind.isService && $0.service.errors == table }.map(
      \.kind)
    for kind in kinds + EndpointKind.allCases.filter({ $0.errorTable == table }) {
      known.merge(Condition.known(at: kind)) { $0 + $1 }
    }
    return known
  }

  private func checkShape(
    _ name: String, _ table: String, _ condition: Condition, _ value: JSONValue, _ pointer: String
  ) {
    guard let shape = body.shapes.first(where: { $0.name == name }) else {
      findings.error(
        value, pointer,
        "there is no shape \"\(name)\"" + Suggestion.hint(for: name, among: vocabulary.shapes))
      return
    }
    guard case .redirect = shape.form else { return }
    if table != "authorize" {
      findings.error(
        value, pointer, "\(table) answers programs: the shape of its errors can't be a redirect")
    } else if Condition.untrusted.contains(condition),
      !body.redirect.mismatchToFirst || condition == .clientMissing || condition == .clientUnknown
    {
      findings.error(
        value, pointer,
        "\(condition) is found before a redirect URI can be trusted: its shape can't be a redirect")
    }
  }

  /// Every condition that can arise has to have a look on the wire.
  func checkConditions() {
    var needed: [String: Set<Condition>] = [:]
    for endpoint in body.endpoints {
      needed[endpoint.errorTable, default: []].formUnion(Condition.known(at: endpoint.kind).keys)
    }
    for (table, conditions) in ownConditions { needed[table, default: []].formUnion(conditions) }
    for (table, conditions) in misspelt { needed[table]?.subtract(conditions) }
    for (table, conditions) in needed.sorted(by: { $0.key < $1.key }) {
      let errors = body.errors[table] ?? .init()
      guard errors.fallback == nil else { continue }
      for condition in conditions.map(\.name).sorted()
      where errors.rule(Condition(condition)) == nil {
        findings.error(
          tree["errors"], "/errors/\(table)",
          "the condition \"\(condition)\" has no wire form; add errors.\(table).\(condition)")
      }
    }
  }
}
