import Basics

/// A kind of event about which the provider tells receivers, by a security event token (RFC 8417).
package struct SecurityEventRule: Sendable {
  /// The URI of the event type.
  package fileprivate(set) var type = ""
  package fileprivate(set) var issuer = Template(literal: "")
  /// The claim `sub_id`.
  package fileprivate(set) var subject: Shape = .empty
  /// The members of the event.
  package fileprivate(set) var members: Shape = .empty

  init() {}
}

extension SecurityEventRule: ProviderPart {
  static let declaration: Declaration = .init(
    "security event",
    "A kind of event, about a person, that the control API sends to a receiver (RFC 8417, RFC 8935).",
    [
      .text(
        "type", \.type, "The URI of the event type.",
        example: "\"https://schemas.openid.net/secevent/caep/event-type/session-revoked\""
      ).required,
      .template("issuer", \.issuer, "The claim `iss`.", example: "\"{{base.first}}\"").required,
      .value(
        "subject", \.subject, "The claim `sub_id` (RFC 9493).",
        example:
          "{ \"format\": \"iss_sub\", \"iss\": \"{{base.first}}\", \"sub\": \"{{person.sub}}\" }"
      ).required,
      .value(
        "members", \.members, "The members of the event.", or: "none",
        example: "{ \"event_timestamp\": \"{{now}}\" }"),
    ])
}
