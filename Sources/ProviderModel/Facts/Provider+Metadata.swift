import Basics

/// Lists of metadata that follow from several members: each names only what some response can have.
extension Provider {
  /// The scopes of `scope.known`. Without refresh tokens, nothing follows from `offline_access` (OpenID Connect Core §11).
  var listedScopes: [String] {
    let names = scope.known.map(\.name)
    return mayIssue(.refresh) ? names : names.filter { $0 != "offline_access" }
  }

  /// The methods of a code challenge, if some response has a code that a token request redeems.
  var challengeMethods: [String] {
    let names = parameters.map(\.name)
    guard names.contains("code_challenge"), has(.code),
      answers.values.contains(where: { issues(.code, $0.issues) })
    else { return [] }
    if !challenge.methods.isEmpty { return challenge.methods.map(\.name) }
    let s256 = names.contains("code_challenge_method") ? ["S256"] : []
    return s256 + (challenge.plain ? ["plain"] : [])
  }

  /// The schemes of the Authorization header by which clients authenticate.
  var clientSchemes: [String] { token.authentication.contains(.basic) ? ["Basic"] : [] }

  // MARK: Signatures

  /// The algorithms that a client can register for its responses: those of the provider's keys, and that of client secrets.
  var responseAlgorithms: [String] {
    let hasSecrets = [.basic, .post, .clientSecretJWT].contains(
      where: token.authentication.contains)
    return signing.map(\.algorithm) + (hasSecrets ? [AssertionRule.secretAlgorithm] : [])
  }

  /// The algorithms of ID tokens.
  var idTokenAlgorithms: [String] {
    guard issuesIDTokens, let algorithm = rule(for: .id)?.signedForm?.algorithm else { return [] }
    if let name = algorithm.literal { return [name] }
    if algorithm.facts.contains(.client(.idTokenAlgorithm)) { return responseAlgorithms }
    return Array(signing.map(\.algorithm).prefix(1))
  }

  /// Whether the ID tokens of a client may be signed with its secret.
  package func mayUseSecret(toSignFor client: Client) -> Bool {
    guard let algorithm = rule(for: .id)?.signedForm?.algorithm else { return false }
    let name =
      algorithm.facts.contains(.client(.idTokenAlgorithm))
      ? client.idTokenAlgorithm ?? "" : algorithm.literal
    return name.map { $0 == AssertionRule.secretAlgorithm } ?? true
  }

  // MARK: Claims

  /// The claims of ID tokens, and those that scopes request (OpenID Connect Discovery §3).
  var listedClaims: [String] {
    let members = issuesIDTokens ? rule(for: .id)?.signedForm?.claims.members ?? [] : []
    let own = members.filter { member in
      guard case .claims = member.shape else { return isEverKnown(member.shape) }
      return false
    }
    return (own.map(\.name) + scope.claims.flatMap(\.names)).unique
  }

  /// Whether some ID token has a claim: the part of the provider that it is about may be missing.
  private func isEverKnown(_ claim: Shape) -> Bool {
    if case .when(let predicate, _, nil) = claim {
      return has(.exchange) || !predicate.facts.contains(where: \.isOfExchange)
    }
    guard case .single(let expression) = claim, let fact = expression.fact else { return true }
    switch fact {
    case .grant(.acr), .grant(.amr): return !levels.isEmpty
    case .grant(.actor): return has(.exchange)
    case .hash(.code):
      return answers.values.contains { issues(.code, $0.issues) && issues(.id, $0.issues) }
    default: return true
    }
  }

  /// Whether some response has an ID token.
  private var issuesIDTokens: Bool {
    let rules =
      answers.values.flatMap(\.issues) + token.grants.flatMap(\.rule.issues)
      + (fedCM?.issues ?? [])
    return rule(for: .id) != nil && issues(.id, rules)
  }

  private func issues(_ kind: CredentialKind, _ rules: [IssuanceRule]) -> Bool {
    rules.contains { $0.kind == kind && $0.mayApply }
  }

  private func has(_ grant: GrantKind) -> Bool {
    token.grants.contains { $0.rule.kind == grant }
  }

  /// Whether clients are told which session ends: by the logout token, or in the address of the frame.
  var namesSessionsInBack: Bool {
    credentials[.logout]?.signedForm?.claims.members.contains { $0.name == "sid" } == true
  }
  var namesSessionsInFront: Bool {
    let names = endpoint(.logout)?.frontChannel?.members.map(\.name) ?? []
    return names.contains("sid") && names.contains("iss")
  }
}

extension Fact {
  fileprivate var isOfExchange: Bool { if case .exchange = self { true } else { false } }
}
