import ProviderModel
import Testing

@testable import understudy

@Suite("Ports for programs")
struct FreePortTests {
  @Test(
    "nobody is given a port that another was given: two websites at one port would answer for each other"
  )
  func each() async throws {
    let ports = await withTaskGroup(of: UInt16?.self) { group in
      for _ in 0..<60 { group.addTask { Port.free() } }
      return await group.reduce(into: [UInt16]()) { $0 += [$1].compactMap(\.self) }
    }
    #expect(ports.count == 60)
    #expect(Set(ports).count == 60)
    for port in ports { Port.giveBack(port) }
  }

  @Test("what is given back is given again: an examination may have more runs than there are ports")
  func again() throws {
    for _ in 0..<13_000 {
      let port = try #require(Port.free())
      defer { Port.giveBack(port) }
      // Others are those of outgoing connections.
      try #require((20_000...32_767).contains(port))
    }
  }
}
