import HTTPMessages
import JSON

/// How answers look, and which condition looks like which.
extension ProviderReader {
  mutating func readShapes(_ reader: inout FixtureReader) {
    let shapeScope = scope.adding(["err": ["*"], "labels": ["*"]])
    for (name, value, pointer) in reader.map("shapes") {
      var shape = FixtureReader(value, pointer, findings)
      let status = shape.integer("status", in: Bounds.status)
      let type = shape.string("content_type")
      let headers = shape.map("headers").compactMap { name, value, pointer in
        shapeScope.template(value, pointer, findings).map { (name, $0) }
      }
      let form = readForm(&shape, shapeScope)
      shape.finish()
      let usual = if case .page = form { 400 } else { 200 }
      provider.shapes[name] = .init(
        form: form, status: status ?? usual, contentType: type, headers: headers)
    }
  }

  private func readForm(
    _ shape: inout FixtureReader, _ scope: Scope
  ) -> Provider.WireShape.Form {
    if var redirect = shape.object("redirect") {
      let mode = redirect.string("mode") ?? "auto"
      var style: QueryStyle?
      if var inner = redirect.object("style") { style = readStyle(&inner) }
      let parameters = redirect.shape("parameters", scope, required: true) ?? .empty
      redirect.finish()
      return .redirect(mode: mode, parameters: parameters, style: style)
    }
    if let body = shape.shape("json", scope) {
      var style = JSONStyle.compact
      if var inner = shape.object("style") {
        style.space = inner.bool("space") ?? false
        style.escapedSlash = inner.bool("slash") ?? false
        style.ascii = inner.bool("ascii") ?? false
        inner.finish()
      }
      return .json(body, style)
    }
    if let text = shape.template("text", scope) { return .text(text) }
    if shape.bool("empty") == true { return .empty }
    let accepted = shape.map("accept")
    if !accepted.isEmpty {
      return .accept(accepted.compactMap { name, value, _ in value.stringValue.map { (name, $0) } })
    }
    return .page(shape.string("page", required: true) ?? "error")
  }

  mutating func readErrors(_ reader: inout FixtureReader) {
    readShapes(&reader)
    var errors = reader.object("errors", required: true)
    let tables = Set(
      provider.endpoints.map {
        $0.kind.isService ? $0.service.errors : Conditions.table(of: $0.kind)
      }
    ).union(["authorize", "token", "resource"])
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
    _ known: [String: [String]]
  ) {
    var value = value
    if let same = value["$same"]?.stringValue {
      guard let other = all?[table]?[same] else {
        let known = all?[table]?.objectValue?.names ?? []
        findings.error(
          value, pointer,
          "$same names \"\(same)\", which is not there" + Suggestion.hint(for: same, among: known))
        return
      }
      value = other
    }
    var entry = FixtureReader(value, pointer, findings)
    let shape = entry.string("shape", required: true) ?? ""
    checkShape(shape, table, name, value, pointer)
    let status = entry.integer("status", in: Bounds.status)
    let after = entry.bool("after_login") ?? false
    let facts = scope.adding([
      "err": (known[name] ?? ["value", "param", "now", "actual", "expected"])
        + ["code", "text", "type", "reason", "id", "condition", "value"]
    ])
    var entries: [(String, Shape)] = []
    for member in ["code", "text", "type", "reason", "id"] {
      if let shape = entry.shape(member, facts) { entries.append((member, shape)) }
    }
    entry.finish()
    provider.errors[table, default: [:]][name] = .init(
      shape: shape, facts: entries, status: status, afterLogin: after)
    let isOwn = ownConditions[table]?.contains(name) == true || sharedConditions.contains(name)
    if known[name] == nil, !isOwn, name != "*" {
      let own = (ownConditions[table] ?? []).union(sharedConditions)
      findings.error(
        value, pointer,
        "nothing leads to the condition \"\(name)\""
          + Suggestion.hint(for: name, among: Array(known.keys) + own))
    }
  }

  /// The conditions of all endpoints that look for their errors in this table.
  private func known(_ table: String) -> [String: [String]] {
    var known: [String: [String]] = [:]
    let kinds = provider.endpoints.filter { $0.kind.isService && $0.service.errors == table }
      .map(\.kind)
    for kind in kinds + Endpoint.Kind.allCases.filter({ Conditions.table(of: $0) == table }) {
      known.merge(Conditions.of(kind)) { $0 + $1 }
    }
    return known
  }

  private func checkShape(
    _ shape: String, _ table: String, _ name: String, _ value: JSONValue, _ pointer: String
  ) {
    guard let rule = provider.shapes[shape] else {
      findings.error(
        value, pointer,
        "there is no shape \"\(shape)\""
          + Suggestion.hint(for: shape, among: Array(provider.shapes.keys)))
      return
    }
    guard case .redirect = rule.form else { return }
    if table != "authorize" {
      findings.error(
        value, pointer, "\(table) answers programs: the shape of its errors can't be a redirect")
    } else if Conditions.untrusted.contains(name),
      !provider.redirect.mismatchToFirst || name.hasPrefix("client_")
    {
      findings.error(
        value, pointer,
        "\(name) is found before a redirect URI can be trusted: its shape can't be a redirect")
    }
  }
}
