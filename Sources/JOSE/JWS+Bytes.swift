import Basics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Tokens for those who write JSON, and answers, as bytes.
extension JWS {
  /// What gets signed (RFC 7515 §5.1).
  /// - Parameters:
  ///   - header: JSON in UTF-8, which is written as it stands.
  ///   - payload: the same.
  /// - Returns: ASCII.
  package static func signingInput(header: [UInt8], payload: [UInt8]) -> [UInt8] {
    var input: [UInt8] = []
    input.reserveCapacity(inputCount(header, payload))
    appendInput(header, payload, to: &input)
    return input
  }

  /// A signed token (RFC 7515 §7.1).
  /// - Parameters:
  ///   - header: JSON in UTF-8, which is written as it stands: whether its `alg` and `kid` are the key's is up to
  ///     the caller.
  ///   - payload: the same.
  /// - Returns: ASCII.
  /// - Throws: if the library makes no signature.
  package static func compact(
    header: [UInt8], payload: [UInt8], key: SigningKey
  ) throws(KeyError) -> [UInt8] {
    var token: [UInt8] = []
    // The signature of RSA-2048, the longest that is usual, takes 342 characters.
    token.reserveCapacity(inputCount(header, payload) + 1 + Base64URL.encodedCount(of: 256))
    try append(header: header, payload: payload, key: key, to: &token)
    return token
  }

  /// Writes what `compact` gives behind what a buffer holds. If it throws, the buffer is as it was.
  /// - Throws: if the library makes no signature.
  package static func append(
    header: [UInt8], payload: [UInt8], key: SigningKey, to buffer: inout [UInt8]
  ) throws(KeyError) {
    let start = buffer.count
    appendInput(header, payload, to: &buffer)
    let signature: Data
    do {
      signature = try key.signature(of: buffer[start...])
    } catch {
      buffer.removeSubrange(start...)
      throw error
    }
    buffer.append(dot)
    signature.withUnsafeBytes { Base64URL.append($0, to: &buffer) }
  }

  static let dot = UInt8(ascii: ".")

  private static func inputCount(_ header: [UInt8], _ payload: [UInt8]) -> Int {
    Base64URL.encodedCount(of: header.count) + 1 + Base64URL.encodedCount(of: payload.count)
  }

  private static func appendInput(
    _ header: [UInt8], _ payload: [UInt8], to buffer: inout [UInt8]
  ) {
    Base64URL.append(header, to: &buffer)
    buffer.append(dot)
    Base64URL.append(payload, to: &buffer)
  }
}
