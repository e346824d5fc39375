/// A list of records in the cast.
package struct TableRule: Sendable {
  package var key = ""
  /// Other members that identify a record.
  package var also: [String] = []
  package var folds = false
}

extension TableRule: ProviderPart {
  static let declaration: Declaration = .init(
    "table", "A list of records that a cast provides.",
    [
      .text("key", \.key, "The member that identifies a record.", example: "\"name\"").required,
      .words("also", \.also, "Other members that identify a record.", example: "[\"guid\"]"),
      .flag("fold", \.folds, "Whether comparison is case-insensitive."),
    ])
}

/// The first record of a table whose key, followed by `/`, is a prefix of an element of a list.
///
/// Its member `names` holds the rest of all such elements.
package struct LookupRule: Sendable {
  package var table = ""
  package var list = Template(literal: "")
}

extension LookupRule: ProviderPart {
  static let declaration: Declaration = .init(
    "lookup",
    "The first record of a table whose key, followed by `/`, is a prefix of an element of a list. Its member `names` holds the rest of all such elements.",
    [
      .text(
        "table", \.table, type: .name(of: "table"), "The table.", example: "\"apis\""
      ).required,
      .template("prefix_of", \.list, "The list.", example: "\"{{grant.scope}}\"").required,
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    if !list.source.isEmpty, list.single == nil {
      reader.findings.error(
        reader.value["prefix_of"], reader.at("prefix_of"),
        "expected one placeholder that names a list, found \"\(list.source)\"")
    }
    guard !vocabulary.tables.contains(table) else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "there is no table \"\(table)\"" + Suggestion.hint(for: table, among: vocabulary.tables))
  }
}

/// A variable of an address, such as a tenant.
package struct VariableRule: Sendable {
  package var fallback: String?
  /// The cast's table in which it must be found, or the list that must hold it.
  package var table: String?
  package var among: Template?
  /// The condition if it is not found.
  package var missing: Condition?
}

extension VariableRule: ProviderPart {
  static let declaration: Declaration = .init(
    "variable", "A variable part of an address, such as a tenant.",
    [
      .text(
        "default", \.fallback, "The value for an address without the variable.",
        example: "\"common\""),
      .table(
        "table", \.table, "The table of the cast that must contain it.", example: "\"tenants\""),
      .template(
        "among", \.among, "The list that must contain it, instead of a table.",
        example: "\"{{found.tenant.policies}}\""),
      .condition(
        "missing", \.missing, "The condition if it is not found.", example: "\"tenant_unknown\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard let table, !vocabulary.tables.contains(table) else { return }
    reader.findings.error(
      reader.value["table"], reader.at("table"),
      "there is no table \"\(table)\""
        + (vocabulary.tables.isEmpty
          ? "; add \"\(table)\": { \"key\": \"name\" } to tables"
          : Suggestion.hint(for: table, among: vocabulary.tables)))
  }
}
