/// Six bits that are computed from a name. Names with different digests differ, so most texts need no comparison.
///
/// An endpoint knows dozens of parameters, and a request has a few of them. Comparing each text with each other one took
/// most of the time of reading a request.
package struct NameDigest: Equatable, Sendable {
  @usableFromInline let bits: UInt8

  package init(_ name: String) {
    var name = name
    bits = name.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return (UInt8(truncatingIfNeeded: bytes.count) &* 31 &+ first &* 7 &+ last) & 63
    }
  }

  @inlinable
  package static func == (left: NameDigest, right: NameDigest) -> Bool { left.bits == right.bits }

  /// The digests of several names. If it lacks a digest, none of them has that name; otherwise the texts decide.
  package struct Union: Sendable {
    @usableFromInline var mask: UInt64 = 0

    package init(of parameters: [Parameters.Parameter]) {
      for parameter in parameters { mask |= 1 << UInt64(NameDigest(parameter.name).bits) }
    }

    @inlinable
    package func contains(_ digest: NameDigest) -> Bool { mask & (1 << UInt64(digest.bits)) != 0 }
  }
}
