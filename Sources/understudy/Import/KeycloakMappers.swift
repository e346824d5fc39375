import Basics

/// The protocol mappers of a realm: the claims that its tokens have beyond the usual ones.
struct KeycloakMappers {
  private enum Source: Equatable {
    case attribute(String, isList: Bool)
    case roles
    case groups(isPath: Bool)
  }

  private var mappers: [(claim: String, source: Source)] = []
  /// The places of the claims, as a cast has them.
  private(set) var claims = JSONObject()

  var hasRoles: Bool { mappers.contains { $0.source == .roles } }
  var hasGroups: Bool {
    mappers.contains { mapper in
      if case .groups = mapper.source { true } else { false }
    }
  }

  func knows(attribute: String) -> Bool {
    mappers.contains { mapper in
      if case .attribute(attribute, _) = mapper.source { true } else { false }
    }
  }

  /// Mappers of claims that the provider has by itself, and of other protocols.
  private static let usual: Set<String> = [
    "oidc-usermodel-property-mapper", "oidc-full-name-mapper", "oidc-address-mapper",
    "oidc-allowed-origins-mapper", "oidc-audience-resolve-mapper", "oidc-acr-mapper",
    "oidc-sub-mapper", "oidc-usersessionmodel-note-mapper", "oidc-usermodel-client-role-mapper",
    "oidc-amr-mapper", "oidc-organization-membership-mapper", "oidc-role-name-mapper",
  ]

  mutating func read(_ list: JSONValue?, at place: String, _ result: inout Imported) {
    for (index, mapper) in (list?.arrayValue ?? []).enumerated() {
      guard let kind = mapper["protocolMapper"]?.stringValue, kind.hasPrefix("oidc-") else {
        continue
      }
      let config = mapper["config"]
      let isList = config?["multivalued"]?.stringValue == "true"
      let source: Source? =
        switch kind {
        case "oidc-usermodel-attribute-mapper":
          config?["user.attribute"]?.filledText.map { .attribute($0, isList: isList) }
        case "oidc-usermodel-realm-role-mapper": .roles
        case "oidc-group-membership-mapper":
          .groups(isPath: config?["full.path"]?.stringValue != "false")
        default: nil
        }
      guard let source, let claim = config?["claim.name"]?.filledText else {
        if !Self.usual.contains(kind) {
          result.note("\(place)/\(index)", "the mapper \(kind) is not supported, and was left out")
        }
        continue
      }
      // The realm's roles stand in realm_access by themselves.
      if source == .roles, claim == "realm_access.roles" || claim == "groups" { continue }
      guard !claim.contains("."), !claim.contains("\\") else {
        result.note(
          "\(place)/\(index)/config/claim.name", "\(claim) is a claim inside another one")
        continue
      }
      add(claim, source, config)
    }
  }

  private mutating func add(_ claim: String, _ source: Source, _ config: JSONValue?) {
    guard !mappers.contains(where: { $0.claim == claim }) else { return }
    mappers.append((claim, source))
    let places = [
      ("id.token.claim", "id_token"), ("userinfo.token.claim", "userinfo"),
      ("access.token.claim", "access_token"),
    ].compactMap { name, place -> JSONValue? in
      config?[name]?.stringValue == "true" ? JSONValue(.string(place)) : nil
    }
    // Claims of the scopes address and phone have their places already.
    guard !["locale", "phone_number", "phone_number_verified"].contains(claim) else { return }
    claims[claim] = ["in": JSONValue(.array(places))]
  }

  /// The claims of a user.
  func add(to person: inout JSONObject, from user: JSONValue) {
    for (claim, source) in mappers where person[claim] == nil && claim != "at" {
      switch source {
      case .attribute(let name, let isList):
        guard let value = user["attributes"]?[name] else { continue }
        let values = value.arrayValue ?? [value]
        person[claim] = isList ? JSONValue(.array(values)) : values.first
      case .roles: person[claim] = user["realmRoles"]
      case .groups(let isPath):
        guard let groups = user["groups"]?.arrayValue else { continue }
        let names = groups.compactMap(\.stringValue).map { path in
          isPath ? path : path.split(separator: "/").last.map(String.init) ?? path
        }
        person[claim] = JSONValue(.array(names.map { JSONValue(.string($0)) }))
      }
    }
  }
}
