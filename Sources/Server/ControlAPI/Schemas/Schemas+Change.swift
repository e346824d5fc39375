import Basics
import ProviderModel

/// What a rule makes of the provider's own answer.
extension Schemas {
  static let change = filled(
    object([
      member("rename", map(of: text), "First: old name → new name."),
      member(
        "set", anything,
        "Then: name → value, of a parameter of the redirect or a member of the JSON, added where it is missing."
      ), member("drop", texts, "Then: these are left out."),
      member(
        "append", anything,
        "Then: name → value of one more parameter of this name. Of the kind authorize."),
      member("order", texts, "Last: these come first, in this order."),
      member(
        "scopes", texts,
        "Only these are granted, of those that are asked for. Of the kinds authorize and token."),
      member("twice", flag, "The browser delivers the callback twice. Of the kind authorize."),
      member(
        "mode", choice(Rule.Mode.allCases.map(\.rawValue)),
        "Where the parameters of the callback come, whatever was asked for. Of the kind authorize."),
      member(
        "way", choice(Rule.Way.allCases.map(\.rawValue)),
        "The browser gets to the callback by a page, and not by a redirect. Of the kind authorize."),
      member(
        "headers", map(of: ["anyOf": [field, fields, ["type": "null"]]]),
        "Fields of the answer: name → value, or values for several fields; null takes one away."),
      member("prefix", text, "What comes before the body."),
      member(
        "keys", ["type": "array", "items": choice(Rule.Keys.allCases.map(\.rawValue))],
        "What a key set shows, in this order: the keys that sign, those that next-key signs with, keys of the same name and another kind, keys of the same name for encryption. Of documents that show keys."
      ),
      member(
        "jwt",
        object(
          [
            member(
              "alg", choice(Rule.SignedBody.Algorithm.allCases.map(\.rawValue)),
              "Default: the provider's first one.")
          ]
            + token),
        "The body comes as a JSON Web Token. Of the kind resource."),
      member(
        "tokens",
        filled(
          object([
            member("access", filled(object(token)), "An access token that is a JWT."),
            member("id", filled(object(token)), "The ID token."),
          ])), "JSON Web Tokens that are not what they should be."),
    ]))

  private static let token = [
    member(
      "signature", choice(Rule.TokenChange.Signature.allCases.map(\.rawValue)),
      "bad: does not verify; none: alg is none and the signature empty; empty: the signature is; other-key: another key's, under the name of the right one; next-key: the next key's, under its own name; hmac-public-key: HS256, keyed with the PEM of the published key."
    ),
    member("kid", text, "The key that the header names."),
    member("header", anything, "Name → value of a member of the header; null leaves one out."),
    member("embed_key", flag, "The header holds the public key that verifies it, as jwk."),
    member("claims", anything, "Name → value; null leaves a claim out."),
    member(
      "shift", ["anyOf": [number, map(of: number)]],
      "Seconds by which iat, nbf, exp and auth_time are moved; or, for each claim, by how many."),
  ]
}
