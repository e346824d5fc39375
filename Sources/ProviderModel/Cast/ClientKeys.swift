import Basics
import JOSE

/// The public keys that a client registers as a JWK set (RFC 7591 §2, `jwks`).
package enum ClientKeys {
  /// A mistake in a set.
  package struct Flaw: Sendable {
    /// The place of the key that is wrong; `nil` if the set itself is.
    package let index: Int?
    /// The rest of a sentence that starts with the set.
    package let what: String
    package let remedy: String
    /// Whether a private or symmetric key is to be registered.
    package var isSecret = false
  }

  /// The largest number of keys in a set.
  static let most = 100
  /// Members of private and of symmetric keys (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
  private static let secrets = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// The keys of a set that verify signatures. Others, such as keys for encryption, are left out (RFC 7517 §5).
  package static func usable(in set: JSONValue) -> [VerifyingKey] {
    (try? VerifyingKey.keys(ofSet: set)) ?? []
  }

  /// The first mistake in a set that a client wants to register.
  package static func flaw(in set: JSONValue) -> Flaw? {
    guard let keys = set["keys"]?.arrayValue,
      keys.allSatisfy({ $0["kty"]?.stringValue != nil })
    else {
      return Flaw(
        index: nil, what: "is not a JWK set", remedy: "send {\"keys\": […]} with JWKs (RFC 7517 §5)"
      )
    }
    guard keys.count <= most else {
      return Flaw(
        index: nil, what: "has \(keys.count) keys", remedy: "register at most \(most)")
    }
    for (index, key) in keys.enumerated() {
      guard let sign = secretSign(of: key) else { continue }
      return Flaw(
        index: index, what: "holds a key \(sign), which is a secret",
        remedy: "register public keys only (RFC 7591 §2)", isSecret: true)
    }
    return nil
  }

  /// The reason why a key is a secret, for a sentence that starts with the key; `nil` if it is public.
  package static func secretSign(of key: JSONValue) -> String? {
    key["kty"]?.stringValue == "oct"
      ? "of the type oct" : secrets.first { key[$0] != nil }.map { "with the member \($0)" }
  }

  /// Why no signature can be verified with a key; `nil` if one can.
  package static func unusable(_ key: JSONValue) -> String? {
    do throws(KeyError) {
      _ = try VerifyingKey(jwk: key)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Why a published key is of no use here; `nil` if it verifies signatures, or encrypts.
  static func flaw(ofPublished key: JSONValue) -> String? {
    guard key["use"]?.stringValue == "enc" else { return unusable(key) }
    do throws(KeyError) {
      _ = try EncryptionKey(jwk: key)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Why no signature can be verified with any key of a set; `nil` if one can.
  package static func unusable(set: JSONValue) -> String? {
    guard usable(in: set).isEmpty else { return nil }
    return set["keys"]?.arrayValue?.first.flatMap { unusable($0) } ?? "expected a key, found none"
  }
}
