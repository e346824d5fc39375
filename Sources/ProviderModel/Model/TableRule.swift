/// A list of records in the cast.
package struct TableRule: Sendable {
  package let key: String
  /// Other members that identify a record.
  package let also: [String]
  package let folds: Bool
}

/// The first record of a table whose key, followed by `/`, is a prefix of an element of a list.
///
/// Its member `names` holds the rest of all such elements.
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
  /// The condition if it is not found.
  package let missing: Condition?
}
