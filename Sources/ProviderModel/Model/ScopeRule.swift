import Basics

/// The scopes that a client may request.
package struct ScopeRule: Sendable {
  /// Scopes of the form `PREFIX/NAME`, made from the records of a table.
  package struct Table: Sendable {
    package var name = ""
    package var prefix = ""
    package var names = ""
  }
  /// The requests that have to name a scope.
  package enum Requirement: Sendable { case never, always, authorization }
  /// How a scope that the provider does not know is treated.
  package enum Unknown: String, Sendable, CaseIterable { case refuse, drop }

  /// The characters that separate scopes.
  package var split = " "
  package var fallback: [String] = []
  /// Whether a request that names no scope has the scopes that the cast registers for its client.
  package private(set) var defaultsToRegistered = false
  package private(set) var requirement = Requirement.never
  package var required: Bool { requirement != .never }
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
  package private(set) var accumulates = Predicate.constant(false)
  /// Other names that requests may have for scopes.
  package private(set) var aliases: [(name: String, scope: String)] = []
  /// The scopes that a grant of another scope has, too.
  package private(set) var implied: [(name: String, scopes: [String])] = []
  /// The scopes that every grant has.
  package private(set) var always: [String] = []
  package private(set) var unknown = Unknown.refuse
  /// The claims that each scope requests (OpenID Connect Core §5.4).
  package private(set) var claims: [(scope: String, names: [String], rule: ClaimRule)] = []
  private(set) var claimNames: Set<ExactText> = []

  mutating func add(claims names: [String], of scope: String) {
    claims.append((scope, names, ClaimRule(places: .userinfo, scope: scope)))
    claimNames.formUnion(names.map(ExactText.init))
  }

  /// Whether a request may name a scope, regardless of the client and the cast.
  func mayKnow(_ scope: String) -> Bool {
    any || names(scope) || patterns.contains { $0.matches(scope) }
  }

  /// Whether a scope is listed.
  func names(_ scope: String) -> Bool {
    known.contains { $0.name == scope } || bits.contains { $0.name == scope }
  }

  /// The scopes of a request that names none.
  /// - Parameter registered: the scopes that the cast registers for its client; `nil` for any.
  package func initial(_ registered: [String]?) -> [String] {
    guard defaultsToRegistered, let registered else { return fallback }
    return registered.map(name(of:))
  }

  /// The scopes in a text, each under its own name.
  package func split(_ text: String) -> [String] {
    let words = words(in: text)
    return aliases.isEmpty ? words : words.map(name(of:))
  }

  /// The name of a scope that may have others.
  package func name(of scope: String) -> String {
    aliases.first { ExactText.same($0.name, scope) }?.scope ?? scope
  }

  /// These scopes with all that they imply, and those that every grant has.
  package func completed(_ scopes: [String]) -> [String] {
    guard !implied.isEmpty || !always.isEmpty else { return scopes }
    var all = scopes
    var known = Set(scopes)
    func add(_ more: [String]) {
      for scope in more where known.insert(scope).inserted { all.append(scope) }
    }
    add(always)
    var next = 0
    while next < all.count {
      let scope = all[next]
      for (name, scopes) in implied where ExactText.same(name, scope) { add(scopes) }
      next += 1
    }
    return all
  }

  /// The scopes in a text, as they are written.
  func words(in text: String) -> [String] {
    let marks = split
    return text.utf8.split(whereSeparator: { marks.utf8.contains($0) }).map {
      String(Substring($0))
    }
  }
}

extension ScopeRule: ProviderPart {
  static let declaration: Declaration = .init(
    "scope", "The scopes that a client may request (RFC 6749 §3.3).",
    [
      .text(
        "split", \.split, "The characters that separate scopes.", or: "a space",
        example: "\" ,\""),
      .words(
        "default", \.fallback, "The scopes of a request that names none.",
        example: "[\"basic\"]"),
      .flag(
        "default_registered", \.defaultsToRegistered,
        "Whether a request that names no scope has all the `scopes` that the cast registers for the client. A client without any has those of `default`."
      ),
      .init(
        Property(
          "required", .either([.flag, .choice(["authorization"])]),
          "Whether a request without scope is refused: any, or only an authorization request.",
          or: "false", example: "\"authorization\"")
      ) { rule, reader, _ in rule.readRequirement(&reader) },
      .map(
        "aliases", \.aliases, .text, keys: "other names",
        "Other names that requests may have for scopes, each with the scope: a short name for a long one, or the reverse. The grant has the scope alone.",
        example: "{ \"email\": \"https://api.example.test/auth/email\" }"
      ) { entry, _ in entry.value.stringValue.map { (entry.name, $0) } },
      .map(
        "implies", \.implied, .list(.text), keys: "scopes",
        "The scopes that a grant of a scope has, too, also where the client did not ask for them.",
        example: "{ \"openid\": [\"profile\", \"email\"] }"
      ) { entry, _ in
        (entry.name, entry.value.arrayValue?.compactMap(\.stringValue) ?? [])
      },
      .texts(
        "always", \.always, "The scopes that every grant has, whatever the client asks for.",
        example: "[\"public_profile\"]"),
      .choice(
        "unknown", \.unknown,
        "How to treat a scope that the provider does not know: `refuse` refuses the request, `drop` leaves the scope out."
      ),
      .flag("any", \.any, "Whether every scope is known."),
      .flag(
        "client_id", \.clientID,
        "Whether the client's own ID is a scope, for a token that is for the client itself."),
      .flag(
        "registered", \.registered,
        "Whether a client may also request the `scopes` that the cast registers for it."),
      .predicate(
        "accumulates", \.accumulates,
        "Whether a grant also has the scopes that the person granted the client before. A consent page lists them, too.",
        or: "never", example: "{ \"eq\": [\"{{req.include_granted_scopes}}\", \"true\"] }"),
      .init(
        Property(
          "known", .map(.text, keys: "scopes"),
          "The scopes, each with its description on a consent page.",
          example: "{ \"email\": \"see your e-mail address\" }")
      ) { rule, reader, _ in
        let findings = reader.findings
        rule.known = reader.map("known").compactMap { name, value, pointer in
          guard let title = value.stringValue else {
            findings.error(
              value, pointer, "expected the description of a scope, found \(value.found)")
            return nil
          }
          return (name, title)
        }
        return true
      },
      .init(
        Property(
          "bits", .map(.whole(1...(1 << 62)), keys: "scopes"),
          "The bit of each scope, a power of two, if a number can name several scopes.",
          example: "{ \"friends\": 2 }")
      ) { rule, reader, _ in
        rule.readBits(&reader)
        return true
      },
      .init(
        Property(
          "patterns", .words, "Patterns of further scopes.",
          example: "[\"https://[a-z.]{1,60}/read\"]")
      ) { rule, reader, _ in
        rule.readPatterns(&reader)
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

  private mutating func readRequirement(_ reader: inout FixtureReader) -> Bool {
    guard let member = reader.member("required") else { return false }
    switch (member.boolValue, member.stringValue) {
    case (true, _): requirement = .always
    case (false, _): requirement = .never
    case (_, "authorization"): requirement = .authorization
    default:
      reader.findings.error(
        member, reader.at("required"),
        "expected true, false or \"authorization\", found \(member.found)")
    }
    return true
  }

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
    } else if split.contains(where: { $0.isLetter || $0.isNumber }) {
      reader.findings.error(
        reader.value["split"], reader.at("split"),
        "expected characters such as spaces and commas, found \"\(split)\": scopes hold letters and digits"
      )
    }
    for (name, _) in aliases where known.contains(where: { $0.name == name }) {
      reader.findings.error(
        reader.value["aliases"]?[name], JSONPointer.appending(name, to: reader.at("aliases")),
        "\"\(name)\" is a scope in \"known\", so it can't be another name of one")
    }
    checkNames(reader)
    checkPlaceholders(reader)
    guard any else { return }
    for member in ["unknown", "patterns"] where reader.value[member] != nil {
      if member == "unknown", unknown != .drop { continue }
      reader.findings.error(
        reader.value[member], reader.at(member),
        "\"\(member)\" has no effect with \"any\": every scope is known")
    }
  }
}

extension ScopeRule.Table: ProviderPart {
  static let declaration: Declaration = .init(
    "scope table", "Scopes of the form `PREFIX/NAME`, made from the records of a table.",
    [
      .text("name", \.name, type: .name(of: "table"), "The table.", example: "\"apis\""),
      .text(
        "prefix", \.prefix, "The member of a record that holds the prefix.",
        example: "\"uri\""),
      .text("names", \.names, "The member that holds the list of names.", example: "\"scopes\""),
    ])
}
