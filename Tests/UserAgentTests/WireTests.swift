import Foundation
import Testing

@testable import UserAgent

/// A connection below HTTP, over sockets that lead to nobody else.
@Suite("A client's connection")
struct WireTests {
  #if canImport(Glibc)
    private static let (stream, datagram) = (
      Int32(SOCK_STREAM.rawValue), Int32(SOCK_DGRAM.rawValue)
    )
  #else
    private static let (stream, datagram) = (SOCK_STREAM, SOCK_DGRAM)
  #endif

  private func pair() throws -> (Int32, Int32) {
    var both: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Self.stream, 0, &both) == 0)
    return (both[0], both[1])
  }

  @Test("says why nothing can be written")
  func broken() throws {
    let (own, other) = try pair()
    close(other)
    let wire = Wire(own, timeout: 1)
    let error = #expect(throws: HTTPClient.Failure.self) { try wire.write([1, 2, 3]) }
    #expect(error?.description == "the connection broke: \(String(cString: strerror(EPIPE)))")
  }

  @Test("writes all bytes, and reads none at the end")
  func whole() throws {
    let (own, other) = try pair()
    let (wire, reader) = (Wire(own, timeout: 1), Wire(other, timeout: 1))
    try wire.write([1, 2, 3])
    #expect(try reader.read() == [1, 2, 3])
    shutdown(own, Int32(SHUT_WR))
    #expect(try reader.read() == [])
  }

  private func connected(_ descriptor: Int32, within seconds: Int) -> (Bool, Int32) {
    let isConnected = HTTPClient.isConnected(descriptor, within: Int64(seconds) * 1000)
    return (isConnected, errno)
  }

  @Test("that a signal interrupted is made as soon as it can be written to")
  func connected() throws {
    let (own, other) = try pair()
    defer {
      close(own)
      close(other)
    }
    #expect(connected(own, within: 1).0)
  }

  @Test("that a signal interrupted is not made if it can't be written to in time")
  func late() throws {
    let (own, other) = try pair()
    defer {
      close(own)
      close(other)
    }
    let bytes = [UInt8](repeating: 0, count: 64 << 10)
    while send(own, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    while send(own, bytes, 1, Int32(MSG_DONTWAIT)) > 0 {}
    let (isConnected, code) = connected(own, within: 0)
    #expect(!isConnected && code == ETIMEDOUT)
  }

  @Test("that a signal interrupted is not made if the system has an error for it")
  func refused() throws {
    // Nobody is bound to the port that was just free: the datagram comes back as an error.
    func place(_ port: UInt16) -> sockaddr_in {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      return place
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    func call(
      _ place: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
    ) -> Int32 {
      withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
      }
    }
    let free = socket(AF_INET, Self.datagram, 0)
    var target = place(0)
    #expect(call(&target) { bind(free, $0, size) } == 0)
    #expect(call(&target) { getsockname(free, $0, &size) } == 0)
    close(free)
    let descriptor = socket(AF_INET, Self.datagram, 0)
    defer { close(descriptor) }
    #expect(call(&target) { connect(descriptor, $0, size) } == 0)
    #expect(send(descriptor, [1] as [UInt8], 1, 0) == 1)
    let (isConnected, code) = connected(descriptor, within: 5)
    #expect(!isConnected && code == ECONNREFUSED)
  }
}
