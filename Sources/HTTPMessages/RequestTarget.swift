/// A request target cut in two: the path, still encoded, and the query behind the first `?`.
public struct RequestTarget: Sendable, Equatable {
  public var path: String
  public var query: String?

  public init(_ target: String) {
    // A fragment has no place in a request target (RFC 9112 §3.2); some clients send one all the same.
    let bytes = target.utf8
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let sent = bytes[..<end]
    if let mark = sent.firstIndex(of: UInt8(ascii: "?")) {
      path = String(target[..<mark])
      query = String(target[bytes.index(after: mark)..<end])
    } else {
      path = end == bytes.endIndex ? target : String(target[..<end])
      query = nil
    }
  }
}
