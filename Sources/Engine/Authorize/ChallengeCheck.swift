import ProviderModel

/// RFC 7636 §4.3: a challenge of a method that is not known can't be verified later.
enum ChallengeCheck {
  static func pass(
    _ client: Client, _ type: String, _ arguments: CanonicalParameters, _ provider: Provider
  ) throws(Refusal) {
    let policy = provider.challenge
    guard provider.parameters.contains(where: { $0.name == "code_challenge" }),
      type == "code" || type.split(separator: " ").contains("code")
    else { return }
    let challenge = arguments.text("code_challenge")
    let wire = provider.wire("code_challenge", at: .authorize)
    let byMethod = provider.wire("code_challenge_method", at: .authorize)
    if challenge.isEmpty {
      guard isDemanded(policy.demand, of: client) else { return }
      throw Refusal(
        .challengeMissing, at: .authorize, facts: [("param", "code_challenge")],
        "the \(client.kind.rawValue) client \(client.id) has to send a \(wire)",
        remedy: "send \(wire) and \(byMethod)=S256")
    }
    let name = arguments.text("code_challenge_method")
    guard let method = policy.method(named: name) else {
      throw Refusal(
        .challengeMethodUnsupported, at: .authorize, facts: [("value", name)],
        name.isEmpty
          ? "\(byMethod) is missing, which means plain"
          : "\(byMethod)=\(name) is not accepted",
        remedy: "send \(byMethod)=S256")
    }
    if let flaw = policy.flaw(ofChallenge: challenge, isPlain: method == .plain) {
      throw Refusal(
        .challengeMalformed, at: .authorize,
        facts: [("param", "code_challenge"), ("value", challenge)], "\(wire) \(flaw)",
        remedy: "send the base64url of the verifier's SHA-256, which has 43 characters")
    }
  }

  /// Says that a method without a challenge binds the code to nothing.
  static func note(_ context: RequestContext) -> RequestContext.Note? {
    let method = context.parameter("code_challenge_method")
    guard !method.isEmpty, context.parameter("code_challenge").isEmpty else { return nil }
    let wire = context.wire("code_challenge")
    let byMethod = context.wire("code_challenge_method")
    return (
      "\(byMethod) has no effect without \(wire): the code is not bound to a verifier",
      "RFC 7636 §4.3", "send \(wire), too"
    )
  }

  private static func isDemanded(_ demand: ChallengePolicy.Demand, of client: Client) -> Bool {
    switch demand {
    case .never: false
    case .spa: client.kind == .spa
    case .public: client.kind != .confidential
    case .always: true
    }
  }
}
