import Locking
import ProviderModel

/// Bodies that are the same for everyone who asks at one address: written once.
final class KeptAnswers: Sendable {
  struct Key: Hashable {
    let provider: ObjectIdentifier
    let shape: Int
    let base: Base
    let variables: [String?]
    /// It decides which of several routes an own address takes.
    let path: String
  }

  private let bodies = Lock<[Key: [UInt8]]>([:])
  /// Whoever asks under ever new names is not to fill the memory.
  private static let mostKept = 256

  func body(_ key: Key) -> [UInt8]? { bodies.withLock { $0[key] } }

  func keep(_ body: [UInt8], _ key: Key) {
    bodies.withLock { bodies in
      if bodies.count >= Self.mostKept { bodies.removeAll(keepingCapacity: true) }
      bodies[key] = body
    }
  }
}
