import Basics
import ProviderModel
import Server

/// A realm that Keycloak has exported, as a cast of the provider `keycloak`.
struct KeycloakRealm {
  static let provider = "keycloak"

  private let root: JSONObject
  private let file: String
  private var result = Imported()
  private var people: [JSONValue] = []
  private var clients: [JSONValue] = []
  private var mappers = KeycloakMappers()

  init(_ root: JSONObject, name: String) { (self.root, file) = (root, name) }

  func imported() throws -> Imported {
    var reading = self
    return try reading.read()
  }

  private var realm: String { root["realm"]?.filledText ?? root["id"]?.filledText ?? file }

  private mutating func read() throws -> Imported {
    guard root["kind"] == nil, ["realm", "users", "clients"].contains(where: { root[$0] != nil })
    else {
      throw Failure(
        text: "\(file).json: error: expected the export of a realm, with realm, clients and users"
          + (root["kind"]?.stringValue.map { "; this is a \($0)" } ?? ""))
    }
    for member in ["users", "clients"] {
      guard let value = root[member], !value.isNull, value.arrayValue == nil else { continue }
      throw Failure(
        text: "\(file).json: error: /\(member): expected an array, found \(value.found)")
    }
    for (index, client) in list("clients").enumerated() {
      for name in KeycloakClient.flags {
        guard let value = client[name], !value.isNull, value.boolValue == nil else { continue }
        throw Failure(
          text: "\(file).json: error: /clients/\(index)/\(name): expected true or false, found "
            + value.found)
      }
    }
    let providers = BundledFixtures.providers()
    let lookup = try LoadedFixtures().providers
    for member in ["clients", "clientScopes"] {
      for (index, owner) in list(member).enumerated() {
        mappers.read(owner["protocolMappers"], at: "/\(member)/\(index)/protocolMappers", &result)
      }
    }
    for (index, user) in list("users").enumerated() {
      let place = "/users/\(index)"
      var reader = KeycloakUser(user, at: place)
      guard let person = reader.person(mappers, &result) else { continue }
      let read = result.pruned(person, at: place) { value throws(FixtureError) in
        _ = try Cast.person(reading: value, providers: lookup, others: providers.ids)
      }
      if let read { people.append(read) }
    }
    for (index, value) in list("clients").enumerated() {
      let place = "/clients/\(index)"
      var reader = KeycloakClient(value, at: place)
      guard let client = reader.client(&result) else { continue }
      let read = result.pruned(client, at: place, KeycloakClient.sources) {
        value throws(FixtureError) in
        _ = try Cast.client(reading: value, providers: lookup, people: [])
      }
      if let read { clients.append(read) }
    }
    readRealm()
    let table: JSONValue = ["realms": [["name": JSONValue(.string(realm))]]]
    let cast = Imported.cast(
      people: people, clients: clients,
      [
        ("tables", JSONValue(.object([Self.provider: table]))),
        ("claims", JSONValue(.object(mappers.claims))),
      ])
    result.files.append(.init(name: "\(Self.fileName(realm)).cast.json", kind: .cast, value: cast))
    result.summary =
      "\(people.count) \(people.count == 1 ? "person" : "people"), "
      + "\(clients.count) \(clients.count == 1 ? "client" : "clients")"
    result.signIn = firstSignIn
    return result
  }

  private func list(_ member: String) -> [JSONValue] { root[member]?.arrayValue ?? [] }

  private static func fileName(_ realm: String) -> String {
    String(realm.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" })
  }

  /// A sign-in of the first person who can, for the first client that has a redirect URI.
  private var firstSignIn: (person: String, url: String)? {
    let person = people.first { $0["outcome"] == nil }?["username"]?.stringValue ?? "alice"
    for client in clients {
      let redirect = client["redirect_uris"]?.arrayValue?.compactMap(\.stringValue).first
      guard let redirect, let id = client["client_id"]?.stringValue,
        client["grant_types"]?.arrayValue?.contains("authorization_code") == true
      else { continue }
      let query = QueryStyle(safe: "-_.~:/").encode([
        ("client_id", id), ("response_type", "code"), ("scope", "openid"),
        ("redirect_uri", redirect.replacing("*", with: "cb")), ("state", "x"),
      ])
      let path = QueryStyle.rfc3986.encode(realm)
      return (person, "https://keycloak.test/realms/\(path)/protocol/openid-connect/auth?\(query)")
    }
    return nil
  }

  // MARK: The realm

  private mutating func readRealm() {
    // The provider's own lifetime in a realm that is not master.
    if let seconds = root["accessTokenLifespan"]?.integerValue, seconds != 300, realm != "master" {
      result.note(
        "/accessTokenLifespan",
        "access tokens live 300 seconds here, found \(seconds); a provider file can change that")
    }
    if root["revokeRefreshToken"]?.boolValue == true {
      result.options.append("--with keycloak.refresh-tokens-once")
    }
    let asking = list("clients").filter { $0["consentRequired"]?.boolValue == true }
    if !asking.isEmpty {
      result.note(
        "/clients",
        "\(asking.count) of the clients require consent; for all of them, add --with keycloak.consent-required"
      )
    }
    let builtIn: Set<String> = [
      "profile", "email", "address", "phone", "offline_access", "roles", "web-origins",
      "microprofile-jwt", "acr", "basic", "organization", "service_account", "role_list",
      "saml_organization",
    ]
    for (index, scope) in list("clientScopes").enumerated() {
      guard let name = scope["name"]?.filledText, !builtIn.contains(name) else { continue }
      result.note(
        "/clientScopes/\(index)",
        "the provider keycloak does not know the scope \(name); a provider file can add it")
    }
    for (member, sentence) in [
      ("identityProviders", "nobody signs in by another identity provider"),
      ("userFederationProviders", "users of other stores are not in the file"),
      ("organizations", "there are no organizations"),
      ("scopeMappings", "roles are not limited by scope"),
    ] where !list(member).isEmpty {
      result.note("/\(member)", sentence)
    }
    if root["otpPolicyType"] != nil, list("users").contains(where: KeycloakUser.hasOTP) {
      result.note("/otpPolicyType", "sign-ins ask for a password alone")
    }
  }
}
