/// A request target cut in two: the path, still encoded, and the query behind the first `?`.
public struct RequestTarget: Sendable, Equatable {
  public var path: String
  public var query: String?

  public init(_ target: String) {
    // A fragment has no place in a request target (RFC 9112 §3.2); some clients send one all the same.
    let sent = target.prefix { $0 != "#" }
    if let mark = sent.firstIndex(of: "?") {
      path = String(sent[..<mark])
      query = String(sent[sent.index(after: mark)...])
    } else {
      path = String(sent)
      query = nil
    }
  }
}
