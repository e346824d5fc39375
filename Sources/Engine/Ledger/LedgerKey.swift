import Basics
import ProviderModel

/// Sixteen bytes that stand for a code or token in the ledger: short keys keep its tree small and quick.
///
/// Two texts may share a key, as any two may share a hash: so a credential keeps its text, and is compared by it.
package struct LedgerKey: Hashable, Sendable, Codable {
  private let high: UInt64
  private let low: UInt64

  package func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    packer.write(high)
    packer.write(low)
  }
  package init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    (high, low) = (try unpacker.read(UInt64.self), try unpacker.read(UInt64.self))
  }

  /// Sixteen hexadecimal digits that depend on all of some keys, in any order; empty without one.
  package static func digest(of keys: [LedgerKey]) -> String {
    guard !keys.isEmpty else { return "" }
    let sum = keys.reduce(UInt64(0)) { $0 &+ ($1.high ^ $1.low) }
    return Hexadecimal.encode((0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - $0 * 8)) })
  }

  package init(_ name: CredentialName) {
    var mixed = Mixer()
    mixed.feed(name.provider)
    mixed.feed(name.kind.rawValue)
    mixed.feed(name.text)
    (high, low) = (mixed.high, mixed.low)
  }

  private struct Mixer {
    var high: UInt64 = 0x9E37_79B9_7F4A_7C15
    var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    mutating func feed(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        var index = 0
        while index < bytes.count {
          var word: UInt64 = 0
          for offset in index..<min(index + 8, bytes.count) {
            word = word << 8 | UInt64(bytes[offset])
          }
          mix(word)
          index += 8
        }
        // So that a text's end is not another one's beginning.
        mix(UInt64(bytes.count) | 1 << 63)
      }
    }

    private mutating func mix(_ word: UInt64) {
      high = (high ^ word) &* 0x9FB2_1C65_1E98_DF25
      high ^= high >> 32
      low = (low &+ word) &* 0xD6E8_FEB8_6659_FD93
      low ^= low >> 29
    }
  }
}
