import Basics

/// Reads people, clients and records: from a cast file, from the control API.
struct CastReader {
  let findings = Diagnostics()
  let providers: any ProviderLookup
  /// IDs of providers that are available but not served. A cast may name them.
  let others: [String]
  /// Whether an unknown provider is allowed: other runs that read the file may have it.
  var mayLackProviders = false

  /// The IDs of all available providers, each once.
  var known: [String] { providers.ids + others.filter { !providers.ids.contains($0) } }

  // MARK: People

  func person(_ value: JSONValue, _ pointer: String) -> Person? {
    var reader = FixtureReader(value, .person, pointer, findings)
    let username = reader.string("username", required: true)
    let password = reader.string("password", required: true)
    checkReserved(value, pointer)
    for (provider, own, pointer) in reader.map("at") {
      if !isServed(provider, own, pointer) {
        continue
      } else if own.objectValue == nil {
        findings.error(
          own, pointer,
          "expected an object of what differs at \(provider), such as {\"id\": 1}, found \(own.found)"
        )
      }
    }
    let fate = reader.choice("outcome", as: Person.SignInOutcome.self)
    guard let username, let password, var claims = value.objectValue else { return nil }
    claims["password"] = nil
    claims["at"] = nil
    claims["outcome"] = nil
    return Person(
      username: username, password: password, claims: claims,
      at: value["at"]?.objectValue ?? JSONObject(), fate: fate)
  }

  /// Returns whether a provider is available. An unknown provider that is not a misspelling may belong to another run
  /// of the server.
  private func isServed(_ provider: String, _ value: JSONValue?, _ pointer: String) -> Bool {
    let known = self.known
    guard !known.contains(provider) else { return true }
    let sentence = "there is no provider \"\(provider)\""
    if !mayLackProviders || Suggestion.nearest(to: provider, among: known) != nil {
      findings.error(value, pointer, sentence + Suggestion.hint(for: provider, among: known))
    } else {
      findings.add(
        Diagnostic(
          .warning, at: value?.origin, pointer,
          sentence + " here; what is said of it is left out"
            + Suggestion.hint(for: provider, among: known)))
    }
    return false
  }

  // MARK: Clients

  /// - Parameter people: The usernames that may sign in for it.
  func client(_ value: JSONValue, _ pointer: String, people: [String]) -> Client? {
    var reader = FixtureReader(value, .client, pointer, findings)
    let client = members(&reader)
    if let person = client.signIn, !people.contains(person) {
      findings.error(
        value["sign_in"], reader.at("sign_in"),
        "there is no person \"\(person)\"" + Suggestion.hint(for: person, among: people))
    }
    reader.finish()
    for (index, uri) in client.redirectURIs.enumerated() where RedirectURI.isForbidden(uri) {
      findings.error(
        value["redirect_uris"]?.arrayValue?[index], "\(reader.at("redirect_uris"))/\(index)",
        "\"\(uri)\" can never be redirected to: its scheme runs code or is not an address")
    }
    checkFragments(value, "redirect_uris", reader)
    checkAudiences(client, value, reader)
    checkScopes(value, reader)
    guard value["provider"]?.stringValue != nil, value["client_id"]?.stringValue != nil else {
      return nil
    }
    guard let home = providers.provider(client.provider) else {
      notServed(client.provider, value, reader)
      return nil
    }
    checkTokens(client, value, home, reader)
    check(
      value["response_types"]?.arrayValue?.compactMap(\.stringValue), "response_types",
      "response type", among: Array(home.answers.keys),
      at: home, reader, Self.sorted)
    check(
      client.grantTypes, "grant_types", "grant type", among: Self.grantTypes(of: home), at: home,
      reader)
    return client
  }

  /// Reads a client without comparing it with its provider.
  func members(_ reader: inout FixtureReader) -> Client {
    let id = reader.string("client_id", required: true) ?? ""
    return Client(
      provider: reader.string("provider", required: true) ?? "", id: id,
      kind: reader.choice("kind", as: Client.Kind.self) ?? .confidential,
      name: reader.string("name") ?? id, secret: secret(&reader),
      redirectURIs: reader.list("redirect_uris") ?? [], scopes: reader.list("scopes"),
      responseTypes: reader.list("response_types")?.map(Self.sorted),
      grantTypes: reader.list("grant_types"),
      authentication: word("token_endpoint_auth_method", &reader),
      idTokenAlgorithm: word("id_token_signed_response_alg", &reader),
      signIn: reader.string("sign_in"), consent: consent(&reader),
      logoutURIs: reader.list("post_logout_redirect_uris"), audiences: reader.list("audiences"),
      accessTokenFormat: reader.choice("access_token_format", as: Client.AccessTokenFormat.self))
  }

  /// Words of a response type have no order (RFC 6749 §3.1.1).
  private static func sorted(_ type: String) -> String {
    type.split(separator: " ").sorted().joined(separator: " ")
  }

  /// RFC 7591 §2 calls `implicit` a grant, which no token endpoint knows of.
  private static func grantTypes(of provider: Provider) -> [String] {
    let isImplicit = provider.answers.keys.contains { $0.split(separator: " ") != ["code"] }
    return provider.token.grants.map(\.name) + (isImplicit ? ["implicit"] : [])
  }

  private func secret(_ reader: inout FixtureReader) -> String? {
    guard let member = reader.member("secret"), !member.isNull else { return nil }
    if member.stringValue == nil {
      findings.error(
        member, reader.at("secret"), "expected a string or null, found \(member.found)")
    }
    return member.stringValue
  }

  private func consent(_ reader: inout FixtureReader) -> Client.Consent? {
    word("consent", &reader)
      .flatMap { Client.Consent(rawValue: $0) }
  }

  /// Reads one of the words that the schema declares.
  private func word(_ name: String, _ reader: inout FixtureReader) -> String? {
    guard let text = reader.string(name), case .choice(let known)? = reader.type(of: name) else {
      return nil
    }
    if !known.contains(text) {
      findings.error(
        reader.value[name], reader.at(name),
        "expected \(known.joined(separator: " or ")), found \"\(text)\"")
    }
    return text
  }

  /// Reports words that the provider does not know.
  private func check(
    _ words: [String]?, _ name: String, _ what: String, among known: [String],
    at provider: Provider, _ reader: FixtureReader, _ form: (String) -> String = { $0 }
  ) {
    for (index, word) in (words ?? []).enumerated() where !known.contains(form(word)) {
      findings.error(
        reader.value[name]?.arrayValue?[index], "\(reader.at(name))/\(index)",
        "\(provider.id) has no \(what) \"\(word)\"" + Suggestion.hint(for: word, among: known))
    }
  }

  /// Reports a name that appears twice in a file: the second entry would silently replace the first.
  func checkAlone(
    _ value: JSONValue, _ pointer: String, _ names: [String], _ what: String,
    _ seen: inout [[ExactText]: JSONValue]
  ) {
    let key = names.compactMap { value[$0]?.stringValue.map(ExactText.init) }
    guard key.count == names.count, let last = names.last, let name = key.last?.text else { return }
    guard let first = seen[key]?[last] else {
      seen[key] = value
      return
    }
    let place = first.origin.map { " in line \($0.line)" } ?? " before"
    findings.error(
      value[last], JSONPointer.appending(last, to: pointer),
      "the \(what) \"\(name)\" stands twice in this file; it stands\(place) already")
  }

  // MARK: Records

  func records(_ reader: inout FixtureReader) -> [(
    provider: String, table: String, key: String, record: JSONValue
  )] {
    var records: [(provider: String, table: String, key: String, record: JSONValue)] = []
    for (provider, value, pointer) in reader.map("tables") {
      let rules = providers.provider(provider)?.tables ?? [:]
      let tables = FixtureReader(value, pointer, findings)
      for member in value.objectValue ?? JSONObject() {
        let at = tables.at(member.name)
        guard let key = rules[member.name]?.key else {
          findings.error(
            member.value, at,
            "\(provider) declares no table \"\(member.name)\""
              + Suggestion.hint(for: member.name, among: Array(rules.keys)))
          continue
        }
        guard let list = member.value.arrayValue else {
          findings.error(
            member.value, at, "expected an array of records, found \(member.value.found)")
          continue
        }
        for (index, record) in list.enumerated() {
          var own = FixtureReader(record, "\(at)/\(index)", findings)
          if own.member(key, required: record.objectValue != nil) != nil {
            records.append((provider, member.name, key, record))
          }
        }
      }
    }
    return records
  }
}
