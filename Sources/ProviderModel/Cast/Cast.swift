import Encodings
import JSON

/// Who plays: the clients and the people that a server knows, and the tables of its providers.
public struct Cast: Sendable {
  public private(set) var people: [Person] = []
  public private(set) var clients: [Client] = []
  /// provider → table → records.
  public private(set) var tables: [String: [String: [JSONValue]]] = [:]
  private var peopleByName: [ExactText: Person] = [:]
  private var clientsByID: [String: [ExactText: Client]] = [:]

  public init() {}

  public func client(_ id: String, at provider: String) -> Client? {
    clientsByID[provider]?[ExactText(id)]
  }
  public func person(_ username: String) -> Person? { peopleByName[ExactText(username)] }

  public func records(_ table: String, of provider: String) -> [JSONValue] {
    tables[provider]?[table] ?? []
  }

  /// Puts a person in, in place of one of the same name.
  public mutating func put(_ person: Person) {
    if let place = people.firstIndex(where: { ExactText.same($0.username, person.username) }) {
      people[place] = person
    } else {
      people.append(person)
    }
    peopleByName[ExactText(person.username)] = person
  }

  /// Puts a client in, in place of one of the same id at the same provider.
  public mutating func put(_ client: Client) {
    if let place = clients.firstIndex(where: { Self.is($0, client.id, at: client.provider) }) {
      clients[place] = client
    } else {
      clients.append(client)
    }
    clientsByID[client.provider, default: [:]][ExactText(client.id)] = client
  }

  public mutating func remove(person username: String) {
    people.removeAll { ExactText.same($0.username, username) }
    peopleByName[ExactText(username)] = nil
  }
  public mutating func remove(client id: String, at provider: String) {
    clients.removeAll { Self.is($0, id, at: provider) }
    clientsByID[provider]?[ExactText(id)] = nil
  }

  private static func `is`(_ client: Client, _ id: String, at provider: String) -> Bool {
    client.provider == provider && ExactText.same(client.id, id)
  }

  /// Puts a record in, in place of one of the same key.
  /// - Returns: whether there was one.
  mutating func put(
    _ record: JSONValue, key: String, into table: String, of provider: String
  ) -> Bool {
    var records = records(table, of: provider)
    let place = records.firstIndex { $0[key] == record[key] }
    if let place { records[place] = record } else { records.append(record) }
    tables[provider, default: [:]][table] = records
    return place != nil
  }

  /// All records of a table, as they stand.
  mutating func set(_ records: [JSONValue], of table: String, of provider: String) {
    tables[provider, default: [:]][table] = records
  }
}
