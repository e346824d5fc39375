extension Provider {
  /// Whether certificates of clients count: for authentication, or for tokens (RFC 8705).
  package var readsCertificates: Bool { bindsToCertificates || token.authenticatesByCertificate }

  /// The methods of client authentication, as metadata lists them.
  package func authMethods(withCertificates: Bool) -> [String] {
    let names = token.authentication
      .filter { withCertificates || ($0 != .tls && $0 != .selfSignedTLS) }.map(\.registeredName)
    let none = TokenService.Authentication.none.registeredName
    return names.filter { $0 != none } + (names.contains(none) ? [none] : [])
  }

  package func linkName(_ link: Int) -> String {
    links.indices.contains(link) ? links[link].name : ""
  }
}
