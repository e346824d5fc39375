import ProviderModel

/// The algorithms that a client is registered with for what the server signs.
enum RegisteredAlgorithm {
  /// Refuses a request that would issue an ID token which can't be signed or encrypted for the client.
  static func check(
    issuing issues: [IssuanceRule], at catalogue: Condition.Catalogue, _ context: RequestContext
  ) throws(Refusal) {
    guard issues.contains(where: { $0.kind == .id && context.facts.holds($0.when) }) else { return }
    try check(.idToken, at: catalogue, context)
    try Recipient.check(.idToken, at: catalogue, context)
  }

  /// Refuses a request whose response would be signed with a key that is not published.
  static func check(
    _ part: Client.Encrypted, at catalogue: Condition.Catalogue, _ context: RequestContext
  ) throws(Refusal) {
    let provider = context.provider
    guard let client = context.facts.client, let algorithm = client.algorithm(of: part) else {
      return
    }
    let known = provider.signing.map(\.algorithm) + [AssertionRule.secretAlgorithm]
    guard !known.contains(algorithm) else { return }
    let member = "\(part.rawValue)_signed_response_alg"
    let quirk = provider.quirks.first { quirk in
      quirk.patch["signing"]?[algorithm].map { !$0.isNull } ?? false
    }
    throw Refusal(
      .signingAlgUnsupported, at: catalogue, facts: [("value", algorithm)],
      "the client \(client.id) is registered with \(member) \(algorithm), and \(provider.id) signs nothing with it",
      remedy: .say(
        "change it in \(client.source) to one of \(known.joined(separator: ", "))"
          + (quirk.map { ", or switch the quirk \(provider.id).\($0.id) on" } ?? "")))
  }
}

extension Client {
  fileprivate func algorithm(of part: Encrypted) -> String? {
    switch part {
    case .idToken: idTokenAlgorithm
    case .userInfo: userInfoAlgorithm
    case .response: responseAlgorithm
    }
  }
}
