import Basics
import ProviderModel
import Server

/// The configuration of navikt's mock-oauth2-server, as a provider for each issuer, a cast, and a scenario.
struct NaviktConfiguration {
  let root: JSONObject
  let name: String
  private var result = Imported()
  /// The providers, by the issuers' IDs.
  private var providers: [(id: String, issuer: String, credentials: JSONObject)] = []
  private var people: [(username: String, person: JSONObject)] = []
  private var claims = JSONObject()
  /// The rules, each with the place of its mapping.
  private var rules: [(pointer: String, rule: JSONValue)] = []

  private static let usual = "default"
  /// Claims that the server sets by itself.
  private static let own: Set<String> = [
    "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "auth_time", "at_hash",
    "c_hash", "acr", "amr", "sid", "client_id", "scope",
  ]
  private static let profile: Set<String> = [
    "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username",
    "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
    "email", "email_verified", "address", "phone_number", "phone_number_verified",
  ]

  init(_ root: JSONObject, name: String) { (self.root, self.name) = (root, name) }

  func imported() throws -> Imported {
    var reading = self
    return try reading.read()
  }

  private mutating func read() throws -> Imported {
    try check()
    for (index, callback) in (root["tokenCallbacks"]?.arrayValue ?? []).enumerated() {
      read(callback, at: "/tokenCallbacks/\(index)")
    }
    if providers.isEmpty { add(Self.usual, lifetime: nil, at: "") }
    readTokenProvider(root["tokenProvider"])
    readOthers()
    for provider in providers {
      let tree = try NaviktProvider(
        id: provider.id, title: provider.issuer, credentials: provider.credentials, source: name,
        rotates: root["rotateRefreshToken"]?.boolValue == true
      ).tree()
      result.files.append(.init(name: "\(provider.id).json", kind: .provider, value: tree))
    }
    if !people.isEmpty {
      let cast = Imported.cast(
        people: people.map { JSONValue(.object($0.person)) }, clients: [],
        [("claims", JSONValue(.object(claims)))])
      result.files.append(.init(name: "\(name).cast.json", kind: .cast, value: cast))
    }
    try checkRules()
    if !rules.isEmpty {
      let scenario: JSONValue = [
        "schema": 1, "kind": "scenario",
        "title": JSONValue(.string("Claims by request, as in \(name).json")),
        "rules": JSONValue(.array(rules.map(\.rule))),
      ]
      result.files.append(.init(name: "\(name).scenario.json", kind: .scenario, value: scenario))
    }
    result.options.append("--accept-any-client")
    finish()
    return result
  }

  private mutating func finish() {
    func counted(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    result.summary = [
      counted(providers.count, "provider", "providers"),
      counted(people.count, "person", "people"), counted(rules.count, "rule", "rules"),
    ].joined(separator: ", ")
    guard let provider = providers.first else { return }
    let query = QueryStyle(safe: "-_.~:/").encode([
      ("client_id", "any-app"), ("response_type", "code"), ("scope", "openid"),
      ("redirect_uri", NewProvider.callback), ("state", "x"),
    ])
    result.signIn = (
      people.first?.username ?? "alice", "https://\(provider.id).test/authorize?\(query)"
    )
    if root["interactiveLogin"]?.boolValue != true, let person = people.first?.username {
      result.options.append("--sign-in \(ShellWord.plain(person))")
      result.note(
        "/interactiveLogin",
        "without a login page, \(person) signs in every time; leave --sign-in out to choose on a page"
      )
    }
  }

  // MARK: Issuers

  /// - Returns: the ID of the provider.
  @discardableResult
  private mutating func add(_ issuer: String, lifetime: Int?, at pointer: String) -> String {
    var id = String(
      issuer.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        .drop { $0 == "-" }.prefix(40))
    if id.isEmpty { id = Self.usual }
    if id == FixtureSet.root { id += "-issuer" }
    if id != issuer {
      let name = issuer.isEmpty ? ", which has no name," : " \"\(issuer)\""
      result.note("\(pointer)/issuerId", "the issuer\(name) is the provider \(id) here")
    }
    if BundledFixtures.index.contains(where: { $0.id == id }) {
      result.note(
        "\(pointer)/issuerId", "the provider \(id) replaces the bundled provider of this name")
    }
    if let place = providers.firstIndex(where: { $0.id == id }) {
      result.note(pointer, "the issuer \(issuer) has a token callback already; its lifetime counts")
      return providers[place].id
    }
    var access: JSONObject = ["jwt": ["when": true, "header": ["typ": "JWT"]]]
    var identity = JSONObject()
    if let lifetime {
      let seconds = JSONValue(.number(String(lifetime)))
      (access["lifetime"], identity["lifetime"]) = (seconds, seconds)
    }
    var credentials: JSONObject = ["access": JSONValue(.object(access))]
    if !identity.isEmpty { credentials["id"] = JSONValue(.object(identity)) }
    providers.append((id, issuer.isEmpty ? id : issuer, credentials))
    return id
  }

  // MARK: Callbacks

  private mutating func read(_ callback: JSONValue, at pointer: String) {
    if let expiry = callback["tokenExpiry"], expiry.integerValue == nil {
      result.note(
        "\(pointer)/tokenExpiry",
        "expected a number of seconds, found \(expiry.found); the lifetime is the provider's own")
    }
    let id = add(
      callback["issuerId"]?.stringValue ?? "", lifetime: callback["tokenExpiry"]?.integerValue,
      at: pointer)
    for (index, mapping) in (callback["requestMappings"]?.arrayValue ?? []).enumerated() {
      read(mapping, of: id, at: "\(pointer)/requestMappings/\(index)")
    }
  }

  private mutating func read(_ mapping: JSONValue, of provider: String, at pointer: String) {
    var sent = JSONObject()
    for claim in mapping["claims"]?.objectValue ?? JSONObject() {
      if claim.value.text().contains("${") {
        result.note(
          JSONPointer.appending(claim.name, to: pointer + "/claims"),
          "a value with ${…} is not filled in here, so the claim is left out")
      } else {
        sent[claim.name] = claim.value
      }
    }
    let person = addPerson(sent, at: provider, pointer)
    guard let parameter = mapping["requestParam"]?.filledText,
      let match = mapping["match"]?.filledText
    else {
      return result.note(pointer, "a mapping needs requestParam and match")
    }
    if parameter == "code", match != "*" {
      result.note(
        "\(pointer)/match",
        "codes are random here, so no request has the code \"\(match)\""
          + (person.map { "; sign in as \($0) to get these claims" } ?? ""))
      return
    }
    add(sent, for: (parameter, match), mapping["typeHeader"]?.filledText, of: provider, at: pointer)
  }

  private mutating func add(
    _ claims: JSONObject, for request: (parameter: String, match: String), _ type: String?,
    of provider: String, at pointer: String
  ) {
    var access = JSONObject()
    if !claims.isEmpty { access["claims"] = JSONValue(.object(claims)) }
    if let type { access["header"] = ["typ": JSONValue(.string(type))] }
    guard !access.isEmpty else { return }
    // The audience of an ID token is the client.
    var identity = access
    var others = claims
    others["aud"] = nil
    identity["claims"] = others.isEmpty ? nil : JSONValue(.object(others))
    var tokens: JSONObject = ["access": JSONValue(.object(access))]
    if !identity.isEmpty { tokens["id"] = JSONValue(.object(identity)) }
    let parameters = JSONObject([.init(request.parameter, Self.condition(request.match))])
    let rule: JSONValue = [
      "id": JSONValue(.string("\(provider)-\(rules.count + 1)")),
      "match": [
        "provider": JSONValue(.string(provider)), "endpoint": "token",
        "parameters": JSONValue(.object(parameters)),
      ],
      "then": ["change": ["tokens": JSONValue(.object(tokens))]],
    ]
    rules.append((pointer, rule))
  }

  /// `*` is any value, and other text is a pattern for the whole value.
  private static func condition(_ match: String) -> JSONValue {
    if match == "*" { return true }
    let isPattern = match.contains { "\\^$.|?*+()[]{}".contains($0) }
    return isPattern ? ["matches": JSONValue(.string(match))] : JSONValue(.string(match))
  }

  /// - Returns: the username of the person with this subject.
  private mutating func addPerson(
    _ sent: JSONObject, at provider: String, _ pointer: String
  ) -> String? {
    guard let subject = sent["sub"]?.filledText else { return nil }
    let place = JSONValue(.object(["sub": JSONValue(.string(subject))]))
    if let known = people.firstIndex(where: { $0.username == subject }) {
      var at = people[known].person["at"]?.objectValue ?? JSONObject()
      at[provider] = place
      people[known].person["at"] = JSONValue(.object(at))
      return subject
    }
    var person: JSONObject = [
      "username": JSONValue(.string(subject)), "password": JSONValue(.string(subject)),
    ]
    for claim in sent where !Self.own.contains(claim.name) {
      guard !["username", "password", "at", "outcome", "claim_sources"].contains(claim.name) else {
        continue
      }
      person[claim.name] = claim.value
      if !Self.profile.contains(claim.name) {
        claims[claim.name] = ["in": ["id_token", "userinfo", "access_token"]]
      }
    }
    person["at"] = JSONValue(.object(JSONObject([.init(provider, place)])))
    people.append((subject, person))
    return subject
  }

  /// Leaves rules out that can't be read, such as one with a pattern of another syntax.
  private mutating func checkRules() throws {
    let loaded: LoadedFixtures
    do throws(FixtureLoadingError) { loaded = try result.loaded() } catch {
      throw Failure(text: "\(name).json: error: \(error)")
    }
    var kept: [(pointer: String, rule: JSONValue)] = []
    for (pointer, rule) in rules {
      let reader = RuleReader(providers: loaded.providers, cast: loaded.cast)
      let file: JSONValue = ["kind": "scenario", "rules": [rule]]
      do throws(FixtureError) {
        _ = try reader.scenario(file.encoded(), name: name)
        kept.append((pointer, rule))
      } catch {
        let why = error.findings.first?.sentence ?? ""
        result.note(pointer, "the mapping is left out: \(why)")
      }
    }
    rules = kept
  }

  // MARK: The rest

  private mutating func readTokenProvider(_ value: JSONValue?) {
    let place = "/tokenProvider"
    if value?["systemTime"] != nil {
      result.note(
        "\(place)/systemTime",
        "the clock belongs to a sandbox: set it with the control API, POST …/clock")
    }
    guard let keys = value?["keyProvider"] else { return }
    if let text = keys["initialKeys"]?.filledText {
      if let key = try? JSONReader().read(Array(text.utf8), file: "").root, key["d"] != nil {
        result.files.append(.init(name: "\(name).key.json", kind: .key, value: key))
      } else {
        result.note(
          "\(place)/keyProvider/initialKeys", "expected a private JWK, so a new key signs")
      }
    }
    if let algorithm = keys["algorithm"]?.filledText, algorithm != "RS256" {
      result.note(
        "\(place)/keyProvider/algorithm",
        "RS256 signs unless a client of the cast has id_token_signed_response_alg, found \(algorithm)"
      )
    }
    if keys["certificate"] != nil {
      result.note("\(place)/keyProvider/certificate", "published keys have no certificates")
    }
  }

  private mutating func readOthers() {
    if root["httpServer"]?["ssl"] != nil {
      result.note("/httpServer/ssl", "add --https; understudy ca says how clients trust it")
    }
    result.note(
      "", "the JWT bearer grant and token exchange are left out; the provider standard has them")
    let known = [
      "interactiveLogin", "httpServer", "tokenCallbacks", "tokenProvider", "rotateRefreshToken",
    ]
    for member in root where !known.contains(member.name) {
      result.note(JSONPointer.appending(member.name, to: ""), "is not supported, and was left out")
    }
  }
}
