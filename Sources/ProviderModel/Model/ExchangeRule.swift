import Basics

/// The tokens that a token exchange takes and issues (RFC 8693).
package struct ExchangeRule: Sendable {
  /// The kinds of tokens of a token type.
  package enum Source: String, Sendable, CaseIterable {
    /// An access token, a refresh token or an ID token of this provider and sandbox.
    case access, refresh, id
    /// A JWT of an issuer that the cast trusts.
    case trusted
  }

  /// The values of `subject_token_type`. Without that parameter, the first one applies.
  package fileprivate(set) var subjects: [(name: String, sources: [Source])] = []
  /// The values of `actor_token_type`; empty if nobody can act for somebody else.
  package fileprivate(set) var actors: [(name: String, sources: [Source])] = []
  /// The values of `requested_token_type`. Without that parameter, the first one applies.
  package fileprivate(set) var requested: [(name: String, rule: RequestedTokenRule)] = []
  /// The issuer of ID tokens, which are verified and not looked up.
  package fileprivate(set) var issuer = Template(literal: "")
  /// Whether access tokens of other clients are refused, as refresh tokens of theirs are.
  package fileprivate(set) var takesOwnOnly = false
  /// Whether an exchange revokes the subject token.
  package fileprivate(set) var revokesSubject = false

  package init() {}

  /// Whether a token may be the JWT of an issuer that the cast trusts.
  package var takesTrusted: Bool {
    (subjects + actors).contains { $0.sources.contains(.trusted) }
  }
}

extension ExchangeRule: ProviderPart {
  private static let sources = MemberType.list(.choice(of: Source.self))
  private static let meaning =
    "each with the kinds of tokens that it may be: an access token, a refresh token or an ID token of this provider, or the JWT of an issuer that the cast trusts"

  static let declaration: Declaration = .init(
    "exchange", "The tokens that a token exchange takes and issues (RFC 8693).",
    [
      .map(
        "subject_token_types", \.subjects, sources, keys: "values of `subject_token_type`",
        "The token types of the subject token, \(meaning). If the provider does not read `subject_token_type`, the first one applies.",
        example: "{ \"urn:ietf:params:oauth:token-type:access_token\": [\"access\"] }"
      ) { entry, _ in (name: entry.name, sources: entry.sources) },
      .map(
        "actor_token_types", \.actors, sources, keys: "values of `actor_token_type`",
        "The token types of the actor token, \(meaning).", or: "actor tokens are refused",
        example: "{ \"urn:ietf:params:oauth:token-type:access_token\": [\"access\"] }"
      ) { entry, _ in (name: entry.name, sources: entry.sources) },
      .objects(
        "requested_token_types", \.requested, keys: "values of `requested_token_type`",
        "The token types that can be requested. The first one applies to a request that names none. Without any, `issues` of the grant decides alone."
      ).example(
        #"{ "urn:ietf:params:oauth:token-type:access_token": { "issues": "access" } }"#),
      .template(
        "issuer", \.issuer,
        "The claim `iss` of the ID tokens that are taken.", example: "\"{{base.first}}\""),
      .flag(
        "own_tokens_only", \.takesOwnOnly,
        "Whether access tokens of other clients are refused, as refresh tokens and ID tokens of theirs are."
      ),
      .flag(
        "revokes_subject", \.revokesSubject,
        "Whether an exchange revokes the subject token, if it is a token of this provider."),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard subjects.isEmpty else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "an exchange takes no token; add \"subject_token_types\" with a token type")
  }
}

extension FixtureReader.Entry {
  /// The kinds of tokens that the value lists.
  fileprivate var sources: [ExchangeRule.Source] {
    let known = ExchangeRule.Source.allCases.map(\.rawValue)
    guard let list = value.arrayValue, !list.isEmpty else {
      findings.error(
        value, pointer,
        "expected an array with some of \(known.joined(separator: ", ")), found \(value.found)")
      return []
    }
    return list.enumerated().compactMap { index, word in
      if let source = word.stringValue.flatMap(ExchangeRule.Source.init) { return source }
      findings.error(
        word, "\(pointer)/\(index)",
        "expected one of \(known.joined(separator: ", ")), found \(word.found)")
      return nil
    }
  }
}

/// A token type that a token exchange can issue.
package struct RequestedTokenRule: Sendable {
  package fileprivate(set) var credential = ""
  /// The token types of the subject tokens for which it is issued; `nil`: all.
  package fileprivate(set) var subjects: [String]?
  /// Whether the token is for another authorization server, which the parameter `audience` names.
  package fileprivate(set) var isForOtherServer = false

  package init() {}

  package var kind: CredentialKind { CredentialKind(rawValue: credential) }
}

extension RequestedTokenRule: ProviderPart {
  static let declaration: Declaration = .init(
    "requested token", "A token type that a token exchange can issue.",
    [
      .text(
        "issues", \.credential, "The credential to issue.", example: "\"access\""
      ).required,
      .texts(
        "from", \.subjects, "The token types of the subject tokens for which it is issued.",
        or: "all of `subject_token_types`",
        example: "[\"urn:ietf:params:oauth:token-type:id_token\"]"),
      .flag(
        "for_other_server", \.isForOtherServer,
        "Whether the token is for another authorization server. The parameter `audience` names that server, and its scopes and resources are not those of this provider."
      ),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    let known = CredentialKind.issued.map(\.rawValue).filter(vocabulary.credentials.contains)
    guard !credential.isEmpty, !known.contains(credential) else { return }
    reader.findings.error(
      reader.value["issues"], reader.at("issues"),
      "there is no credential \"\(credential)\" to issue"
        + Suggestion.hint(for: credential, among: known))
  }
}
