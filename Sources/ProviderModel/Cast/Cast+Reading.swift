import Basics

extension Cast {
  /// Reads a person in the format of a cast file.
  /// - Parameter others: IDs of providers that are available but not served.
  package static func person(
    reading value: JSONValue, providers: any ProviderLookup, others: [String] = []
  ) throws(FixtureError) -> Person {
    let context = CastReader(providers: providers, others: others)
    return try context.checked(context.read(value))
  }

  /// Reads a client in the format of a cast file.
  /// - Parameter people: The usernames that may sign in for it.
  package static func client(
    reading value: JSONValue, providers: any ProviderLookup, people: [String]
  ) throws(FixtureError) -> (client: Client, warnings: [Diagnostic]) {
    let context = CastReader(providers: providers)
    context.people = people
    let client: Client = try context.checked(context.read(value))
    return (client, context.findings.list)
  }

  /// Reads the places of a claim in the format of a cast file.
  package func claimRule(
    reading value: JSONValue, of name: String, providers: any ProviderLookup
  ) throws(FixtureError) -> ClaimRule {
    let context = CastReader(providers: providers)
    return try context.checked(context.claim(name, value, "", in: self))
  }

  /// The result of adding a file.
  package struct Addition: Sendable {
    /// A sentence for each person, client and record that was replaced.
    package let replaced: [String]
    /// Doubtful entries, which were left out or accepted.
    package let warnings: [Diagnostic]
  }

  /// Adds a file; a later person, client or record replaces an earlier one.
  /// - Parameters:
  ///   - others: IDs of providers that are available but not served.
  ///   - mayLackProviders: Whether an unknown provider is a warning instead of an error.
  package mutating func add(
    _ bytes: [UInt8], name: String, providers: any ProviderLookup, others: [String] = [],
    mayLackProviders: Bool = true
  ) throws(FixtureError) -> Addition {
    let context = CastReader(
      providers: providers, others: others, mayLackProviders: mayLackProviders, file: name)
    let findings = context.findings
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    let cast = Self.declaration.read(tree, "", findings, context, from: self)
    // A mistake anywhere leaves the whole cast unchanged.
    guard findings.errors.isEmpty else { throw FixtureError(findings.list.sorted()) }
    self = cast
    return Addition(replaced: context.replaced, warnings: findings.list.sorted())
  }

  /// Adds a file without checks: the bundled one, which a test reads with every check. So a
  /// start need not compile the providers that it names.
  package mutating func take(_ tree: JSONValue) {
    let context = CastReader(providers: [Provider](), isTrusted: true)
    self = Self.declaration.read(tree, "", context.findings, context, from: self)
  }
}

extension Cast: CastPart {
  static let declaration: Declaration = .init(
    "cast", "People, clients, and the records of the providers' tables.",
    [
      .version,
      .kind("cast"),
      entries(
        "people",
        "The people who can sign in. A later file replaces a person of the same username.",
        example:
          #"[{ "username": "carol", "password": "wonderland", "name": "Carol Danvers", "email": "carol@example.test" }]"#,
        keys: ["username"]
      ) { (cast, person: Person, context) in
        if cast.person(person.username) != nil {
          context.replaced.append("person \(person.username) comes from \(context.file) now")
        }
        cast.put(person)
      },
      entries(
        "clients",
        "The clients. A later file replaces a client of the same ID at the same provider.",
        example:
          #"[{ "provider": "standard", "client_id": "web", "secret": "understudy-secret-0123456789", "redirect_uris": ["http://127.0.0.1:7999/cb"] }]"#,
        keys: ["provider", "client_id"]
      ) { (cast, client: Client, context) in
        guard context.isTrusted || context.providers.provider(client.provider) != nil else {
          return
        }
        if cast.client(client.id, at: client.provider) != nil {
          context.replaced.append(
            "client \(client.id) of \(client.provider) comes from \(context.file) now")
        }
        cast.put(client)
      },
      entries(
        "resources",
        "Protected MCP servers that providers play in addition to their own. A later file replaces a resource of the same path at the same provider.",
        example:
          #"[{ "provider": "standard", "path": "calendar", "scopes": ["calendar:read"] }]"#,
        keys: ["provider", "path"]
      ) { (cast, resource: ProtectedResource, context) in
        guard context.isTrusted || context.providers.provider(resource.provider) != nil else {
          return
        }
        if cast.resource(resource.path, at: resource.provider) != nil {
          context.replaced.append(
            "resource \(resource.path) of \(resource.provider) comes from \(context.file) now")
        }
        cast.put(resource)
      },
      entries(
        "trust",
        "Other issuers whose JWTs providers exchange for tokens. A later file replaces an issuer of the same name at the same provider.",
        example:
          #"[{ "provider": "standard", "name": "ci", "issuer": "https://token.actions.githubusercontent.com", "jwks_uri": "http://127.0.0.1:7999/jwks" }]"#,
        keys: ["provider", "name"]
      ) { (cast, trusted: TrustedIssuer, context) in
        guard context.isTrusted || context.providers.provider(trusted.provider) != nil else {
          return
        }
        let isThere = cast.trusted.contains {
          $0.provider == trusted.provider && ExactText.same($0.name, trusted.name)
        }
        if isThere {
          context.replaced.append(
            "trusted issuer \(trusted.name) of \(trusted.provider) comes from \(context.file) now")
        }
        cast.put(trusted)
      },
      .init(
        Property(
          "claims", .map(.declared(ClaimRule.self), keys: "claims"),
          "The places to which claims about people are sent. A later file replaces the entry of a claim."
        )
      ) { cast, reader, context in
        for (claim, value, pointer) in reader.map("claims") {
          let rule = context.claim(claim, value, pointer, in: cast)
          if !context.isTrusted { context.checkHolder(ofClaim: claim, value, pointer, in: cast) }
          if cast.claims[claim] != nil {
            context.replaced.append(
              "where the claim \(claim) goes comes from \(context.file) now")
          }
          cast.put(rule, forClaim: claim)
        }
        return true
      }.example(
        #"{ "roles": { "in": ["id_token"], "scope": "openid" } }"#),
      .init(
        Property(
          "tables",
          .map(
            .map(
              .list(.map(.any, keys: "members of a record")),
              keys: "tables that the provider declares"), keys: "providers"),
          "Records of the tables that providers declare. A later file replaces a record of the same key.",
          example: "{ \"example\": { \"tenants\": [{ \"name\": \"home\" }] } }")
      ) { cast, reader, context in
        for (provider, value, pointer) in reader.map("tables") {
          cast.read(tables: FixtureReader(value, pointer, context.findings), provider, context)
        }
        return true
      },
    ])

  /// The field of a list of people or clients.
  private static func entries<Part: CastPart>(
    _ name: String, _ meaning: String, example: String, keys: [String],
    _ put: @escaping @Sendable (inout Cast, Part, CastReader) -> Void
  ) -> Cast.Declaration.Field {
    .init(Property(name, .list(.declared(Part.self)), meaning, example: example)) {
      cast, reader, context in
      guard let member = reader.member(name) else { return false }
      guard let array = member.arrayValue else {
        reader.findings.error(
          member, reader.at(name),
          "expected an array\(reader.such(as: name)), found \(member.found)"
        )
        return false
      }
      context.people = cast.people.map(\.username)
      var seen: [[ExactText]: JSONValue] = [:]
      for (index, value) in array.enumerated() {
        let pointer = "\(reader.at(name))/\(index)"
        context.checkAlone(value, pointer, keys, Part.declaration.schema.name, &seen)
        guard value.objectValue != nil else {
          reader.findings.error(
            value, pointer, "expected an object as in \(example), found \(value.found)")
          continue
        }
        if let part: Part = context.read(value, pointer) { put(&cast, part, context) }
      }
      return true
    }
  }

  /// Reads the records of a provider.
  private mutating func read(
    tables: FixtureReader, _ provider: String, _ context: CastReader
  ) {
    let rules = context.isTrusted ? [:] : context.providers.provider(provider)?.tables ?? [:]
    for member in tables.value.objectValue ?? JSONObject() {
      let (name, pointer) = (member.name, tables.at(member.name))
      if context.isTrusted {
        set(member.value.arrayValue ?? [], of: name, of: provider)
        continue
      }
      guard let key = rules[name]?.key else {
        context.findings.error(
          member.value, pointer,
          "\(provider) declares no table \"\(name)\""
            + Suggestion.hint(for: name, among: Array(rules.keys)))
        continue
      }
      guard let list = member.value.arrayValue else {
        context.findings.error(
          member.value, pointer, "expected an array of records, found \(member.value.found)")
        continue
      }
      for (index, record) in list.enumerated() {
        var reader = FixtureReader(record, "\(pointer)/\(index)", context.findings)
        guard reader.member(key, required: record.objectValue != nil) != nil else { continue }
        if put(record, key: key, into: name, of: provider) {
          context.replaced.append(
            "a record of \(provider)'s \(name) comes from \(context.file) now")
        }
      }
    }
  }
}

extension Cast {
  /// The cast in the format of a cast file; `take` reads it.
  var file: JSONValue {
    func list<Part: CastPart>(_ parts: [Part]) -> JSONValue {
      JSONValue(.array(parts.map { JSONValue(.object(Part.declaration.write($0))) }))
    }
    let claims = claims.list.map {
      JSONObject.Member($0.name, JSONValue(.object(ClaimRule.declaration.write($0.rule))))
    }
    let tables = tables.map { provider, tables in
      JSONObject.Member(
        provider,
        JSONValue(
          .object(
            JSONObject(tables.map { JSONObject.Member($0.key, JSONValue(.array($0.value))) }))))
    }
    return [
      "people": JSONValue(.array(people.map { JSONValue(.object($0.file)) })),
      "clients": list(clients), "resources": list(resources), "trust": list(trusted),
      "claims": JSONValue(.object(JSONObject(claims))),
      "tables": JSONValue(.object(JSONObject(tables))),
    ]
  }
}

/// What the cast of a snapshot is written and read with.
package protocol CastContext: AnyObject {
  /// The cast that the server gives each sandbox: a sandbox that still has it follows the server.
  var standard: Cast { get }
}
