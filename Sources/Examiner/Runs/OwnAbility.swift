/// Abilities that a client shows in the run of the check that is about them, and in no other.
enum OwnAbility: String {
  /// It keeps tokens from one run to the next.
  case store
  /// It makes several calls at once.
  case parallel

  func shows(in episode: CheckRun, of check: Check) -> Bool {
    switch self {
    case .store:
      // Who keeps nothing signs in each time.
      episode.authorizations.count < check.agent.runs - 1 + check.agent.together
    case .parallel:
      // Who makes one call after another has a new token after the first refusal.
      Dictionary(grouping: episode.own.filter { $0.isTo("resource") && $0.isRefused }) {
        $0.request.headers.first(.authorization) ?? ""
      }.values.contains { $0.count > 1 }
    }
  }

  var lack: String {
    switch self {
    case .store: "it signed in anew in each run"
    case .parallel: "it made no two calls at once"
    }
  }
}
