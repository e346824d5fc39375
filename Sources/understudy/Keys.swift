import Basics
import Engine
import JOSE
import ProviderModel

/// The keys that a server signs with: given in files, published ones for a seed, or made at start.
struct Keys {
  let ring: Keyring
  private let lazyChest: LazyChest

  /// - Parameters:
  ///   - files: PEM or JWK, at most one key of each type; the rest is made.
  ///   - keeping: keeps what is made, for all servers of a store.
  init(files: [String], seed: UInt64?, keeping: Keyring.Keeping? = nil) throws {
    var given: [KeyType: SigningKey] = [:]
    for path in files {
      let key = try Self.read(path)
      guard given.updateValue(key, forKey: key.algorithm.keyType) == nil else {
        throw Failure(
          text: "\(path): error: another --key is for \(key.algorithm.rawValue) already")
      }
    }
    if seed == nil, let keeping {
      for type in KeyType.allCases where given[type] == nil {
        given[type] = keeping.key("\(type)-0") {
          var system = SystemRandomNumberGenerator()
          return type == .rsa
            ? try? SigningKey.generateRSA() : try? SigningKey.generate(type, using: &system)
        }
      }
    }
    let chest = LazyChest(given: given, seed: seed)
    lazyChest = chest
    // A given key keeps its own name, because its owner knows it by that name.
    ring = Keyring(
      usesRecordedNames: seed != nil && given.isEmpty, isRepeatable: seed != nil, keeping: keeping
    ) { algorithm in
      try? chest.chest()?.key(for: algorithm)
    }
  }

  /// Has the keys made in the background: to be called once the server listens.
  func start() { lazyChest.chest()?.start() }

  /// Not even the quick key is made before the first answer: a start has milliseconds only.
  private final class LazyChest: Sendable {
    private let made = Lock<KeyChest?>(nil)
    private let given: [KeyType: SigningKey]
    private let seed: UInt64?

    init(given: [KeyType: SigningKey], seed: UInt64?) {
      self.given = given
      self.seed = seed
    }

    func chest() -> KeyChest? {
      made.withLock { made in
        if made == nil { made = try? make() }
        return made
      }
    }

    private func make() throws -> KeyChest {
      var random = Entropy(seed: seed)
      let curves = try KeyType.allCases.filter { $0 != .rsa }.map { type in
        try given[type] ?? SigningKey.generate(type, using: &random)
      }
      if let rsa = try given[.rsa] ?? seed.map({ try TestKeys.rsa(seed: $0) }) {
        return try KeyChest(rsa: rsa, curves: curves)
      }
      return try KeyChest(makingRSA: 2048, curves: curves)
    }
  }

  private static func read(_ path: String) throws -> SigningKey {
    let bytes = try Files.read(path)
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      guard text.drop(while: \.isWhitespace).hasPrefix("{") else {
        return try SigningKey(pem: text)
      }
      return try SigningKey(jwk: JSONReader().read(bytes, file: path).root)
    } catch let error as KeyError {
      throw Failure(text: "\(path)\(error.line.map { ":\($0)" } ?? ""): error: \(error.sentence)")
    } catch let error as JSONSyntaxError {
      throw Failure(text: Diagnostic(at: error.origin, "", error.sentence).description)
    } catch {
      throw Failure(text: "\(path): error: \(error)")
    }
  }
}
