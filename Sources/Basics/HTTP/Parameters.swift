/// The decoded parameters of a query or a form: in order, repeats kept.
package struct Parameters: Sendable, Equatable, Codable {
  package struct Parameter: Sendable, Equatable, Codable {
    package var name: String
    /// Empty for `flag` as for `flag=`: RFC 6749 §3.1 treats both as omitted.
    package var value: String
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Byte by byte: `==` also takes names for one that Unicode calls equivalent.
    @inlinable
    package func isNamed(_ name: String) -> Bool { ExactText.same(self.name, name) }
  }

  /// How many parameters of a query and a form are acted on together.
  ///
  /// Each endpoint looks for its parameters by name, one after the other, while a sandbox waits. No client of OAuth sends
  /// a tenth as many.
  package static let most = 512

  package private(set) var list: [Parameter]
  /// Raw pieces whose bytes are not UTF-8 once decoded.
  package private(set) var unreadable: [String] = []

  package init(_ list: [Parameter] = []) { self.list = list }

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), leaving repeats and order alone.
  package init(formEncoded text: Substring) {
    list = []
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { read($0) }
  }

  package init(formEncoded bytes: [UInt8]) {
    list = []
    let isText = bytes.withUnsafeBufferPointer { bytes in
      guard Self.isUTF8(bytes) else { return false }
      read(bytes)
      return true
    }
    if !isText { unreadable = ["the body"] }
  }

  private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Bytes, not characters: with a combining accent behind it, a `&` is no `&` to Swift, and one to everybody else.
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    list.reserveCapacity(8)
    var start = 0
    while start < bytes.count {
      var end = start
      var mark: Int?
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if mark == nil, bytes[end] == UInt8(ascii: "=") { mark = end }
        end += 1
      }
      if end > start { take(bytes, start..<(mark ?? end), (mark.map { $0 + 1 } ?? end)..<end) }
      start = end + 1
    }
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) {
    func text(_ range: Range<Int>) -> String? {
      range.isEmpty
        ? ""
        : PercentCoding.decode(UnsafeBufferPointer(rebasing: bytes[range]), plusIsSpace: true)
    }
    if let name = text(name), let value = text(value) {
      list.append(Parameter(name, value))
    } else {
      unreadable.append(String(decoding: bytes[name.lowerBound..<value.upperBound], as: UTF8.self))
    }
  }

  package func count(_ name: String) -> Int { list.count { $0.isNamed(name) } }
  package func values(_ name: String) -> [String] {
    list.filter { $0.isNamed(name) }.map(\.value)
  }
  package func first(_ name: String) -> String? {
    for index in list.indices where list[index].isNamed(name) { return list[index].value }
    return nil
  }
  package func last(_ name: String) -> String? {
    for index in list.indices.reversed() where list[index].isNamed(name) {
      return list[index].value
    }
    return nil
  }
}
