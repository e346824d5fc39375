import Basics

/// The format and the lifetime of codes, tokens and request URIs.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class CredentialRule: @unchecked Sendable {
  package enum Form: Sendable {
    case text(Shape)
    case jwt(SignedForm)
    /// One or the other; the predicate decides.
    case either(SignedForm, when: Predicate, otherwise: Shape)
  }
  /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
  package struct SignedForm: Sendable {
    package fileprivate(set) var header: Shape = .empty
    package fileprivate(set) var claims: Shape = .empty
    package fileprivate(set) var algorithm = Template(literal: "")
    fileprivate var when: Predicate?
  }
  /// The form of the JSON Web Tokens among its credentials.
  package var signedForm: SignedForm? {
    switch form {
    case .text: nil
    case .jwt(let form), .either(let form, _, _): form
    }
  }
  /// What a credential with a name of its own is.
  package enum Role: String, Sendable, CaseIterable { case access, refresh }

  private var name = ""
  @exclusivity(unchecked) package private(set) var role: Role?
  /// Its scopes; `nil` for those of the grant.
  @exclusivity(unchecked) package private(set) var scope: Shape?
  private var text: Shape?
  private var token: SignedForm?
  @exclusivity(unchecked) package private(set) var form = Form.text(.empty)
  /// Seconds; 0 never expires.
  @exclusivity(unchecked) package private(set) var lifetime: Shape = .constant(0)

  init() {}
  convenience init(named name: String) {
    self.init()
    self.name = name
  }

  /// A century: no lifetime is longer.
  package static let mostSeconds = Bounds.century

  /// Whether all of them are JSON Web Tokens; whether some may be.
  package var isJWT: Bool { if case .jwt = form { true } else { false } }
  package var mayBeJWT: Bool { if case .text = form { false } else { true } }
}

extension CredentialRule: ProviderPart {
  static let declaration: CredentialRule.Declaration = .init(
    "credential", "The format of a code or a token: `value`, `jwt`, or one of both.",
    [
      .init(
        Property(
          "value", .either([.template, .object(.choice)]),
          "The text of a credential that is not a JWT; an `$if` chooses between two texts. It needs random text: 64 bits in a token, 20 in a code. The lines of an array are joined without line feeds. With `jwt`, it applies if `jwt.when` does not hold.",
          example: "\"{{rand:[A-Za-z0-9_-]{43}}}\"", only: "credentials that are not always a JWT")
      ) { credential, reader, vocabulary in
        if let token = reader.value["jwt"], token["when"] == nil {
          reader.rejectValue()
        } else {
          credential.text = reader.member("value", required: true).flatMap {
            vocabulary.credential($0, reader.at("value"), reader.findings)
          }
        }
        return credential.text != nil
      },
      .choice(
        "kind", \.role,
        "What a credential with a name of its own is: resources take it as an access token, or the token endpoint takes it as a refresh token. `token.name` tells it from others.",
        or: "the one of its name"),
      .value(
        "scope", \.scope,
        "The scopes of a credential with a `kind`: a list, or a text of a scope parameter.",
        example: "\"{{auth.user_scope}}\""),
      .object("jwt", \.token, "The content of the JSON Web Token (RFC 7519).").example(
        #"{ "alg": "RS256", "header": { "alg": "{{key.alg}}", "kid": "{{key.kid}}" }, "claims": { "iss": "{{base.first}}", "sub": "{{person.sub}}", "exp": "{{tok.access.ends}}" } }"#
      ),
      .value(
        "lifetime", \.lifetime, "The lifetime in seconds; 0 for no expiry.", or: "0",
        example: "3600"),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    checkName(reader)
    if let lifetime = reader.value["lifetime"] {
      checkLifetime(lifetime, reader.at("lifetime"), reader)
    }
    guard let token else {
      form = .text(text ?? .text(Template(literal: "")))
      return
    }
    if let when = token.when, let text {
      form = .either(token, when: when, otherwise: text)
    } else {
      form = .jwt(token)
    }
  }

  /// A name of its own needs a kind, and has no use beside that of a kind.
  private func checkName(_ reader: FixtureReader) {
    let known = CredentialKind.all.map(\.rawValue)
    func error(_ member: String, _ sentence: String) {
      guard reader.value[member] != nil else { return }
      reader.findings.error(reader.value[member], reader.at(member), sentence)
    }
    if known.contains(name) {
      error("kind", "\"\(name)\" is a kind itself; choose another name for one more \(name)")
      error(
        "scope", "only a credential with a name of its own and a \"kind\" has scopes of its own")
    } else if reader.value["kind"] == nil {
      reader.findings.error(
        reader.value, reader.pointer,
        "unknown credential \"\(name)\"" + Suggestion.hint(for: name, among: known)
          + "; one with a name of its own needs a \"kind\"")
    } else {
      error("jwt", "a credential with a name of its own can't be a JWT; give it a \"value\"")
    }
  }

  /// Checks the literal numbers of a lifetime. The result of a template is bounded at run time.
  private func checkLifetime(_ value: JSONValue, _ pointer: String, _ reader: FixtureReader) {
    if value["$if"] != nil {
      for name in ["then", "else"] {
        if let branch = value[name] { checkLifetime(branch, "\(pointer)/\(name)", reader) }
      }
      return
    }
    if value.stringValue?.utf8.contains(UInt8(ascii: "{")) == true { return }
    _ = reader.isWithin(Bounds.seconds, value, pointer)
  }
}

extension FixtureReader {
  /// Reports a `value` of a credential that is always a JWT: a token has one of two formats, and a predicate has to decide.
  fileprivate mutating func rejectValue() {
    guard value["value"] != nil, let value = member("value") else { return }
    findings.error(
      value, at("value"),
      "there is a jwt, too: say in jwt.when in which case the token is one, or leave value out")
  }
}

extension CredentialRule.SignedForm: ProviderPart {
  static let declaration: Declaration = .init(
    "jwt", "A signed JSON Web Token (RFC 7515, RFC 7519).",
    [
      .value(
        "header", \.header, "The header.",
        example: "{ \"alg\": \"{{key.alg}}\", \"kid\": \"{{key.kid}}\" }"
      ).required,
      .value(
        "claims", \.claims, "The claims.",
        example: "{ \"iss\": \"{{base.first}}\", \"sub\": \"{{person.sub}}\" }"
      ).required,
      .template(
        "alg", \.algorithm, "The algorithm of the signature, one of `signing`.",
        example: "\"RS256\""
      ).required,
      .predicate(
        "when", \.when, "When the credential is a JWT, if it also has a `value`.", or: "always",
        example: "{ \"eq\": [\"{{client.access_token_format}}\", \"jwt\"] }"),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    for name in ["header", "claims"] {
      guard let value = reader.value[name], value.objectValue == nil else { continue }
      reader.findings.error(
        value, reader.at(name), "expected an object (RFC 7519 §4), found \(value.found)")
    }
  }
}

/// The kind of a credential. A new kind is declared here, with its conditions.
package struct CredentialKind: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let code = CredentialKind(rawValue: "code")
  package static let access = CredentialKind(rawValue: "access")
  package static let refresh = CredentialKind(rawValue: "refresh")
  package static let id = CredentialKind(rawValue: "id")
  /// An assertion for another authorization server (draft-ietf-oauth-identity-assertion-authz-grant).
  package static let idJAG = CredentialKind(rawValue: "id_jag")
  package static let deviceCode = CredentialKind(rawValue: "device_code")
  package static let userCode = CredentialKind(rawValue: "user_code")
  /// An authorization response that is a JWT (JARM).
  package static let response = CredentialKind(rawValue: "response")
  /// The JWT that tells a client that a session has ended (OpenID Connect Back-Channel Logout §2.4).
  package static let logout = CredentialKind(rawValue: "logout")
  package static let requestURI = CredentialKind(rawValue: "request_uri")

  /// The kinds that a fixture may describe, in the order of messages.
  package static let all: [CredentialKind] =
    issued + [.deviceCode, .userCode, .requestURI, .response, .logout]
  /// The kinds that answers and grants issue. The others belong to the request of a device, to a pushed request and to a
  /// signed response.
  package static let issued: [CredentialKind] = [.code, .access, .refresh, .id, .idJAG]
  /// The kinds that the ledger keeps: clients present them to the server.
  package static let kept: [CredentialKind] = [.code, .access, .refresh, .deviceCode]

  /// Whether it is redeemed once for tokens.
  package var isCode: Bool { self == .code || self == .deviceCode }
  /// The parameter that holds it.
  package var parameter: String {
    switch self {
    case .code, .deviceCode, .userCode, .requestURI: rawValue
    default: "\(rawValue)_token"
    }
  }

  /// The conditions for credentials that can't be used.
  package struct Conditions: Sendable {
    package let unknown: Condition
    package let expired: Condition
    package let revoked: Condition
    /// It was used before, and may be used only once.
    package let reused: Condition
    /// It was issued to another client.
    package let otherClient: Condition
    /// The name for people.
    package let noun: String
    /// The specification that allows a single use.
    package let reuseClause: String
  }

  /// Revoked codes are reported as unknown.
  package var conditions: Conditions {
    switch self {
    case .code:
      Conditions(
        unknown: .codeUnknown, expired: .codeExpired, revoked: .codeUnknown, reused: .codeReused,
        otherClient: .codeOtherClient, noun: "code", reuseClause: "RFC 6749 §4.1.2")
    case .deviceCode:
      Conditions(
        unknown: .deviceCodeUnknown, expired: .deviceCodeExpired, revoked: .deviceCodeUnknown,
        reused: .deviceCodeReused, otherClient: .deviceCodeOtherClient, noun: "device code",
        reuseClause: "RFC 8628 §3.5")
    case .refresh:
      Conditions(
        unknown: .refreshUnknown, expired: .refreshExpired, revoked: .refreshRevoked,
        reused: .refreshReused, otherClient: .refreshOtherClient, noun: "refresh token",
        reuseClause: "RFC 9700 §4.14.2")
    default:
      Conditions(
        unknown: .tokenUnknown, expired: .tokenExpired, revoked: .tokenRevoked,
        reused: .tokenRevoked, otherClient: .tokenOtherClient, noun: "token",
        reuseClause: "RFC 6750 §3.1")
    }
  }
}
