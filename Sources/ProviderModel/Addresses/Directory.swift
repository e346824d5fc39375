import Basics

/// Where a provider's endpoints are, as people and programs are told: the tool, the control API and the page at `/` all
/// write this list.
package struct Directory: Sendable {
  package struct Entry: Sendable {
    package let endpoint: Endpoint
    /// Where it is on the provider's own hosts. Variables stand in braces.
    package let addresses: [(host: String, path: String)]
    /// Where it is on this server: nil without a server, and where a variable's value is not known.
    package let url: String?
  }

  package let entries: [Entry]

  /// - Parameters:
  ///   - origin: how the addresses of a running server begin, with the sandbox's prefix.
  ///   - variables: values for the variables of its addresses, at their places.
  package init(of provider: Provider, at origin: String? = nil, _ variables: [String?] = []) {
    entries = provider.endpoints.map { endpoint in
      Entry(
        endpoint: endpoint,
        addresses: endpoint.routes.map {
          (provider.hosts[$0.host].pattern.text, $0.address)
        },
        url: origin.flatMap { origin in
          provider.path(to: endpoint, variables).map { origin + $0 }
        })
    }
  }

  /// What is described where a browser or a program may look for itself: metadata, keys.
  package var documents: [Entry] { entries.filter { $0.endpoint.kind == .document } }
}

extension Directory.Entry {
  /// Its members in JSON, to which others may be added.
  package var members: JSONObject {
    func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    var object = JSONObject()
    object["name"] = text(endpoint.name)
    object["kind"] = text(endpoint.kind.rawValue)
    object["methods"] = JSONValue(.array(endpoint.methods.map(text)))
    if let url { object["url"] = text(url) }
    object["addresses"] = JSONValue(
      .array(addresses.map { ["host": text($0.host), "path": text($0.path)] }))
    return object
  }
}
