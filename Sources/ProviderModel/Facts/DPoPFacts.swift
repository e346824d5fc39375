/// The key that tokens are bound to, and the nonce for the next proof (RFC 9449).
package struct DPoPFacts: Sendable {
  /// Whether a refused request to a resource has a token with the scheme DPoP, or a proof and no token in a header.
  package var isPresented = false
  /// The thumbprint of the key that the access token of this response is bound to.
  package var thumbprint: String?
  package var nonce: String?

  package init() {}
}
