import Basics
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

  private static func inBase64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

  private static func wrote(_ text: String) -> [CheckRun] {
    login { $0.edit { $0.output = text } }
  }

  /// A client that writes the token that it was given.
  private static func issued(_ token: String) -> [CheckRun] {
    login { trace in
      trace.edit {
        $0.exchanges[1].answer.body = Array(#"{"access_token": "\#(token)"}"#.utf8)
        $0.output = "token: \(token)"
      }
    }
  }

  private static func device(_ text: String) -> [CheckRun] {
    login { trace in
      trace.add(
        "device_authorization", "POST", "/device_authorization",
        answer: Trace.answer(200, #"{"device_code": "device-0001", "user_code": "WDJB-MJHT-01"}"#))
      trace.edit { $0.output = text }
    }
  }

  private static func wrote(_ text: String, knowing secret: String) -> [CheckRun] {
    login { trace in
      trace.edit { ($0.output, $0.secrets) = (text, [secret]) }
    }
  }

  private static func owning(_ secret: String) -> Subject {
    Subject(clientID: "web", secret: secret, watched: [.output])
  }

  /// A client that follows a redirect to another origin, with its token.
  private static func redirected(rule: String?) -> [CheckRun] {
    login { trace in
      let away = Trace.answer(302, location: "http://127.0.0.1:9/elsewhere/x")
      trace.add("resource", "GET", "/jump", answer: away)
      trace.edit { $0.exchanges[2].rule = rule }
      trace.add("elsewhere", "GET", "/x", headers: [bearer], provider: "elsewhere")
    }
  }

  private static let bearer = ("Authorization", "Bearer access-token-0001")
  private static let refreshable = Trace.answer(
    200, #"{"access_token": "access-token-0002", "refresh_token": "refresh-token-0001"}"#)

  static let all: [PassiveExample] =
    elsewhere + written + [
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
        "canary-elsewhere", .broken, "the client's secret was sent to another origin", of: watched,
        login {
          $0.add(
            "elsewhere", "POST", "/token",
            headers: [Trace.basic("web:understudy-secret-0123456789")],
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
            "grant_type=client_credentials&client_secret=understudy-secret-0123456789",
            provider: "vk"
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
        "canary-stdout", .broken, "contains the access token", of: watched,
        wrote("token: access-token-0001")),
      .init(
        "canary-stdout", .broken, "in line 2", of: watched,
        wrote("signed in\ncode-00001 and more\nthe end")),
      .init("canary-stdout", .broken, "code", of: watched, wrote("GET /callback?code=code-00001")),
      .init("canary-stdout", .broken, "verifier", of: watched, wrote("v=\(Trace.verifier)")),
      .init(
        "canary-stdout", .broken, "client's secret", of: watched,
        wrote("understudy-secret-0123456789")),
      .init("canary-stdout", .notApplicable, "not captured", wrote("")),
    ]
  private static let elsewhere: [PassiveExample] = [
    // Where the user goes is the user's.
    .init(
      "canary-elsewhere", .held, of: watched,
      login {
        $0.add(
          "elsewhere", "GET", "/?t=access-token-0001", byBrowser: true, provider: "elsewhere")
      }),
    // The check that planted the redirect judges it.
    .init("canary-elsewhere", .held, of: watched, redirected(rule: "rule-1")),
    .init("canary-elsewhere", .broken, "another origin", of: watched, redirected(rule: nil)),
    // A second provider or another origin was watched.
    .init("canary-elsewhere", .held) { $0.add("elsewhere", "GET", "/", provider: "elsewhere") },
    .init("canary-elsewhere", .held, login { $0.userinfo(headers: [], provider: "vk") }),
    .init(
      "canary-elsewhere", .held, of: watched,
      login { trace in
        trace.token("grant_type=client_credentials", answer: refreshable)
        trace.token("grant_type=refresh_token&refresh_token=refresh-token-0001")
      }),
    .init(
      "canary-elsewhere", .broken, "the access token that standard issued was sent", of: watched,
      login {
        $0.add(
          "elsewhere", "POST", "/x", headers: [("Content-Type", "application/json")],
          body: #"{"t": "access-token-0001"}"#, provider: "elsewhere")
      }),
  ]

  private static let written: [PassiveExample] = [
    // A code of an API's own.
    .init(
      "canary-stdout", .held, of: watched,
      login { trace in
        trace.add("resource", "GET", "/shop", answer: Trace.answer(200, #"{"code": "SUMMER2026"}"#))
        trace.edit { $0.output = "SUMMER2026" }
      }),
    // The device code is the device's own; the user code is there to be shown.
    .init(
      "canary-stdout", .broken, "contains the device code", of: watched, device("poll device-0001")),
    .init("canary-stdout", .held, of: watched, device("Type WDJB-MJHT-01")),
    // Shorter ones occur by chance.
    .init("canary-stdout", .broken, "access token", of: watched, issued("tok-0001")),
    .init("canary-stdout", .held, of: watched, issued("tok-001")),
    .init(
      "canary-stdout", .broken, "client's secret", of: owning("12345678"), wrote("s 12345678")),
    .init("canary-stdout", .held, of: owning("1234567"), wrote("s 1234567")),
    .init(
      "canary-stdout", .broken, "contains the secret", of: watched,
      wrote("password: hunter22", knowing: "hunter22")),
    .init("canary-stdout", .held, of: watched, wrote("hunter2", knowing: "hunter2")),
    .init("canary-stdout", .held, of: watched, wrote("hunter23", knowing: "hunter22")),
    // Encoded or not.
    .init(
      "canary-stdout", .broken, "client's secret", of: owning("a secret/value"),
      wrote("s=a%20secret%2Fvalue")),
    .init(
      "canary-stdout", .broken, "client's secret", of: owning("100%25-secret"),
      wrote("s=100%25-secret")),
    // In Base64, wherever it begins there, and whatever stands around it.
    .init(
      "canary-stdout", .broken, "access token, in line 2", of: watched,
      wrote("signed in\nt=\(inBase64("access-token-0001"))")),
    .init(
      "canary-stdout", .broken, "access token", of: watched,
      wrote("t=\(inBase64("xaccess-token-0001y"))")),
    .init(
      "canary-stdout", .broken, "access token", of: watched,
      wrote(inBase64("xyaccess-token-0001 z"))),
    .init(
      "canary-stdout", .broken, "client's secret", of: owning("??>>~~??>>~~"),
      wrote(Base64URL.encode(Array("a:??>>~~??>>~~".utf8)))),
    .init(
      "canary-stdout", .broken, "client's secret", of: owning("??>>~~??>>~~"),
      wrote(inBase64("a:??>>~~??>>~~"))),
    .init("canary-stdout", .held, of: watched, wrote(inBase64("other-token-00001"))),
    .init(
      "canary-stdout", .broken, "access token", of: watched, wrote("YWNjZXNzLXRva2\r\nVuLTAwMDE=")),
    // The first of several by its name.
    .init(
      "canary-stdout", .broken, "contains the access token", of: watched,
      wrote("code-00001 access-token-0001")),
  ]
}
