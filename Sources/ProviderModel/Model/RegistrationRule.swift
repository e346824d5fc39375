import Basics

/// The rules by which clients register themselves (RFC 7591).
package struct RegistrationRule: Sendable {
  package fileprivate(set) var clientID: Pattern?
  package fileprivate(set) var secret: Pattern?
  package fileprivate(set) var accessToken: Pattern?
  /// The token that a registration must present; `nil` for open registration.
  package fileprivate(set) var initialToken: String?
  /// The largest number of clients that one sandbox registers at this provider.
  package fileprivate(set) var most = 1000
  /// Metadata that the provider registers, whatever a client asks for (RFC 7591 §3.2.1).
  package fileprivate(set) var replaced: [(name: String, value: JSONValue)] = []
  /// The issuers whose software statements are approved (RFC 7591 §2.3).
  package fileprivate(set) var issuers: [(name: String, rule: StatementIssuer)] = []
  /// The names that members of client metadata have in a form; `nil` if a registration is always JSON.
  package fileprivate(set) var formNames: [(member: String, wire: String)]?

  init() {}

  /// The variable of the address of a client's configuration endpoint.
  package static let variable = "client_id"
}

extension RegistrationRule: ProviderPart {
  static let declaration: Declaration = .init(
    "registration",
    "How clients register themselves (RFC 7591), at endpoints of the kinds `register` and `registration`.",
    [
      .pattern(
        "client_id", \.clientID, "The format of the IDs of registered clients.",
        example: "\"[A-Za-z0-9_-]{22}\""
      ).required,
      .pattern(
        "client_secret", \.secret, "The format of their secrets.",
        example: "\"[A-Za-z0-9_-]{43}\""
      ).required,
      .pattern(
        "registration_access_token", \.accessToken,
        "The format of the tokens that read, update and delete a registration (RFC 7592 §1.2).",
        or: "none, without an endpoint of the kind `registration`",
        example: "\"[A-Za-z0-9_-]{43}\""),
      .text(
        "initial_access_token", \.initialToken,
        "The token that a registration has to present (RFC 7591 §1.2).",
        or: "none: everybody may register", example: "\"understudy-registration-0123456789\""),
      .whole(
        "most", \.most, in: 1...10_000,
        "The largest number of clients that a sandbox registers. More are refused.", example: "10"),
      .values(
        "replaces", \.replaced, keys: "members of client metadata",
        "Metadata that the provider registers, whatever a client asks for (RFC 7591 §3.2.1).",
        example: "{ \"token_endpoint_auth_method\": \"client_secret_post\" }"),
      .init(
        Property(
          "form", .map(.text, keys: "members of client metadata"),
          "The names that members of client metadata have in a form. With it, a registration may be a form, too; the elements of a list are separated by spaces or line breaks, or come one by one.",
          or: "a registration is JSON (RFC 7591 §3.1)",
          example: "{ \"scope\": \"scopes\", \"client_uri\": \"website\" }")
      ) { rule, reader, _ in
        let names = reader.map("form")
        guard reader.value["form"] != nil else { return false }
        rule.formNames = names.compactMap { name, value, pointer in
          if let wire = value.stringValue, !wire.isEmpty { return (name, wire) }
          reader.findings.error(
            value, pointer, "expected the name of a field, found \(value.found)")
          return nil
        }
        return true
      },
      .objects(
        "software_statements", \.issuers, keys: "issuers",
        "The issuers whose software statements are approved (RFC 7591 §2.3)."
      ).example(
        #"{ "https://statements.example.test": { "secret": "understudy-statements-0123456789" } }"#),
    ])
}

/// An issuer of software statements: the key with which its signatures are verified.
package struct StatementIssuer: Sendable {
  package fileprivate(set) var secret: String?
  /// Public keys, as JWKs (RFC 7517).
  package fileprivate(set) var keys: [(name: String, value: JSONValue)] = []

  init() {}
}

extension StatementIssuer: ProviderPart {
  static let declaration: Declaration = .init(
    "statement issuer", "The key that verifies an issuer's software statements.",
    [
      .text(
        "secret", \.secret, "The shared secret of statements with HS256.",
        example: "\"understudy-statements-0123456789\""),
      .values(
        "keys", \.keys, keys: "names of keys",
        "Public keys as JWKs (RFC 7517), for statements that are signed with a private key.",
        example:
          "{ \"first\": { \"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\", \"y\": \"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\" } }"
      ),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    let pointer = reader.at("keys")
    for (name, key) in keys {
      guard let flaw = Self.flaw(of: key) else { continue }
      let place = JSONPointer.appending(name, to: pointer)
      reader.findings.error(
        flaw.member.flatMap { key[$0] } ?? key,
        flaw.member.map { JSONPointer.appending($0, to: place) } ?? place, flaw.sentence)
    }
    guard secret == nil, keys.isEmpty else { return }
    reader.findings.error(
      reader.value, reader.pointer, "expected a \"secret\" or \"keys\", found neither")
  }

  /// The mistake in a public key, and the member that has it. Whether the numbers are a key is not looked at here.
  private static func flaw(of key: JSONValue) -> (member: String?, sentence: String)? {
    guard key.objectValue != nil else { return (nil, "expected a JWK, found \(key.found)") }
    func text(_ name: String) -> String { key[name]?.stringValue ?? "" }
    func found(_ name: String) -> String { key[name].map(\.found) ?? "none" }
    let numbers: [(name: String, bytes: ClosedRange<Int>, meaning: String)]
    switch text("kty") {
    case "EC":
      guard text("crv") == "P-256" else {
        return ("crv", "expected \"crv\" to be \"P-256\", found \(found("crv"))")
      }
      numbers = [("x", 32...32, "32 bytes"), ("y", 32...32, "32 bytes")]
    case "RSA":
      numbers = [("n", 256...1024, "2048 to 8192 bits"), ("e", 1...8, "1 to 8 bytes")]
    default: return ("kty", "expected \"kty\" to be \"RSA\" or \"EC\", found \(found("kty"))")
    }
    for (name, bytes, meaning) in numbers
    where !bytes.contains(Base64URL.decode(text(name))?.count ?? 0) {
      return (name, "expected \"\(name)\" to be \(meaning) in base64url, found \(found(name))")
    }
    return nil
  }
}
