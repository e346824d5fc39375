import Basics

/// A resource owner: someone who can sign in.
///
/// It is mutated only while it is read, so it is safe to send.
package final class Person: @unchecked Sendable {
  package internal(set) var username = ""
  package internal(set) var password = ""
  /// The person's claims, with `username`.
  package internal(set) var claims = JSONObject()
  /// Claims that differ at a provider, by the provider's ID.
  package internal(set) var at = JSONObject()
  /// Other parties that know claims about the person, by the names that responses have for them.
  package internal(set) var sources: [(name: String, source: ClaimSource)] = []
  /// The fixed outcome of the sign-in; `nil` if it depends on the person's answers.
  package internal(set) var fate: SignInOutcome?

  package enum SignInOutcome: String, Sendable, CaseIterable {
    /// Refuses every consent.
    case denies
    /// Can't sign in, whatever the password.
    case locked
    /// Gets expired tokens.
    case expired
    /// Waits three seconds for every response.
    case slow

    /// The outcome of a sign-in, for a sentence that starts with the person's name.
    package var summary: String {
      switch self {
      case .denies: "refuses every consent"
      case .locked: "is locked out"
      case .expired: "gets tokens that have expired already"
      case .slow: "has a slow provider: three seconds for everything"
      }
    }
  }

  package init() {}

  /// The person in the format of a cast file.
  package var file: JSONObject {
    var object = claims
    for member in Self.declaration.write(self) { object[member.name] = member.value }
    return object
  }

  /// The name on pages.
  package var displayName: String { claims["name"]?.stringValue ?? username }
}

extension Person: CastPart {
  static let declaration: Person.Declaration = .init(
    "person", "A resource owner. Every other member is a claim.",
    [
      .text(
        "username", \.username, "The username of the sign-in.", example: "\"alice\""
      ).required,
      .text(
        "password", \.password, "The password of the sign-in.", example: "\"wonderland\""
      ).required,
      .init(
        Property(
          "at", .map(.map(.any, keys: "claims"), keys: "providers"),
          "Claims that differ at a provider, such as the person's ID there.",
          example: "{ \"standard\": { \"sub\": \"1\" } }"),
        write: { $0.at.isEmpty ? nil : JSONValue(.object($0.at)) },
        read: { person, reader, context in
          person.at = reader.value["at"]?.objectValue ?? JSONObject()
          for (provider, own, pointer) in reader.map("at")
          where context.isKnown(provider, own, pointer) && own.objectValue == nil {
            reader.findings.error(
              own, pointer,
              "expected an object of what differs at \(provider), such as {\"id\": 1}, found \(own.found)"
            )
          }
          return true
        }),
      .init(
        Property(
          "claim_sources", .map(.declared(ClaimSource.self), keys: "names"),
          "Other parties that know claims about the person: aggregated and distributed claims (OpenID Connect Core §5.6).",
          example: "{ \"bank\": { \"claims\": { \"credit_score\": 650 } } }"),
        write: { person in
          let sources = person.sources.map {
            JSONObject.Member($0.name, JSONValue(.object(ClaimSource.declaration.write($0.source))))
          }
          return sources.isEmpty ? nil : JSONValue(.object(JSONObject(sources)))
        },
        read: { person, reader, context in
          person.sources = reader.map("claim_sources").map { name, value, pointer in
            (name, ClaimSource.declaration.read(value, pointer, reader.findings, context))
          }
          return !person.sources.isEmpty
        }),
      .choice(
        "outcome", \.fate,
        "The fixed outcome of this person's sign-in: `denies` refuses consent, `locked` can't sign in, `expired` gets expired tokens, `slow` waits three seconds for every response."
      ),
    ], others: .any)

  /// Reports claims whose names the server itself uses.
  func check(_ reader: FixtureReader, _ context: CastReader) {
    claims = reader.value.objectValue ?? JSONObject()
    if username.isEmpty, reader.value["username"]?.stringValue != nil {
      reader.findings.error(
        reader.value["username"], reader.at("username"),
        "expected a username, found an empty text: nobody could sign in by it")
    }
    for member in Self.declaration.schema.members where member.name != "username" {
      claims[member.name] = nil
    }
    checkSubject(reader.value["sub"], reader.at("sub"), reader)
    for (provider, own) in at.map({ ($0.name, $0.value) }) {
      let pointer = JSONPointer.appending(provider, to: reader.at("at"))
      checkSubject(own["sub"], JSONPointer.appending("sub", to: pointer), reader)
    }
    for member in claims {
      guard let clause = ReservedClaims.clause(of: member.name) else { continue }
      reader.findings.error(
        member.value, reader.at(member.name),
        "the claim \"\(member.name)\" is the server's own (\(clause)), and no person's")
    }
  }

  /// Reports a subject that is no string: a client may refuse the ID token for that alone.
  private func checkSubject(_ value: JSONValue?, _ pointer: String, _ reader: FixtureReader) {
    guard let value, value.stringValue == nil, value != .null else { return }
    let isPlain = value.objectValue == nil && value.arrayValue == nil
    reader.findings.error(
      value, pointer,
      "expected the subject as a string (OpenID Connect Core §2), found \(value.found)"
        + (isPlain ? "; write \"\(value.text())\"" : ""))
  }
}
