import Basics
import Examiner
import JOSE

enum ChallengeExamples {
  private static func request(_ more: String) -> String {
    "response_type=code&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&" + more
  }
  private static let s256 = "code_challenge=\(Trace.challenge)&code_challenge_method=S256"
  private static let pushed = "client_id=native&request_uri=urn%3Aa"
  private static let redeem = "grant_type=authorization_code&client_id=native&code=code-00001"

  private static func flow(_ more: String, _ body: String) -> [CheckRun] {
    [
      Trace.run { trace in
        trace.authorize(request(more), brought: "?code=code-00001")
        trace.token(redeem + body)
      }
    ]
  }

  private static func challenges(_ each: String...) -> [CheckRun] {
    each.map { challenge in
      Trace.run { $0.authorize(request("code_challenge=\(challenge)&code_challenge_method=S256")) }
    }
  }

  /// Runs with challenges of their own, which redeem their codes with these verifiers.
  private static func verifiers(_ each: [String]) -> [CheckRun] {
    each.enumerated().map { index, verifier in
      Trace.run { trace in
        trace.authorize(
          request("code_challenge=\(index)-\(Trace.challenge)&code_challenge_method=S256"),
          brought: "?code=code-00001")
        trace.token(redeem + "&code_verifier=\(verifier)")
      }
    }
  }

  private static func made(of state: String, _ isHashed: Bool = false) -> [CheckRun] {
    let digest = Base64URL.encode(Digest.sha256(Array(state.utf8)))
    return flow(
      "state=\(state)&\(s256)", "&code_verifier=\(isHashed ? digest : state + state + state)")
  }

  /// Digits that look like chance, 64 of them.
  private static func digits(_ seed: UInt64) -> String {
    var value = seed
    return (0..<64).map { _ in
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return String(value >> 60, radix: 16)
    }.joined()
  }

  private static let clock = (1...8).map { "1600000000000000000000000000000000000001234\($0)" }

  static let all: [PassiveExample] = [
    .init("pkce-verifier-unique", .held, verifiers((1...9).map { digits($0) })),
    .init(
      "pkce-verifier-unique", .broken, "at most 1 of", severity: .should,
      verifiers(clock)),
    // Seven may be alike by chance.
    .init("pkce-verifier-unique", .held, verifiers(clock.dropLast())),
    .init(
      "pkce-verifier-unique", .broken, "made of 1 character", severity: .should,
      verifiers(["a", "b", "c"].map { String(repeating: $0, count: 43) })),
    // That is another check's.
    .init("pkce-verifier-unique", .held, verifiers(["a", "b", "c"])),
    // 22 places that differ are enough.
    .init(
      "pkce-verifier-unique", .held,
      verifiers((1...8).map { "abcdefghijklmnopqrstu" + String(repeating: "\($0)", count: 22) })),
    .init(
      "pkce-verifier-unique", .broken, "at most 21 of", severity: .should,
      verifiers((1...8).map { "abcdefghijklmnopqrstuv" + String(repeating: "\($0)", count: 21) })),

    .init("pkce-verifier-unique", .broken, "made of the state", made(of: "0123456789abcdef")),
    .init("pkce-verifier-unique", .broken, "made of the state", made(of: "0123456789abcdef", true)),

    .init("pkce-present", .held) { $0.authorize(request(s256)) },
    .init("pkce-present", .broken) { $0.authorize(request("state=a")) },
    .init("pkce-present", .broken, severity: .should, of: Subject(kind: .confidential)) {
      $0.authorize(request("state=a"))
    },
    // Nobody said what it is; it has a secret.
    .init("pkce-present", .broken, severity: .should, of: Subject()) { trace in
      trace.authorize(request("state=a"))
      trace.token(redeem + "&client_secret=x")
    },
    .init("pkce-present", .broken, of: Subject()) { trace in
      trace.authorize(request("state=a"))
      trace.token(redeem)
    },
    .init("pkce-present", .nothingSeen) { _ in },
    .init("pkce-present", .cannotSay, "pushed") { $0.authorize(pushed) },
    .init("pkce-present", .notApplicable, "no code") {
      $0.authorize("response_type=token&client_id=native")
    },

    .init("pkce-s256", .held) { $0.authorize(request(s256)) },
    .init("pkce-s256", .broken, "code_challenge_method=plain") {
      $0.authorize(request("code_challenge=\(Trace.verifier)&code_challenge_method=plain"))
    },
    .init("pkce-s256", .broken, "means plain") {
      $0.authorize(request("code_challenge=\(Trace.verifier)"))
    },
    .init("pkce-s256", .broken, "without padding") {
      $0.authorize(request("code_challenge=\(Trace.challenge)%3D&code_challenge_method=S256"))
    },
    .init("pkce-s256", .notApplicable) { $0.authorize(request("state=a")) },

    .init("pkce-verifier-charset", .held, flow(s256, "&code_verifier=\(Trace.verifier)")),
    .init(
      "pkce-verifier-charset", .broken, "42 characters",
      flow(s256, "&code_verifier=\(Trace.verifier.dropLast())")),
    .init(
      "pkce-verifier-charset", .broken, "0x2b", flow(s256, "&code_verifier=\(Trace.verifier)%2B")),
    .init(
      "pkce-verifier-charset", .cannotSay, "hidden", flow(s256, "&code_verifier=‹secret 0123abcd›")),
    .init("pkce-verifier-charset", .notApplicable, flow("state=a", "")),
    .init("pkce-verifier-charset", .notApplicable, flow(s256, "")),
    .init("pkce-verifier-charset", .notApplicable) { $0.authorize(request("state=a")) },
    .init("pkce-verifier-charset", .nothingSeen) { $0.authorize(request(s256)) },

    .init(
      "pkce-verifier-matches", .held, "1 code_verifier",
      flow(s256, "&code_verifier=\(Trace.verifier)")),
    .init(
      "pkce-verifier-matches", .held,
      flow(
        "code_challenge=\(Trace.verifier)&code_challenge_method=plain",
        "&code_verifier=\(Trace.verifier)")),
    .init(
      "pkce-verifier-matches", .broken, "does not fit",
      flow(s256, "&code_verifier=\(Trace.verifier)x")),
    .init("pkce-verifier-matches", .broken, "without code_verifier", flow(s256, "")),
    .init(
      "pkce-verifier-matches", .broken, "had no code_challenge",
      flow("state=a", "&code_verifier=\(Trace.verifier)")),
    .init("pkce-verifier-matches", .cannotSay, flow(s256, "&code_verifier=‹secret 0123abcd›")),
    .init("pkce-verifier-matches", .notApplicable, flow("state=a", "")),
    .init("pkce-verifier-matches", .nothingSeen) { $0.authorize(request(s256)) },
    .init("pkce-verifier-matches", .notApplicable, "had a code_challenge") {
      $0.authorize(request("state=a"))
    },
    .init("pkce-verifier-matches", .cannotSay, "pushed") { trace in
      trace.authorize(pushed, brought: "?code=code-00001")
      trace.token(redeem + "&code_verifier=\(Trace.verifier)")
    },
    // A journal that begins after the authorization request.
    .init("pkce-verifier-matches", .nothingSeen) {
      $0.token(redeem + "&code_verifier=\(Trace.verifier)")
    },

    .init("pkce-verifier-unique", .held, challenges("a", "b", "c")),
    .init("pkce-verifier-unique", .broken, challenges("a", "b", "a")),
    .init("pkce-verifier-unique", .nothingSeen, challenges("a")),
    // Refreshing is no new transaction.
    .init("pkce-verifier-unique", .nothingSeen) { trace in
      trace.authorize(request(s256), brought: "?code=code-00001")
      trace.token(redeem + "&code_verifier=\(Trace.verifier)")
      trace.token("grant_type=refresh_token&refresh_token=r&code_verifier=\(Trace.verifier)")
    },
  ]
}
