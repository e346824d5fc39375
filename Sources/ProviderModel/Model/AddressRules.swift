/// A variable of an address, such as a tenant.
public struct VariableRule: Sendable {
  public let fallback: String?
  /// The cast's table in which it must be found, or the list that must hold it.
  public let table: String?
  public let among: Template?
  /// What it comes to when it is not found.
  public let missing: Condition?
}

/// A list of records in the cast.
public struct TableRule: Sendable {
  public let key: String
  /// Members by which a record is found too.
  public let also: [String]
  public let folds: Bool
}

/// The first record of a table whose key, with a `/` behind it, begins an element of a list.
///
/// It is found under its name, with the rests of all such elements in `names`.
public struct LookupRule: Sendable {
  public let table: String
  public let list: Template
}

/// An own address that answers and pages lead to.
struct LinkRule: Sendable {
  let name: String
  /// A place in the provider's endpoints.
  let endpoint: Int
  let query: Shape
  /// The whole query, where order and coding are the client's own.
  let raw: Template?
}
