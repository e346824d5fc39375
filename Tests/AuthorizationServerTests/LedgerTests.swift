import JSON
import Testing

@testable import AuthorizationServer

@Suite("What was issued")
struct LedgerTests {
  private static func grant() -> Grant {
    Grant(
      provider: "p", client: "c", person: "alice", type: "code", scopes: [], authTime: 0, issued: 0)
  }

  private static func credential(_ grant: Int, ends: Int?, kind: String = "access")
    -> IssuedCredential
  {
    IssuedCredential(kind: kind, grant: grant, scopes: [], audience: nil, issued: 0, ends: ends)
  }

  /// A name for what was found.
  private static func name(_ found: Ledger.Found) -> String {
    switch found {
    case .unknown: "unknown"
    case .live: "live"
    case .expired: "expired"
    case .spent: "spent"
    case .revoked: "revoked"
    }
  }

  @Test("a credential lives until the second at which it ends")
  func ends() {
    var ledger = Ledger()
    let id = ledger.open(Self.grant())
    let kept = ledger.issue(Self.credential(id, ends: 100), "k")
    #expect(kept == 700)
    let forever = ledger.issue(Self.credential(id, ends: nil), "f")
    #expect(forever == nil)
    #expect(Self.name(ledger.find("k", at: 99)) == "live")
    #expect(Self.name(ledger.find("k", at: 100)) == "expired")
    #expect(Self.name(ledger.find("f", at: Int.max)) == "live")
    #expect(Self.name(ledger.find("x", at: 0)) == "unknown")
  }

  @Test("a tombstone stands as long as its credential lived, ten minutes at least")
  func tombstones() {
    var ledger = Ledger()
    let id = ledger.open(Self.grant())
    let long = ledger.issue(Self.credential(id, ends: 3600), "long")
    #expect(long == 7200)
    let later = ledger.forget(grant: id, at: 7199)
    #expect(later == 7200)
    ledger.forget("long")
    #expect(Self.name(ledger.find("long", at: 0)) == "unknown")
    let gone = ledger.forget(grant: id, at: 7200)
    #expect(gone == nil)
    #expect(ledger.grants.isEmpty)
  }

  @Test("the first use counts, and death by use is told before death by age")
  func spent() {
    var ledger = Ledger()
    let id = ledger.open(Self.grant())
    _ = ledger.issue(Self.credential(id, ends: 100, kind: "code"), "k")
    ledger.spend("k", at: 5)
    ledger.spend("k", at: 50)
    ledger.spend("x", at: 50)
    #expect(ledger.credentials["k"]?.spent == 5)
    #expect(Self.name(ledger.find("k", at: 1000)) == "spent")
  }

  @Test("a revoked grant takes all along that it yielded, and nothing else")
  func revoked() {
    var ledger = Ledger()
    let (one, two) = (ledger.open(Self.grant()), ledger.open(Self.grant()))
    #expect(one != two)
    for (key, id) in [("a", one), ("b", one), ("c", two)] {
      _ = ledger.issue(Self.credential(id, ends: 100), key)
    }
    ledger.revoke("a", at: 1)
    #expect(Self.name(ledger.find("b", at: 1)) == "live")
    ledger.revoke(grant: one, at: 2)
    #expect(Self.name(ledger.find("b", at: 2)) == "revoked")
    #expect(Self.name(ledger.find("c", at: 2)) == "live")
  }

  @Test("a copy is a checkpoint")
  func copies() {
    var ledger = Ledger()
    let id = ledger.open(Self.grant())
    _ = ledger.issue(Self.credential(id, ends: 100), "k")
    let before = ledger
    ledger.spend("k", at: 1)
    #expect(Self.name(before.find("k", at: 1)) == "live")
    #expect(Self.name(ledger.find("k", at: 1)) == "spent")
  }
}

@Suite("Expiries")
struct ExpiryTests {
  private func drain(_ expiries: inout Expiries, at now: Int) -> [String] {
    var keys: [String] = []
    for _ in 0..<100_000 {
      let due = expiries.due(at: now)
      if due.isEmpty { break }
      keys += due.map(\.key)
    }
    return keys
  }

  @Test("nothing is due before its minute has passed, and nothing is due twice")
  func minutes() {
    var expiries = Expiries()
    for (key, instant) in [("a", 59), ("b", 60), ("c", 119), ("d", 120), ("e", -61)] {
      expiries.add(.ticket, key, at: instant)
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
    var expiries = Expiries()
    for number in 0..<1000 { expiries.add(.credential, "\(number)", at: 30) }
    var sizes: [Int] = []
    var keys: Set<String> = []
    while true {
      let due = expiries.due(at: 600)
      if due.isEmpty { break }
      sizes.append(due.count)
      keys.formUnion(due.map(\.key))
    }
    #expect(sizes.allSatisfy { $0 <= 64 })
    #expect(keys.count == 1000)
  }

  @Test("so many are spared, and the oldest go first")
  func spared() {
    var expiries = Expiries(sparing: 100)
    for number in 0..<100 { expiries.add(.credential, "\(number)", at: number * 60) }
    #expect(drain(&expiries, at: 1_000_000) == [])
    expiries.add(.credential, "last", at: 500_000)
    #expect(drain(&expiries, at: 1_000_000) == ["0"])
    #expect(drain(&expiries, at: 1_000_000) == [])
  }

  @Test("something may be added that is already due, also after a leap of the clock")
  func late() {
    var expiries = Expiries()
    expiries.add(.nonce, "far", at: 31_536_000)
    #expect(drain(&expiries, at: 0) == [])
    expiries.add(.nonce, "near", at: 10)
    #expect(drain(&expiries, at: 100) == ["near"])
    // The year between is walked over in steps.
    var found: [String] = []
    for _ in 0..<200 where found.isEmpty {
      found = expiries.due(at: 31_536_100).map(\.key)
    }
    #expect(found == ["far"])
  }
}
