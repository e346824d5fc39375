/// The first record of a table whose key, with a `/` behind it, begins an element of a list.
///
/// It is found under its name, with the rests of all such elements in `names`.
public struct LookupRule: Sendable {
  public let table: String
  public let list: Template
}
