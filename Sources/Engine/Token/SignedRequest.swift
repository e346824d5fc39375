import Basics
import JOSE
import ProviderModel

/// A signature in an `Authorization` header, field by field.
struct SignedRequest: Sendable {
  var client = ""
  var timestamp = ""
  var nonce = ""
  var signature = ""

  /// Reads `SCHEME name="value", name="value"`; names in any case, commas with or without a space.
  init(_ line: String, _ rule: RequestSignature) throws(Refusal) {
    var fields: [String: String] = [:]
    var rest = line.drop { $0 != " " }
    while true {
      rest = rest.drop { $0 == " " || $0 == "," || $0 == "\t" }
      let name = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(name.count + 1)
      guard !name.isEmpty, rest.first == "\"" else { break }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      fields[name.lowercased()] = String(value)
    }
    func field(_ name: String) -> String {
      let wire = rule.fields.first { $0.name == name }?.field ?? name
      return fields[wire.lowercased()] ?? ""
    }
    client = field("client")
    timestamp = field("timestamp")
    nonce = field("nonce")
    signature = field("signature")
    guard !client.isEmpty, !signature.isEmpty else {
      throw Refusal(
        .signatureMissing, at: .client,
        "the Authorization header has no client or no signature", remedy: "sign the request")
    }
  }
}
