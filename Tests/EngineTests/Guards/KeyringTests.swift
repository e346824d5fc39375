import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Which keys sign, under which names, and whose signatures count.
@Suite("The engine's keys")
struct KeyringTests {
  private static let rsa = Result { try TestKeys.rsa(seed: 1) }
  private static let ec = Result {
    var random = Entropy(seed: 1)
    return try SigningKey.generateP256(using: &random)
  }

  private func keyring(recorded: Bool = false, repeatable: Bool? = nil) throws -> Keyring {
    let (rsa, ec) = (try Self.rsa.get(), try Self.ec.get())
    return Keyring(usesRecordedNames: recorded, isRepeatable: repeatable) { algorithm in
      switch algorithm {
      case .rs256: rsa
      case .es256: ec
      default: nil
      }
    }
  }

  private func signed(by key: SigningKey, kid: String? = nil) throws -> JWS.Parsed {
    var header = JWS.header(for: key)
    if let kid { header["kid"] = JSONValue(.string(kid)) }
    return try JWS.parse(JWS.compact(header: header, payload: ["a": 1], key: key))
  }

  @Test("go by the names of recordings only where that is asked for")
  func names() throws {
    let own = try Self.rsa.get().kid
    #expect(try keyring(recorded: true).key("RS256", recorded: "theirs")?.kid == "theirs")
    #expect(try keyring(recorded: true).key("RS256", recorded: nil)?.kid == own)
    #expect(try keyring(recorded: false).key("RS256", recorded: "theirs")?.kid == own)
    #expect(try keyring().key("HS256", recorded: nil) == nil)
    #expect(Keyring().key("RS256", recorded: nil) == nil)
  }

  @Test("verify their own signatures, under any name, and no other ones")
  func verifies() throws {
    let keyring = try keyring()
    for key in [try Self.rsa.get(), try Self.ec.get()] {
      #expect(keyring.verifies(try signed(by: key)))
      #expect(keyring.verifies(try signed(by: key, kid: "x")))
    }
    let other = try TestKeys.rsa(seed: 2)
    #expect(!keyring.verifies(try signed(by: other)))
    #expect(!Keyring().verifies(try signed(by: other)))
  }

  @Test(
    "that come next are others, the same ones each time where runs are to be repeatable",
    arguments: [SignatureAlgorithm.rs256, .es256])
  func next(_ algorithm: SignatureAlgorithm) throws {
    func next(_ isRepeatable: Bool) throws -> SigningKey {
      let keyring = try keyring(repeatable: isRepeatable)
      let made = try #require(keyring.next(algorithm))
      #expect(keyring.next(algorithm)?.kid == made.kid)
      return made
    }
    let current = try (algorithm == .rs256 ? Self.rsa : Self.ec).get()
    let (known, again) = (try next(true), try next(true))
    #expect(known.kid == again.kid && known.kid != current.kid)
    let (one, two) = (try next(false), try next(false))
    #expect(Set([one.kid, two.kid, known.kid, current.kid]).count == 4)
  }

  @Test("a signature of the next key counts once that key has been made, and by its name alone")
  func madeNext() throws {
    for algorithm in [SignatureAlgorithm.rs256, .es256] {
      // Everybody knows the repeatable keys: before a rule has signed with one, it is a stranger's.
      let next = try #require(try keyring(repeatable: true).next(algorithm))
      let keyring = try keyring(repeatable: true)
      #expect(!keyring.verifies(try signed(by: next)))
      _ = keyring.next(algorithm)
      #expect(keyring.verifies(try signed(by: next)))
      #expect(!keyring.verifies(try signed(by: next, kid: "x")))
    }
  }
}
