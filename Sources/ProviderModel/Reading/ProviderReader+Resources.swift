import Basics

/// Checks that documents describe protected resources.
extension ProviderReader {
  func checkResources() {
    for endpoint in body.endpoints {
      checkKinds(endpoint)
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

  /// Only a revocation refuses tokens of a kind: elsewhere they are access tokens, or of no use.
  private func checkKinds(_ endpoint: Endpoint) {
    guard endpoint.service.token.kinds != nil, endpoint.kind != .revoke else { return }
    let pointer =
      JSONPointer.appending(endpoint.name, to: "/endpoints") + "/token/kinds"
    findings.error(
      tree.value(at: pointer), pointer,
      "\"kinds\" has no effect here: it belongs to endpoints of the kind revoke")
  }
}
