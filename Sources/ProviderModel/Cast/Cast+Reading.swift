import JSON

extension Cast {
  /// Reads a person as a cast file has them.
  /// - Parameter others: ids of providers that are at hand and not served.
  public static func person(
    reading value: JSONValue, providers: any Playbill, others: [String] = []
  ) throws(FixtureError) -> Person {
    let reader = CastReader(providers: providers, others: others)
    let person = reader.person(value, "")
    guard let person, reader.findings.list.isEmpty else {
      throw FixtureError(reader.findings.list.sorted())
    }
    return person
  }

  /// Reads a client as a cast file has it.
  /// - Parameter people: who may sign in for it.
  public static func client(
    reading value: JSONValue, providers: any Playbill, people: [String]
  ) throws(FixtureError) -> Client {
    let reader = CastReader(providers: providers, others: [])
    let client = reader.client(value, "", people: people)
    guard let client, reader.findings.list.isEmpty else {
      throw FixtureError(reader.findings.list.sorted())
    }
    return client
  }

  /// Adds a file; a later person, client or record replaces an earlier one.
  /// - Parameter others: ids of providers that are at hand and not served.
  /// - Returns: a sentence for each that was replaced.
  public mutating func add(
    _ bytes: [UInt8], name: String, providers: any Playbill, others: [String] = []
  ) throws(FixtureError) -> [String] {
    let casting = CastReader(providers: providers, others: others)
    let findings = casting.findings
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    // What is wrong somewhere changes nothing anywhere.
    var cast = self
    var replaced: [String] = []
    var reader = FixtureReader(tree, "", findings)
    if let schema = reader.integer("schema"), schema != 1 {
      findings.error(tree["schema"], "/schema", "expected schema 1, found \(schema)")
    }
    if let kind = reader.string("kind", required: true), kind != "cast" {
      findings.error(tree["kind"], "/kind", "expected \"cast\", found \"\(kind)\"")
    }
    for (pointer, value) in Self.elements(&reader, "people") {
      guard let person = casting.person(value, pointer) else { continue }
      if cast.person(person.username) != nil {
        replaced.append("person \(person.username) comes from \(name) now")
      }
      cast.put(person)
    }
    for (pointer, value) in Self.elements(&reader, "clients") {
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
    reader.finish()
    guard findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    self = cast
    return replaced
  }

  /// Takes over a file that is known to be good: the one that is bundled, which a test reads with every check. So a
  /// start need not compile the providers of which it speaks.
  public mutating func take(_ tree: JSONValue) {
    let reader = CastReader(providers: [Provider](), others: [])
    for value in tree["people"]?.arrayValue ?? [] {
      if let person = reader.person(value, "") { put(person) }
    }
    for value in tree["clients"]?.arrayValue ?? [] {
      var members = FixtureReader(value, "", reader.findings)
      put(reader.members(&members))
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
