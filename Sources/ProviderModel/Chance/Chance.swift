/// Where drawn texts come from.
///
/// A seeded draw must stay what it is from version to version, so both generators draw by the library's own method when
/// they are seeded.
package protocol Chance: RandomNumberGenerator {
  /// A number from 0 on, below a bound that is at least 1.
  mutating func below(_ bound: UInt32) -> UInt32
}
