import Basics

/// The redirect URIs that a provider accepts.
package struct RedirectRule: Sendable {
  package enum Match: String, Sendable, CaseIterable {
    case exact
    /// Scheme, host and path; any query.
    case path
    /// Host and path; the request may append to the registered query.
    case append
    /// Scheme, host and port; any path below, any query.
    case host
    /// The registered URI and anything after it.
    case prefix
    /// The registered path and those below it; any query.
    case below
    /// As `prefix` for a registered URI that ends in `*`, and as `exact` for others.
    case wildcard
  }
  /// Registered URIs match exactly, and nothing else does.
  package static let exact = RedirectRule()
  package var match = Match.exact
  package var anyLoopbackPort = false
  /// The same for `localhost`, which may resolve to another address (RFC 8252 §8.3).
  package var anyLocalhostPort = false
  package var fallback: Template?
  /// When a client that has registered exactly one URI may leave it out (RFC 6749 §3.1.2.3).
  package var omit: Predicate?
  /// Errors about the URI go to the first registered one instead of a page.
  package var mismatchToFirst = false
  /// The page that shows a response instead of a redirect.
  package var outOfBand: String?

  /// The redirect URI of a client that no browser leads back to: its user copies the code.
  package static let outOfBandURI = "urn:ietf:wg:oauth:2.0:oob"
}

extension RedirectRule: ProviderPart {
  static let declaration: Declaration = .init(
    "redirect URI", "The redirect URIs that the provider accepts (RFC 6749 §3.1.2).",
    [
      .choice(
        "match", \.match,
        "How the URI in the request must match a registered one: `exact`, `path` (any query), `append` (the registered URI with more query parameters), `host` (any path and query at the same scheme, host and port), `prefix` (the registered URI and anything after it), `below` (the registered path or one below it, any query), or `wildcard` (a registered URI may end in `*`, for anything after it). Scheme, host and port are the same in all, and the last four accept no user name, no `\\` and no dot segments."
      ),
      .flag(
        "any_loopback_port", \.anyLoopbackPort,
        "Whether a URI at a loopback address may have any port (RFC 8252 §7.3). It is registered without a port."
      ),
      .flag(
        "any_localhost_port", \.anyLocalhostPort,
        "Whether a URI at `localhost` may have any port, too (RFC 8252 §8.3 advises against this name)."
      ),
      .template(
        "default", \.fallback, "The URI for a request without one.",
        example: "\"{{links.blank}}\""),
      .predicate(
        "omit", \.omit, "When a client that registered exactly one URI may leave it out.",
        or: "never", example: "true"),
      .flag(
        "mismatch_to_first", \.mismatchToFirst,
        "Whether an error about the URI goes to the first registered URI instead of a page."),
      .page(
        "out_of_band", \.outOfBand,
        "The page that shows the response of a client whose registered redirect URI is `\(RedirectRule.outOfBandURI)`: its template has the code, as `tok.code.value`, or the error, as `err.code`. Without it, browsers are redirected to that URI, too.",
        example: "\"copy\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard let literal = fallback?.literal else { return }
    let scheme = URIReference(literal).scheme.lowercased()
    guard scheme.isEmpty || ["javascript", "data"].contains(scheme) || literal.contains(" ") else {
      return
    }
    reader.findings.error(
      reader.value["default"], reader.at("default"),
      "expected an absolute URI to which a browser can be redirected (RFC 6749 §3.1.2), found \"\(literal)\""
    )
  }
}
