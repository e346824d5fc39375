/// The facts of tokens that are bound to a key or to a certificate of the client.
extension FactTable {
  static let dpop = root(
    "dpop", .text, "Tokens that are bound to a key of the client (RFC 9449).",
    .fixed([
      ("algs", .dpop(.algs), .list, "The algorithms of the proofs that are read."),
      (
        "presented", .dpop(.presented), .flag,
        "Whether a refused request to a resource has a token with the scheme DPoP, or a proof and no token in a header."
      ),
      (
        "jkt", .dpop(.jkt), .text,
        "The thumbprint of the key that the issued access token is bound to."
      ),
      ("nonce", .dpop(.nonce), .text, "The nonce for the next proof, if the response has one."),
    ]))
  static let mutualTLS = root(
    "mtls", .text, "Tokens that are bound to a certificate of the client (RFC 8705).",
    .fixed([
      (
        "x5t", .boundCertificate, .text,
        "The thumbprint `x5t#S256` of the certificate that the issued access token is bound to."
      )
    ]))
}
