/// Conditions of encrypted responses (RFC 7516, OpenID Connect Core §10.2).
extension Condition {
  package static let encryptionKeyMissing = Condition("encryption_key_missing")

  static let encryptionDeclarations: [Declaration] =
    [
      (.authorize, "OpenID Connect Core §10.2"), (.token, "OpenID Connect Core §10.2"),
      (.resource, "OpenID Connect Core §5.3.2"),
    ].map { (catalogue: Catalogue, clause: String) in
      declare(
        catalogue, .encryptionKeyMissing,
        "The client is registered for an encrypted response, and it has no key for that.",
        ["value"], clause)
    }

  /// The conditions that only a provider has that encrypts.
  static let ofEncryption: Set<Condition> = [.encryptionKeyMissing]
}
