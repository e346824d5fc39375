/// The first record of a table whose key, with a `/` behind it, begins an element of a list.
///
/// It is found under its name, with the rests of all such elements in `names`.
package struct LookupRule: Sendable {
  package let table: String
  package let list: Template
}
