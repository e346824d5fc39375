import Basics

extension Cast {
  /// Reads a person in the format of a cast file.
  /// - Parameter others: IDs of providers that are available but not served.
  package static func person(
    reading value: JSONValue, providers: any ProviderLookup, others: [String] = []
  ) throws(FixtureError) -> Person {
    let reader = CastReader(providers: providers, others: others)
    let person = reader.person(value, "")
    guard let person, reader.findings.errors.isEmpty else {
      throw FixtureError(reader.findings.errors.sorted())
    }
    return person
  }

  /// Reads a client in the format of a cast file.
  /// - Parameter people: The usernames that may sign in for it.
  package static func client(
    reading value: JSONValue, providers: any ProviderLookup, people: [String]
  ) throws(FixtureError) -> Client {
    let reader = CastReader(providers: providers, others: [])
    let client = reader.client(value, "", people: people)
    guard let client, reader.findings.errors.isEmpty else {
      throw FixtureError(reader.findings.errors.sorted())
    }
    return client
  }

  /// Reads the places of a claim in the format of a cast file.
  package func claimRule(
    reading value: JSONValue, of name: String, providers: any ProviderLookup
  ) throws(FixtureError) -> ClaimRule {
    let reader = CastReader(providers: providers, others: [])
    let rule = reader.claim(name, value, "")
    reader.checkScope(ofClaim: value, "", in: self)
    guard let rule, reader.findings.errors.isEmpty else {
      throw FixtureError(reader.findings.errors.sorted())
    }
    return rule
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
    var casting = CastReader(providers: providers, others: others)
    casting.mayLackProviders = mayLackProviders
    let findings = casting.findings
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    // A mistake anywhere leaves the whole cast unchanged.
    var cast = self
    var replaced: [String] = []
    var reader = FixtureReader(tree, .cast, "", findings)
    reader.schema()
    reader.kind("cast")
    var seen: [[ExactText]: JSONValue] = [:]
    for (pointer, value) in Self.elements(&reader, "people") {
      casting.checkAlone(value, pointer, ["username"], "person", &seen)
      guard let person = casting.person(value, pointer) else { continue }
      if cast.person(person.username) != nil {
        replaced.append("person \(person.username) comes from \(name) now")
      }
      cast.put(person)
    }
    seen = [:]
    for (pointer, value) in Self.elements(&reader, "clients") {
      casting.checkAlone(value, pointer, ["provider", "client_id"], "client", &seen)
      let people = cast.people.map(\.username)
      guard let client = casting.client(value, pointer, people: people) else { continue }
      if cast.client(client.id, at: client.provider) != nil {
        replaced.append("client \(client.id) of \(client.provider) comes from \(name) now")
      }
      cast.put(client)
    }
    for (provider, table, key, record) in casting.records(&reader)
    where cast.put(record, key: key, into: table, of: provider) {
      replaced.append("a record of \(provider)'s \(table) comes from \(name) now")
    }
    for (claim, value, pointer) in reader.map("claims") {
      guard let rule = casting.claim(claim, value, pointer) else { continue }
      casting.checkScope(ofClaim: value, pointer, in: cast)
      casting.checkHolder(ofClaim: claim, value, pointer, in: cast)
      if cast.claims[claim] != nil {
        replaced.append("where the claim \(claim) goes comes from \(name) now")
      }
      cast.put(rule, forClaim: claim)
    }
    reader.finish()
    guard findings.errors.isEmpty else { throw FixtureError(findings.list.sorted()) }
    self = cast
    return Addition(replaced: replaced, warnings: findings.list.sorted())
  }

  /// Adds a file without checks: the bundled one, which a test reads with every check. So a
  /// start need not compile the providers that it names.
  package mutating func take(_ tree: JSONValue) {
    let reader = CastReader(providers: [Provider](), others: [])
    for value in tree["people"]?.arrayValue ?? [] {
      if let person = reader.person(value, "") { put(person) }
    }
    for value in tree["clients"]?.arrayValue ?? [] {
      var members = FixtureReader(value, .client, "", reader.findings)
      put(reader.members(&members))
    }
    for claim in tree["claims"]?.objectValue ?? JSONObject() {
      if let rule = reader.claim(claim.name, claim.value, "") { put(rule, forClaim: claim.name) }
    }
    for provider in tree["tables"]?.objectValue ?? JSONObject() {
      for table in provider.value.objectValue ?? JSONObject() {
        set(table.value.arrayValue ?? [], of: table.name, of: provider.name)
      }
    }
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
}
