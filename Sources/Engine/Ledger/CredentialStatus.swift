/// What a code or token is good for. `Ledger.worth` is the one place that says so.
enum CredentialStatus {
  /// It was never issued here, or was forgotten long ago.
  case unknown
  case live(Credential)
  case expired(Credential)
  /// It has been used, and may be used once.
  case spent(Credential)
  /// It was revoked, or its grant was, or its person is in the cast no more.
  case revoked(Credential)
  /// It was issued to another client than the one that comes with it.
  case otherClient(Credential)

  /// As `token.status` has it.
  var word: String {
    switch self {
    case .unknown: "unknown"
    case .live: "active"
    case .expired: "expired"
    case .spent: "spent"
    case .revoked: "revoked"
    case .otherClient: "other_client"
    }
  }

  var credential: Credential? {
    switch self {
    case .unknown: nil
    case .live(let one), .expired(let one), .spent(let one), .revoked(let one),
      .otherClient(let one):
      one
    }
  }
}
