import Basics

extension Rule {
  /// The requests to which a rule applies: all of these have to hold.
  package struct Match: Sendable {
    package var provider: String?
    /// A host name in lower case, without a port.
    package var host: String?
    /// An endpoint's name or kind.
    package var endpoint: String?
    package var method: String?
    package var grant: String?
    package var client: String?
    package var person: String?
    package var parameters: [(name: String, value: ParameterMatch)] = []
    package var when: RuleCondition?

    package init() {}

    /// Whether it depends on the person who signs in. A browser's sign-in shows the person only at its end.
    package var isAboutPerson: Bool { person != nil || when?.isAboutPerson == true }

    /// The place in a message.
    var place: String { endpoint.map { "\"\($0)\"" } ?? "what is matched" }
  }

  package enum ParameterMatch: Sendable {
    case equal(String)
    case pattern(Pattern)
    case present(Bool)
  }
}

extension Rule.Match: RulePart {
  static let declaration: Declaration = .init(
    "match", "The requests to which a rule applies: all of these have to hold.",
    [
      .text(
        "provider", \.provider, type: .name(of: "provider"), "The provider's ID.",
        example: "\"standard\""),
      .init(
        Property(
          "host", .text, "The host name, without scheme and port.",
          example: "\"login.example.com\"")
      ) { match, reader, _ in
        match.host = readHost(&reader)
        return match.host != nil
      },
      .text("endpoint", \.endpoint, "The endpoint's name or kind.", example: "\"token\""),
      .text(
        "method", \.method, "The method: one that the endpoint accepts.", example: "\"POST\""),
      .text(
        "grant", \.grant, "The grant type of a token request.", example: "\"refresh_token\""),
      .text("client", \.client, "The client's ID.", example: "\"web\""),
      .text(
        "person", \.person,
        "The username of the person who signs in, is signed in, or owns the code or token.",
        example: "\"alice\""),
      .init(
        Property(
          "parameters",
          .map(
            .either([.text, .flag, .declared(Rule.ParameterMatch.self)]),
            keys: "parameters, as they stand on the wire"),
          "The parameters: the value of each, `true` if it must be present, `false` if it must be absent, or a pattern.",
          example: "{ \"scope\": { \"matches\": \".*email.*\" }, \"state\": true }")
      ) { match, reader, context in
        for (name, value, pointer) in reader.map("parameters") {
          guard let wanted = readParameter(value, pointer, context) else { continue }
          match.parameters.append((name, wanted))
        }
        return !match.parameters.isEmpty
      },
      .init(
        Property(
          "when", .predicate,
          "A predicate of the fixture language. It may use the facts that are known before the server decides on a request: "
            + RuleCondition.roots.map { "`\($0)`" }.joined(separator: ", ") + ".",
          example: "{ \"eq\": [\"{{client.kind}}\", \"public\"] }")
      ) { match, reader, context in
        guard let when = reader.member("when") else { return false }
        match.when = RuleCondition(
          when, reader.at("when"), at: match.provider, of: context.providers, context.cast,
          reader.findings)
        return true
      },
    ])

  func check(_ reader: FixtureReader, _ context: RuleReader) {
    context.checkNames(self, reader)
    context.checkCast(self, reader)
  }

  /// A sentence for each name that no person, client or host has. A rule may come before the person or the client that it is
  /// for, so this is no mistake.
  /// - Parameters:
  ///   - ids: The IDs of the providers.
  ///   - isHost: Whether requests may be for a host. Which hosts a server has depends on its options, too.
  ///   - hasRegistered: Whether a client has registered itself at a provider.
  package func missing(
    in cast: Cast, at ids: [String], isHost: (String) -> Bool = { _ in true },
    hasRegistered: (_ client: String, _ provider: String) -> Bool = { _, _ in false }
  ) -> [(member: String, sentence: String)] {
    func hint(_ name: String, _ names: [String]) -> String {
      names.count > Self.mostCompared ? "" : Suggestion.hint(for: name, among: names)
    }
    var found: [(member: String, sentence: String)] = []
    if let person, cast.person(person) == nil {
      found.append(
        (
          "person",
          "there is no person \"\(person)\""
            + hint(person, cast.people.map(\.username))
        ))
    }
    if let host, !isHost(host) {
      found.append(("host", "no provider has the host \"\(host)\""))
    }
    let places = provider.map { [$0] } ?? ids
    // The address of a client's metadata is its ID.
    if let client, !client.contains("://"),
      !places.contains(where: { cast.client(client, at: $0) != nil || hasRegistered(client, $0) })
    {
      found.append(
        (
          "client",
          "there is no client \"\(client)\"" + (provider.map { " at \($0)" } ?? "")
            + hint(client, cast.clients.filter { places.contains($0.provider) }.map(\.id))
        ))
    }
    return found
  }

  /// With more names than these, none is suggested: a list of rules compares each of them.
  private static let mostCompared = 128

  private static func readHost(_ reader: inout FixtureReader) -> String? {
    guard let text = reader.string("host") else { return nil }
    let name = HostName.name(of: text)
    // Without a port: a rule applies to clients of the proxy and to clients of our own ports.
    guard !name.isEmpty, name == text.lowercased(),
      name.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-._[]:".utf8.contains(byte)
      })
    else {
      reader.findings.error(
        reader.value["host"], reader.at("host"),
        "expected a host name without scheme and port, such as login.example.com, found \"\(text)\""
      )
      return nil
    }
    return name
  }

  private static func readParameter(
    _ value: JSONValue, _ pointer: String, _ context: RuleReader
  ) -> Rule.ParameterMatch? {
    if let text = value.stringValue { return .equal(text) }
    if let isThere = value.boolValue { return .present(isThere) }
    // An object without `matches` is often one of another tool, such as {"equals": "x"}.
    guard value["matches"] != nil else {
      context.findings.error(
        value, pointer,
        "expected the value as a string, true, false or {\"matches\": PATTERN}, found \(value.found)"
      )
      return nil
    }
    return Rule.ParameterMatch.declaration.read(value, pointer, context.findings, context)
  }
}

extension Rule.ParameterMatch: RulePart {
  package init() { self = .present(true) }

  static let declaration: Declaration = .init(
    "parameter match", "A pattern for a parameter.",
    [
      .init(
        Property(
          "matches", .pattern, "The pattern that the whole value must match.",
          example: "\".*email.*\"", .required)
      ) { match, reader, _ in
        guard let pattern = reader.pattern("matches", required: true) else { return false }
        match = .pattern(pattern)
        return true
      }
    ])
}
