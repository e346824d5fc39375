import Basics

/// A bundled provider before it is read: what routing and the greeting need.
package struct BundledProvider: Sendable, Equatable {
  package let id: String
  /// Its host names, in order, with their variables.
  package let hosts: [String]

  package init(id: String, hosts: [String]) {
    self.id = id
    self.hosts = hosts
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.stringValue else { return nil }
    self.init(id: id, hosts: (value["hosts"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  /// As the index has it.
  package var value: JSONValue {
    [
      "id": JSONValue(.string(id)),
      "hosts": JSONValue(.array(hosts.map { JSONValue(.string($0)) })),
    ]
  }
}
