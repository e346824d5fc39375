import Basics
internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Encrypted tokens in the compact form (RFC 7516 §7.1): header, encrypted key, initialization vector, ciphertext and tag as
/// base64url, with dots between them.
package enum JWE {
  /// A decrypted token.
  package struct Decrypted: Sendable, Equatable {
    package var header: JSONObject
    package var plaintext: [UInt8]
  }

  /// A token that was taken apart.
  private struct Parsed {
    let header: JSONObject
    let algorithm: KeyAlgorithm
    let content: ContentAlgorithm
    /// What the tag protects beside the ciphertext: the header as it was written.
    let associated: [UInt8]
    let encryptedKey: [UInt8]
    let iv: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
  }

  /// Encrypts a text for the owner of a key (RFC 7516 §5.1). The content key, the ephemeral key and the initialization vector
  /// are random.
  /// - Parameter header: further members, such as `cty`. `alg`, `enc`, `kid` and `epk` are added.
  /// - Throws: if the key does not fit the algorithm.
  package static func encrypt(
    _ plaintext: [UInt8], for key: EncryptionKey, by algorithm: KeyAlgorithm,
    _ content: ContentAlgorithm, header more: JSONObject = JSONObject()
  ) throws(KeyError) -> String {
    var header = JSONObject()
    header["alg"] = JSONValue(.string(algorithm.rawValue))
    header["enc"] = JSONValue(.string(content.rawValue))
    header["kid"] = key.kid.map { JSONValue(.string($0)) }
    for member in more { header[member.name] = member.value }
    let sent = try key.contentKey(algorithm, content)
    header["epk"] = sent.ephemeral
    let associated = Array(Base64URL.encode(JSONValue(.object(header)).encoded()).utf8)
    guard let sealed = try? content.seal(plaintext, key: sent.key, protecting: associated) else {
      throw KeyError(
        "expected a ciphertext of \(content.rawValue), found that the library makes none")
    }
    let parts = [sent.encrypted, sealed.iv, sealed.ciphertext, sealed.tag].map(Base64URL.encode)
    return ([String(decoding: associated, as: UTF8.self)] + parts).joined(separator: ".")
  }

  /// Decrypts a token (RFC 7516 §5.2).
  ///
  /// A wrong key and a changed token give one answer, so that neither can be told from the other (RFC 7516 §11.5).
  /// - Parameters:
  ///   - keys: those that it may be encrypted for. Only those are tried whose name and type fit.
  ///   - maximumBytes: how long a token may be.
  /// - Throws: the first thing that keeps it from being read.
  package static func decrypt(
    _ text: String, keys: [DecryptionKey], maximumBytes: Int = 64 << 10
  ) throws(JWSError) -> Decrypted {
    let token = try parse(text, maximumBytes: maximumBytes)
    let kid = token.header["kid"]?.stringValue
    for key in keys where key.isNamed(kid) && token.algorithm.keyTypes.contains(key.type) {
      guard
        let contentKey = key.contentKey(
          token.encryptedKey, token.header, token.algorithm, token.content),
        let plaintext = token.content.open(
          token.ciphertext, key: contentKey, iv: token.iv, tag: token.tag,
          protecting: token.associated)
      else { continue }
      return Decrypted(header: token.header, plaintext: plaintext)
    }
    throw JWSError(
      "expected a token that is encrypted for one of \(keys.count) keys, found another")
  }

  /// Whether a text looks like an encrypted token: it has five parts.
  package static func isLikely(_ text: String) -> Bool {
    text.utf8.count(where: { $0 == JWS.dot }) == 4
  }

  private static func parse(_ text: String, maximumBytes: Int) throws(JWSError) -> Parsed {
    guard text.utf8.count <= maximumBytes else {
      throw JWSError("expected at most \(maximumBytes) bytes of token, found \(text.utf8.count)")
    }
    let parts = Array(text.utf8).split(separator: JWS.dot, omittingEmptySubsequences: false)
    guard parts.count == 5 else {
      throw JWSError("expected five parts with dots between them, found \(parts.count)")
    }
    guard let header = try JWS.json(parts[0], "header").objectValue else {
      throw JWSError("expected the header to be an object, found another kind of value")
    }
    let algorithm: KeyAlgorithm = try name("alg", in: header)
    let content: ContentAlgorithm = try name("enc", in: header)
    guard header["crit"] == nil, header["zip"] == nil else {
      throw JWSError("expected neither \"crit\" nor \"zip\" in the header, found one of them")
    }
    var bytes: [[UInt8]] = []
    for part in parts.dropFirst() {
      guard let decoded = Base64URL.decode(part) else {
        throw JWSError("expected each part to be base64url without padding, found something else")
      }
      bytes.append(decoded)
    }
    return Parsed(
      header: header, algorithm: algorithm, content: content, associated: Array(parts[0]),
      encryptedKey: bytes[0], iv: bytes[1], ciphertext: bytes[2], tag: bytes[3])
  }

  private static func name<Algorithm>(
    _ member: String, in header: JSONObject
  ) throws(JWSError) -> Algorithm
  where Algorithm: RawRepresentable<String> & CaseIterable {
    guard let algorithm = header[member]?.stringValue.flatMap(Algorithm.init) else {
      let known = Algorithm.allCases.map(\.rawValue).joined(separator: " or ")
      throw JWSError("expected \"\(member)\" in the header to be \(known), found another value")
    }
    return algorithm
  }
}
