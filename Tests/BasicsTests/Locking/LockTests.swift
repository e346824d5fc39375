import Basics
import Foundation
import Testing

@Suite("Locks")
struct LockTests {
  @Test("of many threads each waits for the one before it, however long it takes")
  func waiting() {
    let sum = Lock(0)
    // Longer than a lock is waited for awake, now and then.
    let threads = (0..<4).compactMap { _ in
      Thread {
        for turn in 0..<2_000 {
          sum.withLock { sum in
            let before = sum
            var work: UInt64 = 1
            for step in 0..<(turn % 500 == 0 ? 300_000 : 10) { work = work &* 31 &+ UInt64(step) }
            sum = before + (work == 0 ? 2 : 1)
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(threads.count == 4)
    #expect(sum.withLock { $0 } == 8_000)
  }

  @Test("what is made lazily is made once, whoever asks")
  func lazily() {
    let made = Lock(0)
    let value = Lazily {
      made.withLock { $0 += 1 }
      return "made"
    }
    #expect(!value.isMade)
    let threads = (0..<4).compactMap { _ in
      Thread { for _ in 0..<1_000 where value.value != "made" { made.withLock { $0 += 1 } } }
    }
    for thread in threads { thread.join() }
    #expect(value.isMade)
    #expect(made.withLock { $0 } == 1)
  }

  @Test(
    "a lock of a function is refused: each use would wrap the function once more, until calling it overflows the stack"
  )
  func functions() async {
    await #expect(processExitsWith: .failure) { _ = Lock<() -> Void>({}) }
    await #expect(processExitsWith: .failure) { _ = Lock<(@Sendable (Int) -> Int)?>(nil) }
    await #expect(processExitsWith: .success) {
      _ = Lock<[Int]?>(nil)
      exit(EXIT_SUCCESS)
    }
  }

  @Test("a function in a struct stays as it is, however often it is read")
  func boxes() {
    struct Box: Sendable { var call: (@Sendable (Int) -> Int)? }
    let lock = Lock(Box { $0 + 1 })
    for _ in 0..<200_000 { _ = lock.withLock { $0.call } }
    #expect(lock.withLock { $0.call }?(1) == 2)
  }
}
