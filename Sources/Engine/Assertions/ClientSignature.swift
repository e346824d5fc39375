import Basics
import JOSE
import ProviderModel

/// Whether a JWT is signed by the client that it names: with one of the registered keys of the client, or with its secret.
enum ClientSignature {
  /// - Parameter registered: the algorithm that the client is registered for, if it is for one.
  static func check(
    _ jwt: PresentedJWT, by client: Client, registeredFor registered: String?,
    _ context: RequestContext
  ) throws(Refusal) {
    if let registered {
      try jwt.checkAlgorithm(among: [registered], "the client \(client.id) is registered for")
    }
    if jwt.isBySecret {
      try checkSecret(of: jwt, by: client)
    } else {
      try checkKey(of: jwt, by: client, context)
    }
  }

  private static func checkSecret(
    of jwt: PresentedJWT, by client: Client
  ) throws(Refusal) {
    guard let secret = client.secret, !secret.isEmpty else {
      throw Refusal(
        jwt.role.keysMissing, at: jwt.role.catalogue, facts: [("value", client.id)],
        "\(jwt.parameter) is signed by HS256, and the client \(client.id) has no secret",
        clause: jwt.role.secretClause,
        remedy:
          "sign with a key of the client, or give it a secret in \(client.source)"
      )
    }
    let code = HMAC.sha256(key: Array(secret.utf8), message: jwt.token.signingInput)
    guard equalInConstantTime(code, jwt.token.signature) else {
      throw Refusal(
        jwt.role.signatureWrong, at: jwt.role.catalogue,
        "the secret of \(client.id) does not make this signature of \(jwt.parameter)",
        remedy: "sign with the bytes of the client_secret from \(client.source)")
    }
  }

  private static func checkKey(
    of jwt: PresentedJWT, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    try jwt.checkKey(
      among: keys(of: client, for: jwt.role, context),
      of: .init(
        title: "the client \(client.id)", name: client.id,
        remedy: "register \(KeyType.titles)",
        fetchedFrom: client.keys == nil ? client.keysURI : nil))
  }

  private static func keys(
    of client: Client, for role: JWTRole, _ context: RequestContext
  ) throws(Refusal) -> [VerifyingKey] {
    if let set = client.keys { return ClientKeys.usable(in: set) }
    if let address = client.keysURI { return try context.fetchedKeys(address, role) }
    throw Refusal(
      role.keysMissing, at: role.catalogue, facts: [("value", client.id)],
      "the client \(client.id) is registered without public keys",
      remedy: "register its keys as jwks or jwks_uri, in the cast or at the registration endpoint")
  }
}
