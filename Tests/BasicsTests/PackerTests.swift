import Testing

@testable import Basics

struct PackerTests {
  enum Kind: Codable, Equatable {
    case plain
    case number(Int)
    case both(text: String, list: [String]?)
  }

  final class Shared: Codable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Everything: Codable {
    var text = "é\"\n:;"
    var number = Int.min
    var large = UInt64.max
    var flag = true
    var none: Int?
    var some: String? = ""
    var list: [String?] = ["a", nil, ""]
    var set: Set<Int> = [1, 2, 3]
    var map: [String: [Int]] = ["a": [1], "": []]
    var kinds: [Kind] = [
      .plain, .number(-7), .both(text: "x", list: nil), .both(text: "", list: ["y"]),
    ]
    var nested: [Shared] = []
    @NamedTexts var pairs: [(name: String, value: String)] = [("a", "1"), ("a", "2")]
    var json: JSONValue = ["a": 1]
  }

  private func pack(_ value: Everything = Everything()) throws -> String { try Packer.pack(value) }

  @Test("What is packed is read again as it was")
  func roundTrip() throws {
    var value = Everything()
    let one = Shared("one")
    value.nested = [one, Shared("two"), one]
    let text = try pack(value)
    let read = try Unpacker.unpack(text, as: Everything.self)
    #expect(read.text == value.text && read.number == value.number && read.large == value.large)
    #expect(read.flag && read.none == nil && read.some == "" && read.list == value.list)
    #expect(read.set == value.set && read.map == value.map && read.kinds == value.kinds)
    #expect(read.pairs.map(\.name) == ["a", "a"] && read.pairs.map(\.value) == ["1", "2"])
    #expect(read.json == value.json && read.nested.map(\.text) == ["one", "two", "one"])
    #expect(read.nested[0] === read.nested[2], "an object that was shared is shared again")
    #expect(text.utf8.count < 400)
  }

  @Test("A text that is cut, or that something follows, is no value")
  func cuts() throws {
    let bytes = Array(try pack().utf8)
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        try Unpacker.unpack(String(decoding: bytes[..<count], as: UTF8.self), as: Everything.self)
      }
    }
    #expect(throws: PackingError.self) {
      try Unpacker.unpack(String(decoding: bytes, as: UTF8.self) + "1;", as: Everything.self)
    }
  }

  @Test(
    "A number that is too large, and one that no element stands behind, are mistakes",
    arguments: ["99999999999999999999;", "-;", ";", "-99999999999999999999;", ""])
  func numbers(_ text: String) {
    #expect(throws: PackingError.self) { try Unpacker.unpack(text, as: Int.self) }
    #expect(throws: PackingError.self) { try Unpacker.unpack(text, as: [Int].self) }
    #expect(throws: PackingError.self) { try Unpacker.unpack("9000000000;", as: [Int].self) }
    #expect(throws: PackingError.self) { try Unpacker.unpack("5:abc", as: String.self) }
  }

  @Test(
    "A property that an older text lacks is nil if it is optional, and else the text says what it has"
  )
  func versions() throws {
    struct Old: Codable { var first = 1 }
    struct New: Codable {
      var first = 1
      var second: Int?
    }
    struct Newer: Codable {
      var first = 1
      var third = 1
    }
    let text = try Packer.pack(Old())
    #expect(try Unpacker.unpack(text, as: New.self).second == nil)
    #expect(throws: PackingError.self) { try Unpacker.unpack(text, as: Newer.self) }
    do {
      _ = try Unpacker.unpack(try Packer.pack(Newer()), as: New.self)
      Issue.record("a property is unknown")
    } catch { #expect("\(error)".contains("expected the end")) }
  }
}
