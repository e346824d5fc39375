import Examiner

enum BearerExamples {
  private static let form = ("Content-Type", "application/x-www-form-urlencoded")
  private static let header = ("Authorization", "Bearer access-token-0001")
  private static let inQuery = "access_token=access-token-0001"

  /// A provider whose API knows no header.
  private static func parametersOnly() -> [CheckRun] {
    [
      Trace.run { trace in
        trace.userinfo(headers: [], query: inQuery)
        trace.edit { $0.exchanges[0].takesTokenInHeader = false }
      }
    ]
  }

  static let all: [PassiveExample] = [
    .init("bearer-header", .held) { $0.userinfo() },
    .init("bearer-header", .held) {
      $0.userinfo(headers: [("Authorization", "‹secret 01234567›")])
    },
    .init("bearer-header", .broken, "in the body") {
      $0.userinfo(headers: [form], body: inQuery)
    },
    // Which is what bearer-not-in-query is about.
    .init("bearer-header", .notApplicable, "bearer-not-in-query") {
      $0.userinfo(headers: [], query: inQuery)
    },
    .init("bearer-header", .held) {
      $0.userinfo(headers: [], query: inQuery)
      $0.userinfo()
    },
    .init("bearer-header", .notApplicable, parametersOnly()),
    .init("bearer-header", .nothingSeen) { $0.userinfo(headers: []) },
    .init("bearer-header", .nothingSeen) { $0.userinfo(headers: [Trace.basic("a:b")]) },

    .init("bearer-one-method", .held) { $0.userinfo() },
    .init("bearer-one-method", .broken, "in the Authorization header and in the query") {
      $0.userinfo(headers: [header], query: inQuery)
    },
    .init("bearer-one-method", .broken, "in the Authorization header and in the body") {
      $0.userinfo(headers: [header, form], body: inQuery)
    },
    // Parameters without a value, and others.
    .init("bearer-one-method", .held) {
      $0.userinfo(headers: [header, form], body: "access_token=")
    },
    .init("bearer-one-method", .held) { $0.userinfo(query: "schema=openid") },
    .init("bearer-one-method", .nothingSeen) { _ in },
    .init("bearer-one-method", .notApplicable, "no token") {
      $0.token("grant_type=client_credentials")
    },
    .init("bearer-one-method", .notApplicable, "no token") { $0.authorize("client_id=native") },

    .init("bearer-not-in-query", .held) { $0.userinfo(headers: [form], body: inQuery) },
    .init("bearer-not-in-query", .broken, "/standard/userinfo") {
      $0.userinfo(headers: [], query: inQuery)
    },
    .init("bearer-not-in-query", .notApplicable, parametersOnly()),
    .init("bearer-not-in-query", .nothingSeen) { _ in },
    .init("bearer-not-in-query", .nothingSeen) {
      $0.add("introspect", "POST", "/introspect?" + inQuery, headers: [header])
    },

    .init("ua-embedded", .held, "handed to the browser") { $0.authorize("client_id=native") },
    .init("ua-embedded", .held) {
      $0.authorize(
        "client_id=native", byBrowser: false,
        headers: [
          (
            "User-Agent",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
          )
        ])
    },
    .init("ua-embedded", .broken, "User-Agent", severity: .robustness) {
      $0.authorize(
        "client_id=native", byBrowser: false,
        headers: [
          (
            "User-Agent",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
          )
        ])
    },
    .init("ua-embedded", .broken, "X-Requested-With: com.example.app", severity: .robustness) {
      $0.authorize(
        "client_id=native", byBrowser: false, headers: [("X-Requested-With", "com.example.app")])
    },
    .init("ua-embedded", .broken, "wv", severity: .robustness) {
      $0.authorize(
        "client_id=native", byBrowser: false,
        headers: [
          (
            "User-Agent",
            "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36"
          )
        ])
    },
    .init("ua-embedded", .broken, "Sec-CH-UA: ", severity: .robustness) {
      browser("Sec-CH-UA", #""Android WebView";v="130""#, &$0)
    },
    .init("ua-embedded", .held, "none from a web view") {
      browser("Sec-CH-UA", #""Chromium";v="130""#, &$0)
    },
    .init("ua-embedded", .held) { browser("X-Requested-With", "XMLHttpRequest", &$0) },
    .init("ua-embedded", .held) {
      browser("User-Agent", "Mozilla/5.0 AppleWebKit/537.36 Chrome/130.0.0.0", &$0)
    },
    .init("ua-embedded", .held) { browser("User-Agent", "curl/8.9.1", &$0) },
    .init("ua-embedded", .nothingSeen) { _ in },
  ]

  private static func browser(_ name: String, _ value: String, _ trace: inout Trace) {
    trace.authorize("client_id=native", byBrowser: false, headers: [(name, value)])
  }
}
