import Testing

@testable import Engine

@Suite("Expiries")
struct ExpiryTests {
  private func drain(_ expiries: inout Expiries<String>, at now: Int) -> [String] {
    var keys: [String] = []
    for _ in 0..<100_000 {
      let due = expiries.due(at: now)
      if due.isEmpty { break }
      keys += due
    }
    return keys
  }

  @Test("nothing is due before its minute has passed, and nothing is due twice")
  func minutes() {
    var expiries = Expiries<String>()
    for (key, instant) in [("a", 59), ("b", 60), ("c", 119), ("d", 120), ("e", -61)] {
      expiries.add(key, at: instant)
    }
    #expect(drain(&expiries, at: 0) == ["e"])
    #expect(drain(&expiries, at: 59) == [])
    #expect(drain(&expiries, at: 60) == ["a"])
    #expect(drain(&expiries, at: 119) == [])
    #expect(drain(&expiries, at: 121) == ["b", "c"])
    #expect(drain(&expiries, at: 1_000_000) == ["d"])
    #expect(drain(&expiries, at: 2_000_000) == [])
  }

  @Test("at most 64 entries are handed out at once, and none is lost")
  func chunks() {
    var expiries = Expiries<String>()
    for number in 0..<1000 { expiries.add("\(number)", at: 30) }
    var sizes: [Int] = []
    var keys: Set<String> = []
    while true {
      let due = expiries.due(at: 600)
      if due.isEmpty { break }
      sizes.append(due.count)
      keys.formUnion(due)
    }
    #expect(sizes.allSatisfy { $0 <= 64 })
    #expect(keys.count == 1000)
  }

  @Test("so many are spared, and the oldest go first")
  func spared() {
    var expiries = Expiries<String>(sparing: 100)
    for number in 0..<100 { expiries.add("\(number)", at: number * 60) }
    #expect(drain(&expiries, at: 1_000_000) == [])
    expiries.add("last", at: 500_000)
    #expect(drain(&expiries, at: 1_000_000) == ["0"])
    #expect(drain(&expiries, at: 1_000_000) == [])
  }

  @Test("something may be added that is already due, also after a leap of the clock")
  func late() {
    var expiries = Expiries<String>()
    expiries.add("far", at: 31_536_000)
    #expect(drain(&expiries, at: 0) == [])
    expiries.add("near", at: 10)
    #expect(drain(&expiries, at: 100) == ["near"])
    // The year between is walked over in steps.
    var found: [String] = []
    for _ in 0..<200 where found.isEmpty {
      found = expiries.due(at: 31_536_100)
    }
    #expect(found == ["far"])
  }

  @Test("entries of several minutes come one minute after the other, without an empty hand between")
  func consecutive() {
    var expiries = Expiries<String>()
    for (key, instant) in [("a", 0), ("b", 60), ("c", 120)] { expiries.add(key, at: instant) }
    #expect(expiries.due(at: 600) == ["a"])
    #expect(expiries.due(at: 600) == ["b"])
    #expect(expiries.due(at: 600) == ["c"])
    #expect(expiries.due(at: 600) == [])
  }

  @Test("one look walks over 4096 empty minutes at most")
  func steps() {
    for (minutes, looks) in [(4_095, 1), (4_096, 2), (8_191, 2), (8_192, 3)] {
      var expiries = Expiries<String>()
      expiries.add("first", at: 0)
      expiries.add("last", at: minutes * 60)
      let now = 10_000 * 60
      #expect(expiries.due(at: now) == ["first"])
      for look in 1...looks { #expect(expiries.due(at: now) == (look == looks ? ["last"] : [])) }
    }
  }

  @Test("what was emptied does not walk over the time that it had nothing to wait for")
  func emptied() {
    var expiries = Expiries<String>()
    expiries.add("old", at: 0)
    #expect(drain(&expiries, at: 600) == ["old"])
    #expect(expiries.due(at: 600) == [])
    expiries.add("new", at: 31_536_000)
    #expect(expiries.due(at: 31_536_100) == ["new"])
  }
}
