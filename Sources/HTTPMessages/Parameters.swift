/// The decoded parameters of a query or a form: in order, repeats kept.
public struct Parameters: Sendable, Equatable {
  public struct Parameter: Sendable, Equatable {
    public var name: String
    /// Empty for `flag` as for `flag=`: RFC 6749 §3.1 treats both as omitted.
    public var value: String
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Byte by byte: `==` also takes names for one that Unicode calls equivalent.
    public func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
  }

  public private(set) var list: [Parameter]
  /// Raw pieces whose bytes are not UTF-8 once decoded.
  public private(set) var unreadable: [String] = []

  public init(_ list: [Parameter] = []) { self.list = list }

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), leaving repeats and order alone.
  public init(formEncoded text: Substring) {
    list = []
    // Bytes, not characters: with a combining accent behind it, a `&` is no `&` to Swift, and one to everybody else.
    for piece in text.utf8.split(separator: UInt8(ascii: "&")) {
      let halves = piece.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map(Substring.init)
      guard let rawName = halves.first,
        let name = PercentCoding.decode(rawName, plusIsSpace: true),
        let value = PercentCoding.decode(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
      else {
        unreadable.append(String(Substring(piece)))
        continue
      }
      list.append(Parameter(name, value))
    }
  }

  public init(formEncoded bytes: [UInt8]) {
    let text = String(validating: bytes, as: UTF8.self)
    self.init(formEncoded: (text ?? "")[...])
    if text == nil { unreadable = ["the body"] }
  }

  public func values(_ name: String) -> [String] {
    list.filter { $0.isNamed(name) }.map(\.value)
  }
  public func first(_ name: String) -> String? { list.first { $0.isNamed(name) }?.value }
  public func last(_ name: String) -> String? { list.last { $0.isNamed(name) }?.value }
}
