import Basics
import JOSE
import ProviderModel

extension AnswerWriter {
  /// Signs what was decided on: the access token first, as the id token holds its hash.
  func sign() {
    guard let facts else { return }
    let unsigned = decision.outcome.issued.unsigned
    for token in unsigned.filter({ $0.kind != .id }) + unsigned.filter({ $0.kind == .id }) {
      guard let key = key(token.algorithm) else { continue }
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
      guard let text, var credential = facts.credential(token.kind) else { continue }
      credential.value = text
      facts.set(credential)
    }
  }
  /// The key for an algorithm: the provider's, or what the client shares with it.
  func key(_ algorithm: String) -> TokenKey? {
    guard algorithm != TokenKey.symmetric else {
      return facts?.client?.secret.map { TokenKey(secret: $0) }
    }
    let recorded = provider?.signing.first { $0.algorithm == algorithm }?.kid
    return keys.key(algorithm, recorded: recorded)
  }

  /// A resource's answer as a JSON Web Token, where a rule wants it so (OpenID Connect Core §5.3.2).
  func signed(_ body: [UInt8]) -> [UInt8]? {
    guard let order = decision.rule?.effect.change?.signed, decision.endpoint?.kind == .resource,
      let facts, let algorithm = order.algorithm?.rawValue ?? provider?.signing.first?.algorithm,
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
    return ForgedToken(change: order.change, keys: keys).compact(header, claims, key)
      .map { Array($0.utf8) }
  }
}
