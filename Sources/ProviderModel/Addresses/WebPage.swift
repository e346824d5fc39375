import Basics

/// An address of the web that a client registers: of a page for people, or of its keys.
package enum WebPage {
  package static func isAddress(_ uri: String) -> Bool {
    let parts = URIReference(uri)
    return RedirectURI.flaw(of: uri) == nil && RedirectURI.isWeb(uri) && parts.host != nil
      && parts.strayCharacter == nil
  }
}
