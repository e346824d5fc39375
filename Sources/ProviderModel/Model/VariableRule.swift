/// A variable of an address, such as a tenant.
public struct VariableRule: Sendable {
  public let fallback: String?
  /// The cast's table in which it must be found, or the list that must hold it.
  public let table: String?
  public let among: Template?
  /// What it comes to when it is not found.
  public let missing: Condition?
}
