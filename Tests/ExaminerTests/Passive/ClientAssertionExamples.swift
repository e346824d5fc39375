import Basics
import Examiner

enum ClientAssertionExamples {
  private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  private static func form(_ assertion: String, type: String = type) -> String {
    "grant_type=x&client_id=native&client_assertion_type=\(type)&client_assertion=\(assertion)"
  }

  private static func run(
    _ assertions: [String], refused: String? = nil, answer: Answer? = nil
  ) -> [CheckRun] {
    var run = Trace.run { trace in
      for assertion in assertions { trace.token(form(assertion), answer: answer) }
      if let refused { trace.edit { $0.exchanges[0].condition = refused } }
    }
    run.issuer = "http://p.example"
    return [run]
  }

  private static func claims(_ claims: String) -> [CheckRun] { run([MadeJWT.assertion(claims)]) }

  private static let each = [
    "jwt-auth-type", "jwt-auth-alg", "jwt-auth-iss-sub", "jwt-auth-aud", "jwt-auth-aud-issuer",
    "jwt-auth-exp", "jwt-auth-jti",
  ].flatMap { id in
    [
      PassiveExample(id, .held, "1 ", run([MadeJWT.assertion()])),
      PassiveExample(id, .notApplicable, "no client_assertion") { $0.token("grant_type=x") },
    ]
  }

  static let all: [PassiveExample] =
    each + [
      .init("jwt-auth-type", .broken, "is x, expected urn:") {
        $0.token(form(MadeJWT.assertion(), type: "x"))
      },
      .init("jwt-auth-alg", .broken, "is none", run([MadeJWT.assertion(alg: "none")])),
      .init("jwt-auth-alg", .broken, "is HS256", run([MadeJWT.assertion(alg: "HS256")])),
      // By its secret, a client may.
      .init(
        "jwt-auth-alg", .held, of: Subject(clientID: "native", secret: "s"),
        run([MadeJWT.assertion(alg: "HS256")])),
      .init("jwt-auth-alg", .cannotSay, "hidden", run(["‹secret 01234567›"])),
      .init("jwt-auth-alg", .cannotSay, "could be read", run(["assertion"])),
      .init("jwt-auth-iss-sub", .broken, "the iss", run([MadeJWT.assertion(iss: "other")])),
      .init("jwt-auth-iss-sub", .broken, "the sub", run([MadeJWT.assertion(sub: "other")])),
      .init("jwt-auth-aud", .broken, "no aud", claims(#""exp": 1"#)),
      .init(
        "jwt-auth-aud", .broken, "not this server",
        run([MadeJWT.assertion(#""aud": "x""#)], refused: "assertion_audience_wrong")),
      .init("jwt-auth-aud", .held, claims(#""aud": ["http://p.example/token"]"#)),
      .init(
        "jwt-auth-aud-issuer", .broken, "the issuer is http://p.example",
        claims(#""aud": "http://p.example/token""#)),
      .init(
        "jwt-auth-aud-issuer", .broken, " and http://q.example",
        claims(#""aud": ["http://p.example", "http://q.example"]"#)),
      .init(
        "jwt-auth-aud-issuer", .held,
        run([MadeJWT.assertion(#""aud": "x""#)], refused: "assertion_audience_wrong")),
      .init("jwt-auth-aud-issuer", .cannotSay, "issuer is not known") {
        $0.token(form(MadeJWT.assertion()))
      },
      .init("jwt-auth-exp", .broken, "no exp", claims(#""iat": 1"#)),
      .init("jwt-auth-exp", .broken, "more than an hour", claims(#""iat": 1, "exp": 3602"#)),
      .init("jwt-auth-exp", .held, claims(#""iat": 1, "exp": 3601"#)),
      .init(
        "jwt-auth-exp", .broken, "more than an hour",
        run([MadeJWT.assertion(#""exp": 9"#)], refused: "assertion_expiry_distant")),
      .init(
        "jwt-auth-exp", .broken, "had expired",
        run([MadeJWT.assertion(#""exp": 9"#)], refused: "assertion_expired")),
      .init("jwt-auth-jti", .broken, "no jti", claims(#""exp": 1"#)),
      .init(
        "jwt-auth-jti", .broken, "after the response 200 to request 1",
        run([MadeJWT.assertion(), MadeJWT.assertion()])),
      // A second try after the demand for a nonce is asked of another check.
      .init(
        "jwt-auth-jti", .held,
        run(
          [MadeJWT.assertion(), MadeJWT.assertion()],
          answer: Trace.answer(400, #"{"error": "use_dpop_nonce"}"#))),
    ]
}
