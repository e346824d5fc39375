/// A level of authentication: a value of the claim `acr`.
package struct AuthenticationLevel: Sendable {
  /// The value of `acr`.
  package fileprivate(set) var name = ""
  /// The authentication methods of a sign-in at this level (RFC 8176).
  package fileprivate(set) var methods: [String] = []

  init(named name: String) { self.name = name }
}

extension AuthenticationLevel: ProviderPart {
  static let declaration: Declaration = .init(
    "authentication level",
    "A level of authentication: a value of `acr_values` and of the claim `acr` (OpenID Connect Core §2).",
    [
      .words(
        "amr", \.methods, "The authentication methods of a sign-in at this level (RFC 8176).",
        example: "[\"pwd\", \"otp\"]")
    ])

  init() {}
}

extension Provider {
  /// How strong a level is; `nil` if the provider does not have it.
  package func strength(of acr: String) -> Int? { levels.firstIndex { $0.name == acr } }
}
