/// A member whose name its object already has.
///
/// RFC 8259 §4 only says that names should be unique. Here a repeat is read, since the wire has
/// them, and reported, since in a file that a person wrote it is a mistake.
package struct Duplicate: Sendable, Equatable {
  package var name: String
  /// Where the name is repeated.
  package var origin: Origin
  /// Where the object has it for the first time.
  package var first: Origin
  /// The member's JSON Pointer (RFC 6901).
  package var pointer: String

  package init(name: String, origin: Origin, first: Origin, pointer: String) {
    self.name = name
    self.origin = origin
    self.first = first
    self.pointer = pointer
  }
}
