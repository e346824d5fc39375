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

  /// Puts a record in, in place of one of the same key.
  /// - Returns: whether there was one.
  mutating func put(
    _ record: JSONValue, key: String, into table: String, of provider: String
  ) -> Bool {
    var records = tables[provider]?[table] ?? []
    let place = records.firstIndex { $0[key] == record[key] }
    if let place { records[place] = record } else { records.append(record) }
    tables[provider, default: [:]][table] = records
    return place != nil
  }
}
