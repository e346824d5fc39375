import Examiner

enum CanaryExamples {
  private static let watched = Subject(
    clientID: "web", kind: .confidential, secret: "understudy-secret-0123456789",
    watched: [.output, .elsewhere])

  private static func login(_ more: (inout Trace) -> Void) -> [CheckRun] {
    [
      Trace.run { trace in
        trace.authorize("response_type=code&client_id=web", brought: "?code=code-00001&state=s")
        trace.token("grant_type=authorization_code&code=code-00001&code_verifier=\(Trace.verifier)")
        more(&trace)
      }
    ]
  }

  private static func wrote(_ text: String) -> [CheckRun] {
    login { $0.edit { $0.output = text } }
  }

  static let all: [PassiveExample] = [
    .init(
      "no-token-in-referer", .held, "3 requests",
      login {
        $0.userinfo(headers: [
          ("Referer", "http://127.0.0.1:8400/standard/authorize?code_challenge=x")
        ])
      }),
    .init(
      "no-token-in-referer", .broken, "shows the code",
      login {
        $0.add(
          "document", "GET", "/logo.png",
          headers: [("Referer", "http://127.0.0.1/callback?code=code-00001&state=s")],
          byBrowser: true)
      }),
    .init(
      "no-token-in-referer", .broken, "shows the access_token",
      login {
        $0.userinfo(headers: [("Referer", "http://127.0.0.1/callback?access_token=t")])
      }),
    // Somebody else's parameter of that name.
    .init(
      "no-token-in-referer", .held,
      login {
        $0.userinfo(headers: [("Referer", "http://127.0.0.1/shop?code=SUMMER2026")])
      }),
    // The page that shows tries.
    .init(
      "no-token-in-referer", .held,
      login {
        $0.userinfo(headers: [
          ("Referer", "http://127.0.0.1:8400/_understudy/landing?code=code-00001")
        ])
      }),
    .init("no-token-in-referer", .nothingSeen) { _ in },

    .init("canary-elsewhere", .held, of: watched, login { $0.userinfo() }),
    .init(
      "canary-elsewhere", .broken, "access token that standard issued was sent to vk",
      login {
        $0.userinfo(provider: "vk")
      }),
    .init(
      "canary-elsewhere", .broken, "sent to another origin", of: watched,
      login {
        $0.add(
          "elsewhere", "GET", "/", headers: [("Authorization", "Bearer access-token-0001")],
          provider: "elsewhere")
      }),
    .init(
      "canary-elsewhere", .broken, "client's secret", of: watched,
      login {
        $0.add(
          "elsewhere", "POST", "/token", headers: [Trace.basic("web:understudy-secret-0123456789")],
          provider: "elsewhere")
      }),
    // An address of the same server that is nobody's.
    .init(
      "canary-elsewhere", .held, of: watched,
      login {
        $0.userinfo()
        $0.edit { $0.exchanges[2].provider = "" }
      }),
    // One secret that is registered at two servers.
    .init(
      "canary-elsewhere", .held, of: watched,
      login {
        $0.token(
          "grant_type=client_credentials&client_secret=understudy-secret-0123456789", provider: "vk"
        )
      }),
    .init(
      "canary-elsewhere", .held, of: watched,
      login {
        $0.token(
          "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=access-token-0001",
          provider: "vk")
      }),
    .init(
      "canary-elsewhere", .broken, "a refresh token was sent to a resource", of: watched,
      login {
        $0.edit { trace in
          let body =
            #"{"access_token": "access-token-0001", "refresh_token": "refresh-token-0001"}"#
          trace.exchanges[1].answer.body = Array(body.utf8)
        }
        $0.userinfo(headers: [("Authorization", "Bearer refresh-token-0001")])
      }),
    .init("canary-elsewhere", .notApplicable, "one provider", login { $0.userinfo() }),

    .init("canary-stdout", .held, of: watched, wrote("Signed in as alice.\n")),
    .init("canary-stdout", .held, of: watched, wrote("")),
    .init(
      "canary-stdout", .broken, "shows the access token", of: watched,
      wrote("token: access-token-0001")),
    .init("canary-stdout", .broken, "code", of: watched, wrote("GET /callback?code=code-00001")),
    .init("canary-stdout", .broken, "verifier", of: watched, wrote("v=\(Trace.verifier)")),
    .init(
      "canary-stdout", .broken, "client's secret", of: watched,
      wrote("understudy-secret-0123456789")),
    .init("canary-stdout", .notApplicable, "not caught", wrote("")),
  ]
}
