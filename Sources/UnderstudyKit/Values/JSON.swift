package import Basics

extension Sandbox {
  /// Any JSON value: claims of a person, members of an answer, a body of the control API.
  ///
  /// It is written as a literal, and prints as JSON. Members keep their order, numbers their digits.
  ///
  /// ```swift
  /// let address: Sandbox.JSON = ["locality": "Springfield", "floors": [1, 2]]
  /// #expect(address["locality"]?.string == "Springfield")
  /// #expect("\(address)" == #"{"locality":"Springfield","floors":[1,2]}"#)
  /// ```
  public struct JSON: Sendable, Equatable, CustomStringConvertible {
    package var tree: JSONValue

    package init(_ tree: JSONValue) { self.tree = tree }

    /// `null`.
    public static let null = JSON(JSONValue.null)

    /// The text of a string; `nil` for anything else.
    public var string: String? { tree.stringValue }
    /// A number that is whole and fits; `nil` for anything else.
    public var int: Int? { tree.integerValue }
    /// Any number, as near as a `Double` comes to it; `nil` for anything else.
    public var double: Double? { tree.numberText.flatMap { Double($0) } }
    /// True or false; `nil` for anything else.
    public var bool: Bool? { tree.boolValue }
    /// The elements of an array; `nil` for anything else.
    public var array: [JSON]? { tree.arrayValue?.map { JSON($0) } }
    /// The names of an object's members, in order; empty for anything else.
    public var names: [String] { tree.objectValue?.names ?? [] }

    /// The value of an object's member; `nil` if it is absent.
    public subscript(name: String) -> JSON? { tree[name].map { JSON($0) } }
    /// An element of an array; `nil` if it is absent.
    public subscript(index: Int) -> JSON? {
      guard let elements = tree.arrayValue, elements.indices.contains(index) else { return nil }
      return JSON(elements[index])
    }

    /// Reads a JSON text (RFC 8259).
    /// - Throws: what is wrong with it, with line and column.
    public init(parsing text: String) throws {
      self.init(try JSONReader().read(Array(text.utf8), file: "text").root)
    }

    /// The value as JSON, without spaces.
    public var description: String { tree.text() }
  }
}

extension Sandbox.JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self.init(JSONValue(.string(value))) }
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(JSONValue(.number(String(value)))) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self.init(JSONValue(.bool(value))) }
  /// A number. What JSON has no number for becomes `null`.
  public init(floatLiteral value: Double) {
    self.init(value.isFinite ? JSONValue(.number(String(value))) : JSONValue.null)
  }
  /// An array.
  public init(arrayLiteral elements: Self...) { self.init(JSONValue(.array(elements.map(\.tree)))) }
  /// An object. Of members with one name the last gives the value.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self.init(JSONValue(.object(JSONObject(elements.map { .init($0.0, $0.1.tree) }))))
  }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension [String: Sandbox.JSON] {
  /// As an object; a dictionary has no order, so the names give one.
  var object: JSONObject {
    JSONObject(sorted { $0.key < $1.key }.map { .init($0.key, $0.value.tree) })
  }
}
