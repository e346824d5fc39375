import Basics
import Foundation
import Testing

@testable import Server

@Suite("Memory is returned")
struct MemoryReleaseTests {
  @Test("once for many sandboxes that end together, and again for those that end later")
  func coalescing() async throws {
    let count = Lock(0)
    let signal = DispatchSemaphore(value: 0)
    let house = try House {
      $0.sandboxes.releaseMemory = {
        count.withLock { $0 += 1 }
        signal.signal()
      }
    }
    func endSome() throws {
      for number in 0..<20 {
        _ = try house.send(.post, "/_understudy/sandboxes", ["id": .init(.string("box-\(number)"))])
      }
      for number in 0..<20 {
        _ = try house.send(.delete, "/_understudy/sandboxes/box-\(number)")
      }
    }
    for round in 1...2 {
      try endSome()
      let came = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: signal.wait(timeout: .now() + 40) == .success)
        }
      }
      #expect(came)
      #expect(count.withLock { $0 } == round)
    }
  }
}
