import HTTPMessages
import JOSE
import JSON
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
        condition: "signature_missing",
        sentence: "the Authorization header has no client or no signature",
        clause: "the provider's request signature", remedy: "sign the request")
    }
  }
}

extension Visit {
  /// A signature in the header: what was signed, when, and whether it came before.
  mutating func verify(_ signed: SignedRequest, of client: Cast.Client) throws(Refusal) {
    guard let rule = provider.token.signature else { return }
    context.roots["sig"] = [
      "client": JSONValue(.string(signed.client)), "nonce": JSONValue(.string(signed.nonce)),
      "timestamp": JSONValue(.string(signed.timestamp)),
    ]
    let message = rule.message(query.list, &context)
    let expected = rule.code(message, secret: client.secret ?? "")
    guard client.secret != nil,
      equalInConstantTime(Array(expected.utf8), Array(signed.signature.utf8))
    else { throw wrongSignature(rule, message) }
    guard let skew = rule.skew else { return }
    // The client chose this number: it may be as far off as an integer can be.
    guard let then = Int(signed.timestamp),
      case (let off, false) = then.subtractingReportingOverflow(instants.wall),
      off.magnitude <= UInt(skew)
    else {
      throw Refusal(
        condition: "timestamp_skewed",
        facts: ["value": signed.timestamp, "now": String(instants.wall)],
        sentence: "the timestamp \(signed.timestamp) is more than \(skew) s off",
        clause: "the provider's request signature", remedy: "set the client's clock")
    }
    let key = [provider.id, client.id, signed.nonce].map(ExactText.key).joined(separator: " ")
    guard sandbox.state.nonces[key] == nil else {
      throw Refusal(
        condition: "nonce_reused", facts: ["value": signed.nonce],
        sentence: "the nonce \(signed.nonce) has been used",
        clause: "the provider's request signature",
        remedy: "draw a new nonce for every request, also when one is sent again")
    }
    sandbox.state.nonces[key] = now
    sandbox.state.expire(.nonce, key, at: now + 2 * skew)
  }

  /// A signature in a parameter, made with the secret of the client that a token was issued to.
  mutating func verify(
    _ rule: RequestSignature, _ sent: ServiceRequest, of client: Cast.Client
  ) throws(Refusal) {
    guard let name = rule.parameter else { return }
    guard let signature = sent.first(name) else {
      guard rule.required else { return }
      throw Refusal(
        condition: "signature_missing", sentence: "the request has no \(name)",
        clause: "the provider's request signature", remedy: "sign the request")
    }
    let message = rule.message(sent.parameters.filter { $0.name != name }, &context)
    let expected = rule.code(message, secret: client.secret ?? "")
    guard equalInConstantTime(Array(expected.utf8), Array(signature.lowercased().utf8)) else {
      throw wrongSignature(rule, message)
    }
  }

  /// What is signed may hold codes and tokens, which no log may show.
  private static let secrets = [
    "access_token", "code", "code_verifier", "client_secret", "password", "refresh_token", "token",
  ]

  private func wrongSignature(_ rule: RequestSignature, _ message: [UInt8]) -> Refusal {
    let parts = String(decoding: message, as: UTF8.self).split(
      separator: rule.separator, omittingEmptySubsequences: false)
    let lines = parts.map { part in
      let name = Self.secrets.first { part.utf8.starts(with: "\($0)=".utf8) }
      return name.map { "\($0)=‹\(part.utf8.count - $0.utf8.count - 1) characters›" }
        ?? String(part)
    }.joined(separator: rule.separator == "\n" ? "⏎" : rule.separator)
    return Refusal(
      condition: "signature_wrong", sentence: "the signature is not that of \(lines)",
      clause: "the provider's request signature",
      remedy: "sign this text with the client's secret that stands in its cast")
  }

}

extension RequestSignature {
  /// The signed text: the head's lines, then the parameters, sorted by name, then by value.
  func message(_ parameters: [Parameters.Parameter], _ context: inout Context) -> [UInt8] {
    let style = QueryStyle.rfc3986
    func coded(_ text: String) -> String { self.coded ? style.encode(text) : text }
    let pairs = parameters.sorted {
      $0.name == $1.name
        ? $0.value.utf8.lexicographicallyPrecedes($1.value.utf8)
        : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }.map { (coded($0.name), coded($0.value)) }
    let lines = head.map { context.text($0) ?? "" } + pairs.map { "\($0.0)=\($0.1)" }
    return Array((lines.joined(separator: separator) + (closed ? separator : "")).utf8)
  }

  func code(_ message: [UInt8], secret: String) -> String {
    let mac = HMAC.sha256(key: Array(secret.utf8), message: message)
    switch coding {
    case .base64: return Base64.encode(mac)
    case .hex:
      let digits = Array("0123456789abcdef")
      return String(mac.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }
}
