import Basics

/// Checks where a client is told of logouts.
extension CastReader {
  func checkLogout(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let back = "backchannel_logout_uri"
    let front = "frontchannel_logout_uri"
    for (name, uri) in [
      (back, client.backChannelLogoutURI), (front, client.frontChannelLogoutURI),
    ] {
      guard let uri, let flaw = LogoutURI.flaw(of: uri) else { continue }
      findings.error(reader.value[name], reader.at(name), "\"\(uri)\" \(flaw)")
    }
    if client.backChannelLogoutURI != nil, home.credentials[.logout] == nil {
      doubt(back, "\(home.id) sends no logout tokens, so \(back) has no effect", reader)
    }
    if client.frontChannelLogoutURI != nil, home.endpoint(.logout)?.frontChannel == nil {
      doubt(front, "\(home.id) opens no frames at a logout, so \(front) has no effect", reader)
    }
  }
}

/// An address at which a client is told of logouts.
package enum LogoutURI {
  /// The rest of a sentence that begins with the address; `nil` if nothing is wrong with it.
  package static func flaw(of uri: String) -> String? {
    guard WebPage.isAddress(uri) else {
      return "is no web address, such as https://app.example.test/logout"
    }
    return uri.utf8.contains(UInt8(ascii: "#"))
      ? "has a fragment (OpenID Connect Back-Channel Logout §2.2)" : nil
  }

  /// Whether an address has scheme, host and port of one of the redirect URIs (OpenID Connect Front-Channel Logout §2).
  package static func hasOrigin(_ uri: String, of redirects: [String]) -> Bool {
    func origin(_ uri: String) -> String {
      let reference = URIReference(uri)
      return "\(reference.scheme.lowercased())://\(reference.authority.lowercased())"
    }
    return redirects.contains { origin($0) == origin(uri) }
  }
}
