import Basics

/// The verdict on a head's fields, and the bytes that it was passed on. Clients send the same fields with each request of
/// a connection: these need not be judged, nor turned into strings, again.
struct JudgedFields {
  private(set) var headers = Headers()
  private(set) var host = ""
  private(set) var framing = FramingFields.Framing.none
  private(set) var hasCookies = false
  /// Bytes behind the request line, if the fields were judged as the client sent them. Nil where libmicrohttpd had not
  /// received all of them with the request line.
  private(set) var size: Int?
  /// The request has come as a whole, or at least up to a body of a known length.
  var hasProvedEnd = false
  /// All fields with the empty line; empty when nothing is remembered.
  private var bytes: [UInt8] = []
  private var isHTTP10 = false

  /// More is judged anew each time, as connections may be many.
  static let most = 1024

  /// A new request begins.
  mutating func begin() {
    size = nil
    hasProvedEnd = false
  }

  /// Takes the last verdict where the same bytes come again.
  /// - Parameter unread: begins behind the request line, and may go on behind the head.
  mutating func takeUp(_ unread: UnsafeRawBufferPointer, isHTTP10: Bool) -> Bool {
    guard !bytes.isEmpty, self.isHTTP10 == isHTTP10, unread.count >= bytes.count,
      bytes.withUnsafeBytes({
        $0.isSame(as: UnsafeRawBufferPointer(rebasing: unread[..<bytes.count]))
      })
    else { return false }
    size = bytes.count
    return true
  }

  mutating func set(
    _ headers: Headers, host: String, framing: FramingFields.Framing, hasCookies: Bool
  ) {
    self.headers = headers
    self.host = host
    self.framing = framing
    self.hasCookies = hasCookies
    bytes.removeAll(keepingCapacity: true)
  }

  /// The verdict is on these bytes.
  mutating func remember(_ whole: UnsafeRawBufferPointer, isHTTP10: Bool) {
    size = whole.count
    guard whole.count <= Self.most else { return }
    self.isHTTP10 = isHTTP10
    bytes.append(contentsOf: whole)
  }

  /// Drops what cannot be used again, between two requests.
  mutating func tidy() {
    guard bytes.isEmpty else { return }
    headers = Headers()
    host = ""
  }
}
