import Basics

/// The defaults of a client's authentication requests (OpenID Connect Registration §2).
extension Client {
  /// Whether the ID tokens of the client have the time of the sign-in: it asked for that, or for an age (OpenID Connect
  /// Core §2).
  package var needsAuthTime: Bool { requiresAuthTime == true || defaultMaxAge != nil }

  /// The fields of its declaration.
  static let requestDefaults: [Client.Declaration.Field] = [
    .whole(
      "default_max_age", \.defaultMaxAge, in: 0...Bounds.century,
      "The `max_age` of a request without one, in seconds (OpenID Connect Registration §2).",
      or: "none", example: "3600"),
    .keeping(
      optional: \.requiresAuthTime,
      Property(
        "require_auth_time", .flag,
        "Whether its ID tokens need `auth_time` (OpenID Connect Registration §2): `client.needs_auth_time` in a provider file.",
        or: "false")
    ) { reader, _ in reader.bool("require_auth_time") },
    .texts(
      "default_acr_values", \.defaultLevels,
      "The `acr_values` of a request without any, the preferred one first (OpenID Connect Registration §2).",
      or: "none", example: "[\"urn:understudy:acr:mfa\"]"),
  ]
}

extension CastReader {
  /// Reports defaults of parameters that the client's provider does not read.
  func checkDefaults(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    for (member, parameter) in [
      ("default_max_age", "max_age"), ("default_acr_values", "acr_values"),
    ]
    where reader.value[member] != nil && !home.parameters.contains(where: { $0.name == parameter })
    {
      doubt(member, "\(home.id) reads no \(parameter), so \(member) has no effect", reader)
    }
    guard client.requiresAuthTime == true, home.rule(for: .id) == nil else { return }
    let member = "require_auth_time"
    doubt(member, "\(home.id) issues no ID tokens, so \(member) has no effect", reader)
  }
}
