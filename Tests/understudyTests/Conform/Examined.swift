import Basics
import Foundation
import TestSupport
import Testing

/// `conform run` as a user runs it, and what its JSON report says.
struct Examined {
  let result: Tool.Result
  let report: JSONValue

  /// A client that passes everything.
  static func reference() throws -> [String] {
    [try Tool.location(of: "self-test").path, "reference-client"]
  }

  /// - Parameter script: for `sh`; its `$0` is the self-test, so that it can become the reference client.
  init(
    _ options: [String], script: String, profile: String = "native-code",
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      options, ["/bin/sh", "-c", script, try Tool.location(of: "self-test").path], profile: profile,
      environment: environment)
  }

  init(
    _ options: [String], _ command: [String], profile: String = "native-code",
    environment: [String: String] = [:]
  ) throws {
    result = try Tool(
      Self.arguments(options, command, profile: profile), environment: environment
    ).finish()
    report = Self.read(result.output)
  }

  /// The report goes to standard output, what people read to standard error.
  static func arguments(_ options: [String], _ command: [String], profile: String = "native-code")
    -> [String]
  {
    ["conform", "run", "--profile", profile, "--report", "json=-"] + options + ["--"] + command
  }

  static func read(_ text: String) -> JSONValue {
    (try? JSONReader().read(Array(text.utf8), file: "").root) ?? [:]
  }

  /// By id.
  var verdicts: [String: String] { Self.verdicts(report) }

  static func verdicts(_ report: JSONValue) -> [String: String] {
    var verdicts: [String: String] = [:]
    for check in report["checks"]?.arrayValue ?? [] {
      if let id = check["id"]?.stringValue { verdicts[id] = check["verdict"]?.stringValue }
    }
    return verdicts
  }

  /// The verdict without what every run is looked at for.
  subscript(id: String) -> String? { verdicts[id] }

  /// Checks that did not come out green by what the client did in them.
  func isGreenNowhere(_ ids: [String]) -> Bool { ids.allSatisfy { self[$0] != "pass" } }
}

/// What clients written for `sh` begin with: the browser is sent to the provider.
enum ShellClient {
  /// - Parameter redirect: its redirect URI, encoded.
  static func open(_ redirect: String = "com.example.app%3A%2Fcb", by opener: String = "$BROWSER")
    -> String
  {
    """
    verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
    challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
    state=state-of-$OAUTH_TEST_ID
    redirect='\(redirect)'
    \(opener) "$OAUTH_AUTHORIZE_URL?response_type=code&client_id=$OAUTH_CLIENT_ID&redirect_uri=$redirect&state=$state&code_challenge=$challenge&code_challenge_method=S256&scope=openid" || exit 9

    """
  }

  /// Takes the callback from standard input and redeems its code.
  static let redeem = """
    read -r callback || exit 3
    case $callback in *"state=$state"*) ;; *) exit 4 ;; esac
    case $callback in *error=*) exit 5 ;; esac
    code=${callback#*code=}; code=${code%%&*}
    curl -sf "$OAUTH_TOKEN_URL" -d "grant_type=authorization_code&code=$code&client_id=$OAUTH_CLIENT_ID&redirect_uri=$redirect&code_verifier=$verifier" >"$HOME/tokens" || exit 6
    grep -q '"access_token"' "$HOME/tokens" || exit 7
    grep -qi '"token_type": *"bearer"' "$HOME/tokens" || exit 8

    """
}
