import Basics
import HTTPTypes

/// Abilities that a client shows by what it sends where nothing is odd, and that need no control of their own.
enum ShownAbility: String, CaseIterable {
  case state, iss, discovery, jwks, nonce, userinfo, code, pkce, par, dpop
  case codeBinding = "dpop_jkt"
  case assertion = "jwt-auth"
  case customScheme = "custom-scheme"
  case subject

  func shows(in run: CheckRun) -> Bool {
    switch self {
    case .state: run.authorizations.contains { $0.parameters.first("state") != nil }
    // Whether the provider sends it is told by the metadata (RFC 9207 §3).
    case .discovery, .iss: run.own.contains { $0.isTo("metadata") }
    case .pkce:
      run.own.contains {
        ["authorize", "pushed_authorization"].contains($0.kind)
          && $0.parameters.first("code_challenge_method") == "S256"
      }
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
    case .subject: ClaimJudges.showsSubject(run)
    case .customScheme:
      run.redirectURIs.contains {
        !["http", "https"].contains($0.prefix { $0 != ":" }.lowercased())
      }
    case .assertion: run.own.contains { $0.parameters.first("client_assertion") != nil }
    }
  }

  /// What a client without it was seen to do.
  var lack: String {
    switch self {
    case .state: "it sent no state"
    case .discovery: "it read no discovery document"
    case .iss: "it read no metadata, which would have promised iss"
    case .pkce: "it sent no code_challenge with S256"
    case .jwks: "it fetched no keys, as a client may whose ID tokens come from the token endpoint"
    case .nonce: "it sent no nonce"
    case .userinfo: "it called no userinfo"
    case .code: "it asked for no code"
    case .par: "it pushed no authorization request"
    case .dpop: "it sent no DPoP proof"
    case .codeBinding: "it did not bind its code to a key"
    case .subject: "its probe URL shows no sub"
    case .customScheme: "it uses no custom scheme"
    case .assertion: "it did not authenticate with a JWT"
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
  /// It reads the ID tokens of refreshes.
  case refreshedIDToken = "refreshed-id-token"
  /// It refreshes for a second time where the first new token is refused, too.
  case refreshesAgain = "refreshes-again"
  /// It says which scopes it takes itself to have.
  case scopes
  /// It presents a token where it registers (RFC 7591 §3).
  case initialAccessToken = "initial-access-token"

  func shows(in run: CheckRun, of check: Check) -> Bool {
    switch self {
    case .store:
      // A client that keeps nothing signs in, or registers, in each run. So does one that kept a token too long, and was
      // refused.
      Self.beginnings(of: run) < check.agent.runs - 1 + check.agent.together
        || RefreshJudges.sendsReplaced(run)
    case .toldSecret:
      run.own.contains {
        $0.isTo("token") && !ClientAuthentication(Sent($0, in: 0, of: Subject())).methods.isEmpty
      }
    case .refreshedIDToken: !RefreshJudges.usesChangedRefresh(run)
    case .refreshesAgain: run.tokenRequests("refresh_token").count > 1
    case .scopes: run.outcome.scopes != nil
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
    case .refreshedIDToken: "it went on although the refreshed ID token was not a JWT"
    case .refreshesAgain: "it did not refresh a second time"
    case .scopes: "it did not report its scopes"
    case .manages: "it did not use its registration access token again"
    case .updates: "it sent no update"
    case .initialAccessToken: "it registered without a token"
    case .parallel: "it made no parallel calls"
    case .timeout: "it waited for each response without a time limit"
    }
  }
}

/// Abilities that a client tries to use by a request of its own. One that was tried and did not work is a failure.
enum TriedAbility: String {
  case refresh, logout, acr, revoke
  case maxAge = "max_age"
  case formPost = "form_post"
  case resourceIndicator = "resource-indicator"

  func isTried(in run: CheckRun) -> Bool {
    func asks(_ name: String) -> Bool {
      run.authorizations.contains { $0.parameters.first(name) != nil }
    }
    return switch self {
    case .refresh: !run.tokenRequests("refresh_token").isEmpty
    case .logout: run.own.contains { $0.isTo("logout") }
    case .revoke: run.own.contains { $0.isTo("revoke") }
    case .acr: asks("acr_values")
    case .maxAge: asks("max_age")
    case .formPost:
      run.authorizations.contains { $0.parameters.first("response_mode") == "form_post" }
    case .resourceIndicator: asks("resource")
    }
  }
}
