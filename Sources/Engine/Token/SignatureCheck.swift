import Basics
import JOSE
import ProviderModel

/// Whether a request is signed with its client's secret.
enum SignatureCheck {
  /// A signature in the header: what was signed, when, and whether it came before.
  static func pass(
    _ signed: SignedRequest, of client: Client, _ context: RequestContext
  ) throws(Refusal) {
    guard let rule = context.provider.token.signature else { return }
    context.facts.signed = (signed.client, signed.timestamp, signed.nonce)
    let message = rule.message(context.reading.query.list, context.facts)
    let expected = rule.code(message, secret: client.secret ?? "")
    guard client.secret != nil,
      equalInConstantTime(Array(expected.utf8), Array(signed.signature.utf8))
    else { throw wrong(rule, message, .client) }
    guard let skew = rule.skew else { return }
    // The client chose this number: it may be as far off as an integer can be.
    let wall = context.instants.wall
    guard let then = Int(signed.timestamp),
      case (let off, false) = then.subtractingReportingOverflow(wall), off.magnitude <= UInt(skew)
    else {
      throw Refusal(
        .timestampSkewed, at: .client, facts: [("value", signed.timestamp), ("now", String(wall))],
        "the timestamp \(signed.timestamp) is more than \(skew) s off",
        remedy: "set the client's clock")
    }
    let key = [context.provider.id, client.id, signed.nonce].map(ExactText.key)
      .joined(separator: " ")
    guard context.state.nonces[key] == nil else {
      throw Refusal(
        .nonceReused, at: .client, facts: [("value", signed.nonce)],
        "the nonce \(signed.nonce) has been used",
        remedy: "draw a new nonce for every request, also when one is sent again")
    }
    context.state.nonces[key] = context.now
    context.state.expire(.nonce(key), at: context.now + 2 * skew)
  }

  /// A signature in a parameter, made with the secret of the client that a token was issued to.
  static func pass(
    _ rule: RequestSignature, _ sent: ServiceRequest, of client: Client, _ context: RequestContext
  ) throws(Refusal) {
    guard let name = rule.parameter else { return }
    guard let signature = sent.first(name) else {
      guard rule.required else { return }
      throw Refusal(
        .signatureMissing, at: .resource, "the request has no \(name)", remedy: "sign the request")
    }
    let message = rule.message(sent.parameters.filter { $0.name != name }, context.facts)
    let expected = rule.code(message, secret: client.secret ?? "")
    guard equalInConstantTime(Array(expected.utf8), Array(signature.lowercased().utf8)) else {
      throw wrong(rule, message, .resource)
    }
  }

  /// What is signed may hold codes and tokens, which no log may show.
  private static let secrets = [
    "access_token", "code", "code_verifier", "client_secret", "password", "refresh_token", "token",
  ]

  private static func wrong(
    _ rule: RequestSignature, _ message: [UInt8], _ catalogue: Condition.Catalogue
  ) -> Refusal {
    let parts = String(decoding: message, as: UTF8.self).split(
      separator: rule.separator, omittingEmptySubsequences: false)
    let lines = parts.map { part in
      let name = secrets.first { part.utf8.starts(with: "\($0)=".utf8) }
      return name.map { "\($0)=‹\(part.utf8.count - $0.utf8.count - 1) characters›" }
        ?? String(part)
    }.joined(separator: rule.separator == "\n" ? "⏎" : rule.separator)
    return Refusal(
      .signatureWrong, at: catalogue, "the signature is not that of \(lines)",
      remedy: "sign this text with the client's secret from its cast")
  }
}
