package import Basics

extension Sandbox {
  /// Header fields in their order. Names know no case (RFC 9110 §5.1).
  ///
  /// ```swift
  /// let headers: Sandbox.Headers = ["Accept": "application/json"]
  /// #expect(headers["accept"] == "application/json")
  /// ```
  public struct Headers: Sendable, Equatable {
    /// One field.
    public struct Field: Sendable, Equatable, CustomStringConvertible {
      /// Its name, as it was sent.
      public var name: String
      /// Its value.
      public var value: String

      /// Makes a field.
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
      /// As it stands in a message: `Name: value`.
      public var description: String { "\(name): \(value)" }
    }

    private var fields: [Field]

    /// Makes headers of fields.
    public init(_ fields: [Field] = []) { self.fields = fields }

    package init(_ headers: Basics.Headers) {
      fields = headers.map { Field($0.name, $0.value) }
    }
    package var message: Basics.Headers {
      .init(fields.map { .init($0.name, $0.value) })
    }

    /// The value of the first field of a name; `nil` if there is no such field.
    public subscript(name: String) -> String? {
      let wanted = name.lowercased()
      return fields.first { $0.name.lowercased() == wanted }?.value
    }
    /// The values of all fields of a name, such as `Set-Cookie`.
    public func values(_ name: String) -> [String] {
      let wanted = name.lowercased()
      return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }
  }
}

extension Sandbox.Headers: RandomAccessCollection {
  /// Where the first field stands.
  public var startIndex: Int { fields.startIndex }
  /// Behind the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a place.
  public subscript(position: Int) -> Field { fields[position] }
}

extension Sandbox.Headers: ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// Fields in the order of the literal; a name may stand twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field($0.0, $0.1) })
  }
  /// The fields, with commas between.
  public var description: String { map(\.description).joined(separator: ", ") }
}
