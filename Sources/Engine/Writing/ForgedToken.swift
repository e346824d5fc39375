import Basics
import JOSE
import ProviderModel

/// A token whose header, claims or signature are not what they should be: a rule orders it.
struct ForgedToken {
  let change: Rule.TokenChange
  let keys: Keyring

  func compact(_ header: [UInt8], _ claims: [UInt8], _ key: TokenKey) -> String? {
    compact(Self.object(header), Self.object(claims), key)
  }

  func compact(_ header: JSONObject, _ claims: JSONObject, _ key: TokenKey) -> String? {
    guard let signer = signer(instead: key) else { return nil }
    let head = JSONValue(.object(changed(header, by: signer))).encoded()
    let payload = JSONValue(.object(changed(claims))).encoded()
    switch change.signature {
    case .some(.none):
      return String(decoding: JWS.signingInput(header: head, payload: payload), as: UTF8.self) + "."
    case .empty:
      return String(decoding: JWS.signingInput(header: head, payload: payload), as: UTF8.self) + "."
    case .bad:
      let input = JWS.signingInput(header: head, payload: payload)
      guard let signature = signer.sign(input) else { return nil }
      return String(decoding: input, as: UTF8.self) + "."
        + Base64URL.encode(signature.map { $0 ^ 0xFF })
    case .padded:
      return signer.compact(head, payload).map { token in
        let signature = token.split(separator: ".").last?.utf8.count ?? 0
        // A signature that needs no padding gets some, too.
        return token + String(repeating: "=", count: 4 - signature % 4)
      }
    case .fourParts: return signer.compact(head, payload).map { "\($0).e30" }
    case nil, .otherKey, .nextKey, .hmacPublicKey, .shortKey: return signer.compact(head, payload)
    }
  }

  /// The key that signs in place of the right one.
  private func signer(instead key: TokenKey) -> TokenKey? {
    switch change.signature {
    case nil, .bad, .empty, .some(.none), .padded, .fourParts: return key
    case .otherKey, .nextKey:
      // A shared secret has no next key. To a verifier, any other secret is just as wrong.
      guard let pair = key.pair else { return TokenKey(secret: "another secret than the client's") }
      return keys.next(pair.algorithm).map { TokenKey($0) }
    case .shortKey: return (try? TestKeys.short()).map { TokenKey($0) }
    case .hmacPublicKey:
      let published = key.pair ?? keys.key("RS256", recorded: nil)?.pair
      return published.map { TokenKey(secret: $0.publicKey.pem) }
    }
  }

  private func changed(_ header: JSONObject, by signer: TokenKey) -> JSONObject {
    var header = header
    switch change.signature {
    case .some(.none): header["alg"] = "none"
    case .hmacPublicKey: header["alg"] = JSONValue(.string(TokenKey.symmetric))
    case .nextKey: header["kid"] = signer.kid.map { JSONValue(.string($0)) }
    case .shortKey:
      header["alg"] = JSONValue(.string("RS256"))
      header["kid"] = signer.kid.map { JSONValue(.string($0)) }
    case nil, .bad, .empty, .otherKey, .padded, .fourParts: break
    }
    if let kid = change.kid { header["kid"] = JSONValue(.string(kid)) }
    if change.embedsKey { header["jwk"] = signer.publicJWK }
    for (name, value) in change.header { header[name] = value.isNull ? nil : value }
    return header
  }

  private func changed(_ claims: JSONObject) -> JSONObject {
    var claims = claims
    for (claim, seconds) in change.shift {
      guard let instant = claims[claim]?.integerValue else { continue }
      claims[claim] = JSONValue(.number(String(instant &+ seconds)))
    }
    for (claim, value) in change.claims { claims[claim] = value.isNull ? nil : value }
    return claims
  }

  private static func object(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONReader().read(bytes, file: ""))?.root.objectValue ?? JSONObject()
  }
}
