import AuthorizationServer
import ProviderModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where codes, tokens and cookies come from: the system, or with `--seed` the same every run.
public struct Entropy: RandomNumberGenerator, Sendable {
  private var seeded: SeededGenerator?
  /// The system is asked for many bytes at once: a call for each draw costs more than the rest.
  private var pool: [UInt64] = []

  public init(seed: UInt64?) { seeded = seed.map(SeededGenerator.init) }

  public mutating func next() -> UInt64 {
    if seeded != nil { return seeded?.next() ?? 0 }
    if pool.isEmpty {
      var system = SystemRandomNumberGenerator()
      pool = (0..<64).map { _ in system.next() }
    }
    return pool.popLast() ?? 0
  }
}
