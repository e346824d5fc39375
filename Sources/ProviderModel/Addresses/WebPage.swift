import Basics

/// An address of the web that a client registers: of a page for people, or of its keys.
package enum WebPage {
  package static func isAddress(_ uri: String) -> Bool {
    RedirectURI.flaw(of: uri) == nil && RedirectURI.isWeb(uri)
      && URIReference(uri).host != nil
  }
}
