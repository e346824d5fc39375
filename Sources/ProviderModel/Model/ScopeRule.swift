import Basics

/// The scopes that a client may request.
package struct ScopeRule: Sendable {
  /// Scopes of the form `PREFIX/NAME`, made from the records of a table.
  package struct Table: Sendable {
    package var name = ""
    package var prefix = ""
    package var names = ""
  }
  /// The characters that separate scopes.
  package var split = " "
  package var fallback: [String] = []
  package var required = false
  package var known: [(name: String, title: String)] = []
  package var patterns: [Pattern] = []
  /// The client's own id is a scope.
  package var clientID = false
  package var table: Table?
  package var bits: [(name: String, bit: Int)] = []
  package var any = false
  /// A client may request its registered `scopes`, even unknown ones.
  package var registered = false
  /// Whether a grant also has the scopes that the person allowed the client before.
  package private(set) var accumulates = false
  /// The claims that each scope requests (OpenID Connect Core §5.4).
  package private(set) var claims: [(scope: String, names: [String], rule: ClaimRule)] = []
  private(set) var claimNames: Set<ExactText> = []

  mutating func add(claims names: [String], of scope: String) {
    claims.append((scope, names, ClaimRule(places: .userinfo, scope: scope)))
    claimNames.formUnion(names.map(ExactText.init))
  }

  /// Whether a request may name a scope, regardless of the client and the cast.
  func mayKnow(_ scope: String) -> Bool {
    any || known.contains { $0.name == scope } || bits.contains { $0.name == scope }
      || patterns.contains { $0.matches(scope) }
  }

  /// The scopes in a text.
  package func split(_ text: String) -> [String] {
    let marks = split
    return text.utf8.split(whereSeparator: { marks.utf8.contains($0) }).map {
      String(Substring($0))
    }
  }
}

extension ScopeRule: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "scope", "The scopes that a client may request (RFC 6749 §3.3).",
    [
      .text(
        "split", \.split, "The characters that separate scopes.", or: "a space",
        example: "\" ,\""),
      .words(
        "default", \.fallback, "The scopes of a request that names none.",
        example: "[\"basic\"]"),
      .flag("required", \.required, "Whether a request without scope is refused."),
      .flag("any", \.any, "Whether every scope is known."),
      .flag(
        "client_id", \.clientID,
        "Whether the client's own ID is a scope, for a token that is for the client itself."),
      .flag(
        "registered", \.registered,
        "Whether a client may also request the `scopes` that the cast registers for it."),
      .flag(
        "accumulates", \.accumulates,
        "Whether a grant also has the scopes that the person allowed the client before. A consent page lists them, too."
      ),
      .init(
        Property(
          "known", .map(.text, keys: "scopes"),
          "The scopes, each with its description on a consent page.",
          example: "{ \"email\": \"see your e-mail address\" }")
      ) { rule, reader, _ in
        rule.known = reader.map("known").compactMap { name, value, _ in
          value.stringValue.map { (name, $0) }
        }
        return true
      },
      .init(
        Property(
          "bits", .map(.whole(1...(1 << 62)), keys: "scopes"),
          "The bit of each scope, if a number can name several scopes.",
          example: "{ \"friends\": 2 }")
      ) { rule, reader, _ in
        for (name, value, pointer) in reader.map("bits")
        where reader.isWithin(1...(1 << 62), value, pointer) {
          rule.bits.append((name, value.integerValue ?? 0))
        }
        return true
      },
      .init(
        Property(
          "patterns", .words, "Patterns of further scopes.",
          example: "[\"https://[a-z.]{1,60}/read\"]")
      ) { rule, reader, _ in
        for text in reader.strings("patterns") ?? [] {
          do throws(Pattern.Problem) {
            rule.patterns.append(try Pattern(text))
          } catch {
            reader.findings.error(
              reader.value["patterns"], reader.at("patterns"), error.sentence)
          }
        }
        return true
      },
      .init(
        Property(
          "claims", .map(.list(.text), keys: "scopes"),
          "The claims that each scope requests (OpenID Connect Core §5.4). `$claims` sends them to UserInfo.",
          example: "{ \"email\": [\"email\", \"email_verified\"] }")
      ) { rule, reader, _ in
        rule.readClaims(&reader)
        return true
      },
      .object("table", \.table, "A table of the cast whose records define scopes.").example(
        #"{ "name": "apis", "prefix": "uri", "names": "scopes" }"#),
    ])

  /// Reads the claims of each scope, after the scopes themselves.
  private mutating func readClaims(_ reader: inout FixtureReader) {
    for (name, value, pointer) in reader.map("claims") {
      let names = value.arrayValue?.compactMap(\.stringValue) ?? []
      if names.isEmpty || names.count != value.arrayValue?.count {
        reader.findings.error(
          value, pointer, "expected the names of claims, found \(value.found)")
      }
      if !mayKnow(name) {
        reader.findings.error(
          value, pointer,
          "unknown scope \"\(name)\"" + Suggestion.hint(for: name, among: known.map(\.name)))
      }
      add(claims: names, of: name)
    }
  }

  func check(_ reader: FixtureReader, _ context: Vocabulary) {
    if split.isEmpty {
      reader.findings.error(
        reader.value["split"], reader.at("split"),
        "expected the characters that separate scopes, such as \" \", found none")
    }
  }
}

extension ScopeRule.Table: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "scope table", "Scopes of the form `PREFIX/NAME`, made from the records of a table.",
    [
      .text("name", \.name, type: .name(of: "table"), "The table.", example: "\"apis\""),
      .text(
        "prefix", \.prefix, "The member of a record that holds the prefix.",
        example: "\"uri\""),
      .text("names", \.names, "The member that holds the list of names.", example: "\"scopes\""),
    ])
}
