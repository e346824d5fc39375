import Basics

/// Abilities that a client shows by what it sends where nothing is odd, and that need no control of their own.
enum ShownAbility: String, CaseIterable {
  case state, discovery, jwks, nonce, userinfo, code

  func shows(in episode: CheckRun) -> Bool {
    switch self {
    case .state: episode.authorizations.contains { $0.parameters.first("state") != nil }
    case .discovery: episode.own.contains { $0.isTo("metadata") }
    case .jwks: episode.own.contains { $0.isTo("jwks") }
    case .nonce: episode.authorizations.contains { $0.parameters.first("nonce") != nil }
    case .userinfo: episode.own.contains { $0.isTo("resource") }
    case .code:
      episode.authorizations.contains {
        $0.parameters.first("response_type")?.split(separator: " ").contains("code") == true
      }
    }
  }

  /// What a client without it was seen to do.
  var lack: String {
    switch self {
    case .state: "it sent no state"
    case .discovery: "it read no discovery document"
    case .jwks: "it fetched no keys, as a client may that has its ID tokens from the token endpoint"
    case .nonce: "it sent no nonce"
    case .userinfo: "it called no userinfo"
    case .code: "it asked for no code"
    }
  }
}
