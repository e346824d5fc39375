import Basics

/// Documents from which clients configure themselves (OpenID Connect Discovery §3, RFC 8414 §2).
extension ProviderReader {
  func checkMetadata() {
    for (name, members) in metadata {
      let pointer = JSONPointer.appending(name, to: "/shapes") + "/json"
      for member in members {
        let place = JSONPointer.appending(member.name, to: pointer)
        checkSpelling(member.name, among: members, place)
        guard let kinds = Self.leads[member.name] else { continue }
        checkAddress(member, leadsTo: kinds, place)
      }
    }
  }

  /// Whether clients can configure themselves.
  var hasMetadata: Bool { !metadata.isEmpty }

  /// The shapes of metadata, and their members.
  var metadata: [(name: String, members: [Shape.Member])] {
    let documents = body.endpoints.filter { $0.kind == .document }
    return Set(documents.compactMap(\.service.answer)).sorted().compactMap { slot in
      guard body.shapes.indices.contains(slot), case .json(let shape, _) = body.shapes[slot].form,
        shape.members.contains(where: { $0.name == "issuer" })
      else { return nil }
      return (body.shapes[slot].name, shape.members)
    }
  }

  /// The kinds of endpoints to which the members of metadata lead.
  private static let leads: [String: [EndpointKind]] = [
    "authorization_endpoint": [.authorize], "token_endpoint": [.token], "jwks_uri": [.document],
    "userinfo_endpoint": [.resource], "revocation_endpoint": [.revoke, .resource],
    "introspection_endpoint": [.introspect, .resource], "end_session_endpoint": [.logout],
    "device_authorization_endpoint": [.deviceAuthorization],
    "pushed_authorization_request_endpoint": [.pushedAuthorization],
  ]

  /// Members that are often written, beside those that lead somewhere.
  private static let registered: Set<String> = [
    "issuer", "scopes_supported", "response_types_supported", "response_modes_supported",
    "grant_types_supported", "subject_types_supported", "claims_supported",
    "id_token_signing_alg_values_supported", "token_endpoint_auth_methods_supported",
    "code_challenge_methods_supported",
  ]

  private func checkSpelling(_ name: String, among members: [Shape.Member], _ place: String) {
    let known = Self.registered.union(Self.leads.keys)
    guard !known.contains(name),
      let near = known.first(where: { Suggestion.distance($0, name) == 1 }),
      !members.contains(where: { $0.name == near })
    else { return }
    findings.error(
      tree.value(at: place), place,
      "no client reads \"\(name)\" in metadata; did you mean \"\(near)\"?")
  }

  private func checkAddress(
    _ member: Shape.Member, leadsTo kinds: [EndpointKind], _ place: String
  ) {
    switch member.shape {
    case .single(let expression):
      guard case .link(let slot)? = expression.fact, body.links.indices.contains(slot),
        body.endpoints.indices.contains(body.links[slot].endpoint),
        !kinds.contains(body.endpoints[body.links[slot].endpoint].kind)
      else { return }
      let endpoint = body.endpoints[body.links[slot].endpoint]
      findings.error(
        tree.value(at: place), place,
        "\(member.name) leads to \"\(endpoint.name)\", an endpoint of the kind \(endpoint.kind.rawValue); expected one of the kind \(kinds[0].rawValue)"
      )
    case .text(let template):
      guard template.segments.count == 2, case .value(let expression) = template.segments[0],
        case .base? = expression.fact, expression.filters.isEmpty,
        case .text(let path) = template.segments[1], path.hasPrefix("/"),
        !isAnswered(path)
      else { return }
      let paths = body.endpoints.filter { kinds.contains($0.kind) }.flatMap(\.routes).map(\.address)
      findings.error(
        tree.value(at: place), place,
        "no endpoint is at \(path), where \(member.name) leads"
          + Suggestion.hint(for: path, among: paths))
    default: break
    }
  }

  /// Whether some endpoint may have a path. One whose address has a variable has many.
  private func isAnswered(_ path: String) -> Bool {
    let count = path.split(separator: "/").count
    return body.endpoints.flatMap(\.routes).contains { route in
      // An address with a query is no other one without it.
      guard route.query.isEmpty || route.address == path else { return false }
      let address = route.query.isEmpty ? route.pathShown : route.address
      return address == path
        || (!route.variables.isEmpty && address.split(separator: "/").count == count)
    }
  }
}

extension Shape {
  /// The members of an object that every response has or may have, as far as they can be told.
  var members: [Member] {
    switch self {
    case .object(let members): members
    case .merged(let shapes): shapes.flatMap(\.members)
    case .when(_, let then, let otherwise): then.members + (otherwise?.members ?? [])
    default: []
    }
  }

  /// Whether it may have members that only a request tells.
  var hasOpenMembers: Bool {
    switch self {
    case .object: false
    case .merged(let shapes): shapes.contains(where: \.hasOpenMembers)
    case .when(_, let then, let otherwise):
      then.hasOpenMembers || otherwise?.hasOpenMembers == true
    default: true
    }
  }
}
