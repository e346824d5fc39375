import Basics
import JOSE
import ProviderModel

/// Whether a JWT is signed by the client whose it is said to be: with one of its registered keys, or with its secret.
enum ClientSignature {
  /// - Parameter registered: the algorithm that the client is registered for, if it is for one.
  static func check(
    _ assertion: ClientJWT, by client: Client, registeredFor registered: String?,
    _ context: RequestContext
  ) throws(Refusal) {
    if let registered {
      try assertion.checkAlgorithm(
        among: [registered], "the client \(client.id) is registered for")
    }
    if assertion.isBySecret {
      try checkSecret(of: assertion, by: client)
    } else {
      try checkKey(of: assertion, by: client, context)
    }
  }

  private static func checkSecret(
    of assertion: ClientJWT, by client: Client
  ) throws(Refusal) {
    guard let secret = client.secret, !secret.isEmpty else {
      throw assertion.conditions.refusal(
        assertion.conditions.keysMissing, facts: [("value", client.id)],
        "\(assertion.parameter) is signed by HS256, and the client \(client.id) has no secret",
        clause: assertion.conditions.secretClause,
        remedy: "sign by RS256 or ES256 with a key of the client, or give it a secret in its cast")
    }
    let code = HMAC.sha256(key: Array(secret.utf8), message: assertion.token.signingInput)
    guard equalInConstantTime(code, assertion.token.signature) else {
      throw assertion.conditions.refusal(
        assertion.conditions.signatureWrong,
        "the secret of \(client.id) makes another signature of \(assertion.parameter)",
        remedy: "sign with the bytes of the client_secret that stands in its cast")
    }
  }

  private static func checkKey(
    of assertion: ClientJWT, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let (token, conditions) = (assertion.token, assertion.conditions)
    let keys = try keys(of: client, conditions, context)
    let named = keys.filter { $0.isNamed(token.kid) }
    let fitting = named.filter { $0.algorithm.rawValue == token.algorithm }
    guard !fitting.isEmpty else {
      // Only a key that has this very name is meant.
      if let other = named.first, let kid = token.kid, other.kid != nil {
        throw conditions.refusal(
          conditions.algorithmUnsupported,
          facts: [("value", token.algorithm), ("expected", other.algorithm.rawValue)],
          "the key \(kid.shortened) of \(client.id) is for \(other.algorithm.rawValue), and the header of \(assertion.parameter) has the alg \(token.algorithm)",
          remedy: "set alg to \(other.algorithm.rawValue), or name another key in kid")
      }
      let known = keys.map { "\($0.kid ?? "a key without kid") (\($0.algorithm.rawValue))" }
        .joined(separator: ", ")
      throw conditions.refusal(
        conditions.keyUnknown,
        facts: [("value", token.kid ?? ""), ("expected", known.shortened)],
        token.kid.map {
          $0.isEmpty
            ? "the kid of \(assertion.parameter) is empty, and the client \(client.id) has no such key"
            : "the client \(client.id) has no key with the kid \($0.shortened) for \(token.algorithm)"
        } ?? "the client \(client.id) has no key for \(token.algorithm)",
        remedy: .say(
          (known.isEmpty
            ? "register an RSA key of 2048 bits or a P-256 key"
            : "sign with one of its keys: \(known.shortened)") + later(client)))
    }
    do throws(JWSError) {
      try JWS.verify(token, keys: fitting)
    } catch {
      let names = fitting.map { $0.kid ?? "without kid" }.joined(separator: ", ")
      throw assertion.conditions.refusal(
        assertion.conditions.signatureWrong,
        "the signature of \(assertion.parameter) is not one of \(client.id): no key verifies it (\(names.shortened))",
        remedy: .say(
          "sign with the private key that belongs to the registered public key, and send the JWT unchanged"
            + later(client)))
    }
  }

  /// Fetched keys may have changed since.
  private static func later(_ client: Client) -> String {
    guard client.keys == nil, let address = client.keysURI else { return "" }
    return "; if \(address) has a new key, send the JWT again after \(FetchedKeys.interval) s"
  }

  private static func keys(
    of client: Client, _ conditions: JWTConditions, _ context: RequestContext
  ) throws(Refusal) -> [VerifyingKey] {
    if let set = client.keys { return ClientKeys.usable(in: set) }
    if let address = client.keysURI { return try context.fetchedKeys(address, conditions) }
    throw conditions.refusal(
      conditions.keysMissing, facts: [("value", client.id)],
      "the client \(client.id) is registered without public keys",
      remedy: "register its keys as jwks or jwks_uri, in the cast or at the registration endpoint")
  }
}
