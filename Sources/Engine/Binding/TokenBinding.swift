import Basics
import HTTPTypes
import ProviderModel

/// The keys (RFC 9449) and the certificates (RFC 8705) that codes and tokens are bound to.
package enum TokenBinding {
  // MARK: The token endpoint

  /// Notes the key and the certificate to which the access token will be bound.
  static func note(_ client: Client, _ context: RequestContext) throws(Refusal) {
    try noteKey(client, context)
    try CertificateBinding.note(client, context)
    guard context.provider.token.isSenderConstrained, context.facts.binding.isNone else { return }
    let provider = context.provider
    let byCertificate =
      "register tls_client_certificate_bound_access_tokens, and show a certificate"
    guard provider.dpop != nil else {
      throw Refusal(
        .certificateMissing, at: .client,
        "\(provider.id) issues only bound access tokens, and the client \(client.id) gets none",
        clause: "RFC 8705 §3", remedy: .say(byCertificate))
    }
    throw missing(
      "\(provider.id) issues only bound access tokens, and the request has no DPoP proof",
      clause: "RFC 9449 §5",
      remedy: provider.bindsToCertificates
        ? .say("send a DPoP proof, or \(byCertificate)") : "send a DPoP proof", context)
  }

  /// Notes the key of the proof (RFC 9449 §5).
  private static func noteKey(_ client: Client, _ context: RequestContext) throws(Refusal) {
    guard let rule = context.provider.dpop else { return }
    if let proof = try DPoPProof.sent(in: context) {
      context.facts.binding.jkt = try DPoPCheck.thumbprint(of: proof, rule, context)
    } else if client.hasBoundTokens {
      throw missing(
        "the client \(client.id) gets only DPoP-bound tokens, and the request has no DPoP proof",
        clause: "RFC 9449 §5.2",
        remedy:
          "send a DPoP proof, or take dpop_bound_access_tokens out of \(client.source)", context)
    }
  }

  /// Whether the proof is signed with the key that a code is bound to (RFC 9449 §10).
  static func check(code: Credential, _ context: RequestContext) throws(Refusal) {
    guard let thumbprint = code.binding.jkt else { return }
    try check(thumbprint, "the code", clause: "RFC 9449 §10", context)
  }

  /// The same of a refresh token, and of its certificate (RFC 9449 §5, RFC 8705 §4).
  static func check(refresh token: Credential, _ context: RequestContext) throws(Refusal) {
    if let thumbprint = token.binding.x5t {
      try CertificateBinding.check(thumbprint, "the refresh token", at: .token, context)
    }
    guard let thumbprint = token.binding.jkt else { return }
    try check(thumbprint, "the refresh token", clause: "RFC 9449 §5", context)
  }

  /// Whether a bound token may be exchanged. The new token must be bound, too: by any key and certificate if the client
  /// authenticates, since tokens are passed on to other parties (RFC 8693 §1.1), and otherwise by the same ones.
  /// - Parameter noun: the name of the token in sentences.
  static func check(
    exchanged token: Credential, _ noun: String, _ rule: GrantRule, _ client: Client,
    _ context: RequestContext
  ) throws(Refusal) {
    let mayUseAny = authenticates(client, by: rule) && !context.isClientVouched
    if let thumbprint = token.binding.x5t {
      try CertificateBinding.check(exchanged: thumbprint, noun, mayUseAny: mayUseAny, context)
    }
    guard let thumbprint = token.binding.jkt else { return }
    if mayUseAny, context.facts.binding.jkt != nil { return }
    try check(
      thumbprint, "the \(noun)", clause: "RFC 9449 §5",
      by: mayUseAny ? "a key of the client" : "this key", context)
  }

  private static func check(
    _ thumbprint: String, _ noun: String, clause: String, by key: String = "this key",
    _ context: RequestContext
  ) throws(Refusal) {
    guard context.provider.dpop != nil else { return }
    guard let found = context.facts.binding.jkt else {
      throw missing(
        "\(noun) is bound to the key \(thumbprint), and the request has no DPoP proof",
        clause: clause, remedy: .say("send a DPoP proof that is signed with \(key)"), context)
    }
    guard !ExactText.same(found, thumbprint) else { return }
    throw Refusal(
      .dpopKeyOther, at: .token, facts: [("value", found), ("expected", thumbprint)],
      "\(noun) is bound to the key \(thumbprint), and the DPoP proof is signed with the key \(found)",
      clause: clause, remedy: .say("sign the proof with the key that \(noun) was requested with"))
  }

  private static func missing(
    _ sentence: String, clause: String, remedy: Remedy, _ context: RequestContext
  ) -> Refusal {
    Refusal(
      .dpopProofMissing, at: DPoPProof.catalogue(of: context.endpoint.kind), sentence,
      clause: clause, remedy: remedy)
  }

  /// The binding of a new credential. A client that authenticates may refresh with any key (RFC 9449 §5), and with any
  /// certificate by which it authenticates (RFC 8705 §7.1).
  static func binding(
    of kind: CredentialKind, _ grant: Grant, _ context: RequestContext
  ) -> KeyBinding {
    switch kind {
    case .code:
      context.provider.dpop == nil || grant.arguments.text(parameter).isEmpty
        ? .none : KeyBinding(jkt: grant.arguments.text(parameter))
    case .access: context.facts.binding
    case .refresh:
      context.facts.client.map { bindsRefreshTokens(of: $0, context.provider) } == false
        ? .none : context.facts.binding
    default: .none
    }
  }

  /// Whether refresh tokens of a client are bound: where it does not authenticate to use them (RFC 9449 §5, RFC 8705 §4).
  package static func bindsRefreshTokens(of client: Client, _ provider: Provider) -> Bool {
    let refresh = provider.token.grants.first { $0.rule.kind == .refresh }?.rule
    return refresh.map { !authenticates(client, by: $0) } ?? !client.mustAuthenticate
  }

  private static func authenticates(_ client: Client, by rule: GrantRule) -> Bool {
    client.mustAuthenticate && rule.clientAuthentication != .named
  }

  // MARK: The authorization endpoint

  /// The parameter that binds a code to a key (§10).
  static let parameter = "dpop_jkt"

  /// The key of the proof that a pushed request came with (§10.1); `nil` if it has none.
  static func key(ofPush context: RequestContext) throws(Refusal) -> String? {
    guard let rule = context.provider.dpop, let proof = try DPoPProof.sent(in: context) else {
      return nil
    }
    return try DPoPCheck.thumbprint(of: proof, rule, context)
  }

  /// Binds a pushed request to the key of its proof, as `dpop_jkt` does (§10.1).
  static func bind(
    _ form: Parameters, to thumbprint: String, _ context: RequestContext
  ) throws(Refusal) -> Parameters {
    let wire = context.provider.wire(parameter, at: .authorize)
    guard let sent = form.first(wire), !sent.isEmpty else {
      return Parameters(
        form.list.filter { !$0.isNamed(wire) } + [Parameters.Parameter(wire, thumbprint)])
    }
    guard !ExactText.same(sent, thumbprint) else { return form }
    throw Refusal(
      .dpopKeyOther, at: .pushedAuthorization,
      facts: [("value", thumbprint), ("expected", sent.shortened)],
      "\(wire) is \(sent.shortened), and the DPoP proof is signed with the key \(thumbprint)",
      remedy: .say("sign the proof with the key that \(wire) names, or leave one of the two out"))
  }

  /// Refuses a `dpop_jkt` that no key can have: a SHA-256 as base64url has 43 characters.
  static func checkParameter(_ context: RequestContext) throws(Refusal) {
    let thumbprint = context.facts.arguments.text(parameter)
    guard context.provider.dpop != nil, !thumbprint.isEmpty,
      Thumbprint.flaw(of: thumbprint) != nil
    else { return }
    let wire = context.provider.wire(parameter, at: .authorize)
    throw Refusal(
      .parameterInvalid, at: .authorize, facts: [("param", wire), ("value", thumbprint)],
      "\(wire) is \(thumbprint.shortened), which is not the SHA-256 thumbprint of a key",
      clause: "RFC 9449 §10",
      remedy: "send the thumbprint of RFC 7638: base64url, 43 characters")
  }

  // MARK: Resources

  /// The scheme of tokens that are bound to a key (§7.1).
  static let scheme = "DPoP"

  /// Whether the scheme counts at an endpoint: where other tokens may stand in the header, too.
  static func readsScheme(_ context: RequestContext) -> Bool {
    context.provider.dpop != nil && !context.endpoint.service.token.schemes.isEmpty
  }

  /// Whether a request presents a token with the scheme, or has a proof and no token in a header: then a challenge names
  /// the scheme.
  static func isPresented(in context: RequestContext) -> Bool {
    guard readsScheme(context) else { return false }
    let lines = context.request.headers[values: .authorization]
    return lines.isEmpty
      ? context.request.headers.contains(.dPoP)
      : lines.contains { AuthorizationHeader($0).isScheme(scheme) }
  }

  /// Whether an access token was sent as its binding demands (RFC 9449 §7, RFC 8705 §3).
  /// - Parameter isDPoP: whether it came with the scheme DPoP.
  static func check(
    _ credential: Credential, _ text: String, isDPoP: Bool, _ context: RequestContext
  ) throws(Refusal) {
    if let thumbprint = credential.binding.x5t {
      try CertificateBinding.check(thumbprint, "the access token", at: .resource, context)
    }
    try checkKey(credential, text, isDPoP: isDPoP, context)
  }

  private static func checkKey(
    _ credential: Credential, _ text: String, isDPoP: Bool, _ context: RequestContext
  ) throws(Refusal) {
    guard let rule = context.provider.dpop else { return }
    guard let thumbprint = credential.binding.jkt else {
      guard isDPoP else { return }
      throw Refusal(
        .dpopTokenUnbound, at: .resource,
        "the access token is bound to no key, and came with the scheme DPoP",
        remedy: "send it as Authorization: Bearer, or get a token with a DPoP proof")
    }
    guard isDPoP else {
      throw Refusal(
        .dpopTokenDowngraded, at: .resource,
        "the access token is bound to the key \(thumbprint), and came as a Bearer token",
        remedy: "send it as Authorization: DPoP, with a DPoP proof that is signed with this key")
    }
    guard let proof = try DPoPProof.sent(in: context) else {
      throw missing(
        "the access token is bound to the key \(thumbprint), and the request has no DPoP proof",
        clause: "RFC 9449 §7.1", remedy: "send a DPoP proof that is signed with this key", context)
    }
    let found = try DPoPCheck.thumbprint(of: proof, with: text, rule, context)
    guard !ExactText.same(found, thumbprint) else { return }
    throw Refusal(
      .dpopKeyOther, at: .resource, facts: [("value", found), ("expected", thumbprint)],
      "the access token is bound to the key \(thumbprint), and the DPoP proof is signed with the key \(found)",
      remedy: "sign the proof with the key that the token was requested with")
  }
}
