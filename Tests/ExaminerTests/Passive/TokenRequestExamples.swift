import Examiner

enum TokenRequestExamples {
  private static let redeem = "grant_type=authorization_code&client_id=native&code=code-00001"
  private static let authorize =
    "response_type=code&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"
  private static let redirect = "&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"

  private static func flow(_ request: String = authorize, _ bodies: String...) -> [CheckRun] {
    [
      Trace.run { trace in
        trace.authorize(request, brought: "?code=code-00001")
        for body in bodies { trace.token(body) }
      }
    ]
  }

  private static func twice(after status: Int, _ body: String = "") -> [CheckRun] {
    [
      Trace.run { trace in
        trace.token(redeem, answer: Trace.answer(status, body))
        trace.token(redeem)
      }
    ]
  }

  static let all: [PassiveExample] = [
    .init("token-post", .held, "1 token request,") { $0.token(redeem) },
    .init("token-post", .held, "1 token request,") {
      $0.token("", headers: [Trace.basic("a:b")], type: nil)
    },
    .init("token-post", .broken, "with GET") {
      $0.token("", method: "GET", query: redeem, answer: Trace.answer(405))
    },
    // A provider that has it so in its documents.
    .init("token-post", .broken, "with GET", severity: .robustness) {
      $0.token("", method: "GET", query: redeem)
    },
    .init("token-post", .nothingSeen) { trace in
      trace.token("", method: "OPTIONS")
      trace.token("", method: "GET", type: nil)
      trace.token(redeem, method: "OPTIONS")
      trace.token("", method: "HEAD", query: redeem, type: nil)
    },

    .init("token-form-encoded", .held) {
      $0.token(redeem, type: "application/x-www-form-urlencoded; charset=UTF-8")
    },
    .init("token-form-encoded", .held) { trace in
      for end in ["; q=1", " ; q=1", " "] {
        trace.token(redeem, type: "application/x-www-form-urlencoded; charset=utf-8" + end)
      }
    },
    .init("token-form-encoded", .broken, "application/json") {
      $0.token("{}", type: "application/json", answer: Trace.answer(400))
    },
    .init("token-form-encoded", .broken, "no Content-Type") {
      $0.token(redeem, type: nil, answer: Trace.answer(400))
    },
    .init("token-form-encoded", .broken, "iso-8859-1") {
      $0.token(
        redeem, type: "application/x-www-form-urlencoded; charset=\"ISO-8859-1\"",
        answer: Trace.answer(400))
    },
    .init("token-form-encoded", .broken, "not UTF-8") {
      $0.token(redeem + "&x=%E9", answer: Trace.answer(400))
    },
    .init("token-form-encoded", .nothingSeen) { $0.userinfo() },

    .init("token-no-duplicates", .held) { $0.token(redeem + "&resource=a&resource=b") },
    .init("token-no-duplicates", .broken, "client_id appears 2 times") {
      $0.token(redeem + "&client_id=native")
    },
    // It only looks like a form.
    .init("token-no-duplicates", .held) { $0.token("a=1&a=2", type: "application/json") },
    .init("token-no-duplicates", .nothingSeen) { _ in },

    .init("token-no-query-credentials", .held) { $0.token(redeem, query: "tenant=x") },
    .init("token-no-query-credentials", .broken, "client_secret is in the URL") {
      $0.token(redeem, query: "client_secret=x")
    },
    .init("token-no-query-credentials", .broken, "/standard/revoke") {
      $0.add("revoke", "POST", "/revoke?client_secret=x", body: "token=y")
    },
    .init("token-no-query-credentials", .broken, severity: .robustness) {
      $0.token("", method: "GET", query: redeem)
    },
    .init("token-no-query-credentials", .broken) { $0.add("revoke", "POST", "/revoke?code=x") },
    .init("token-no-query-credentials", .broken) {
      $0.add("revoke", "POST", "/revoke?client_secret=x")
    },
    .init("token-no-query-credentials", .broken, "device_code is in the URL") {
      $0.token("grant_type=urn:x", query: "device_code=x")
    },
    .init("token-no-query-credentials", .held) { $0.token(redeem, query: "code=") },
    .init("token-no-query-credentials", .nothingSeen) { _ in },
    // Neither what is sent to an API, nor a page that somebody opens.
    .init("token-no-query-credentials", .nothingSeen) { trace in
      trace.userinfo(query: "code=x")
      trace.token("", method: "GET", query: "client_secret=x", type: nil)
    },

    .init("token-redirect-identical", .held, flow(authorize, redeem + redirect)),
    .init(
      "token-redirect-identical", .broken, "http://127.0.0.1/callback/",
      flow(authorize, redeem + redirect + "%2F")),
    .init("token-redirect-identical", .broken, "without redirect_uri", flow(authorize, redeem)),
    .init(
      "token-redirect-identical", .notApplicable,
      flow("response_type=code&client_id=native", redeem)),
    .init("token-redirect-identical", .nothingSeen, flow()),
    .init("token-redirect-identical", .notApplicable) { $0.token(redeem) },
    // What a request object says is not seen.
    .init(
      "token-redirect-identical", .notApplicable,
      flow(authorize + "&request=a.b.c", redeem + redirect + "%2F")),
    // It may be the code of the request without redirect_uri.
    .init("token-redirect-identical", .notApplicable) { trace in
      trace.authorize("response_type=code&client_id=native&state=1")
      trace.authorize(authorize + "&state=2")
      trace.token("grant_type=authorization_code&code=code-of-another")
    },
    // Each code is of its own request: in one run, and in two that have the same code.
    .init("token-redirect-identical", .held, "1 token request,") { trace in
      for flow in 1...2 {
        trace.authorize(
          authorize + "%3Fx%3D\(flow)&state=\(flow)",
          brought: "?x=\(flow)&code=code-0000\(flow)&state=\(flow)")
      }
      trace.token(redeem + redirect + "%3Fx%3D1")
    },
    .init(
      "token-redirect-identical", .held, "2 token requests,",
      (1...2).flatMap { flow(authorize + "%3Fx%3D\($0)", redeem + redirect + "%3Fx%3D\($0)") }),

    .init(
      "code-used-once", .held, flow(authorize, redeem, "grant_type=refresh_token&refresh_token=r")),
    .init("code-used-once", .broken, "after the response 200", flow(authorize, redeem, redeem)),
    // Finding out how to authenticate by trying.
    .init("code-used-once", .broken, "after the response 401", twice(after: 401)),
    .init("code-used-once", .held, twice(after: 503)),
    .init("code-used-once", .held, twice(after: 429)),
    .init("code-used-once", .broken, "sent again", severity: .should, twice(after: 0)),
    .init("code-used-once", .broken, "a third time") { trace in
      for _ in 0..<3 { trace.token(redeem, answer: Trace.answer(0)) }
    },
    .init("code-used-once", .held, twice(after: 307)),
    .init("code-used-once", .held, twice(after: 400, #"{"error": "use_dpop_nonce"}"#)),
    .init("code-used-once", .broken, "400", twice(after: 400, #"{"error": "invalid_grant"}"#)),
    // Hidden ones that are the same look the same.
    .init("code-used-once", .broken) { trace in
      for _ in 0..<2 {
        trace.token("grant_type=authorization_code&client_id=native&code=‹secret 01234567›")
      }
    },
    .init("code-used-once", .nothingSeen) {
      $0.token("grant_type=client_credentials&client_id=native")
    },

    .init("no-ropc", .held) { $0.token(redeem) },
    .init("no-ropc", .held, "no token request at all") { $0.authorize(authorize) },
    .init("no-ropc", .broken, "grant_type=password") {
      $0.token("grant_type=password&client_id=native&username=alice&password=wonderland")
    },
    .init("no-ropc", .broken) { trace in
      trace.authorize(authorize)
      trace.token("grant_type=password&client_id=native&username=alice&password=wonderland")
    },
    .init("no-ropc", .nothingSeen) { _ in },
  ]
}
