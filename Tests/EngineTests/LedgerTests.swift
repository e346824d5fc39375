import Basics
import ProviderModel
import Testing

@testable import Engine

@Suite("What was issued")
struct LedgerTests {
  private var cast = Cast()

  init() throws {
    let text = """
      { "schema": 1, "kind": "cast", "people": [{ "username": "alice", "password": "p" }] }
      """
    _ = try cast.add(Array(text.utf8), name: "cast", providers: ProviderCatalog([Provider]()))
  }

  private func grant(_ number: Int, person: String? = "alice") -> Grant {
    Grant(
      number: number, provider: "p", client: "c", person: person, type: "code", scopes: [],
      authTime: 0, issued: 0)
  }

  private func name(_ text: String, _ kind: CredentialKind = .access) -> CredentialName {
    CredentialName(provider: "p", kind: kind, text: text)
  }

  @discardableResult
  private func issue(
    _ ledger: inout Ledger, _ text: String, _ grant: Grant, ends: Int,
    kind: CredentialKind = .access
  ) -> (key: LedgerKey, kept: Int?) {
    ledger.open(grant)
    return ledger.issue(kind, text, grant, scopes: [], audience: [], issued: 0, ends: ends)
  }

  /// A word for what it is good for.
  private func worth(
    _ ledger: Ledger, _ text: String, at now: Int, _ kind: CredentialKind = .access,
    for client: String? = nil
  ) -> String {
    switch ledger.worth(of: name(text, kind), at: now, for: client, in: cast) {
    case .unknown: "unknown"
    case .live: "live"
    case .expired: "expired"
    case .spent: "spent"
    case .revoked: "revoked"
    case .otherClient: "another's"
    }
  }

  @Test("a credential lives until the second at which it ends")
  func ends() {
    var ledger = Ledger()
    let grant = grant(ledger.nextGrant)
    let kept = issue(&ledger, "k", grant, ends: 100).kept
    #expect(kept == 700)
    let forever = issue(&ledger, "f", grant, ends: Credential.never).kept
    #expect(forever == nil)
    #expect(worth(ledger, "k", at: 99) == "live")
    #expect(worth(ledger, "k", at: 100) == "expired")
    #expect(worth(ledger, "f", at: Int.max - 1) == "live")
    #expect(worth(ledger, "x", at: 0) == "unknown")
    #expect(worth(ledger, "k", at: 0, .refresh) == "unknown")
  }

  @Test("a tombstone stands as long as its credential lived, ten minutes at least")
  func tombstones() {
    var ledger = Ledger()
    let long = issue(&ledger, "long", grant(1), ends: 3600)
    #expect(long.kept == 7200)
    ledger.forget(long.key)
    #expect(worth(ledger, "long", at: 0) == "unknown")
    #expect(ledger.credentials.isEmpty)
    // What was issued once counts, also when nothing of it is left.
    #expect(ledger.hasIssued)
    #expect(ledger.nextGrant == 2)
  }

  @Test("the first use counts, and death by use is told before death by age")
  func spent() throws {
    var ledger = Ledger()
    issue(&ledger, "k", grant(1), ends: 100, kind: .code)
    for instant in [5, 50] {
      ledger.spend(try #require(ledger.credential(name("k", .code))), at: instant)
    }
    #expect(ledger.credential(name("k", .code))?.spent == 5)
    #expect(worth(ledger, "k", at: 1000, .code) == "spent")
  }

  @Test("a revoked grant takes all along that it yielded, and nothing else")
  func revoked() throws {
    var ledger = Ledger()
    let one = grant(ledger.nextGrant)
    for key in ["a", "b"] { issue(&ledger, key, one, ends: 100) }
    let two = grant(ledger.nextGrant)
    #expect(one.number != two.number)
    issue(&ledger, "c", two, ends: 100)
    _ = ledger.revoke(try #require(ledger.credential(name("a"))), at: 1)
    #expect(worth(ledger, "a", at: 1) == "revoked")
    #expect(worth(ledger, "b", at: 1) == "live")
    _ = ledger.revoke(one, at: 2)
    #expect(worth(ledger, "b", at: 2) == "revoked")
    #expect(worth(ledger, "c", at: 2) == "live")
  }

  @Test(
    "whoever is struck from the cast takes their tokens along, and another client's are none of mine"
  )
  func orphans() {
    var ledger = Ledger()
    issue(&ledger, "hers", grant(1), ends: 100)
    issue(&ledger, "gone", grant(2, person: "zoe"), ends: 100)
    issue(&ledger, "own", grant(3, person: nil), ends: 100)
    #expect(worth(ledger, "hers", at: 1, for: "c") == "live")
    #expect(worth(ledger, "hers", at: 1, for: "d") == "another's")
    #expect(worth(ledger, "gone", at: 1) == "revoked")
    #expect(worth(ledger, "own", at: 1) == "live")
  }

  @Test("a revoked token that would never expire may be forgotten a day later")
  func endless() throws {
    var ledger = Ledger()
    let one = grant(ledger.nextGrant)
    let key = issue(&ledger, "a", one, ends: Credential.never).key
    issue(&ledger, "b", one, ends: Credential.never)
    let alone = ledger.revoke(try #require(ledger.credential(name("a"))), at: 10)
    #expect(alone?.key == key)
    #expect(alone?.at == 10 + 86_400)
    let ended = ledger.revoke(one, at: 20)
    #expect(ended.forgettable.count == 2)
    #expect(ended.forgotten == 20 + 86_400)
    // The mark of the grant's end may go first: the tokens bear their own.
    ledger.forgetEnd(of: one.number)
    #expect(worth(ledger, "a", at: 30) == "revoked")
    #expect(worth(ledger, "b", at: 30) == "revoked")
    for key in ended.forgettable { ledger.forget(key) }
    #expect(ledger.credentials.isEmpty)
    #expect(ledger.revoke(one, at: 40).forgettable.isEmpty)
  }

  @Test("the mark of a grant's end stays as long as any credential of the grant is known")
  func marks() {
    var ledger = Ledger()
    let one = grant(ledger.nextGrant)
    let kept = issue(&ledger, "a", one, ends: 1_000_000).kept
    #expect(ledger.revoke(one, at: 0).forgotten == kept)
  }

  @Test("a copy is a checkpoint")
  func copies() throws {
    var ledger = Ledger()
    issue(&ledger, "k", grant(1), ends: 100)
    let before = ledger
    ledger.spend(try #require(ledger.credential(name("k"))), at: 1)
    #expect(worth(before, "k", at: 1) == "live")
    #expect(worth(ledger, "k", at: 1) == "spent")
  }

  @Test("a name's parts are not one text: what stands where counts")
  func keys() {
    let one = CredentialName(provider: "ab", kind: .code, text: "c")
    let other = CredentialName(provider: "a", kind: .code, text: "bc")
    #expect(LedgerKey(one) != LedgerKey(other))
    let texts = (0..<20_000).map { LedgerKey(name("token-\($0)")) }
    #expect(Set(texts).count == texts.count)
  }
}
