/// A request target cut in two: the path, still encoded, and the query behind the first `?`.
package struct RequestTarget: Sendable, Equatable {
  package var path: String
  package var query: String?

  package init(_ target: String) {
    // A fragment has no place in a request target (RFC 9112 §3.2); some clients send one all the same.
    var whole = target
    (path, query) = whole.withUTF8 { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
      func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
      guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
        return (end == bytes.count ? target : text(0..<end), nil)
      }
      return (text(0..<mark), text((mark + 1)..<end))
    }
  }
}
