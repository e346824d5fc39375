import JSON
import ProviderModel

extension Authorization {
  /// RFC 7636 §4.3: a challenge of a method that is not known can't be verified later.
  func challenge(
    _ parameters: JSONObject, _ client: Cast.Client, _ type: String
  ) throws(Refusal) {
    let policy = provider.challenge
    guard provider.parameters.contains(where: { $0.name == "code_challenge" }),
      type.split(separator: " ").contains("code")
    else { return }
    let challenge = parameters["code_challenge"]?.stringValue ?? ""
    if challenge.isEmpty {
      let demanded =
        switch policy.demand {
        case .never: false
        case .spa: client.kind == .spa
        case .public: client.kind != .confidential
        case .always: true
        }
      guard demanded else { return }
      throw Refusal(
        condition: "challenge_missing", facts: ["param": "code_challenge"],
        sentence: "the \(client.kind.rawValue) client \(client.id) has to send a code_challenge",
        clause: "RFC 7636 §4.4.1",
        remedy: "send code_challenge and code_challenge_method=S256")
    }
    let method = parameters["code_challenge_method"]?.stringValue ?? ""
    guard method == "S256" || (policy.plain && (method.isEmpty || method == "plain")) else {
      throw Refusal(
        condition: "challenge_method_unsupported", facts: ["value": method],
        sentence: method.isEmpty
          ? "code_challenge_method is missing, which means plain"
          : "code_challenge_method=\(method) is not accepted",
        clause: "RFC 7636 §4.4.1", remedy: "send code_challenge_method=S256")
    }
    if policy.checksForm, !ChallengePolicy.isWellFormed(challenge) {
      throw Refusal(
        condition: "parameter_invalid", facts: ["param": "code_challenge", "value": challenge],
        sentence: "code_challenge has \(challenge.utf8.count) characters or odd ones",
        clause: "RFC 7636 §4.2",
        remedy: "send 43 to 128 characters: the base64url of the verifier's SHA-256")
    }
  }
}
