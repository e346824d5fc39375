import Basics
import JOSE

/// Where drawn texts come from.
///
/// A seeded draw must stay what it is from version to version, so both generators draw by the library's own method when
/// they are seeded.
package protocol Chance: RandomNumberGenerator {
  /// A number from 0 on, below a bound that is at least 1.
  mutating func below(_ bound: UInt32) -> UInt32
}

/// A small fast generator (SplitMix64) that repeats for the same seed: decoration, never secrets.
package struct SeededGenerator: Chance, Sendable {
  private var state: UInt64
  package init(seed: UInt64) { state = seed }

  /// The seed that a generator needs to go on from here.
  package var position: UInt64 { state }

  /// A seed that a text stands for (FNV-1a).
  static func seed(of text: String) -> UInt64 {
    text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func below(_ bound: UInt32) -> UInt32 {
    UInt32.random(in: 0..<max(bound, 1), using: &self)
  }
}

/// Where codes, tokens and cookies come from: the system, or with a seed the same every run.
///
/// It has one owner, and stands beside the state of a sandbox, never in it: a state that is restored must not draw the
/// same secrets again. That owner uses it on one thread at a time: so it may be sent.
package final class Entropy: Chance, @unchecked Sendable, Codable {
  private var seeded: SeededGenerator?
  /// The system is asked for many bytes at once: a call for each letter costs more than all the rest.
  private var pool: [UInt8] = []
  /// How many of them have not been drawn.
  private var left = 0

  /// What the pool is filled from, instead of the system: the same key gives the same numbers.
  private var key: [UInt8]?
  private var fills: UInt64 = 0

  /// As many as `getentropy` gives at once.
  private static let poolSize = 256

  package init(seed: UInt64?) { seeded = seed.map(SeededGenerator.init) }

  /// Draws secrets that somebody who has the key can draw again, and nobody else: one key for each decision.
  package init(key: [UInt8]) { self.key = key }

  /// Draws what the other will draw, and takes nothing from it; without a seed or a key the two have nothing in common.
  package init(copying other: Entropy) {
    seeded = other.seeded
    guard other.key != nil else { return }
    (key, fills, pool, left) = (other.key, other.fills, other.pool, other.left)
  }

  /// Only a seed is kept: whatever else secrets come from is nobody's to keep.
  package func encode(to encoder: any Encoder) throws { try position.encode(to: encoder) }
  package convenience init(from decoder: any Decoder) throws {
    self.init(seed: try UInt64?(from: decoder))
  }

  /// The seed that a generator needs to go on from here; `nil` without a seed.
  package var position: UInt64? { seeded?.position }

  package func next() -> UInt64 {
    if seeded != nil { return seeded?.next() ?? 0 }
    var number: UInt64 = 0
    for _ in 0..<8 { number = number << 8 | UInt64(byte()) }
    return number
  }

  package func below(_ bound: UInt32) -> UInt32 {
    if seeded != nil { return seeded?.below(bound) ?? 0 }
    guard bound <= 256 else {
      var chance = self
      return UInt32.random(in: 0..<bound, using: &chance)
    }
    guard bound > 1 else { return 0 }
    // Beyond the last whole multiple some numbers would come more often than others.
    let limit = 256 - 256 % bound
    while true {
      let drawn = UInt32(byte())
      if drawn < limit { return drawn % bound }
    }
  }

  private func byte() -> UInt8 {
    if left == 0 { fill() }
    left -= 1
    return pool[left]
  }

  private func fill() {
    if let key {
      pool = Digest.sha256(key + (0..<8).map { UInt8(truncatingIfNeeded: fills >> ($0 * 8)) })
      fills += 1
      left = pool.count
      return
    }
    pool = [UInt8](unsafeUninitializedCapacity: Self.poolSize) { buffer, count in
      count = Self.poolSize
      #if canImport(Darwin)
        // iOS has no `getentropy`; this one can't fail.
        arc4random_buf(buffer.baseAddress, Self.poolSize)
      #else
        guard getentropy(buffer.baseAddress, Self.poolSize) != 0 else { return }
        // Where the system has no such call, its generator for one number at a time is left.
        var system = SystemRandomNumberGenerator()
        for index in 0..<Self.poolSize { buffer[index] = UInt8.random(in: 0...255, using: &system) }
      #endif
    }
    left = Self.poolSize
  }
}
