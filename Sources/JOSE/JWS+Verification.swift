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
    let fitting = keys.filter { $0.algorithm == algorithm }
    guard !fitting.isEmpty else {
      throw JWSError("expected a key for \(algorithm.rawValue), found none")
    }
    let named = fitting.filter { isSame($0.kid, token.kid) }
    guard !named.isEmpty else {
      throw JWSError("expected a key of the name in the token's \"kid\", found none")
    }
    for key in named where key.isValid(token.signature, for: token.signingInput) { return key }
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
