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
  }
}
