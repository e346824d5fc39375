import Examiner

enum PushedRequestExamples {
  private static let type = ("Content-Type", "application/x-www-form-urlencoded")
  private static let uri = "urn:ietf:params:oauth:request_uri:one"
  private static let parameters =
    "client_id=native&response_type=code&state=state-0123456789&scope=openid"
    + "&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&nonce=n"

  private static func pushed(
    _ credentials: String = "", front: String = "client_id=native", parameters: String = parameters,
    steps: @escaping (inout Trace) -> Void = { $0.token("grant_type=x") }
  ) -> (inout Trace) -> Void {
    { trace in
      trace.add(
        "pushed_authorization", "POST", "/par", headers: [type], body: parameters + credentials,
        answer: Trace.answer(201, #"{"request_uri": "\#(uri)", "expires_in": 60}"#))
      trace.authorize("\(front)&request_uri=\(uri)", brought: "?code=code-00001")
      steps(&trace)
    }
  }

  static let all: [PassiveExample] = [
    .init("par-minimal", .held, "1 authorization request", steps: pushed()),
    .init(
      "par-minimal", .broken, "scope was sent by", steps: pushed(front: "client_id=native&scope=x")),
    .init("par-minimal", .broken, "client_id is missing", steps: pushed(front: "a=")),
    .init("par-minimal", .notApplicable, "pushed no") { $0.authorize("client_id=native") },
    // A request object that was not pushed.
    .init("par-minimal", .notApplicable) {
      $0.authorize("client_id=native&scope=x&request_uri=https%3A%2F%2Fc.example%2Fo")
    },
    .init("par-minimal", .nothingSeen) { _ in },

    .init("par-auth", .held, "1 pushed request", steps: pushed()),
    .init(
      "par-auth", .broken, "by nothing, and a token request by client_secret",
      steps: pushed { $0.token("grant_type=x&client_secret=s") }),
    .init(
      "par-auth", .broken, "by client_assertion, and a token request by nothing",
      steps: pushed("&client_assertion=a")),
    .init(
      "par-auth", .held,
      steps: pushed("&client_assertion=a") { $0.token("grant_type=x&client_assertion=b") }),
    .init("par-auth", .nothingSeen, "token request", steps: pushed { _ in }),
    .init("par-auth", .notApplicable) { $0.authorize("client_id=native") },

    // What was pushed counts as if it had come by the browser.
    .init("authz-redirect-sent", .held, steps: pushed()),
    .init("no-implicit", .held, steps: pushed()),
    .init("pkce-present", .broken, steps: pushed()),
    .init(
      "authz-scope-charset", .broken, "a space too many",
      steps: pushed(parameters: "client_id=native&scope=a%20%20b")),
  ]
}
