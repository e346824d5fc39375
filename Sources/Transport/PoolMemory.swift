/// The memory pool in which libmicrohttpd 0.9.75 keeps a connection's unread bytes.
///
/// The library says where a request's target is, but not how many bytes it has read behind it. What it has not written
/// yet is zero there. To look behind the target is safe up to the pool's end, which follows from the following: the
/// pool begins at a page, the first request begins at most as many bytes behind that as the client has sent, and each
/// later request begins where the pool does.
struct PoolMemory {
  private let size: Int
  private var start: UInt?

  /// The smallest size of a page on any system, and a divisor of the others.
  private static let page: UInt = 4096

  init(size: Int) { self.size = size }

  var isLocated: Bool { start != nil }

  /// Returns the count of bytes that may be read from a place in the pool on.
  /// - Parameter received: bytes that the client has sent on this connection, or 0 where that is not known.
  func readable(from place: UInt, received: UInt64) -> Int {
    // A page is in the pool as a whole.
    let page = Int(Self.page - place % Self.page)
    if let start, place >= start { return max(size - Int(place - start), page) }
    guard received > 0, received < UInt64(size) else { return page }
    return max(size - Int(received), page)
  }

  /// Finds the pool's start, if no other place is possible.
  /// - Parameters:
  ///   - target: the place of a request's target, behind its method.
  ///   - following: bytes that the client has sent from there on, at least.
  mutating func locate(target: UInt, following: Int, received: UInt64) {
    guard received >= UInt64(following), received - UInt64(following) < UInt64(Self.page) else {
      return
    }
    start = (target - 1) / Self.page * Self.page
  }
}
