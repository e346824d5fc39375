/// A list of records in the cast.
package struct TableRule: Sendable {
  package let key: String
  /// Members by which a record is found too.
  package let also: [String]
  package let folds: Bool
}

/// The first record of a table whose key, with a `/` behind it, begins an element of a list.
///
/// It is found under its name, with the rests of all such elements in `names`.
package struct LookupRule: Sendable {
  package let table: String
  package let list: Template
}

/// A variable of an address, such as a tenant.
package struct VariableRule: Sendable {
  package let fallback: String?
  /// The cast's table in which it must be found, or the list that must hold it.
  package let table: String?
  package let among: Template?
  /// What it comes to when it is not found.
  package let missing: Condition?
}
