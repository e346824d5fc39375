import JSON

/// Reads people, clients and records: from a cast file, from the control API.
struct CastReader {
  let findings = Findings()
  let providers: [Provider]
  /// Ids of providers that are at hand and not served: a cast may speak of them.
  let others: [String]

  // MARK: People

  func person(_ value: JSONValue, _ pointer: String) -> Cast.Person? {
    var reader = FixtureReader(value, pointer, findings)
    let username = reader.string("username", required: true)
    let password = reader.string("password", required: true)
    let known = providers.map(\.id) + others
    for (provider, own, pointer) in reader.map("at") {
      if !known.contains(provider) {
        findings.error(
          own, pointer,
          "there is no provider \"\(provider)\"" + Suggestion.hint(for: provider, among: known))
      } else if own.objectValue == nil {
        findings.error(
          own, pointer,
          "expected an object of what differs at \(provider), such as {\"id\": 1}, found \(own.found)"
        )
      }
    }
    let outcome = reader.choice("outcome", as: Cast.Person.Outcome.self)
    guard let username, let password, var claims = value.objectValue else { return nil }
    claims["password"] = nil
    claims["at"] = nil
    claims["outcome"] = nil
    return Cast.Person(
      username: username, password: password, claims: claims,
      at: value["at"]?.objectValue ?? JSONObject(), outcome: outcome)
  }

  // MARK: Clients

  /// - Parameter people: who may sign in for it.
  func client(_ value: JSONValue, _ pointer: String, people: [String]) -> Cast.Client? {
    var reader = FixtureReader(value, pointer, findings)
    let provider = reader.string("provider", required: true)
    let id = reader.string("client_id", required: true)
    var client = Cast.Client(
      provider: provider ?? "", id: id ?? "",
      kind: reader.choice("kind", as: Cast.Client.Kind.self) ?? .confidential,
      name: reader.string("name") ?? id ?? "", secret: secret(&reader),
      redirectURIs: reader.list("redirect_uris") ?? [], scopes: reader.list("scopes"),
      responseTypes: reader.list("response_types"))
    client.grantTypes = reader.list("grant_types")
    client.authentication = word("token_endpoint_auth_method", Self.authentications, &reader)
    client.idTokenAlgorithm = word("id_token_signed_response_alg", ["ES256", "RS256"], &reader)
    client.logoutURIs = reader.list("post_logout_redirect_uris")
    client.signIn = reader.string("sign_in")
    if let person = client.signIn, !people.contains(person) {
      findings.error(
        value["sign_in"], reader.at("sign_in"),
        "there is no person \"\(person)\"" + Suggestion.hint(for: person, among: people))
    }
    client.consent = word("consent", ["denied", "granted"], &reader)
    reader.finish()
    for (index, uri) in client.redirectURIs.enumerated() where RedirectURI.isForbidden(uri) {
      findings.error(
        value["redirect_uris"]?.arrayValue?[index], "\(reader.at("redirect_uris"))/\(index)",
        "\"\(uri)\" can never be redirected to: its scheme runs code or is not an address")
    }
    guard let provider, id != nil else { return nil }
    guard let home = providers.first(where: { $0.id == provider }) else {
      findings.error(
        value["provider"], reader.at("provider"),
        "there is no provider \"\(provider)\""
          + Suggestion.hint(for: provider, among: providers.map(\.id)))
      return nil
    }
    check(
      client.responseTypes, "response_types", "response type", among: Array(home.answers.keys),
      at: home, reader, Self.sorted)
    client.responseTypes = client.responseTypes?.map(Self.sorted)
    check(
      client.grantTypes, "grant_types", "grant type", among: Self.grantTypes(of: home), at: home,
      reader)
    return client
  }

  /// RFC 7591 §2; `signature` is a request signed with the secret, of which it knows nothing.
  private static let authentications = [
    "client_secret_basic", "client_secret_post", "none",
    TokenService.Authentication.signature.rawValue,
  ]

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

  /// One of a few words.
  private func word(
    _ name: String, _ known: [String], _ reader: inout FixtureReader
  ) -> String? {
    guard let text = reader.string(name) else { return nil }
    if !known.contains(text) {
      findings.error(
        reader.value[name], reader.at(name),
        "expected \(known.joined(separator: " or ")), found \"\(text)\"")
    }
    return text
  }

  /// Each of several words, at a provider.
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

  // MARK: Records

  func records(_ reader: inout FixtureReader) -> [(
    provider: String, table: String, key: String, record: JSONValue
  )] {
    var records: [(provider: String, table: String, key: String, record: JSONValue)] = []
    for (provider, value, pointer) in reader.map("tables") {
      let rules = providers.first { $0.id == provider }?.tables ?? [:]
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
