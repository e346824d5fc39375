/// Six bits that are computed from a name. Names with different digests differ, so most texts need no comparison.
///
/// An endpoint knows dozens of parameters, and a request has a few of them. Comparing each text with each other one took
/// most of the time of reading a request.
package struct NameDigest: Equatable, Sendable {
  @usableFromInline let bits: UInt8

  package init(_ name: String) {
    // No copy of the text: that would cost more than the digest.
    bits =
      name.utf8.withContiguousStorageIfAvailable(Self.bits)
      ?? Array(name.utf8).withUnsafeBufferPointer(Self.bits)
  }

  private static func bits(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return (UInt8(truncatingIfNeeded: bytes.count) &* 31 &+ first &* 7 &+ last) & 63
  }

  @inlinable
  package static func == (left: NameDigest, right: NameDigest) -> Bool { left.bits == right.bits }

  /// The digests of several names. If it lacks a digest, none of them has that name; otherwise the texts decide.
  package struct Union: Sendable {
    @usableFromInline var mask: UInt64 = 0

    package init() {}

    package init(_ digest: NameDigest) { insert(digest) }

    package init(of parameters: [Parameters.Parameter]) {
      for place in parameters.indices { insert(NameDigest(parameters[place].name)) }
    }

    /// Has every digest.
    package static let all = {
      var all = Self()
      all.mask = .max
      return all
    }()

    @inlinable
    package mutating func insert(_ digest: NameDigest) { mask |= 1 << UInt64(digest.bits) }

    /// Whether both have one digest in common. `all` meets any other one, also an empty one.
    @inlinable
    package func meets(_ other: Self) -> Bool { mask & other.mask != 0 || mask == .max }

    @inlinable
    package func contains(_ digest: NameDigest) -> Bool { mask & (1 << UInt64(digest.bits)) != 0 }
  }
}
