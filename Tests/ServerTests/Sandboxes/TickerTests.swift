import Testing

@testable import Server

@Suite("A ticker")
struct TickerTests {
  @Test("ends a wait at its instant: not a millisecond earlier, and once")
  func instant() {
    let manual = ManualTicker()
    let heard = Heard<String>()
    manual.ticker.after(milliseconds: 10) { heard.add("first") }
    manual.ticker.after(milliseconds: 20) { heard.add("second") }
    #expect(manual.move(to: 9) && heard.values.isEmpty)
    #expect(manual.move(to: 10) && heard.values == ["first"])
    #expect(manual.move(to: 19) && heard.values == ["first"])
    #expect(!manual.move(to: 20) && heard.values == ["first", "second"])
    #expect(!manual.move(to: 30) && heard.values == ["first", "second"])
  }

  @Test("runs one thread while anybody waits, and a new one after that")
  func threads() {
    let manual = ManualTicker()
    #expect(manual.threads == 0)
    for delay in [10, 20] { manual.ticker.after(milliseconds: delay) {} }
    #expect(manual.threads == 1)
    manual.move(to: 10)
    manual.ticker.after(milliseconds: 5) {}
    #expect(manual.threads == 1, "one wait was left")
    manual.move(to: 20)
    manual.ticker.after(milliseconds: 5) {}
    #expect(manual.threads == 2)
  }

  @Test("starts its thread with the next wait where the system had none to give")
  func noThread() {
    let manual = ManualTicker(canStart: false)
    let heard = Heard<Int>()
    for number in 1...2 {
      manual.ticker.after(milliseconds: 10) { heard.add(number) }
      #expect(manual.threads == number && heard.values.isEmpty)
    }
    manual.move(to: 10)
    #expect(heard.values == [1, 2])
  }
}

@Suite("Freed memory")
struct MemoryReleaseTimeTests {
  /// When memory is returned to the system.
  /// - Parameters:
  ///   - freed: when some is freed.
  ///   - instants: when the ticker's thread looks at the clock.
  private func releases(_ freed: Set<Int>, at instants: some Sequence<Int>) -> [Int] {
    let manual = ManualTicker()
    let heard = Heard<Int>()
    let memory = MemoryRelease(manual.ticker) { heard.add(manual.ticker.now) }
    for instant in instants {
      manual.set(instant)
      if freed.contains(instant) { memory.note() }
      manual.move(to: instant)
    }
    return heard.values
  }

  @Test(
    "is returned once nothing was freed for a second, which is looked at once a second",
    arguments: [
      ([0], [1_000]), ([0, 1], [2_000]), ([0, 500], [2_000]), ([0, 1_000], [2_000]),
      ([0, 500, 1_500], [3_000]), ([0, 3_000], [1_000, 4_000]), ([0, 1_001], [1_000, 2_001]),
    ] as [([Int], [Int])])
  func quiet(_ freed: [Int], _ expected: [Int]) {
    // At 1,000 the note comes before the look.
    #expect(releases(Set(freed), at: 0...4_500) == expected)
  }

  @Test("is returned after half a minute where more is freed all the time")
  func longest() {
    let freed = Set(stride(from: 0, through: 31_000, by: 100))
    let instants = stride(from: 0, through: 40_000, by: 100)
    #expect(releases(freed, at: instants) == [30_000, 32_100])
  }

  @Test("is not returned a millisecond before half a minute is over")
  func late() {
    #expect(releases([0, 29_999], at: [0, 29_999, 30_998, 30_999]) == [30_999])
    #expect(releases([0, 30_000], at: [0, 30_000, 31_000]) == [30_000])
  }
}
