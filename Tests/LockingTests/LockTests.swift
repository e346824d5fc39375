import Locking
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
}
