import Foundation
import ProviderModel
import Testing

@testable import Examiner

@Suite("Ports for programs")
struct FreePortTests {
  @Test(
    "nobody is given a port that another was given: two websites at one port would answer for each other"
  )
  func each() async throws {
    let ports = await withTaskGroup(of: UInt16?.self) { group in
      for _ in 0..<60 { group.addTask { FreePort.take() } }
      return await group.reduce(into: [UInt16]()) { $0 += [$1].compactMap(\.self) }
    }
    #expect(ports.count == 60)
    #expect(Set(ports).count == 60)
    for port in ports { FreePort.giveBack(port) }
  }

  @Test("what is given back is given again: an examination may have more runs than there are ports")
  func again() throws {
    for _ in 0..<13_000 {
      let port = try #require(FreePort.take())
      defer { FreePort.giveBack(port) }
      // Others are those of outgoing connections.
      try #require((20_000...32_767).contains(port))
    }
  }

  @Test(
    "one that somebody holds is nobody else's until it is given back, nor one at which somebody listens"
  )
  func held() throws {
    let port = try #require(FreePort.take())
    #expect(!FreePort.take(port))
    FreePort.giveBack(port)
    #expect(FreePort.take(port))
    FreePort.giveBack(port)
    // Another examiner on this machine holds its ports so.
    let other = socket(AF_INET, datagrams, 0)
    defer { close(other) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isBound)
    #expect(!FreePort.take(port))
  }

  #if canImport(Glibc)
    private let datagrams = Int32(SOCK_DGRAM.rawValue)
  #else
    private let datagrams = SOCK_DGRAM
  #endif
}
