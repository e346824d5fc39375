import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// Who asks, and whether that is so (RFC 6749 §2.3).
enum ClientAuthentication {
  /// What a client said of itself, before anyone believes it.
  struct Claim {
    var method = TokenService.Authentication.none
    var id = ""
    var secret = ""
    var signed: SignedRequest?
    var assertion: PresentedJWT?
    /// It stands in the Authorization header, with a secret or without.
    var isInHeader = false
    /// The Authorization header has Basic credentials, which the provider does not read.
    var hasUnreadHeader = false

    /// Tells who looks for a mistake in what was read.
    func note(_ provider: Provider) -> String {
      hasUnreadHeader
        ? "; \(provider.id) does not read the Basic credentials of the Authorization header" : ""
    }
  }

  /// - Parameter vouched: the client of a request that names none and presents a JWT of another issuer, which is verified
  ///   later; `nil` if there is none.
  static func pass(
    _ sent: ServiceRequest, _ proof: GrantRule.ClientAuthentication, vouched: String? = nil,
    _ context: RequestContext
  ) throws(Refusal) -> Client {
    let provider = context.provider
    let lines = context.request.headers[values: .authorization]
    guard lines.count < 2 || provider.repeats != .refuse else {
      throw repeated("by \(lines.count) Authorization headers", "send one")
    }
    var claim = try claim(sent, lines.first, provider)
    let isVouched = claim.id.isEmpty && claim.method == .none && vouched != nil
    context.isClientVouched = isVouched
    if isVouched { claim.id = vouched ?? "" }
    guard !claim.id.isEmpty else {
      try hasNoAssertion(sent, provider)
      throw missing(claim, sent, context)
    }
    let known = try context.presentedClient(claim.id, at: .client)
    let any = context.site.options.acceptsAnyClient ? context.anyClient(claim.id, .public) : nil
    guard let client = known ?? any else {
      throw Refusal(
        .clientUnknown, at: .client, facts: [("value", claim.id)],
        "no client \"\(claim.id)\" is registered at \(provider.id)"
          + NearMiss.client(claim.id, context),
        remedy: .addClient(provider: provider.id, id: claim.id, isCalling: true))
    }
    context.facts.client = client
    if claim.method == .none, !isVouched { try mayBeNamed(client, proof, sent, provider) }
    try method(claim, client, provider)
    // A client that is in no cast has no secret to hold its proof against.
    guard known != nil, !isVouched else { return client }
    let rule = provider.token.assertions
    if let signed = claim.signed {
      try SignatureCheck.pass(signed, of: client, context)
    } else if let rule, let assertion = claim.assertion {
      try AssertionCheck.pass(assertion, of: client, rule, context)
    } else if let rule, !rule.secretClaims.isEmpty, client.hasKeys, !claim.secret.isEmpty {
      try AssertionCheck.pass(secret: claim.secret, of: client, rule, context)
    } else if claim.method == .none, let method = client.certificateMethod,
      provider.token.authentication.contains(method)
    {
      try certificate(method, claim, client, proof, context)
    } else {
      try secret(claim, client, proof, sent, context)
    }
    return client
  }

  static func methods(_ provider: Provider) -> String {
    provider.token.authentication.map(\.registeredName).joined(separator: ", ")
  }

  static func claim(
    _ sent: ServiceRequest, _ authorization: String?, _ provider: Provider
  ) throws(Refusal) -> Claim {
    var claim = Claim()
    if let line = authorization {
      let service = provider.token
      let header = AuthorizationHeader(line)
      if let rule = service.signature, header.isScheme(rule.scheme ?? "") {
        let signed = try SignedRequest(line, rule)
        claim = Claim(method: .signature, id: signed.client, signed: signed, isInHeader: true)
      } else if service.authentication.contains(.basic) {
        guard header.isScheme("basic") else {
          // Where the header counts at all, what can't be read there is no reason to look elsewhere.
          // What stands there alone may be a token: it is not repeated.
          let scheme = header.scheme.lowercased()
          throw Refusal(
            .clientAuthUnsupported, at: .client,
            facts: [("value", header.hasRest ? scheme : "")],
            header.hasRest
              ? "the Authorization header has the scheme \(scheme)"
              : "the Authorization header has no scheme",
            remedy: "authenticate with one of: \(methods(provider))")
        }
        claim = try basic(header.rest)
      } else {
        claim.hasUnreadHeader = header.isScheme("basic")
      }
    }
    let names = provider.clientParameters
    let id = sent.first(names.id) ?? ""
    // An empty secret is no secret: clients send one for want of any (RFC 6749 §2.3.1).
    let secret = sent.first(names.secret) ?? ""
    if let assertion = try ClientAssertion.sent(in: sent, to: provider) {
      guard !claim.isInHeader, secret.isEmpty else { throw repeated("by client_assertion, too") }
      let named = id.isEmpty ? assertion.subject ?? "" : id
      // Without a client, nobody knows whose keys verify the signature.
      if named.isEmpty { try assertion.checkSubject(is: "the client_id") }
      return Claim(method: assertion.method, id: named, assertion: assertion)
    }
    if !claim.isInHeader {
      (claim.method, claim.id, claim.secret) = (secret.isEmpty ? .none : .post, id, secret)
      return claim
    }
    let isSame =
      provider.token.mayRepeatCredentials && claim.method == .basic
      && equalInConstantTime(Array(secret.utf8), Array(claim.secret.utf8))
    guard secret.isEmpty || isSame, id.isEmpty || ExactText.same(id, claim.id) else {
      let isOther = secret.isEmpty
      throw repeated(
        isOther
          ? "in the header as \(claim.id), and client_id in the body is \(id)"
          : "in the header and in the body at once",
        isOther ? "send the same client_id in both, or none in the body" : "use one method")
    }
    return claim
  }

  private static func repeated(_ how: String, _ remedy: Remedy = "use one method") -> Refusal {
    Refusal(
      .clientAuthRepeated, at: .client, "the client authenticates \(how)", remedy: remedy)
  }

  /// A client that is refused for want of a secret, and sent an assertion, is told that nothing reads it. Elsewhere an
  /// assertion is an unknown parameter, which is ignored (RFC 6749 §3.2).
  private static func hasNoAssertion(
    _ sent: ServiceRequest, _ provider: Provider
  ) throws(Refusal) {
    guard sent.first("client_assertion")?.isEmpty == false else { return }
    throw Refusal(
      .clientAuthUnsupported, at: .client, facts: [("value", "client_assertion")],
      "the client authenticates by client_assertion, which \(provider.id) does not read",
      clause: "RFC 7521 §4.2", remedy: "authenticate with one of: \(methods(provider))")
  }

  private static func basic(_ coded: String) throws(Refusal) -> Claim {
    guard let credentials = BasicCredentials(coded) else {
      throw Refusal(
        .clientAuthUnsupported, at: .client, facts: [("value", "Basic")],
        "the Authorization header is not base64 of id:secret", clause: "RFC 7617 §2",
        remedy: "send Basic base64(form-encoded id : form-encoded secret)")
    }
    // RFC 6749 §2.3.1: a client without a secret may name itself so.
    return Claim(
      method: credentials.secret.isEmpty ? .none : .basic, id: credentials.id,
      secret: credentials.secret, isInHeader: true)
  }

  private static func method(
    _ claim: Claim, _ client: Client, _ provider: Provider
  ) throws(Refusal) {
    guard claim.method != .none else { return }
    let name = claim.method.registeredName
    let isKnown = provider.token.authentication.contains(claim.method)
    let isRegistered = client.authentication.map { $0 == name } ?? true
    try hasReadMethod(client, provider)
    guard isKnown, isRegistered else {
      throw Refusal(
        .clientAuthUnsupported, at: .client, facts: [("value", name)],
        "the client \(client.id) may not authenticate by \(name)",
        remedy: "use \(client.authentication ?? methods(provider))")
    }
  }

  /// Whether a client that does not have to authenticate may name itself by its id alone. For others, a missing secret is
  /// found later.
  private static func mayBeNamed(
    _ client: Client, _ proof: GrantRule.ClientAuthentication, _ sent: ServiceRequest,
    _ provider: Provider
  ) throws(Refusal) {
    let isAllowed = provider.token.authentication.contains(.none) || proof == .named
    guard !isAllowed, !client.mustAuthenticate else { return }
    try hasNoAssertion(sent, provider)
    throw Refusal(
      .clientAuthUnsupported, at: .client, facts: [("value", "none")],
      "the client \(client.id) only names itself, and every client of \(provider.id) authenticates",
      remedy: "authenticate with one of: \(methods(provider))")
  }

  /// A quirk may have switched off the method that a client is registered for.
  private static func hasReadMethod(_ client: Client, _ provider: Provider) throws(Refusal) {
    guard let method = client.authentication, method != "none",
      !provider.token.authentication.contains(where: { $0.registeredName == method })
    else { return }
    throw Refusal(
      .clientAuthUnsupported, at: .client, facts: [("value", method)],
      "the client \(client.id) is registered for \(method), which \(provider.id) does not read",
      remedy: "set its token_endpoint_auth_method to one of: \(methods(provider))")
  }

  /// A client that is registered for a certificate authenticates by nothing else (RFC 8705 §2).
  private static func certificate(
    _ method: TokenService.Authentication, _ claim: Claim, _ client: Client,
    _ proof: GrantRule.ClientAuthentication, _ context: RequestContext
  ) throws(Refusal) {
    if proof == .named, context.request.clientCertificate == nil { return }
    guard !claim.isInHeader else {
      let wire = context.provider.clientParameters.id
      throw Refusal(
        .parameterMissing, at: .client, facts: [("param", wire)],
        "the client \(client.id) names itself in the Authorization header, and authenticates by a certificate",
        clause: "RFC 8705 §2", remedy: "send \(wire) in the body, and no Authorization header")
    }
    try CertificateCheck.pass(method, of: client, context)
  }

  private static func secret(
    _ claim: Claim, _ client: Client, _ proof: GrantRule.ClientAuthentication,
    _ sent: ServiceRequest, _ context: RequestContext
  ) throws(Refusal) {
    let provider = context.provider
    guard !claim.secret.isEmpty else {
      // A grant that is only for clients with a secret is not for those that keep theirs back.
      let mustSend =
        switch proof {
        case .named: false
        case .secret: true
        case .always: client.mustAuthenticate || client.secret != nil
        case .confidential: client.mustAuthenticate
        }
      guard mustSend else { return }
      try hasReadMethod(client, provider)
      try hasNoAssertion(sent, provider)
      let kind = client.kind == .confidential ? "confidential client" : "client"
      if client.signsAssertions {
        throw Refusal(
          .secretMissing, at: .client, facts: [("param", "client_assertion")],
          "the \(kind) \(client.id) sent no client_assertion", clause: "RFC 7521 §4.2",
          remedy: "send client_assertion with a JWT that the client signs")
      }
      if !client.mustAuthenticate, client.secret?.isEmpty != false {
        throw Refusal(
          .secretMissing, at: .client, facts: [("param", "client_secret")],
          "the client \(client.id) has no secret, and here a client has to authenticate"
            + claim.note(provider),
          remedy: "use a client that authenticates, or make it confidential in \(client.source)")
      }
      let wire = provider.clientParameters.secret
      let isSigned = client.hasKeys && provider.token.assertions?.secretClaims.isEmpty == false
      throw Refusal(
        .secretMissing, at: .client, facts: [("param", "client_secret")],
        "the \(kind) \(client.id) sent no secret" + claim.note(provider)
          + NearMiss.parameter(wire, among: sent.parameters.map(\.name)),
        remedy: .say(
          isSigned
            ? "send \(wire) with a JWT that the client signs with its key" : "send its \(wire)"))
    }
    guard let secret = client.secret, !secret.isEmpty else {
      if proof == .secret { throw wrongSecret(claim, client, context) }
      guard provider.token.secretUnexpected else { return }
      throw Refusal(
        .secretUnexpected, at: .client,
        "the client \(client.id) is public and sent a secret",
        remedy:
          "leave \(provider.clientParameters.secret) out, or give the client a secret in \(client.source), which makes it confidential"
      )
    }
    guard equalInConstantTime(Array(secret.utf8), Array(claim.secret.utf8)) else {
      throw wrongSecret(claim, client, context)
    }
  }
}
