import Basics

extension Provider {
  /// The grant types that a client may register. RFC 7591 §2 calls `implicit` one, which no token endpoint knows of.
  package var registeredGrants: [String] {
    let isImplicit = answers.keys.contains { $0 != "code" }
    return token.grants.map(\.name) + (isImplicit ? ["implicit"] : [])
  }
}

/// Checks a client, and compares it with its provider.
extension CastReader {
  /// Reports each text of a list for which `flaw` returns a sentence.
  func each(_ name: String, _ reader: FixtureReader, flaw: (String) -> String?) {
    for (index, value) in (reader.value[name]?.arrayValue ?? []).enumerated() {
      guard let text = value.stringValue, let flaw = flaw(text) else { continue }
      findings.error(value, "\(reader.at(name))/\(index)", flaw)
    }
  }

  func checkSignIn(_ client: Client, _ reader: FixtureReader) {
    guard let person = client.signIn, !people.contains(person) else { return }
    findings.error(
      reader.value["sign_in"], reader.at("sign_in"),
      "there is no person \"\(person)\"" + Suggestion.hint(for: person, among: people))
  }

  /// Reports a client that is said to be confidential and has nothing by which it could authenticate (RFC 6749 §2.1).
  func checkAuthentication(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let method = client.authentication ?? ""
    if client.kind == .public, reader.value["kind"] != nil, !["", "none"].contains(method) {
      return findings.error(
        reader.value["kind"], reader.at("kind"),
        "a public client does not authenticate (RFC 6749 §2.1), and token_endpoint_auth_method is \(method); leave one of the two out"
      )
    }
    let sendsSecret = ["client_secret_basic", "client_secret_post", "client_secret_jwt"]
      .contains(method)
    if client.kind == .public, reader.value["kind"] != nil, client.secret?.isEmpty == false {
      doubt(
        "secret",
        "a public client has no secret (RFC 6749 §2.1); leave \"secret\" out, or say \"kind\": \"confidential\"",
        reader)
    }
    guard home.endpoints.contains(where: { $0.kind == .token }),
      client.kind == .confidential || sendsSecret,
      !["none", "tls_client_auth", "self_signed_tls_client_auth"].contains(method),
      !client.canAuthenticate,
      // A mistake in one of these members may be the reason.
      !findings.errors.contains(where: { $0.pointer.hasPrefix(reader.pointer) })
    else { return }
    findings.error(
      reader.value["client_id"], reader.at("client_id"),
      "the client \"\(client.id)\" is confidential and can't authenticate: it has no secret, no keys and no certificate; "
        + "give it a \"secret\", or say \"kind\": \"public\"")
  }

  func checkTexts(_ reader: FixtureReader) {
    if reader.value["client_id"]?.stringValue == "" {
      findings.error(
        reader.value["client_id"], reader.at("client_id"),
        "expected the ID that the client sends as client_id, found an empty text")
    }
    if reader.value["secret"]?.stringValue == "" {
      findings.error(
        reader.value["secret"], reader.at("secret"),
        "expected the client's secret, found an empty text; leave the member out, or set it to null, for a client without one"
      )
    }
    each("redirect_uris", reader, flaw: RedirectURI.flaw(ofRegistered:))
    each("redirect_uris", reader) { uri in
      uri.utf8.contains(UInt8(ascii: "#"))
        ? "\"\(uri)\" has a fragment, and a redirect URI has none (RFC 6749 §3.1.2); leave out what begins with #"
        : nil
    }
    // A text with several scopes is not a scope.
    each("scopes", reader) { ScopeToken.isWellFormed($0) ? nil : ScopeToken.expected($0) }
  }

  /// Warns about scopes that the client's provider does not list. Where it takes scopes of a cast, only of those that look like a
  /// misspelling of a listed one.
  func checkScopes(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let rule = home.scope
    let listed = rule.known.map(\.name) + rule.bits.map(\.name)
    guard !listed.isEmpty else { return }
    // Tables and resources may follow in the same file.
    let isOpen = rule.registered || rule.table != nil || home.mcpServer != nil
    for (index, value) in (reader.value["scopes"]?.arrayValue ?? []).enumerated() {
      guard let scope = value.stringValue, ScopeToken.isWellFormed(scope),
        !rule.mayKnow(rule.name(of: scope)), !(rule.clientID && scope == client.id),
        !isOpen || Suggestion.nearest(to: scope, among: listed) != nil
      else { continue }
      findings.add(
        Diagnostic(
          .warning, at: value.origin, "\(reader.at("scopes"))/\(index)",
          "\(home.id) has no scope \"\(scope)\"" + Suggestion.hint(for: scope, among: listed)))
    }
  }

  /// Reports a warning: a quirk may have switched off what a client of the cast uses.
  func checkRequests(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    if client.mustPush, home.pushes == nil {
      let name = "require_pushed_authorization_requests"
      doubt(name, "\(home.id) takes no pushed requests, so \(name) has no effect", reader)
    }
    let names = [
      "request_object_signing_alg", "require_signed_request_object", "request_uris",
    ]
    for name in names where home.requestObjects == nil && reader.value[name] != nil {
      doubt(name, "\(home.id) reads no request objects, so \(name) has no effect", reader)
    }
    checkDetails(client, home, reader)
    let algorithm = client.requestObjectAlgorithm ?? ""
    guard let rule = home.requestObjects, !algorithm.isEmpty, !rule.algorithms.contains(algorithm)
    else { return }
    doubt(
      names[0],
      "\(home.id) takes no request objects of \(algorithm); it takes \(rule.algorithms.joined(separator: ", "))",
      reader)
  }

  private func checkDetails(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let name = "authorization_details_types"
    guard let types = client.detailTypes else { return }
    guard let rule = home.authorizationDetails else {
      return doubt(
        name, "\(home.id) reads no authorization details, so \(name) has no effect", reader)
    }
    let known = rule.types.map(\.name)
    for type in types where !known.contains(type) {
      doubt(
        name,
        "\(home.id) has no type \"\(type)\" of authorization details"
          + Suggestion.hint(for: type, among: known), reader)
    }
  }

  /// Reports a `*` that would not stand for anything.
  func checkWildcards(_ home: Provider, _ reader: FixtureReader) {
    guard home.redirect.match == .wildcard else {
      return each("redirect_uris", reader) { uri in
        uri.utf8.contains(UInt8(ascii: "*"))
          ? "\(home.id) reads no wildcards, so the \"*\" of \"\(uri)\" stands only for itself; write each redirect URI out"
          : nil
      }
    }
    each("redirect_uris", reader) { uri in
      let isMisplaced = uri.utf8.dropLast().contains(UInt8(ascii: "*"))
      guard isMisplaced || RedirectURI.isOpen(uri, home.redirect) && URIReference(uri).path.isEmpty
      else { return nil }
      return
        "\"\(uri)\" matches nothing: a \"*\" is allowed only at the end of a path, such as https://app.example.test/*"
    }
  }

  /// Reports members that the client's provider does not declare.
  func checkMembers(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let known = home.clientMembers.map(\.name)
    for member in client.members where !known.contains(member.name) {
      findings.error(
        member.value, JSONPointer.appending(member.name, to: reader.at("at")),
        "clients of \(home.id) have no member \"\(member.name)\""
          + (known.isEmpty
            ? "; its file declares none in \"clients\""
            : Suggestion.list(for: member.name, among: known)))
    }
  }

  /// Reports response types and grant types that the client's provider does not know.
  func checkTypes(_ home: Provider, _ reader: FixtureReader) {
    let types = Array(home.answers.keys)
    each("response_types", reader) { type in
      types.contains(Client.sorted(type))
        ? nil
        : "\(home.id) has no response type \"\(type)\"" + Suggestion.hint(for: type, among: types)
    }
    let grants = home.registeredGrants
    each("grant_types", reader) { grant in
      grants.contains(grant)
        ? nil
        : "\(home.id) has no grant type \"\(grant)\"" + Suggestion.hint(for: grant, among: grants)
    }
  }

  /// Reports properties that have no effect at the client's provider.
  func checkTokens(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    func refuse(_ name: String, _ sentence: String) {
      findings.error(reader.value[name], reader.at(name), sentence)
    }
    if client.audiences != nil, home.resourceSlot == nil {
      refuse(
        "audiences", "\(home.id) knows no audiences: it reads no parameter resource (RFC 8707)")
    }
    let readsNames = home.token.parameters.contains { $0.name == "audience" }
    each("audiences", reader) { audience in
      guard !readsNames || audience.contains(where: { ":#".contains($0) }) else { return nil }
      return ResourceURI.flaw(of: audience).map { "\"\(audience)\" \($0) (RFC 8707 §2)" }
    }
    let algorithms = [
      ("id_token_signed_response_alg", client.idTokenAlgorithm, "OpenID Connect Core §10.1"),
      ("authorization_signed_response_alg", client.responseAlgorithm, "JARM §2.2"),
      ("userinfo_signed_response_alg", client.userInfoAlgorithm, "OpenID Connect Core §10.1"),
    ]
    let signing = home.signing.map(\.algorithm) + ["HS256"]
    for (name, algorithm, _) in algorithms {
      guard let algorithm, !signing.contains(algorithm) else { continue }
      doubt(
        name,
        "\(home.id) signs nothing with \(algorithm); it has \(signing.joined(separator: ", "))",
        reader)
    }
    for (name, algorithm, clause) in algorithms
    where algorithm == "HS256" && client.secret?.isEmpty != false {
      refuse(
        name, "HS256 is keyed with the client's secret, and this client has none (\(clause))")
    }
    for (name, algorithm, _) in algorithms where algorithm == "HS256" {
      doubtShortSecret(of: client, name, reader)
    }
    let member = "authorization_signed_response_alg"
    if client.responseAlgorithm != nil, home.credentials[.response] == nil {
      doubt(
        member, "\(home.id) signs no authorization responses, so \(member) has no effect", reader)
    }
    if client.userInfoAlgorithm != nil, !home.signsUserInfo {
      let name = "userinfo_signed_response_alg"
      doubt(name, "\(home.id) signs no responses of userinfo, so \(name) has no effect", reader)
    }
    if client.hasBoundTokens, home.dpop == nil {
      doubt(
        "dpop_bound_access_tokens",
        "\(home.id) binds no tokens to keys, so dpop_bound_access_tokens has no effect", reader)
    }
    if client.accessTokenFormat != nil {
      guard case .either? = home.credentials[.access]?.form else {
        return refuse(
          "access_token_format",
          "access tokens of \(home.id) are all alike: it has no choice of a format")
      }
    }
  }
}
