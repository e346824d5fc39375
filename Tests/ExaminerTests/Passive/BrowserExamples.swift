import Basics
import HTTPTypes

@testable import Examiner

enum BrowserExamples {
  /// A website that was given a token, and then answered its browser so.
  private static func answered(
    _ what: String = "callback", location: String? = nil, cookie: String? = nil, page: String = "",
    header: String? = nil, type: String = "text/html", url: String = "http://127.0.0.1/callback",
    posted: String? = nil
  ) -> [CheckRun] {
    [
      Trace.run { trace in
        trace.authorize(
          "response_type=code&client_id=web&state=a-state-0001", brought: "?code=\(code)")
        trace.token("grant_type=authorization_code&code=\(code)&code_verifier=a-verifier-0001")
        var action = BrowserAction(what, at: 20, url: url)
        action.body = posted
        var answer = Trace.answer(location == nil ? 200 : 303, page, location: location)
        answer.headers[.contentType] = type
        if let header { answer.headers.append(.eTag, header) }
        if let cookie { answer.headers.append(.setCookie, cookie) }
        action.answer = answer
        trace.edit { $0.deliveries = [action] }
      }
    ]
  }

  private static let token = "access-token-0001"
  private static let code = "code-00001"
  private static let session = "session=0123456789abcdef; Path=/"

  static let all: [PassiveExample] = [
    .init("page-token-in-address", .held, answered(location: "/home")),
    .init("page-token-in-address", .broken, answered(location: "/home?token=\(token)")),
    .init("page-token-in-address", .broken, answered(location: "/home#token=access%2Dtoken-0001")),
    .init("page-token-in-address", .notApplicable) { $0.token("grant_type=x") },

    .init("page-token-in-body", .held, answered(page: "<p>Hello</p>")),
    .init("page-token-in-body", .broken, answered("landing", page: "<p data-x='\(token)'>")),
    // What a script of the application asks for is no page.
    .init("page-token-in-body", .held, answered(page: "\"\(token)\"", type: "application/json")),
    .init(
      "page-token-in-body", .broken, "its page contains the access token",
      answered(page: "<p>\(Base64.encode(Array("t=\(token)".utf8)))</p>")),
    .init(
      "page-token-in-body", .broken, "its page contains the client's secret",
      of: Subject(secret: "a-secret-of-ours"), answered(page: "<p>a-secret-of-ours</p>")),
    .init("page-token-in-body", .broken, "a header", answered(header: token, type: "text/plain")),
    .init("page-token-in-body", .notApplicable) { $0.token("grant_type=x") },

    .init("page-code-in-body", .held, answered(page: "<p>Hello</p>")),
    .init("page-code-in-body", .broken, answered(page: "<p>\(code)</p>")),
    .init("page-code-in-body", .held, answered(page: "\"\(code)\"", type: "application/json")),
    .init("page-code-in-body", .notApplicable) { $0.token("grant_type=x") },

    .init("cookie-token-for-scripts", .held, answered(cookie: "t=\(token); HttpOnly")),
    .init("cookie-token-for-scripts", .held, answered(cookie: session)),
    .init("cookie-token-for-scripts", .broken, answered(cookie: "t=\(token)")),
    .init(
      "cookie-token-for-scripts", .broken,
      answered(cookie: "t=\(Base64URL.encode(Array("{\"t\":\"\(token)\"}".utf8))).c2ln; Secure")),
    .init(
      "cookie-token-for-scripts", .broken,
      answered(cookie: "t=posted-token-01", posted: "access_token=posted-token-01")),
    .init("cookie-token-for-scripts", .notApplicable) { $0.token("grant_type=x") },

    .init("cookie-secret-for-scripts", .held, answered(cookie: "s=a-state-0001; HttpOnly")),
    .init("cookie-secret-for-scripts", .held, answered(cookie: "t=\(token)")),
    .init("cookie-secret-for-scripts", .broken, "the state", answered(cookie: "s=a-state-0001")),
    .init(
      "cookie-secret-for-scripts", .broken, "the verifier",
      answered(cookie: "s=\(Base64URL.encode(Array("{\"v\":\"a-verifier-0001\"}".utf8))).c2ln")),
    .init("cookie-secret-for-scripts", .notApplicable) { $0.token("grant_type=x") },

    .init("cookie-attributes", .held, answered(cookie: "\(session); HttpOnly; samesite=Lax")),
    .init("cookie-attributes", .held, answered(cookie: "theme=dark")),
    .init("cookie-attributes", .held, answered(cookie: "XSRF-TOKEN=0123456789abcdef")),
    .init("cookie-attributes", .held, answered(cookie: "t=\(token)")),
    .init("cookie-attributes", .broken, "HttpOnly and SameSite", answered(cookie: session)),
    .init("cookie-attributes", .broken, "lacks SameSite", answered(cookie: "\(session); HttpOnly")),
    .init(
      "cookie-attributes", .broken, "lacks Secure",
      answered(cookie: "\(session); HttpOnly; SameSite=Lax", url: "https://127.0.0.1/callback")),
    .init(
      "cookie-attributes", .broken, "lacks Secure",
      answered(cookie: "\(session); HttpOnly; SameSite=None")),
    .init("cookie-attributes", .notApplicable) { $0.token("grant_type=x") },

    .init("canary-arguments", .held, started("sleep")),
    .init("canary-arguments", .broken, "the access token", started("Bearer \(token)")),
    .init(
      "canary-arguments", .broken, "the access token",
      started("--session=\(Base64.encode(Array("x:\(token)".utf8)))")),
    .init("canary-arguments", .notApplicable) { $0.token("grant_type=x") },

    .init("file-token-private", .held, left([])),
    .init("file-token-private", .held, left([.init(path: "token", isOpen: false)])),
    .init("file-token-private", .broken, left([.init(path: "token", isOpen: true)])),
    .init("file-token-private", .held, left([.init(path: "logs/a", isOpen: true)])),
    .init("file-token-private", .held, left([idToken])),
    .init("file-id-token-private", .broken, left([idToken])),
    .init("file-id-token-private", .held, left([.init(path: "token", isOpen: true)])),
    .init("file-id-token-private", .notApplicable) { $0.token("grant_type=x") },
    .init("file-token-private", .notApplicable) { $0.token("grant_type=x") },
    .init("file-token-in-log", .held, left([.init(path: "token", isOpen: true)])),
    .init("file-token-in-log", .broken, left([.init(path: "a.log", isOpen: false)])),
    .init("file-token-in-log", .broken, left([.init(path: ".cache/log/a", isOpen: false)])),
    .init("file-token-in-log", .notApplicable) { $0.token("grant_type=x") },
  ]

  private static let idToken = TokenFile(path: "token", isOpen: true, isIDToken: true)

  private static func started(_ word: String) -> [CheckRun] {
    [
      Trace.run { trace in
        trace.token("grant_type=x")
        trace.edit { $0.observations.arguments = [word] }
      }
    ]
  }

  private static func left(_ files: [TokenFile]) -> [CheckRun] {
    [Trace.run { trace in trace.edit { $0.observations.tokenFiles = files } }]
  }
}
