import Basics
import Synchronization

/// The clients and the people that a server knows, and the tables of its providers.
///
/// A value whose copies share one object until one of them changes: each request holds one.
package struct Cast: Sendable, Codable {
  struct Lists: Sendable {
    var people: [Person] = []
    var clients: [Client] = []
    var tables: [String: [String: [JSONValue]]] = [:]
    var claims = ClaimRules.none
    var resources: [ProtectedResource] = []
    var trusted: [TrustedIssuer] = []
    var peopleByName: [ExactText: Person] = [:]
    var clientsByID: [String: [ExactText: Client]] = [:]
  }
  /// It is mutated only while it is uniquely referenced, so it is safe to send.
  private final class Box: @unchecked Sendable {
    var lists: Lists
    init(_ lists: Lists) { self.lists = lists }
  }
  /// The box, or what makes it when something first asks for it. Not `Lazily` or `AtomicLazyReference`: a request asks
  /// dozens of times, and their generic accessors take a tenth of the request's time.
  private final class Source: Sendable, Codable {
    /// Another source may have the same box.
    let isShared: Bool
    private let made = Atomic<Unmanaged<Box>?>(nil)
    let read: @Sendable () -> Cast

    init(_ read: @escaping @Sendable () -> Cast) {
      self.read = read
      isShared = false
    }
    init(_ box: Box, isShared: Bool = false) {
      self.isShared = isShared
      read = { Cast() }
      made.store(.passRetained(box), ordering: .releasing)
    }

    deinit { made.load(ordering: .acquiring)?.release() }

    var box: Box {
      if let known = made.load(ordering: .acquiring) { return known.takeUnretainedValue() }
      return keep(Box(read().lists))
    }

    /// Two threads may make it at once; one of the two is kept.
    private func keep(_ box: Box) -> Box {
      let new = Unmanaged.passRetained(box)
      let (isKept, other) = made.compareExchange(
        expected: nil, desired: new, ordering: .acquiringAndReleasing)
      guard !isKept, let other else { return box }
      new.release()
      return other.takeUnretainedValue()
    }

    /// Nothing is written of the cast that the server gives each sandbox.
    func encode(to encoder: any Encoder) throws {
      let standard = (try Packer.behind(encoder).context as? any CastContext)?.standard
      let text = box === standard?.source.box ? "" : Cast(self).file.text()
      try text.encode(to: encoder)
    }

    convenience init(from decoder: any Decoder) throws {
      let text = try String(from: decoder)
      if text.isEmpty,
        let standard = (try Unpacker.behind(decoder).context as? any CastContext)?.standard
      {
        self.init(standard.source.box, isShared: true)
      } else {
        var cast = Cast()
        cast.take(try JSONReader().read(Array(text.utf8), file: "snapshot").root)
        self.init(cast.source.box)
      }
    }
  }
  private var source: Source
  private init(_ source: Source) { self.source = source }

  package init() { source = Source(Box(Lists())) }

  /// A cast that is read when something first asks for what is in it.
  package init(_ read: @escaping @Sendable () -> Cast) { source = Source(read) }

  private var lists: Lists {
    _read { yield source.box.lists }
    _modify {
      if source.isShared || !isKnownUniquelyReferenced(&source) {
        source = Source(Box(source.box.lists))
      }
      yield &source.box.lists
    }
  }

  package var people: [Person] { lists.people }
  package var clients: [Client] { lists.clients }
  /// provider → table → records.
  package var tables: [String: [String: [JSONValue]]] { lists.tables }

  /// The places of claims, as far as a cast sets them.
  package var claims: ClaimRules { lists.claims }

  package mutating func put(_ rule: ClaimRule, forClaim name: String) {
    lists.claims = lists.claims.setting(name, to: rule)
  }
  package mutating func remove(claim name: String) { lists.claims = lists.claims.removing(name) }

  /// The protected resources that providers play in addition to their own.
  package var resources: [ProtectedResource] { lists.resources }

  /// - Parameter path: the last segment of its address; empty for the provider's own server.
  package func resource(_ path: String, at provider: String) -> ProtectedResource? {
    lists.resources.first { $0.provider == provider && ExactText.same($0.path, path) }
  }

  /// Adds a resource, or replaces one of the same path at the same provider.
  package mutating func put(_ resource: ProtectedResource) {
    lists.resources.removeAll {
      $0.provider == resource.provider && ExactText.same($0.path, resource.path)
    }
    lists.resources.append(resource)
  }

  /// The issuers whose JWTs providers exchange for tokens.
  package var trusted: [TrustedIssuer] { lists.trusted }

  package func trusted(_ issuer: String, at provider: String) -> [TrustedIssuer] {
    lists.trusted.filter { $0.provider == provider && ExactText.same($0.issuer, issuer) }
  }

  /// Adds a trusted issuer, or replaces one of the same name at the same provider.
  package mutating func put(_ trusted: TrustedIssuer) {
    lists.trusted.removeAll {
      $0.provider == trusted.provider && ExactText.same($0.name, trusted.name)
    }
    lists.trusted.append(trusted)
  }

  package func client(_ id: String, at provider: String) -> Client? {
    lists.clientsByID[provider]?[ExactText(id)]
  }
  package func person(_ username: String) -> Person? { lists.peopleByName[ExactText(username)] }

  package func records(_ table: String, of provider: String) -> [JSONValue] {
    lists.tables[provider]?[table] ?? []
  }

  /// Adds a person, or replaces one of the same name.
  package mutating func put(_ person: Person) {
    // Most are new, and there may be thousands.
    if lists.peopleByName[ExactText(person.username)] != nil,
      let place = lists.people.firstIndex(where: { ExactText.same($0.username, person.username) })
    {
      lists.people[place] = person
    } else {
      lists.people.append(person)
    }
    lists.peopleByName[ExactText(person.username)] = person
  }

  /// Adds a client, or replaces one of the same ID at the same provider.
  package mutating func put(_ client: Client) {
    if self.client(client.id, at: client.provider) != nil,
      let place = lists.clients.firstIndex(where: { Self.is($0, client.id, at: client.provider) })
    {
      lists.clients[place] = client
    } else {
      lists.clients.append(client)
    }
    lists.clientsByID[client.provider, default: [:]][ExactText(client.id)] = client
  }

  package mutating func remove(person username: String) {
    lists.people.removeAll { ExactText.same($0.username, username) }
    lists.peopleByName[ExactText(username)] = nil
  }
  package mutating func remove(client id: String, at provider: String) {
    lists.clients.removeAll { Self.is($0, id, at: provider) }
    lists.clientsByID[provider]?[ExactText(id)] = nil
  }

  private static func `is`(_ client: Client, _ id: String, at provider: String) -> Bool {
    client.provider == provider && ExactText.same(client.id, id)
  }

  /// Adds a record, or replaces one of the same key.
  /// - Returns: whether there was one.
  mutating func put(
    _ record: JSONValue, key: String, into table: String, of provider: String
  ) -> Bool {
    var records = records(table, of: provider)
    let place = records.firstIndex { $0[key] == record[key] }
    if let place { records[place] = record } else { records.append(record) }
    lists.tables[provider, default: [:]][table] = records
    return place != nil
  }

  /// All records of a table, in order.
  mutating func set(_ records: [JSONValue], of table: String, of provider: String) {
    lists.tables[provider, default: [:]][table] = records
  }
}
