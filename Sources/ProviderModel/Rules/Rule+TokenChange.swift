import Basics
import JOSE

extension Rule {
  /// A change to a JSON Web Token. A changed token is signed again.
  package struct TokenChange: Sendable {
    package enum Signature: String, Sendable, CaseIterable {
      /// It does not verify.
      case bad
      /// `alg` is `none`, and the signature is empty.
      case none
      /// The signature is empty, and the header does not say so.
      case empty
      /// Made by another key than the published one, under the published key's name.
      case otherKey = "other-key"
      /// Made by the next key, under its own name.
      case nextKey = "next-key"
      /// HS256 with the PEM of the published key as its secret.
      case hmacPublicKey = "hmac-public-key"
      /// Valid, and padded with `=` (RFC 7515 §2 forbids it).
      case padded
      /// Valid, and followed by a fourth part.
      case fourParts = "four-parts"
      /// Made by an RSA key of 1024 bits (RFC 7518 §3.3 forbids it), under its own name.
      case shortKey = "short-key"
    }
    package var signature: Signature?
    package var kid: String?
    /// Members of the header to set; JSON null removes one.
    package var header: [(name: String, value: JSONValue)] = []
    /// The header holds the public half of the key that signs (RFC 7515 §4.1.3).
    package var embedsKey = false
    /// Claims to set; JSON null removes one.
    package var claims: [(name: String, value: JSONValue)] = []
    /// Claims that hold instants, and the seconds to add to each.
    package var shift: [(claim: String, seconds: Int)] = []

    /// The claims that one number moves together.
    static let instants = ["exp", "iat", "nbf", "auth_time"]

    package init() {}
  }

  /// A JSON body that is sent as a JSON Web Token.
  package struct SignedBody: Sendable {
    /// `nil` for the provider's first one.
    package var algorithm: SignatureAlgorithm?
    package var change = TokenChange()

    package init() {}
  }
}

extension Rule.TokenChange: RulePart {
  static let declaration: Declaration = .init(
    "token change", "A change to a JSON Web Token. A changed token is signed again.",
    [
      .choice(
        "signature", \.signature,
        "`bad` does not verify. `none` has no signature, and `alg` says so. `empty` has no signature, and `alg` does not say so. `other-key` is made by another key, under the name of the right one. `next-key` is made by the next key, under its own name. `hmac-public-key` is HS256 with the PEM of the published key as its secret. `padded` is valid, with `=` at its end. `four-parts` is valid, and a fourth part follows. `short-key` is RS256 by a key of 1024 bits, under its own name."
      ),
      .text("kid", \.kid, "The key ID in the header.", example: "\"unknown\""),
      .values(
        "header", \.header, keys: "members of a JOSE header",
        "Members of the header to set; null removes one.",
        example: "{ \"kid\": null, \"crit\": [\"x\"] }"),
      .flag(
        "embed_key", \.embedsKey,
        "Whether the header holds the public key that verifies the token, as `jwk`."),
      .values(
        "claims", \.claims, keys: "claims", "Claims to set; null removes one.",
        example: "{ \"aud\": \"other\" }"),
      .init(
        Property(
          "shift",
          .either([
            .whole(-Bounds.century...Bounds.century),
            .map(.whole(-Bounds.century...Bounds.century), keys: "claims"),
          ]),
          "The seconds to add to `iat`, `nbf`, `exp` and `auth_time`, or to each claim that an object names.",
          or: "0", example: "-7200")
      ) { change, reader, _ in
        change.shift = readShift(&reader)
        return !change.shift.isEmpty
      },
    ], nothing: "nothing is changed; ")

  /// Returns the seconds for each claim: a number moves all instants of a token.
  private static func readShift(
    _ reader: inout FixtureReader
  ) -> [(claim: String, seconds: Int)] {
    guard let member = reader.member("shift") else { return [] }
    let range = -Bounds.century...Bounds.century
    guard let object = member.objectValue else {
      guard reader.isWithin(range, member, reader.at("shift")), let seconds = member.integerValue,
        seconds != 0
      else { return [] }
      return instants.map { ($0, seconds) }
    }
    return object.compactMap { one in
      let pointer = JSONPointer.appending(one.name, to: reader.at("shift"))
      guard reader.isWithin(range, one.value, pointer), let seconds = one.value.integerValue else {
        return nil
      }
      return (one.name, seconds)
    }
  }

  func check(_ reader: FixtureReader, _ context: RuleReader) {
    if kid != nil, header.contains(where: { $0.name == "kid" }) {
      reader.findings.error(
        reader.value["header"]?["kid"], JSONPointer.appending("kid", to: reader.at("header")),
        "kid is in header already; give it once")
    }
    if embedsKey, signature == Signature.none {
      reader.findings.error(
        reader.value["embed_key"], reader.at("embed_key"),
        "with the signature none no key signs, and there is none to embed")
    }
  }
}

extension Rule.SignedBody: RulePart {
  static let declaration: Declaration = .init(
    "signed body",
    "A body as a JSON Web Token (OpenID Connect Core §5.3.2). It gets `iss` and `aud` if it has none. The other properties change the token.",
    [
      .choice(
        "alg", \.algorithm, "The algorithm of the signature.", or: "the provider's first one")
    ] + Rule.TokenChange.declaration.fields.map { $0.within(\.change) })

  func check(_ reader: FixtureReader, _ context: RuleReader) { change.check(reader, context) }
}
