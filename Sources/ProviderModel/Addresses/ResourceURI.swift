import Basics

/// The name of a resource for which an access token is meant (RFC 8707 §2).
package enum ResourceURI {
  /// What is wrong with it; `nil` where it is an absolute URI without a fragment.
  package static func flaw(of text: String) -> String? {
    if text.utf8.contains(UInt8(ascii: "#")) { return "has a fragment" }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), RedirectURI.hasScheme(text) else {
      return "is no absolute URI, such as https://api.example.test"
    }
    return nil
  }
}
