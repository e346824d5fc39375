/// A variable of an address, such as a tenant.
package struct VariableRule: Sendable {
  package let fallback: String?
  /// The cast's table in which it must be found, or the list that must hold it.
  package let table: String?
  package let among: Template?
  /// What it comes to when it is not found.
  package let missing: Condition?
}
