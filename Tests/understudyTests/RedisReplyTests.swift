import Testing

@testable import Stores

/// What Redis answers, as it comes over a connection.
@Suite("A reply of Redis")
struct RedisReplyTests {
  private let replies: [(text: String, reply: RedisReply)] = [
    ("+OK\r\n", .text(Array("OK".utf8))), ("-ERR no\r\n", .error("ERR no")),
    (":-7\r\n", .integer(-7)), ("$-1\r\n", .null), ("*-1\r\n", .null), ("*0\r\n", .list([])),
    ("$0\r\n\r\n", .text([])), ("$4\r\na\r\nb\r\n", .text(Array("a\r\nb".utf8))),
    (
      "*3\r\n*1\r\n:1\r\n*2\r\n*0\r\n*1\r\n$1\r\nx\r\n$-1\r\n",
      .list([.list([.integer(1)]), .list([.list([]), .list([.text([0x78])])]), .null])
    ),
  ]

  @Test("is read in one piece, byte by byte, and one behind the other")
  func pieces() throws {
    let bytes = replies.flatMap { Array($0.text.utf8) }
    for size in [1, 2, 3, 7, bytes.count] {
      var reader = RedisReplyReader()
      var found: [RedisReply] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.feed(bytes[start..<min(start + size, bytes.count)])
        while let reply = try reader.next() { found.append(reply) }
      }
      #expect(found == replies.map { $0.reply }, "in pieces of \(size)")
    }
  }

  @Test("is refused if it is none, or without bounds")
  func malformed() {
    let deep = String(repeating: "*1\r\n", count: 9) + ":1\r\n"
    for text in [
      "HTTP/1.1 400 Bad Request\r\n", "$x\r\n", "*9999999\r\n", "$999999999\r\n", "$1\r\nab\r\n",
      deep,
      "+" + String(repeating: "a", count: 70_000),
    ] {
      var reader = RedisReplyReader()
      reader.feed(Array(text.utf8))
      #expect(throws: RedisReplyReader.Malformed.self, "\(text.prefix(20))") { try reader.next() }
    }
  }
}
