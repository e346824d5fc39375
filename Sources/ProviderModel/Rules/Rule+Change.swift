import Basics

extension Rule {
  /// Changes to the parameters or members of an answer, in this order: rename, set, drop, append, order.
  package struct Change: Sendable {
    package var rename: [(from: String, to: String)] = []
    package var set: [(name: String, value: JSONValue)] = []
    package var drop: [String] = []
    /// One more parameter of a name.
    package var append: [(name: String, value: JSONValue)] = []
    package var order: [String] = []
    /// Only these scopes are granted.
    package var scopes: [String]?
    /// The browser gets the callback twice.
    package var twice = false
    /// The response mode of the authorization response, instead of the requested one.
    package var mode: Mode?
    /// The page that leads the browser to the callback, instead of a redirect.
    package var way: Way?
    /// Header fields: an empty list removes one, several values make several fields.
    package var headers: [(name: String, values: [String])] = []
    /// Text before the body.
    package var prefix: String?
    /// The keys in a document.
    package var keys: [Keys]?
    /// The JSON body is sent as a JSON Web Token.
    package var signed: SignedBody?
    package var tokens: [(kind: CredentialKind, change: TokenChange)] = []

    package init() {}
  }

  /// A response mode that every client knows.
  package enum Mode: String, Sendable, CaseIterable {
    case query, fragment
    case formPost = "form_post"
  }

  package enum Way: String, Sendable, CaseIterable { case link, refresh, script }

  /// A part of a key set.
  package enum Keys: String, Sendable, CaseIterable {
    /// The keys that sign.
    case current
    /// The keys that `next-key` signs with.
    case next
    /// Keys of another type with the names of the keys that sign.
    case twin
    /// Keys for encryption with the names of the keys that sign.
    case encryption
    /// The first key that signs, without a `kid`. A provider with a single key publishes its key so: its tokens need no
    /// `kid` (OpenID Connect Core §10.1).
    case nameless
    /// Keys of unknown types (RFC 7517 §5).
    case unknown
    /// The key that `short-key` signs with.
    case short
  }
}

extension Rule.Change: RulePart {
  static let declaration: Declaration = .init(
    "change",
    "Changes to the provider's own answer. They apply in this order: rename, set, drop, append, order.",
    [
      .init(
        Property(
          "rename", .map(.text, keys: "members"), "New names of parameters or members.",
          example: "{ \"access_token\": \"token\" }")
      ) { change, reader, _ in
        for (name, value, pointer) in reader.map("rename") {
          if let new = value.stringValue {
            change.rename.append((name, new))
          } else {
            reader.findings.error(
              value, pointer, "expected the new name as a string, found \(value.found)")
          }
        }
        return !change.rename.isEmpty
      },
      .values(
        "set", \.set, keys: "members",
        "New values of redirect parameters or JSON members. A missing one is added.",
        example: "{ \"expires_in\": -1 }"),
      .texts("drop", \.drop, "Members to leave out.", example: "[\"refresh_token\"]"),
      .values(
        "append", \.append, keys: "parameters",
        "Parameters to send once more, after those of the same name: in redirects and forms of the kind `authorize`.",
        example: "{ \"code\": \"another\" }"),
      .texts(
        "order", \.order, "The members that come first, in this order.",
        example: "[\"state\", \"code\"]"),
      .texts(
        "scopes", \.scopes,
        "The only scopes to grant, of those that the client requests: at endpoints of the kinds `authorize` and `token`.",
        example: "[\"openid\"]"),
      .flag(
        "twice", \.twice,
        "Whether the browser delivers the callback twice: at endpoints of the kind `authorize`."),
      .choice(
        "mode", \.mode,
        "The response mode of the authorization response, whatever the client requests: at endpoints of the kind `authorize`."
      ),
      .choice(
        "way", \.way,
        "The page that leads the browser to the callback: a page with a link, a page that refreshes itself, or a page with a script. At endpoints of the kind `authorize`.",
        or: "a redirect"),
      .init(
        Property(
          "headers", .map(.either([.fields, .null]), keys: "header names"),
          "Headers of the answer. A list sends several fields of one name, and null removes a header.",
          example: "{ \"Content-Type\": \"Application/JSON\" }")
      ) { change, reader, context in
        change.headers = context.readFields(&reader, "headers", mayRemove: true)
        return !change.headers.isEmpty
      },
      .text(
        "prefix", \.prefix, "Text before the body, such as a byte order mark.",
        example: "\"\\uFEFF\""),
      .choices(
        "keys", \.keys,
        "The keys that a document shows, in this order. `current` keys sign. `next` keys sign if a rule says `next-key`. `twin` keys have the names of the keys that sign, and another type. `encryption` keys have the same names, and are for encryption. `nameless` is the first key that signs, without a `kid`. `unknown` keys are of types that no client knows. `short` is the key that `short-key` signs with.",
        example: "[\"current\", \"next\"]"),
      .object(
        "jwt", \.signed,
        "Sends the body as a JSON Web Token: at endpoints of the kind `resource`."
      ).example(
        #"{ "claims": { "sub": "other" } }"#),
      .init(
        Property(
          "tokens",
          .map(
            .object(Rule.TokenChange.declaration.schema), keys: "tokens", known: names),
          "Changes to an access token that is a JSON Web Token, to the ID token, and to the logout token of a session that ends."
        )
      ) { change, reader, context in
        change.tokens = readTokens(&reader, context)
        return !change.tokens.isEmpty
      }.example(
        #"{ "id": { "claims": { "aud": "other" } } }"#),
    ], nothing: "nothing is changed; ")

  /// The tokens that a rule can change.
  private static let names = [CredentialKind.access, .id, .logout].map(\.rawValue)

  private static func readTokens(
    _ reader: inout FixtureReader, _ context: RuleReader
  ) -> [(kind: CredentialKind, change: Rule.TokenChange)] {
    let declaration = Rule.TokenChange.declaration
    let tokens = reader.map("tokens").map { name, value, pointer in
      if !names.contains(name) {
        reader.findings.error(
          value, pointer,
          "expected access, id or logout, found \"\(name)\""
            + Suggestion.question(for: name, among: names))
      }
      var token = FixtureReader(value, declaration.schema, pointer, reader.findings)
      return (CredentialKind(rawValue: name), declaration.read(&token, context))
    }
    if tokens.isEmpty, reader.value["tokens"]?.objectValue != nil {
      reader.findings.error(
        reader.value["tokens"], reader.at("tokens"),
        "expected at least one of: \(names.joined(separator: ", "))")
    }
    return tokens
  }
}
