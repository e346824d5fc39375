import Basics

extension Rule {
  /// What becomes of a JSON Web Token. Whatever is changed is signed anew.
  package struct TokenChange: Sendable {
    package enum Signature: String, Sendable, CaseIterable {
      /// It does not verify.
      case bad
      /// `alg` is `none`, and the signature empty.
      case none
      /// Its part of the token is empty, whatever the header says.
      case empty
      /// Made by another key than the published one, under that one's name.
      case otherKey = "other-key"
      /// Made by the key that comes next, under its own name.
      case nextKey = "next-key"
      /// HS256, keyed with the PEM of the published key.
      case hmacPublicKey = "hmac-public-key"
    }
    package var signature: Signature?
    package var kid: String?
    /// Members of the header to set; JSON null removes one.
    package var header: [(name: String, value: JSONValue)] = []
    /// The header holds the public half of the key that signs (RFC 7515 §4.1.3).
    package var embedsKey = false
    /// Claims to set; JSON null removes one.
    package var claims: [(name: String, value: JSONValue)] = []
    /// Claims that are instants, and the seconds by which each is moved.
    package var shift: [(claim: String, seconds: Int)] = []

    /// The claims that one number moves together.
    static let instants = ["exp", "iat", "nbf", "auth_time"]
  }
}
