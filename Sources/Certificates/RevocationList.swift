import Basics
import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The CA's list of revoked certificates (RFC 5280 §5), in DER. swift-certificates has none.
struct RevocationList: DERSerializable {
  let authority: CertificateAuthority
  /// In seconds since 1970.
  let now: Int

  /// Where a certificate's status is to be found (RFC 5280 §4.2.1.13).
  static func point(_ url: String) throws -> Certificate.Extension {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { points in
      try points.appendConstructedNode(identifier: .sequence) { point in
        try point.appendConstructedNode(identifier: Self.tag(0)) { name in
          try name.appendConstructedNode(identifier: Self.tag(0)) { full in
            try full.serialize(GeneralName.uniformResourceIdentifier(url))
          }
        }
      }
    }
    return Certificate.Extension(
      oid: [2, 5, 29, 31], critical: false, value: serializer.serializedBytes[...])
  }

  private static func tag(_ number: UInt) -> ASN1Identifier {
    ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
  }

  func serialize(into coder: inout DER.Serializer) throws {
    var inner = DER.Serializer()
    try inner.appendConstructedNode(identifier: .sequence) { try serializeList(into: &$0) }
    let signed = inner.serializedBytes
    let signature = try authority.key.signature(for: signed).derRepresentation
    try coder.appendConstructedNode(identifier: .sequence) { list in
      list.serializeRawBytes(signed)
      try Self.algorithm(&list)
      try list.serialize(ASN1BitString(bytes: ArraySlice(signature)))
    }
  }

  private func serializeList(into list: inout DER.Serializer) throws {
    // Version 2 is written as 1.
    try list.serialize(1)
    try Self.algorithm(&list)
    try list.serialize(authority.certificate.subject)
    try list.serialize(Self.time(now - CertificateAuthority.day))
    try list.serialize(Self.time(now + 30 * CertificateAuthority.day))
    try list.appendConstructedNode(identifier: .sequence) { entries in
      try entries.appendConstructedNode(identifier: .sequence) { entry in
        try entry.serialize(CertificateAuthority.revokedSerial.bytes)
        try entry.serialize(Self.time(now - CertificateAuthority.day))
      }
    }
    try list.appendConstructedNode(identifier: Self.tag(0)) { wrapper in
      try wrapper.appendConstructedNode(identifier: .sequence) { extensions in
        // A list has a number (RFC 5280 §5.2.3). Ours never changes.
        try Self.append(&extensions, [2, 5, 29, 20]) { try $0.serialize(1) }
      }
    }
  }

  private static func append(
    _ coder: inout DER.Serializer, _ oid: ASN1ObjectIdentifier,
    _ value: (inout DER.Serializer) throws -> Void
  ) throws {
    var inner = DER.Serializer()
    try value(&inner)
    try coder.appendConstructedNode(identifier: .sequence) { node in
      try node.serialize(oid)
      try node.serialize(ASN1OctetString(contentBytes: inner.serializedBytes[...]))
    }
  }

  /// ecdsa-with-SHA256 (RFC 5758 §3.2).
  private static func algorithm(_ coder: inout DER.Serializer) throws {
    try coder.appendConstructedNode(identifier: .sequence) { node in
      try node.serialize([1, 2, 840, 10045, 4, 3, 2] as ASN1ObjectIdentifier)
    }
  }

  private static func time(_ seconds: Int) throws -> UTCTime {
    let utc = UTC(seconds: seconds)
    return try UTCTime(
      year: utc.year, month: utc.month, day: utc.day, hours: utc.hour, minutes: utc.minute,
      seconds: utc.second)
  }
}

extension CertificateAuthority {
  /// The list of revoked certificates, in DER.
  package func revocationList(at now: Int) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(RevocationList(authority: self, now: now))
    return serializer.serializedBytes
  }
}
