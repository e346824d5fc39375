import Basics
import Testing

@testable import JOSE

@Suite("The chest of keys")
struct KeyChestTests {
  @Test("while the RSA key is being made the EC key is at hand, and who asks for the RSA key waits")
  func waiting() async throws {
    let gate = Pending<Bool>()
    let made = try TestKeys.rsa(seed: 1)
    let chest = try KeyChest(curves: [p256()]) {
      _ = gate.wait()
      return .success(made)
    }
    chest.start()
    #expect(chest.readyKey(for: .rs256) == nil)
    #expect(chest.readyKey(for: .es256)?.kid == (try p256().kid))

    let heard = (0..<4).map { _ in Pending<String?>() }
    for ear in heard {
      #expect(BackgroundThread.run { ear.fulfil(try? chest.key(for: .rs256).kid) })
    }
    #expect(heard.allSatisfy { $0.current == nil })
    gate.fulfil(true)
    #expect(heard.map { $0.wait() } == Array(repeating: made.kid, count: 4))
    #expect(chest.readyKey(for: .rs256)?.kid == made.kid)
    #expect(try chest.keys().map(\.algorithm) == [.rs256, .es256])
  }

  @Test("the RSA key is made once, however often it is asked for")
  func once() throws {
    let made = try TestKeys.rsa(seed: 1)
    let first = Pending<Bool>()
    let chest = try KeyChest(curves: [p256()]) {
      first.fulfil(true) ? .success(made) : .failure(KeyError("made twice"))
    }
    #expect(first.current == nil)
    for _ in 0..<3 {
      chest.start()
      #expect(try chest.key(for: .rs256).kid == made.kid)
    }
  }

  @Test("a chest that is started again does not make its RSA key again")
  func startedAgain() throws {
    let made = try TestKeys.rsa(seed: 1)
    let count = Lock(0)
    let chest = try KeyChest(curves: [p256()]) {
      count.withLock { $0 += 1 }
      return .success(made)
    }
    for _ in 0..<50 { chest.start() }
    #expect(try chest.key(for: .rs256).kid == made.kid)
    // Threads that began earlier have had their turn.
    for _ in 0..<4 {
      let turn = Pending<Bool>()
      #expect(BackgroundThread.run { turn.fulfil(true) })
      _ = turn.wait()
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("a chest that nobody started makes its RSA key when it is asked for")
  func generated() throws {
    let chest = try KeyChest(curves: [p256()])
    #expect(try chest.key(for: .rs256).kid == chest.key(for: .rs256).kid)
  }

  @Test("keys that are given are there at once")
  func given() throws {
    let chest = try KeyChest(rsa: TestKeys.rsa(seed: 0, kid: "r"), curves: [p256(kid: "e")])
    #expect(chest.readyKey(for: .rs256)?.kid == "r")
    #expect(try chest.keys().map(\.kid) == ["r", "e"])
  }

  @Test("a failure is told to everybody who asks")
  func failure() throws {
    let chest = try KeyChest(curves: [p256()]) { .failure(KeyError("no luck")) }
    for _ in 0..<2 {
      #expect(throws: KeyError("no luck")) { try chest.key(for: .rs256) }
    }
    #expect(chest.readyKey(for: .rs256) == nil)
    #expect(throws: KeyError.self) { try KeyChest(makingRSA: 512, curves: [p256()]).keys() }
  }

  @Test("a key in the place of another is refused")
  func mixedUp() throws {
    let (rsa, ec) = (try TestKeys.rsa(seed: 0), try p256())
    #expect(throws: KeyError.self) { try KeyChest(rsa: ec, curves: [ec]) }
    #expect(throws: KeyError.self) { try KeyChest(rsa: rsa, curves: [rsa]) }
    #expect(throws: KeyError.self) { try KeyChest(curves: [rsa]) }
  }

  @Test("a pending value keeps the first that comes")
  func first() {
    let pending = Pending<Int>()
    #expect(pending.current == nil)
    #expect(pending.fulfil(1))
    #expect(!pending.fulfil(2))
    #expect(pending.wait() == 1)
    #expect(pending.current == 1)
  }
}
