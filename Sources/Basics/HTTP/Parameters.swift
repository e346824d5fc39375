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
  /// The digests of the names, in the same order: most names are not those that are looked for.
  private var digests: [NameDigest]
  /// Raw pieces whose bytes are not UTF-8 once decoded.
  package private(set) var unreadable: [String] = []

  package init(_ list: [Parameter] = []) {
    self.list = list
    digests = list.map { NameDigest($0.name) }
  }

  private enum CodingKeys: CodingKey {
    case list, unreadable
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decode([Parameter].self, forKey: .list))
    unreadable = try values.decode([String].self, forKey: .unreadable)
  }

  /// Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), leaving repeats and order alone.
  package init(formEncoded text: Substring) {
    self.init()
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { read($0) }
  }

  package init(formEncoded bytes: [UInt8]) {
    self.init()
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
    digests.reserveCapacity(8)
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
      digests.append(NameDigest(name))
    } else {
      unreadable.append(String(decoding: bytes[name.lowerBound..<value.upperBound], as: UTF8.self))
    }
  }

  /// The first place of a name, from a place on.
  private func place(of name: String, _ digest: NameDigest, from start: Int) -> Int? {
    for place in start..<digests.count
    where digests[place] == digest && list[place].isNamed(name) {
      return place
    }
    return nil
  }

  package func count(_ name: String) -> Int { only(name, orLast: false).count }
  package func values(_ name: String) -> [String] {
    let digest = NameDigest(name)
    var values: [String] = []
    var start = 0
    while let place = place(of: name, digest, from: start) {
      values.append(list[place].value)
      start = place + 1
    }
    return values
  }
  package func first(_ name: String) -> String? {
    place(of: name, NameDigest(name), from: 0).map { list[$0].value }
  }
  package func last(_ name: String) -> String? { only(name, orLast: true).value }

  /// The value of a parameter that should be there once, and how often it is there.
  /// - Parameter isLast: whether the last one counts, and not the first one.
  package func only(_ name: String, orLast isLast: Bool) -> (value: String?, count: Int) {
    let digest = NameDigest(name)
    var found: Int?
    var (count, start) = (0, 0)
    while let place = place(of: name, digest, from: start) {
      if count == 0 || isLast { found = place }
      count += 1
      start = place + 1
    }
    return (found.map { list[$0].value }, count)
  }
}
