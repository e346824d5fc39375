import Examiner

enum ProtectionExamples {
  private static func request(_ more: String) -> String {
    "response_type=code&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&" + more
  }
  private static let long = "0123456789abcdef"

  /// Runs of their own, each with what it is given.
  private static func runs(_ each: String..., brought: String? = nil) -> [CheckRun] {
    each.map { more in Trace.run { $0.authorize(request(more), brought: brought) } }
  }

  /// One after another.
  private static func counted(_ number: Int, _ name: String = "state") -> [CheckRun] {
    (1...number).map { count in
      Trace.run { $0.authorize(request("\(name)=request-number-0000\(count)")) }
    }
  }

  /// The same beginning, with this many differences.
  private static func varied(_ start: String, _ places: Int) -> [CheckRun] {
    (1...8).map { count in
      let end = String(repeating: "\(count)", count: places)
      return Trace.run { $0.authorize(request("state=\(start)\(end)")) }
    }
  }

  private static let pushed = "client_id=native&request_uri=urn%3Aa"

  static let all: [PassiveExample] =
    [
      .init("csrf-protection", .held, runs("state=a", "code_challenge=x", "scope=openid&nonce=n")),
      .init("csrf-protection", .broken, "neither", runs("state=a", "state=")),
      // Without openid nobody gives a nonce back.
      .init("csrf-protection", .broken, runs("nonce=n")),
      .init("csrf-protection", .broken) {
        $0.authorize("response_type=token&client_id=native&code_challenge=x")
      },
      .init("csrf-protection", .broken, runs("scope=openid")),
      .init("csrf-protection", .nothingSeen) { _ in },
      .init("csrf-protection", .cannotSay) { $0.authorize(pushed) },
      .init("csrf-protection", .cannotSay) { $0.authorize("client_id=native&request=a.b.c") },
      .init("state-unique", .cannotSay) { $0.authorize(pushed) },
      .init("nonce-unless-code-flow", .cannotSay) { $0.authorize(pushed) },

      .init("state-unique", .held, "3", runs("state=\(long)1", "state=\(long)2", "state=\(long)3")),
      .init(
        "state-unique", .broken, "in an earlier request",
        runs("state=\(long)1", "state=\(long)2", "state=\(long)1")),
      .init("state-unique", .broken, "earlier", runs("state=\(long)", "state=\(long)")),
      .init(
        "state-unique", .broken, "4 characters", severity: .should,
        runs("state=abcd", "state=abce", "state=abcf")),
      .init(
        "state-unique", .broken, "at most 1 of", severity: .should, counted(8)),
      .init("state-unique", .held, counted(7)),
      // 16 characters, of which 12 differ, are enough.
      .init("state-unique", .held, varied("abcd", 12)),
      .init(
        "state-unique", .broken, "at most 11 of", severity: .should, varied("abcde", 11)),
      .init(
        "state-unique", .broken, "15 characters", severity: .should, varied("abc", 12)),
      .init("state-unique", .nothingSeen, "found 2", runs("state=\(long)1", "state=\(long)2")),
      .init("state-unique", .notApplicable, runs("scope=a", "scope=a", "scope=a")),

      .init("nonce-unique", .held, runs("nonce=1", "nonce=2", "nonce=3")),
      .init("nonce-unique", .broken, "\"1\"", runs("nonce=1", "nonce=2", "nonce=1")),
      .init(
        "nonce-unique", .broken, "is the state", severity: .should,
        runs("nonce=1&state=1", "nonce=2&state=3", "nonce=4&state=5")),
      .init(
        "nonce-unique", .broken, "nonces are predictable", severity: .should,
        counted(8, "nonce")),
      .init("nonce-unique", .held, counted(7, "nonce")),
      .init("nonce-unique", .notApplicable, runs("state=1")),
      .init("nonce-unique", .nothingSeen, runs("nonce=1")),

      .init("nonce-unless-code-flow", .held) {
        $0.authorize("response_type=code%20id_token&client_id=native&nonce=n")
      },
      .init("nonce-unless-code-flow", .broken, "response_type=id_token token") {
        $0.authorize("response_type=id_token%20token&client_id=native")
      },
      .init("nonce-unless-code-flow", .notApplicable, runs("scope=openid")),

      .init(
        "scope-openid", .held, of: Subject(wantsOpenID: true),
        runs("scope=openid", "scope=email+openid")),
      .init(
        "scope-openid", .broken, "\"openid2\"", of: Subject(wantsOpenID: true),
        runs("scope=openid2")),
      .init("scope-openid", .broken) {
        $0.authorize("response_type=id_token&client_id=native&nonce=n&scope=email")
      },
      .init("scope-openid", .broken) {
        $0.authorize("response_type=id_token&client_id=native&scope=email")
      },
      .init("scope-openid", .held, runs("scope=openid")),
      .init("scope-openid", .broken, runs("scope=email&nonce=n")),
      .init("scope-openid", .notApplicable, runs("scope=email")),
    ] + reloads

  /// One request that a browser loads more often than once is one.
  private static let reloads: [PassiveExample] = [
    // The login page, and back from it.
    .init("state-unique", .nothingSeen, "found 1") { trace in
      trace.authorize(request("state=\(long)"))
      trace.add("login", "POST", "/login", body: "username=alice", byBrowser: true)
      trace.authorize(request("state=\(long)&__q_hash=abc"))
      trace.authorize(request("state=\(long)"), brought: "?code=code-00001&state=\(long)")
    },
    // After it ended: somebody pressed Back, and the client took no notice.
    .init("state-unique", .nothingSeen, "found 1") { trace in
      trace.authorize(request("state=\(long)"), brought: "?code=code-00001&state=\(long)")
      trace.token("grant_type=authorization_code&code=code-00001&client_id=native")
      trace.authorize(request("state=\(long)"), brought: "?code=code-00002&state=\(long)")
    },
    // The client made use of it: then it was its own.
    .init("state-unique", .broken, "earlier") { trace in
      trace.authorize(request("state=\(long)"), brought: "?code=code-00001&state=\(long)")
      trace.token("grant_type=authorization_code&code=code-00001&client_id=native")
      trace.authorize(request("state=\(long)"), brought: "?code=code-00002&state=\(long)")
      trace.token("grant_type=authorization_code&code=code-00002&client_id=native")
    },
    // Tried again after an error: nothing came of the first.
    .init("state-unique", .nothingSeen) { trace in
      trace.authorize(
        request("state=\(long)&prompt=none"), brought: "?error=login_required&state=\(long)")
      trace.authorize(request("state=\(long)"), brought: "?code=code-00001&state=\(long)")
    },
    // In another run it is no second try.
    .init(
      "state-unique", .broken, "earlier",
      [
        Trace.run {
          $0.authorize(request("state=\(long)"), brought: "?error=access_denied&state=\(long)")
        }
      ] + runs("state=\(long)")),
    // An implicit client with one state for ever.
    .init("state-unique", .broken) { trace in
      for run in 1...2 {
        trace.authorize(
          "response_type=token&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&state=\(long)",
          brought: "#access_token=access-token-000\(run)&state=\(long)")
        trace.userinfo(headers: [("Authorization", "Bearer access-token-000\(run)")])
      }
    },
  ]
}
