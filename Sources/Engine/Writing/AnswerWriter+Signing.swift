import Basics
import JOSE
import ProviderModel

extension AnswerWriter {
  /// Signs what was decided on: the access token first, as the id token holds its hash.
  func sign() {
    guard let facts else { return }
    facts.signClaims = Self.aggregation(facts.provider, keys)
    let unsigned = decision.outcome.issued.unsigned
    for token in unsigned.filter({ $0.kind != .id }) + unsigned.filter({ $0.kind == .id }) {
      guard let key = key(token.algorithm, signing: token.kind) else { continue }
      facts.key = (key.kid, token.algorithm)
      func half(_ text: String?) -> String { text.map { key.halfHash(of: $0) } ?? "" }
      facts.hashes.access = half(facts.credential(.access)?.value)
      facts.hashes.code = half(facts.credential(.code)?.value)
      if case .text(let state)? = facts.grant?.arguments["state"] {
        facts.hashes.state = half(state)
      }
      let claims =
        switch token.claims {
        case .fixed(let bytes): bytes
        case .later(let shape): facts.json(shape)
        }
      let header = facts.json(token.header)
      let forged = decision.rule?.effect.change?.tokens.first { $0.kind == token.kind }?.change
      let text =
        forged.map { ForgedToken(change: $0, keys: keys).compact(header, claims, key) }
        ?? key.compact(header, claims)
      guard let text = text.flatMap({ token.kind == .id ? encrypted($0, .idToken) : $0 }),
        var credential = facts.credential(token.kind)
      else { continue }
      credential.value = text
      facts.set(credential)
    }
  }

  /// Signs JWTs with claims of another party (OpenID Connect Core §5.6.2), as this provider passes them on.
  private static func aggregation(
    _ provider: Provider, _ keys: Keyring
  ) -> ((JSONObject) -> String?)? {
    guard let rule = provider.claimSources else { return nil }
    let algorithm = rule.algorithm(at: provider)
    let recorded = provider.signing.first { $0.algorithm == algorithm }?.kid
    return { claims in
      guard let key = keys.key(algorithm, recorded: recorded)?.pair else { return nil }
      return try? JWS.compact(
        header: JWS.header(for: key), payload: JSONValue(.object(claims)), key: key)
    }
  }

  /// The key for an algorithm: the provider's, or what the client shares with it.
  /// - Parameter kind: the kind of token that it signs.
  func key(_ algorithm: String, signing kind: CredentialKind? = nil) -> TokenKey? {
    keys.key(algorithm, for: facts?.client, at: provider, signing: kind)
  }

  /// A signed JWT as the client wants it: encrypted, if it is registered so (OpenID Connect Core §10.2).
  /// - Parameter holdsJWT: whether the text is a JWT.
  /// - Returns: `nil` if there is no key to encrypt it with.
  func encrypted(_ text: String, _ part: Client.Encrypted, holdsJWT: Bool = true) -> String? {
    guard provider?.encryption != nil, let wish = facts?.client?.encryptions[part],
      wish.algorithm != nil
    else { return text }
    return decision.recipient?.encrypt(text, by: wish, holdsJWT: holdsJWT)
  }

  /// A resource's answer as a JWT, if the client is registered so or a rule wants it (OpenID Connect Core §5.3.2).
  /// - Returns: `nil` if the answer is JSON.
  func token(of body: [UInt8]) -> [UInt8]? {
    guard decision.endpoint?.kind == .resource, let facts else { return nil }
    let isOffered = decision.endpoint?.service.isSigned == true
    let encrypts =
      isOffered && provider?.encryption != nil
      && facts.client?.encryptions.userInfo.algorithm != nil
    guard let text = signed(body, isOffered, facts) else {
      guard encrypts else { return nil }
      return encrypted(String(decoding: body, as: UTF8.self), .userInfo, holdsJWT: false)
        .map { Array($0.utf8) }
    }
    return (encrypts ? encrypted(text, .userInfo) : text).map { Array($0.utf8) }
  }

  private func signed(_ body: [UInt8], _ isOffered: Bool, _ facts: Facts) -> String? {
    let order = decision.rule?.effect.change?.signed
    let usual = isOffered ? facts.client?.userInfoAlgorithm : nil
    guard order != nil || usual != nil,
      let algorithm = order?.algorithm?.rawValue ?? usual ?? provider?.signing.first?.algorithm,
      let key = key(algorithm),
      var claims = try? JSONReader(maximumDepth: 512).read(body, file: "").root.objectValue
    else { return nil }
    if claims["iss"] == nil { claims["iss"] = JSONValue(.string(facts.issuer)) }
    if claims["aud"] == nil, let client = facts.client {
      claims["aud"] = JSONValue(.string(client.id))
    }
    var header = JSONObject()
    header["alg"] = JSONValue(.string(algorithm))
    header["kid"] = key.kid.map { JSONValue(.string($0)) }
    return order.map { ForgedToken(change: $0.change, keys: keys).compact(header, claims, key) }
      ?? key.compact(
        JSONValue(.object(header)).encoded(), JSONValue(.object(claims)).encoded())
  }
}
