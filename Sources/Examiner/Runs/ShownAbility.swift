import Basics
import HTTPTypes

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
  /// It keeps tokens, or its registration, from one run to the next.
  case store
  /// It makes several calls at once.
  case parallel
  /// It gives up a poll that is not answered for some seconds.
  case timeout
  /// It authenticates with a secret that it was given.
  case toldSecret = "told-secret"
  /// It asks the server for its registration after it has registered (RFC 7592).
  case manages
  /// It updates its registration (RFC 7592 §2.2).
  case updates
  /// It presents a token where it registers (RFC 7591 §3).
  case initialAccessToken = "initial-access-token"

  func shows(in run: CheckRun, of check: Check) -> Bool {
    switch self {
    case .store:
      // A client that keeps nothing signs in, or registers, in each run.
      Self.beginnings(of: run) < check.agent.runs - 1 + check.agent.together
    case .toldSecret:
      run.own.contains {
        $0.isTo("token") && !ClientAuthentication(Sent($0, in: 0, of: Subject())).methods.isEmpty
      }
    case .manages: run.own.count { $0.isTo("registration") } > 1
    case .updates: run.own.contains { $0.isTo("registration") && $0.request.method == .put }
    case .initialAccessToken: run.own.contains { $0.isTo("register") && $0.bearer != nil }
    case .timeout: run.own.contains { $0.isTo("token") && !$0.isDelivered }
    case .parallel:
      // Who makes one call after another has a new token after the first refusal.
      Dictionary(grouping: run.own.filter { $0.isTo("resource") && $0.isRefused }) {
        $0.request.headers.first(.authorization) ?? ""
      }.values.contains { $0.count > 1 }
    }
  }

  private static func beginnings(of run: CheckRun) -> Int {
    let registered = run.own.count { $0.isTo("register") && !$0.isRefused }
    return registered > 0 ? registered : run.authorizations.count
  }

  var lack: String {
    switch self {
    case .store: "it kept nothing from one run to the next"
    case .toldSecret: "it sent no secret"
    case .manages: "it did not use its registration access token again"
    case .updates: "it sent no update"
    case .initialAccessToken: "it registered without a token"
    case .parallel: "it made no two calls at once"
    case .timeout: "it waited for each answer as long as it took"
    }
  }
}
