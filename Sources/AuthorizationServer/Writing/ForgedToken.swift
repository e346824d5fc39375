import JOSE
import JSON
import ProviderModel

/// A token whose header, claims or signature are not what they should be: a rule orders it.
struct ForgedToken {
  let change: Rule.TokenChange

  func compact(_ header: [UInt8], _ claims: [UInt8], _ key: Keyring.Key) -> String? {
    var header = Self.object(header)
    var claims = Self.object(claims)
    if let kid = change.kid { header["kid"] = JSONValue(.string(kid)) }
    if change.shift != 0 {
      for claim in ["exp", "iat", "nbf", "auth_time"] {
        guard let instant = claims[claim]?.integerValue else { continue }
        claims[claim] = JSONValue(.number(String(instant &+ change.shift)))
      }
    }
    for (claim, value) in change.claims { claims[claim] = value.isNull ? nil : value }
    if change.signature == Rule.TokenChange.Signature.none { header["alg"] = "none" }
    let (head, payload) = (
      JSONValue(.object(header)).encoded(), JSONValue(.object(claims)).encoded()
    )
    switch change.signature {
    case nil: return key.compact(head, payload)
    case .some(.none):
      return String(decoding: JWS.signingInput(header: head, payload: payload), as: UTF8.self) + "."
    case .bad:
      let input = JWS.signingInput(header: head, payload: payload)
      guard let signature = key.sign(input) else { return nil }
      return String(decoding: input, as: UTF8.self) + "."
        + Base64URL.encode(signature.map { $0 ^ 0xFF })
    }
  }

  private static func object(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONReader().read(bytes, file: ""))?.root.objectValue ?? JSONObject()
  }
}
