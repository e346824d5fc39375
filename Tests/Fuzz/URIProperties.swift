import Basics
import UserAgent

@testable import ProviderModel

/// An address is cut without losing a byte; what it is resolved to is absolute, and is read again as the same; a
/// redirect URI that is taken is one that may be.
///
/// An input's first line is what was sent, the second is what is registered.
enum URIProperties {
  static func check(_ text: String) throws {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let sent = String(lines[0])
    try checkParts(sent)
    try checkAddress(sent)
    try checkPublicURL(sent)
    try checkRedirects(sent, registered: lines.count > 1 ? String(lines[1]) : sent)
  }

  private static func checkParts(_ text: String) throws {
    let uri = URIReference(text)
    let heads = ["", ":", "//", "://"].map { uri.scheme + $0 + uri.authority + uri.path }
    let tail =
      (uri.query.map { "?" + $0 } ?? "") + (uri.fragment.map { "#" + $0 } ?? "")
    try hold(
      heads.contains { ($0 + tail).utf8.elementsEqual(text.utf8) },
      "\(text.shown) is cut into \(uri)")
    try hold(uri == URIReference(text), "\(text.shown) is not itself")
  }

  private static func checkAddress(_ text: String) throws {
    for base in ["https://host.test/a/b?c#d", "http://127.0.0.1:8400", "app:", "urn:a:b"] {
      guard let base = WebAddress(base) else { throw Broken(description: "\(base) is no address") }
      guard let found = base.resolving(text) else { continue }
      if found.isWeb, base.isWeb, found.authority != nil {
        try hold(found.target.hasPrefix("/"), "\(found) has no path")
      }
      let again = WebAddress(found.description)
      try hold(
        again?.description == found.description,
        "\(text.shown) leads to \(found), which is read as \(String(describing: again))")
    }
    guard let address = WebAddress(text) else { return }
    try hold(
      WebAddress(address.description) == address, "\(text.shown) is written as \(address)")
  }

  private static func checkPublicURL(_ text: String) throws {
    guard let url = PublicURL(text) else { return }
    try hold(PublicURL(url.description) == url, "\(text.shown) is written as \(url)")
    try hold(url.isAuthority(of: url.authority), "\(url) is not its own authority")
  }

  private static func checkRedirects(_ sent: String, registered: String) throws {
    let isForbidden = RedirectURI.isForbidden(sent)
    for anyPort in [false, true] {
      func taken(_ match: RedirectRule.Match) -> Bool {
        var rule = RedirectRule()
        rule.match = match
        rule.anyLoopbackPort = anyPort
        rule.anyLocalhostPort = anyPort
        return RedirectURI.matches(sent, registered: registered, rule)
      }
      let exact = taken(.exact)
      let others = [taken(.path), taken(.append)]
      try hold(!isForbidden || !(exact || others.contains(true)), "\(sent.shown) is forbidden")
      try hold(!exact || others == [true, true], "\(sent.shown) is taken exactly, and not loosely")
      if sent.utf8.elementsEqual(registered.utf8) {
        try hold(exact != isForbidden, "\(sent.shown) is registered, and not taken")
      }
      if others.contains(true), !anyPort {
        try hold(RedirectURI.sameHost(sent, registered), "\(sent.shown) is at another host")
      }
    }
  }
}
