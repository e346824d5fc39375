import ProviderModel

/// A JSON Web Token that has been decided on and not been signed yet.
struct UnsignedToken: Sendable {
  enum Claims: Sendable {
    /// Written already: the ledger knows the token by them.
    case fixed([UInt8])
    /// To be written once the tokens that they hash are signed.
    case later(Shape)
  }
  let kind: CredentialKind
  let algorithm: String
  let header: Shape
  let claims: Claims
}

/// The credentials that were made for a request.
struct IssuedCredentials: Sendable {
  /// The keys of the new credentials in the ledger.
  var keys: [LedgerKey] = []
  /// Tokens that are signed when the answer is written.
  var unsigned: [UnsignedToken] = []
}
