import JSON

/// A bundled provider before it is read: what routing and a greeting need.
public struct BundledProvider: Sendable, Equatable {
  public let id: String
  /// Its host names, in order, with their variables.
  public let hosts: [String]
  /// An authorization link to try, below the server's address: a client of the default cast signs in there.
  public let link: String

  public init(id: String, hosts: [String], link: String) {
    self.id = id
    self.hosts = hosts
    self.link = link
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.stringValue, let link = value["try"]?.stringValue else {
      return nil
    }
    self.init(
      id: id, hosts: (value["hosts"]?.arrayValue ?? []).compactMap(\.stringValue), link: link)
  }

  /// As the index has it.
  public var value: JSONValue {
    [
      "id": JSONValue(.string(id)),
      "hosts": JSONValue(.array(hosts.map { JSONValue(.string($0)) })),
      "try": JSONValue(.string(link)),
    ]
  }
}
