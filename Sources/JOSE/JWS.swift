// Signed tokens: digests and HMAC, keys in their written forms (PEM, JWK), JWS in its compact form, and its verification. This
// module doesn't know OAuth, OpenID Connect, the meaning of a claim or the time, and it opens no files.

import Basics

/// Signed tokens in the compact form (RFC 7515 §7.1): header, payload and signature as base64url,
/// with dots between them.
package enum JWS {
  /// What gets signed (RFC 7515 §5.1): header and payload, with their members as they stand.
  package static func signingInput(header: JSONObject, payload: JSONValue) -> String {
    String(
      decoding: signingInput(
        header: JSONValue(.object(header)).encoded(), payload: payload.encoded()),
      as: UTF8.self)
  }

  /// A signed token. The header is written as it stands: whether its `alg` and `kid` are the key's is up
  /// to the caller, who may want to lie on purpose.
  package static func compact(
    header: JSONObject, payload: JSONValue, key: SigningKey
  ) throws(KeyError) -> String {
    String(
      decoding: try compact(
        header: JSONValue(.object(header)).encoded(), payload: payload.encoded(), key: key),
      as: UTF8.self)
  }

  /// The usual header for a key: `alg`, `typ` unless nil, `kid`.
  package static func header(for key: SigningKey, type: String? = "JWT") -> JSONObject {
    var header = JSONObject()
    header["alg"] = JSONValue(.string(key.algorithm.rawValue))
    header["typ"] = type.map { JSONValue(.string($0)) }
    header["kid"] = JSONValue(.string(key.kid))
    return header
  }

  /// A token that was taken apart. Nothing in it is to be believed before `verify`.
  package struct Parsed: Sendable, Equatable {
    package var header: JSONObject
    /// Any JSON value; a JWT's is an object (RFC 7519 §7.2).
    package var payload: JSONValue
    /// The bytes that the signature is over: header and payload as they were written.
    package var signingInput: [UInt8]
    /// Empty in an unsecured token.
    package var signature: [UInt8]
    /// What the header says in `alg` (RFC 7515 §4.1.1); `none` and unknown names too.
    package var algorithm: String
    /// What the header says in `kid` (RFC 7515 §4.1.4).
    package var kid: String?
  }
}

extension JWS {
  /// Takes a compact token apart, without looking at its signature (RFC 7515 §5.2, steps 1 to 7).
  ///
  /// Strict where readers differ: base64url without padding or stray bits, each member name once, the
  /// header an object with a string `alg`, the payload JSON.
  /// - Parameter maximumBytes: how long a token may be.
  /// - Throws: the first thing that keeps it from being a JWS.
  package static func parse(_ text: String, maximumBytes: Int = 64 << 10) throws(JWSError) -> Parsed
  {
    guard text.utf8.count <= maximumBytes else {
      throw JWSError("expected at most \(maximumBytes) bytes of token, found \(text.utf8.count)")
    }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: dot, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      let hint = parts.count == 5 ? "; is it an encrypted token (RFC 7516)?" : ""
      throw JWSError("expected three parts with dots between them, found \(parts.count)\(hint)")
    }
    guard let header = try json(parts[0], "header").objectValue else {
      throw JWSError("expected the header to be an object, found another kind of value")
    }
    guard let algorithm = header["alg"]?.stringValue else {
      throw JWSError("expected the header to name its algorithm in \"alg\", found no such string")
    }
    let kid = header["kid"]
    guard kid == nil || kid?.stringValue != nil else {
      throw JWSError("expected \"kid\" in the header to be a string, found \(kid?.kindName ?? "")")
    }
    let payload = try json(parts[1], "payload")
    guard let signature = Base64URL.decode(parts[2]) else {
      throw JWSError("expected the signature to be base64url without padding, found something else")
    }
    return Parsed(
      header: header, payload: payload,
      signingInput: Array(bytes[..<parts[1].endIndex]),
      signature: signature, algorithm: algorithm, kid: kid?.stringValue)
  }

  static func json(
    _ part: ArraySlice<UInt8>, _ name: String
  ) throws(JWSError) -> JSONValue {
    guard let bytes = Base64URL.decode(part) else {
      throw JWSError("expected the \(name) to be base64url without padding, found something else")
    }
    let document: JSONDocument
    do {
      document = try JSONReader().read(bytes, file: name)
    } catch {
      // The reader's sentence may quote what it found, and tokens are secrets.
      throw JWSError(
        "expected the \(name) to be JSON, found that it stops being that at line "
          + "\(error.origin.line), column \(error.origin.column)")
    }
    guard document.duplicates.isEmpty else {
      throw JWSError("expected each member once in the \(name), found a name twice (RFC 7515 §4)")
    }
    return document.root
  }
}

extension JWS {
  /// Finds the key whose owner signed a token (RFC 7515 §5.2).
  ///
  /// Only keys whose algorithm is the token's are tried; if the token names a key, only those of that
  /// name and those without any. `none` has no key and so never verifies; nor does a token with `crit`,
  /// since no extension is understood here (RFC 7515 §4.1.11). Times and claims are the caller's affair.
  /// - Returns: the key that fits.
  /// - Throws: why none does.
  @discardableResult
  package static func verify(_ token: Parsed, keys: [VerifyingKey]) throws(JWSError) -> VerifyingKey
  {
    guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm) else {
      let known = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: " or ")
      throw JWSError(
        token.algorithm == "none"
          ? "expected a signature, found an unsecured token (\"alg\" is \"none\")"
          : "expected the token's algorithm to be \(known), found another")
    }
    guard token.header["crit"] == nil else {
      throw JWSError("expected no \"crit\" in the header, found one: no extension is understood")
    }
    let fitting = keys.filter { $0.algorithms.contains(algorithm) }
    guard !fitting.isEmpty else {
      throw JWSError("expected a key for \(algorithm.rawValue), found none")
    }
    let named = fitting.filter { isSame($0.kid, token.kid) }
    guard !named.isEmpty else {
      throw JWSError("expected a key of the name in the token's \"kid\", found none")
    }
    for key in named
    where key.isValid(token.signature, for: token.signingInput, by: algorithm) { return key }
    throw JWSError(
      named.count == 1
        ? "expected the signature of the key, found another; was the token changed?"
        : "expected the signature of one of \(named.count) keys, found another")
  }

  private static func isSame(_ key: String?, _ token: String?) -> Bool {
    guard let key, let token else { return true }
    return key.utf8.elementsEqual(token.utf8)
  }
}

/// Why a text is no JWS, or why its signature counts for nothing.
package struct JWSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected and what was found, without a full stop. It never quotes the token itself.
  package var sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }

  package var description: String { sentence }
}
