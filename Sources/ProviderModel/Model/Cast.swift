import JSON

/// Who plays: the clients and the people that a server knows, and the tables of its providers.
public struct Cast: Sendable {
  public struct Person: Sendable {
    public var username: String
    public var password: String
    /// Every claim of the person as the file has it, `password` and `at` left out.
    public var claims: JSONObject
    /// What differs at one provider, by the provider's id.
    public var at: JSONObject
    /// What this person's sign-in always comes to; `nil` for whatever is answered.
    public var outcome: Outcome?

    public enum Outcome: String, Sendable, CaseIterable {
      /// Refuses every consent.
      case denies
      /// Can't sign in, whatever the password.
      case locked
      /// Gets tokens that have expired already.
      case expired
      /// Has a provider that takes three seconds for everything.
      case slow
    }
  }

  public struct Client: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
      case `public`, confidential, spa, standalone
    }
    public var provider: String
    public var id: String
    public var kind: Kind
    public var name: String
    public var secret: String?
    public var redirectURIs: [String]
    /// `nil`: every scope that the provider knows.
    public var scopes: [String]?
    /// `nil`: every response type that the provider knows.
    public var responseTypes: [String]?
    /// `nil`: every grant that the provider knows.
    public var grantTypes: [String]?
    /// RFC 7591 §2, `token_endpoint_auth_method`: `nil` is any that the provider knows.
    public var authentication: String?
    /// OpenID Connect Registration §2, `id_token_signed_response_alg`.
    public var idTokenAlgorithm: String?
    /// Who signs in for this client without a page, and what they say: `granted` or `denied`.
    public var signIn: String?
    public var consent: String?
    /// OpenID Connect RP-Initiated Logout §3.1; `nil`: the redirect URIs.
    public var logoutURIs: [String]?

    public init(
      provider: String, id: String, kind: Kind = .confidential, name: String, secret: String? = nil,
      redirectURIs: [String], scopes: [String]? = nil, responseTypes: [String]? = nil
    ) {
      self.provider = provider
      self.id = id
      self.kind = kind
      self.name = name
      self.secret = secret
      self.redirectURIs = redirectURIs
      self.scopes = scopes
      self.responseTypes = responseTypes
    }

    fileprivate func isNamed(as other: Client) -> Bool {
      provider == other.provider && ExactText.same(id, other.id)
    }
  }

  public private(set) var people: [Person] = []
  public private(set) var clients: [Client] = []
  /// provider → table → records.
  public private(set) var tables: [String: [String: [JSONValue]]] = [:]

  public init() {}

  public func client(_ id: String, at provider: String) -> Client? {
    clients.first { $0.provider == provider && ExactText.same($0.id, id) }
  }
  public func person(_ username: String) -> Person? {
    people.first { ExactText.same($0.username, username) }
  }

  /// Puts a person in, in place of one of the same name.
  public mutating func put(_ person: Person) {
    if let place = people.firstIndex(where: { ExactText.same($0.username, person.username) }) {
      people[place] = person
    } else {
      people.append(person)
    }
  }
  /// Puts a client in, in place of one of the same id at the same provider.
  public mutating func put(_ client: Client) {
    let place = clients.firstIndex { $0.isNamed(as: client) }
    if let place { clients[place] = client } else { clients.append(client) }
  }
  public mutating func remove(person username: String) {
    people.removeAll { ExactText.same($0.username, username) }
  }
  public mutating func remove(client id: String, at provider: String) {
    clients.removeAll { $0.provider == provider && ExactText.same($0.id, id) }
  }

  /// Reads a person or a client as a cast file has them.
  public static func person(
    reading value: JSONValue, providers: [Provider]
  ) throws(FixtureError) -> Person {
    let findings = Findings()
    let person = person(value, "", findings)
    guard let person, findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    return person
  }
  public static func client(
    reading value: JSONValue, providers: [Provider]
  ) throws(FixtureError) -> Client {
    let findings = Findings()
    let client = client(value, "", findings, providers)
    guard let client, findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    return client
  }

  /// Adds a file; a later person, client or record replaces an earlier one.
  /// - Returns: a sentence for each that was replaced.
  public mutating func add(
    _ bytes: [UInt8], name: String, providers: [Provider]
  ) throws(FixtureError) -> [String] {
    let findings = Findings()
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    var replaced: [String] = []
    var reader = FixtureReader(tree, "", findings)
    if let schema = reader.integer("schema"), schema != 1 {
      findings.error(tree["schema"], "/schema", "expected schema 1, found \(schema)")
    }
    if let kind = reader.string("kind", required: true), kind != "cast" {
      findings.error(tree["kind"], "/kind", "expected \"cast\", found \"\(kind)\"")
    }
    for (pointer, value) in Self.elements(&reader, "people") {
      guard let person = Self.person(value, pointer, findings) else { continue }
      if let place = people.firstIndex(where: { ExactText.same($0.username, person.username) }) {
        people[place] = person
        replaced.append("person \(person.username) comes from \(name) now")
      } else {
        people.append(person)
      }
    }
    for (pointer, value) in Self.elements(&reader, "clients") {
      guard let client = Self.client(value, pointer, findings, providers) else { continue }
      let same = clients.firstIndex { $0.isNamed(as: client) }
      if let same {
        clients[same] = client
        replaced.append("client \(client.id) of \(client.provider) comes from \(name) now")
      } else {
        clients.append(client)
      }
    }
    for (provider, value, pointer) in reader.map("tables") {
      let rules = providers.first { $0.id == provider }?.tables ?? [:]
      for member in value.objectValue ?? JSONObject() {
        let at = JSONPointer.appending(member.name, to: pointer)
        guard let key = rules[member.name]?.key else {
          findings.error(
            member.value, at,
            "\(provider) declares no table \"\(member.name)\""
              + Suggestion.hint(for: member.name, among: Array(rules.keys)))
          continue
        }
        for record in member.value.arrayValue ?? [] {
          var records = tables[provider]?[member.name] ?? []
          if let place = records.firstIndex(where: { $0[key] == record[key] }) {
            records[place] = record
            replaced.append("a record of \(provider)'s \(member.name) comes from \(name) now")
          } else {
            records.append(record)
          }
          tables[provider, default: [:]][member.name] = records
        }
      }
    }
    reader.finish()
    guard findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    return replaced
  }

  private static func elements(
    _ reader: inout FixtureReader, _ name: String
  ) -> [(String, JSONValue)] {
    guard let member = reader.member(name) else { return [] }
    guard let array = member.arrayValue else {
      reader.findings.error(member, "/\(name)", "expected an array, found \(member.found)")
      return []
    }
    return array.enumerated().map { ("/\(name)/\($0)", $1) }
  }

  private static func person(
    _ value: JSONValue, _ pointer: String, _ findings: Findings
  ) -> Person? {
    var reader = FixtureReader(value, pointer, findings)
    let username = reader.string("username", required: true)
    let password = reader.string("password", required: true)
    let at = reader.member("at")
    let outcome = reader.choice("outcome", as: Person.Outcome.self)
    guard let username, let password, var claims = value.objectValue else { return nil }
    claims["password"] = nil
    claims["at"] = nil
    claims["outcome"] = nil
    return Person(
      username: username, password: password, claims: claims,
      at: at?.objectValue ?? JSONObject(), outcome: outcome)
  }

  private static func client(
    _ value: JSONValue, _ pointer: String, _ findings: Findings, _ known: [Provider]
  ) -> Client? {
    let providers = known.map(\.id)
    var reader = FixtureReader(value, pointer, findings)
    let provider = reader.string("provider", required: true)
    let id = reader.string("client_id", required: true)
    let kind = reader.choice("kind", as: Client.Kind.self) ?? .confidential
    let name = reader.string("name")
    _ = reader.member("secret")
    let redirects = reader.strings("redirect_uris") ?? []
    let scopes = reader.strings("scopes")
    let types = reader.strings("response_types")
    let grants = reader.strings("grant_types")
    let authentication = reader.string("token_endpoint_auth_method")
    let algorithm = reader.string("id_token_signed_response_alg")
    let logout = reader.strings("post_logout_redirect_uris")
    let signIn = reader.string("sign_in")
    let consent = reader.string("consent")
    if let consent, !["granted", "denied"].contains(consent) {
      findings.error(
        value["consent"], reader.at("consent"),
        "expected granted or denied, found \"\(consent)\"")
    }
    reader.finish()
    for uri in redirects where RedirectURI.isForbidden(uri) {
      findings.error(
        value["redirect_uris"], "\(pointer)/redirect_uris",
        "\"\(uri)\" can never be redirected to: its scheme runs code or is not an address")
    }
    guard let provider, let id else { return nil }
    if !providers.contains(provider) {
      findings.error(
        value["provider"], "\(pointer)/provider",
        "there is no provider \"\(provider)\"" + Suggestion.hint(for: provider, among: providers))
    }
    let answers = known.first { $0.id == provider }?.answers.keys
    for type in types ?? []
    where answers?.contains(type.split(separator: " ").sorted().joined(separator: " ")) == false {
      findings.error(
        value["response_types"], "\(pointer)/response_types",
        "\(provider) has no response type \"\(type)\""
          + Suggestion.hint(for: type, among: answers.map(Array.init) ?? []))
    }
    var client = Client(
      provider: provider, id: id, kind: kind, name: name ?? id,
      secret: value["secret"]?.stringValue, redirectURIs: redirects, scopes: scopes,
      responseTypes: types?.map { $0.split(separator: " ").sorted().joined(separator: " ") })
    client.grantTypes = grants
    client.authentication = authentication
    client.idTokenAlgorithm = algorithm
    client.logoutURIs = logout
    client.signIn = signIn
    client.consent = consent
    return client
  }
}
