import Basics

/// Checks that documents describe protected resources.
extension ProviderReader {
  func checkResources() {
    for endpoint in body.endpoints {
      guard let place = endpoint.service.describes, body.endpoints.indices.contains(place) else {
        continue
      }
      let other = body.endpoints[place]
      guard other.kind != .mcp, other.kind != .resource else { continue }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/describes"
      findings.error(
        tree.value(at: pointer), pointer,
        "expected an endpoint of the kind mcp or resource; \"\(other.name)\" is of the kind \(other.kind.rawValue)"
      )
    }
  }
}
