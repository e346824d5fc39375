import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel

/// Who asks, and whether that is so (RFC 6749 §2.3).
extension Visit {
  /// What a client said of itself, before anyone believes it.
  private struct Credentials {
    var method = TokenService.Authentication.none
    var id = ""
    var secret = ""
    var signed: SignedRequest?
    /// It stands in the Authorization header, with a secret or without.
    var isInHeader = false
  }

  mutating func authenticate(
    _ sent: ServiceRequest, _ proof: TokenService.Grant.Proof
  ) throws(Refusal) -> Cast.Client {
    let credentials = try credentials(sent)
    guard !credentials.id.isEmpty else {
      throw Refusal(
        condition: "client_missing", facts: ["param": "client_id"],
        sentence: "the request names no client", clause: "RFC 6749 §3.2.1",
        remedy: "authenticate by one of: "
          + provider.token.authentication.map(\.rawValue).joined(separator: ", "))
    }
    let known = sandbox.cast.client(credentials.id, at: provider.id)
    guard let client = known ?? anyClient(credentials.id) else {
      throw Refusal(
        condition: "client_unknown", facts: ["value": credentials.id],
        sentence: "no client \(credentials.id) is registered at \(provider.id)",
        clause: "RFC 6749 §5.2",
        remedy: "add it to \"clients\" of a cast, or use --accept-any-client")
    }
    context.roots["client"] = Authorization.value(client)
    try method(credentials, client)
    // A client that is in no cast has no secret to hold its proof against.
    guard known != nil else { return client }
    if let signed = credentials.signed {
      try verify(signed, of: client)
    } else {
      try secret(credentials, client, proof)
    }
    return client
  }

  private func anyClient(_ id: String) -> Cast.Client? {
    guard sandbox.options.acceptsAnyClient else { return nil }
    return Cast.Client(provider: provider.id, id: id, kind: .public, name: id, redirectURIs: [])
  }

  private func credentials(_ sent: ServiceRequest) throws(Refusal) -> Credentials {
    let methods = provider.token.authentication
    var credentials = Credentials()
    let header = request.headers[values: .authorization]
    let scheme = header.first.map { $0.prefix { $0 != " " }.lowercased() }
    if let rule = provider.token.signature, let line = header.first,
      scheme == rule.scheme?.lowercased()
    {
      let signed = try SignedRequest(line, rule)
      credentials = Credentials(
        method: .signature, id: signed.client, signed: signed, isInHeader: true)
    } else if scheme == "basic", methods.contains(.basic), let line = header.first {
      credentials = try basic(line)
    } else if let scheme, methods.contains(.basic) {
      // Where the header counts at all, what can't be read there is no reason to look elsewhere.
      // What stands there alone may be a token: it is not repeated.
      let isScheme = header.first?.contains(" ") == true
      throw Refusal(
        condition: "client_auth_unsupported", facts: ["value": isScheme ? scheme : ""],
        sentence: isScheme
          ? "the Authorization header has the scheme \(scheme)"
          : "the Authorization header has no scheme", clause: "RFC 6749 §2.3",
        remedy: "authenticate by one of: " + methods.map(\.rawValue).joined(separator: ", "))
    }
    func parameter(_ name: String) -> String {
      let wire = provider.token.parameters.first { $0.name == name }?.rule.wire ?? name
      return sent.first(wire) ?? ""
    }
    let id = parameter("client_id")
    // An empty secret is no secret: clients send one for want of any (RFC 6749 §2.3.1).
    let secret = parameter("client_secret")
    if !credentials.isInHeader {
      return Credentials(method: secret.isEmpty ? .none : .post, id: id, secret: secret)
    }
    guard secret.isEmpty, id.isEmpty || ExactText.same(id, credentials.id) else {
      throw Refusal(
        condition: "client_auth_repeated",
        sentence: "the client authenticates in the header and in the body at once",
        clause: "RFC 6749 §2.3", remedy: "use one method")
    }
    return credentials
  }

  private func basic(_ line: String) throws(Refusal) -> Credentials {
    let coded = line.drop { $0 != " " }.trimmed
    // At the byte: a colon with an accent behind it is another character, and a colon all the same.
    guard let bytes = Base64.decode(coded), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let left = String(validating: bytes[..<colon], as: UTF8.self),
      let right = String(validating: bytes[(colon + 1)...], as: UTF8.self),
      let id = PercentCoding.decode(left[...], plusIsSpace: true),
      let secret = PercentCoding.decode(right[...], plusIsSpace: true)
    else {
      throw Refusal(
        condition: "client_auth_unsupported", facts: ["value": "Basic"],
        sentence: "the Authorization header is not base64 of id:secret", clause: "RFC 7617 §2",
        remedy: "send Basic base64(form-encoded id : form-encoded secret)")
    }
    // RFC 6749 §2.3.1: a client without a secret may name itself so.
    return Credentials(
      method: secret.isEmpty ? .none : .basic, id: id, secret: secret, isInHeader: true)
  }

  private func method(_ sent: Credentials, _ client: Cast.Client) throws(Refusal) {
    let names: [TokenService.Authentication: String] = [
      .basic: "client_secret_basic", .post: "client_secret_post", .none: "none",
    ]
    let name = names[sent.method] ?? sent.method.rawValue
    let known = sent.method == .none || provider.token.authentication.contains(sent.method)
    let registered = client.authentication.map { $0 == name || sent.method == .none } ?? true
    guard known, registered else {
      throw Refusal(
        condition: "client_auth_unsupported", facts: ["value": name],
        sentence: "the client \(client.id) may not authenticate by \(name)",
        clause: "RFC 6749 §2.3",
        remedy: "use "
          + (client.authentication
            ?? provider.token.authentication.map { names[$0] ?? $0.rawValue }
            .joined(separator: ", ")))
    }
  }

  private func secret(
    _ sent: Credentials, _ client: Cast.Client, _ proof: TokenService.Grant.Proof
  ) throws(Refusal) {
    let holds = client.kind == .confidential && client.authentication != "none"
    guard !sent.secret.isEmpty else {
      guard proof == .secret || (holds && proof != .named) else { return }
      throw Refusal(
        condition: "secret_missing", facts: ["param": "client_secret"],
        sentence: "the confidential client \(client.id) sent no secret", clause: "RFC 6749 §3.2.1",
        remedy: "send its client_secret")
    }
    guard let secret = client.secret, !secret.isEmpty else {
      if proof == .secret { throw wrongSecret(client) }
      guard provider.token.secretUnexpected else { return }
      throw Refusal(
        condition: "secret_unexpected",
        sentence: "the client \(client.id) is public and sent a secret", clause: "RFC 6749 §2.1",
        remedy: "leave client_secret out, or make the client confidential in its cast")
    }
    guard equalInConstantTime(Array(secret.utf8), Array(sent.secret.utf8)) else {
      throw wrongSecret(client)
    }
  }

  private func wrongSecret(_ client: Cast.Client) -> Refusal {
    Refusal(
      condition: "secret_wrong", sentence: "the secret of \(client.id) is another one",
      clause: "RFC 6749 §5.2", remedy: "send the secret that stands in its cast")
  }
}
