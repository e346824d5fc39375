import JOSE

/// The rules for access tokens that are bound to a key of the client, DPoP (RFC 9449).
package struct DPoPRule: Sendable {
  /// The algorithms of the proofs that are read.
  package fileprivate(set) var algorithms = SignatureAlgorithm.allCases
  /// How many seconds the claim `iat` of a proof may be away from the real time.
  package fileprivate(set) var window = 60
  /// The nonces that a proof has to hold; `nil` if it needs none.
  package fileprivate(set) var nonces: Nonces?

  init() {}

  package struct Nonces: Sendable {
    /// For how many seconds a nonce is the newest one. The one before it is accepted, too.
    package fileprivate(set) var lifetime = Self.usualLifetime
    /// The lifetime of a nonce that only a rule has asked for.
    package static let usualLifetime = 300

    init() {}
  }
}

extension DPoPRule: ProviderPart {
  static let declaration: Declaration = .init(
    "dpop",
    "Access tokens that are bound to a key of the client (RFC 9449). The timestamps of proofs are compared with the real time, not with the sandbox's.",
    [
      .choices(
        "algorithms", \.algorithms,
        "The algorithms of the proofs that are read. Without it: all that the server knows.",
        example: "[\"ES256\"]"),
      .whole(
        "window", \.window, in: 1...86_400,
        "How many seconds the claim `iat` may be away from the real time. The claim `jti` is remembered until then.",
        example: "300"),
      .object(
        "nonces", \.nonces,
        "The nonces that every proof has to hold, at the token endpoint and at resources (RFC 9449 §8).",
        or: "a proof needs no nonce"
      ).example(
        #"{ "lifetime": 60 }"#),
    ])
}

extension DPoPRule.Nonces: ProviderPart {
  static let declaration: Declaration = .init(
    "dpop nonces", "The nonces that the server gives out, one after the other (RFC 9449 §8).",
    [
      .whole(
        "lifetime", \.lifetime, in: 1...86_400,
        "The seconds after which a new nonce is given out. The nonce before it is still accepted.",
        example: "60")
    ])
}
