import Basics

/// Abilities that a client shows by what it sends where nothing is odd, and that need no control of their own.
enum ShownAbility: String, CaseIterable {
  case state, discovery, jwks, nonce, userinfo, code, par, dpop
  case codeBinding = "dpop_jkt"
  case assertion = "jwt-auth"

  func shows(in run: CheckRun) -> Bool {
    switch self {
    case .state: run.authorizations.contains { $0.parameters.first("state") != nil }
    case .discovery: run.own.contains { $0.isTo("metadata") }
    case .jwks: run.own.contains { $0.isTo("jwks") }
    case .nonce: run.authorizations.contains { $0.parameters.first("nonce") != nil }
    case .userinfo: run.own.contains { $0.isTo("resource") }
    case .code:
      run.authorizations.contains {
        $0.parameters.first("response_type")?.split(separator: " ").contains("code") == true
      }
    case .par: run.own.contains { $0.isTo("pushed_authorization") }
    case .dpop: run.own.contains { $0.request.headers.contains(.dPoP) }
    case .codeBinding:
      run.own.contains {
        ["authorize", "pushed_authorization"].contains($0.kind)
          && $0.parameters.first("dpop_jkt") != nil
      }
    case .assertion: run.own.contains { $0.parameters.first("client_assertion") != nil }
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
    case .par: "it pushed no authorization request"
    case .dpop: "it sent no DPoP proof"
    case .codeBinding: "it bound its code to no key, as it may"
    case .assertion: "it authenticated by no JWT"
    }
  }
}

/// Abilities that a client shows in the run of the check that is about them, and in no other.
enum OwnAbility: String {
  /// It keeps tokens from one run to the next.
  case store
  /// It makes several calls at once.
  case parallel
  /// It gives up a poll that is not answered for some seconds.
  case timeout

  func shows(in run: CheckRun, of check: Check) -> Bool {
    switch self {
    case .store:
      // Who keeps nothing signs in each time.
      run.authorizations.count < check.agent.runs - 1 + check.agent.together
    case .timeout: run.own.contains { $0.isTo("token") && !$0.isDelivered }
    case .parallel:
      // Who makes one call after another has a new token after the first refusal.
      Dictionary(grouping: run.own.filter { $0.isTo("resource") && $0.isRefused }) {
        $0.request.headers.first(.authorization) ?? ""
      }.values.contains { $0.count > 1 }
    }
  }

  var lack: String {
    switch self {
    case .store: "it signed in anew in each run"
    case .parallel: "it made no two calls at once"
    case .timeout: "it waited for each answer as long as it took"
    }
  }
}
