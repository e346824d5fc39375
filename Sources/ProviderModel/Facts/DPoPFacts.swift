/// How a request presents its token, and the nonce for the next proof (RFC 9449).
package struct DPoPFacts: Sendable {
  /// Whether a refused request to a resource has a token with the scheme DPoP, or a proof and no token in a header.
  package var isPresented = false
  package var nonce: String?

  package init() {}
}
