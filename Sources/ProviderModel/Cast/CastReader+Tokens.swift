import Basics

/// Checks a client's tokens and redirect URIs.
extension CastReader {
  /// RFC 6749 §3.1.2: a redirect URI has no fragment.
  func checkFragments(_ value: JSONValue, _ name: String, _ reader: FixtureReader) {
    for (index, uri) in (value[name]?.arrayValue ?? []).enumerated() {
      guard let text = uri.stringValue, text.utf8.contains(UInt8(ascii: "#")) else { continue }
      findings.error(
        uri, "\(reader.at(name))/\(index)",
        "\"\(text)\" has a fragment, and a redirect URI has none (RFC 6749 §3.1.2); leave out what begins with #"
      )
    }
  }

  /// RFC 8707 §2: an absolute URI without a fragment.
  func checkAudiences(_ client: Client, _ value: JSONValue, _ reader: FixtureReader) {
    for (index, audience) in (client.audiences ?? []).enumerated() {
      guard let flaw = ResourceURI.flaw(of: audience) else { continue }
      findings.error(
        value["audiences"]?.arrayValue?[index], "\(reader.at("audiences"))/\(index)",
        "\"\(audience)\" \(flaw) (RFC 8707 §2)")
    }
  }

  /// A text with several scopes is not a scope.
  func checkScopes(_ value: JSONValue, _ reader: FixtureReader) {
    for (index, scope) in (value["scopes"]?.arrayValue ?? []).enumerated() {
      guard let text = scope.stringValue, !ScopeToken.isWellFormed(text) else { continue }
      findings.error(scope, "\(reader.at("scopes"))/\(index)", ScopeToken.expected(text))
    }
  }

  /// Reports properties that have no effect at the client's provider.
  func checkTokens(
    _ client: Client, _ value: JSONValue, _ home: Provider, _ reader: FixtureReader
  ) {
    if client.audiences != nil, home.resourceSlot == nil {
      findings.error(
        value["audiences"], reader.at("audiences"),
        "\(home.id) knows no audiences: it reads no parameter resource (RFC 8707)")
    }
    if client.idTokenAlgorithm == "HS256", client.secret?.isEmpty != false {
      findings.error(
        value["id_token_signed_response_alg"], reader.at("id_token_signed_response_alg"),
        "HS256 is keyed with the client's secret, and this client has none (OpenID Connect Core §10.1)"
      )
    }
    if client.accessTokenFormat != nil {
      guard case .either? = home.credentials[.access]?.form else {
        findings.error(
          value["access_token_format"], reader.at("access_token_format"),
          "access tokens of \(home.id) are all alike: it has no choice of a format")
        return
      }
    }
  }

  /// Leaves out a client of a provider that is not served, unless the name is misspelled.
  func notServed(_ provider: String, _ value: JSONValue, _ reader: FixtureReader) {
    let isElsewhere = others.contains(provider)
    let near = Suggestion.nearest(to: provider, among: known)
    let sentence = "there is no provider \"\(provider)\""
    guard mayLackProviders, isElsewhere || near == nil else {
      findings.error(
        value["provider"], reader.at("provider"),
        sentence + Suggestion.hint(for: provider, among: providers.ids))
      return
    }
    findings.add(
      Diagnostic(
        .warning, at: value["provider"]?.origin, reader.at("provider"),
        (isElsewhere ? "\(provider) is not served here" : sentence + " here")
          + "; this client is left out"))
  }
}
