import Testing

@testable import Transport

@Suite("libmicrohttpd's memory") struct PoolMemoryTests {
  /// A pool of 64 KiB at a page's start.
  private let start: UInt = 7 * 4096
  private let size = 64 << 10

  @Test("may be read to its end once its start is certain")
  func located() {
    var pool = PoolMemory(size: size)
    pool.locate(target: start + 4, following: 100, received: 4195)
    #expect(pool.isLocated)
    for place in [20, 5_000, size - 4_096, size - 1] {
      #expect(pool.readable(from: start + UInt(place), received: 1 << 40) == size - place)
    }
  }

  @Test("may be read from its very start, and from a place before it to the end of that page alone")
  func edges() {
    var pool = PoolMemory(size: size)
    // The client has sent nothing before the target's bytes, as far as is known.
    pool.locate(target: start + 4, following: 100, received: 100)
    #expect(pool.readable(from: start, received: 0) == size)
    #expect(pool.readable(from: start - 20, received: 0) == 20)
  }

  /// A client may send empty lines before its request: they take up memory too.
  @Test("has no certain start where a page of other bytes may stand before the request")
  func uncertain() {
    var pool = PoolMemory(size: size)
    pool.locate(target: start + 4, following: 100, received: 4196)
    #expect(!pool.isLocated)
    pool.locate(target: start + 4, following: 100, received: 99)
    #expect(!pool.isLocated)
  }

  @Test("is read to the end of a page, or as far as all bytes of the client leave room")
  func bounds() {
    let pool = PoolMemory(size: size)
    for (received, expected) in [
      (0, 4_076), (1, size - 1), (60_000, size - 60_000), (61_459, 4_077), (61_460, 4_076),
      (size - 1, 4_076), (size, 4_076), (1 << 40, 4_076), (Int.max, 4_076),
    ] {
      #expect(
        pool.readable(from: start + 20, received: UInt64(received)) == expected, "\(received)")
    }
    #expect(pool.readable(from: start, received: 0) == 4_096)
    #expect(pool.readable(from: start + 4_095, received: 0) == 1)
  }

  @Test("takes the start of the page that holds the byte before the target")
  func pages() {
    var pool = PoolMemory(size: size)
    // The method alone fills a page.
    pool.locate(target: start + 4_096, following: 10, received: 4_105)
    #expect(pool.readable(from: start + 4_096, received: 0) == size - 4_096)
  }

  /// The library zeroes a pool that it gets from the system page by page, and no other.
  @Test(
    "is never so small that it would not be zeroed",
    arguments: [0, 1, 1 << 10, 16 << 10, 32 << 10, 1 << 20])
  func least(_ header: Int) {
    var limits = MicroHTTPServer.Limits()
    limits.maximumHeaderBytes = header
    #expect(limits.poolBytes > 32 << 10 && limits.poolBytes >= 2 * header)
  }
}
