/// A member whose name its object already has.
///
/// RFC 8259 §4 only says that names should be unique. Here a repeat is read, since the wire has
/// them, and reported, since in a file that a person wrote it is a mistake.
public struct Duplicate: Sendable, Equatable {
  public var name: String
  /// Where the name is repeated.
  public var origin: Origin
  /// Where the object has it for the first time.
  public var first: Origin
  /// The member's JSON Pointer (RFC 6901).
  public var pointer: String

  public init(name: String, origin: Origin, first: Origin, pointer: String) {
    self.name = name
    self.origin = origin
    self.first = first
    self.pointer = pointer
  }
}
