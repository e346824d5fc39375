import Basics
import ProviderModel

/// A bundled provider before it is read: what routing and the greeting need.
package struct BundledProvider: Sendable, Equatable {
  package let id: String
  /// Its host names, in order, with their variables.
  package let hosts: [String]
  /// Whether certificates of clients count there.
  package let readsCertificates: Bool

  package init(id: String, hosts: [String], readsCertificates: Bool = false) {
    self.id = id
    self.hosts = hosts
    self.readsCertificates = readsCertificates
  }

  /// Whether a host is one of its own.
  package func answers(at host: String) -> Bool {
    hosts.contains { HostPattern($0).match(host) != nil }
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.stringValue else { return nil }
    self.init(
      id: id, hosts: (value["hosts"]?.arrayValue ?? []).compactMap(\.stringValue),
      readsCertificates: value["reads_certificates"]?.boolValue ?? false)
  }

  /// As the index has it.
  package var value: JSONValue {
    var object = JSONObject([
      .init("id", JSONValue(.string(id))),
      .init("hosts", JSONValue(.array(hosts.map { JSONValue(.string($0)) }))),
    ])
    if readsCertificates { object["reads_certificates"] = true }
    return JSONValue(.object(object))
  }
}
