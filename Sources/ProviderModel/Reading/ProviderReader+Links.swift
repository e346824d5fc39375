import Basics

/// Checks that links lead to addresses of their endpoints, and that names of parameters in JSON have a meaning.
extension ProviderReader {
  func checkLinks() {
    for link in body.links where body.endpoints.indices.contains(link.endpoint) {
      let endpoint = body.endpoints[link.endpoint]
      let pointer = JSONPointer.appending(link.name, to: "/links")
      func report(_ pointer: String, _ sentence: String) {
        findings.error(tree.value(at: pointer), pointer, sentence)
      }
      if let host = link.host, !endpoint.routes.contains(where: { $0.host == host }) {
        let hosts = Set(endpoint.routes.map(\.host)).sorted().filter(body.hosts.indices.contains)
        report(
          pointer + "/host",
          "the endpoint \(endpoint.name) has no address on this host; its hosts are "
            + hosts.map { body.hosts[$0].name }.joined(separator: ", "))
      }
      let routes = endpoint.routes.filter { link.host == nil || $0.host == link.host }
      let known = Set(routes.flatMap(variables))
      for (slot, _) in link.variables where vocabulary.variables.indices.contains(slot) {
        let name = vocabulary.variables[slot]
        guard !known.contains(name), !routes.isEmpty else { continue }
        report(
          JSONPointer.appending(name, to: pointer + "/vars"),
          "no address of the endpoint \(endpoint.name) has the variable {\(name)}"
            + (link.host == nil ? "" : " on this host"))
      }
    }
  }

  private func variables(_ route: Route) -> [String] {
    let host = body.hosts.indices.contains(route.host) ? body.hosts[route.host].pattern : nil
    return route.variables + [host?.variable].compactMap(\.self)
  }

  /// A name that begins with a slash is a JSON Pointer.
  func checkPointers() {
    func check(
      _ parameters: [(name: String, rule: ParameterRule)], _ member: String, _ mistake: String?
    ) {
      for (name, rule) in parameters where rule.wire.hasPrefix("/") {
        let pointer = JSONPointer.appending(name, to: member) + "/name"
        let sentence =
          JSONPointer.names(of: rule.wire) == nil
          ? "\"\(rule.wire)\" is not a JSON Pointer (RFC 6901): ~ is written as ~0, and / in a name as ~1"
          : mistake
        if let sentence { findings.error(tree.value(at: pointer), pointer, sentence) }
      }
    }
    check(
      body.parameters, "/parameters",
      "an authorization request has no JSON; give the parameter a name without a slash at its start"
    )
    let readsJSON = body.endpoints.contains {
      $0.kind.readsTokenParameters && $0.service.reads.contains(.json)
    }
    check(
      body.token.parameters, "/token/parameters",
      readsJSON
        ? nil
        : "a name with a slash at its start is a place in a JSON body, and no endpoint with these parameters reads JSON; add \"json\": true to its read"
    )
  }
}
