import Basics
import Examiner
import JOSE

enum DPoPExamples {
  private static let bound = Trace.answer(
    200, #"{"access_token": "access-token-0001", "token_type": "DPoP"}"#)
  private static let hash = Base64URL.encode(Digest.sha256(Array("access-token-0001".utf8)))
  private static let hidden = ("DPoP", "‹secret 01234567›")

  private static func token(_ proof: String) -> (inout Trace) -> Void {
    { $0.token("grant_type=authorization_code&code=c", headers: [("DPoP", proof)], answer: bound) }
  }

  private static func call(
    _ scheme: String = "DPoP", proof: String? = MadeJWT.proof(htm: "GET", ath(hash))
  ) -> (inout Trace) -> Void {
    { trace in
      token(MadeJWT.proof(jti: "two"))(&trace)
      trace.userinfo(
        headers: [("Authorization", "\(scheme) access-token-0001")]
          + (proof.map { [("DPoP", $0)] } ?? []))
    }
  }

  private static func ath(_ hash: String) -> String { #", "iat": 1, "ath": "\#(hash)""# }

  private static func refused(_ condition: String) -> [CheckRun] {
    [
      Trace.run { trace in
        token(MadeJWT.proof())(&trace)
        trace.edit { $0.exchanges[0].condition = condition }
      }
    ]
  }

  /// A resource that asks for a bearer token, and gets one.
  private static func invited() -> [CheckRun] {
    [
      Trace.run { trace in
        token(MadeJWT.proof(jti: "two"))(&trace)
        trace.userinfo(headers: [])
        trace.edit {
          $0.exchanges[1].answer = Trace.answer(401)
          $0.exchanges[1].answer.headers[.wwwAuthenticate] = "Bearer realm=\"api\""
        }
        trace.userinfo()
      }
    ]
  }

  private static let each = [
    "dpop-typ", "dpop-jwk", "dpop-alg", "dpop-htm", "dpop-htu", "dpop-jti-unique",
    "dpop-iat-fresh",
  ].flatMap { id in
    [
      PassiveExample(id, .held, "1 DPoP proof") { token(MadeJWT.proof())(&$0) },
      PassiveExample(id, .notApplicable, "no DPoP proof") { $0.token("grant_type=x") },
      PassiveExample(id, .cannotSay, "hidden") {
        $0.token("grant_type=x", headers: [hidden])
      },
    ]
  }

  static let all: [PassiveExample] =
    each + [
      .init("dpop-typ", .broken, "typ of a DPoP proof is \"JWT\"") {
        token(MadeJWT.proof(typ: "JWT"))(&$0)
      },
      .init("dpop-typ", .held) { token(MadeJWT.proof(typ: "DPoP+JWT"))(&$0) },
      .init("dpop-typ", .broken, "not a signed JWT") { token("proof")(&$0) },
      .init("dpop-jwk", .broken, "with the member d") {
        token(MadeJWT.proof(jwk: #", "d": "secret""#))(&$0)
      },
      .init("dpop-jwk", .cannotSay, "could be read") { token("proof")(&$0) },
      .init("dpop-alg", .broken, "alg of a DPoP proof is HS256") {
        token(MadeJWT.proof(alg: "HS256"))(&$0)
      },
      .init("dpop-alg", .broken, "none") { token(MadeJWT.proof(alg: "none"))(&$0) },
      .init("dpop-htm", .broken, "is GET, and its request is a POST") {
        token(MadeJWT.proof(htm: "GET"))(&$0)
      },
      .init("dpop-htm", .broken) { token(MadeJWT.proof(htm: "post"))(&$0) },
      .init("dpop-htu", .broken, "has a query") {
        token(MadeJWT.proof(htu: "http://x/t?a=b"))(&$0)
      },
      .init("dpop-htu", .broken, "has a fragment") {
        token(MadeJWT.proof(htu: "http://x/t#a"))(&$0)
      },
      .init("dpop-htu", .broken, "and its request went to", refused("dpop_address_wrong")),
      .init("dpop-jti-unique", .broken, "the same jti") {
        token(MadeJWT.proof())(&$0)
        token(MadeJWT.proof())(&$0)
      },
      .init("dpop-jti-unique", .broken, "no jti") { token(MadeJWT.proof(jti: ""))(&$0) },
      .init("dpop-iat-fresh", .broken, "no iat") { token(MadeJWT.proof(""))(&$0) },
      .init("dpop-iat-fresh", .broken, "too old", refused("dpop_proof_expired")),
      .init("dpop-iat-fresh", .broken, "in the future", refused("dpop_proof_not_yet_valid")),

      .init("dpop-ath", .held, steps: call()),
      .init("dpop-ath", .broken, "is missing", steps: call(proof: MadeJWT.proof(htm: "GET"))),
      .init(
        "dpop-ath", .broken, "is other", steps: call(proof: MadeJWT.proof(htm: "GET", ath("other")))
      ),
      .init("dpop-ath", .notApplicable, "with an access token") { token(MadeJWT.proof())(&$0) },
      .init("dpop-ath", .nothingSeen) { _ in },

      .init("dpop-scheme", .held, steps: call()),
      .init("dpop-scheme", .broken, "the scheme bearer", steps: call("Bearer")),
      .init("dpop-scheme", .broken, "without a proof", steps: call(proof: nil)),
      .init("dpop-scheme", .held, invited()),
      .init("dpop-scheme", .notApplicable, "no DPoP-bound") {
        $0.token("grant_type=x")
        $0.userinfo()
      },
      .init("dpop-scheme", .notApplicable, "in a header") { token(MadeJWT.proof())(&$0) },
      .init("dpop-scheme", .nothingSeen) { _ in },
    ]
}
