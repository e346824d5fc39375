import ProviderModel

/// What can be set by `UNDERSTUDY_…`: an option each.
enum Setting: String, CaseIterable {
  case acceptAnyClient = "ACCEPT_ANY_CLIENT"
  case allowHost = "ALLOW_HOST"
  case atRoot = "AT_ROOT"
  case allowRemote = "ALLOW_REMOTE"
  case cast = "CAST"
  case caDir = "CA_DIR"
  case caOnce = "CA_ONCE"
  case consent = "CONSENT"
  case controlToken = "CONTROL_TOKEN"
  case controlTokenFile = "CONTROL_TOKEN_FILE"
  case store = "STORE"
  case storeReads = "STORE_READS"
  case storeSync = "STORE_SYNC"
  case storeWait = "STORE_WAIT"
  case exitWithParent = "EXIT_WITH_PARENT"
  case fetchHost = "FETCH_HOST"
  case host = "HOST"
  case https = "HTTPS"
  case internalURL = "INTERNAL_URL"
  case journalSecrets = "JOURNAL_SECRETS"
  case key = "KEY"
  case log = "LOG"
  case maxSandboxes = "MAX_SANDBOXES"
  case mcpResource = "MCP_RESOURCE"
  case noBundled = "NO_BUNDLED"
  case noClientCertificates = "NO_CLIENT_CERTIFICATES"
  case plain = "PLAIN"
  case port = "PORT"
  case provider = "PROVIDER"
  case proxy = "PROXY"
  case proxyOthers = "PROXY_OTHERS"
  case publicURL = "PUBLIC_URL"
  case quiet = "QUIET"
  case readyFile = "READY_FILE"
  case scenario = "SCENARIO"
  case seed = "SEED"
  case signIn = "SIGN_IN"
  case strict = "STRICT"
  case trustProxy = "TRUST_PROXY"
  case watch = "WATCH"
  case with = "WITH"
  case without = "WITHOUT"

  /// The variable's name.
  var variable: String { Self.prefix + rawValue }

  static let prefix = "UNDERSTUDY_"

  /// What `run` tells its command, and who sets up a process for one test may still have in hand.
  static let told = ["URL", "HTTPS_URL", "PROXY_URL", "CA_FILE"].map { prefix + $0 }

  /// Variables that the project's own tests and builds read.
  static let ours = ["RECORD", "FUZZ", "TESTS"].map { prefix + $0 }

  /// A warning for each variable that looks like one of ours but is not: a misspelt one would be ignored silently. It may
  /// belong to another program, so it is not an error.
  static func warnings(_ variables: [String]) -> [String] {
    variables.filter { $0.hasPrefix(prefix) && !told.contains($0) && !ours.contains($0) }
      .map { String($0.dropFirst(prefix.count)) }
      .filter { Setting(rawValue: $0) == nil }.sorted()
      .map { name in
        let near = Suggestion.nearest(to: name, among: allCases.map(\.rawValue))
        return "\(prefix)\(name) sets nothing: there is no such option"
          + (near.map { "; did you mean \(prefix)\($0)?" } ?? "")
      }
  }
}
