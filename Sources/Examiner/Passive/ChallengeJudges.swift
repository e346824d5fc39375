import Basics
import JOSE

/// PKCE (RFC 7636).
enum ChallengeJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "pkce-present": present,
    "pkce-s256": s256,
    "pkce-verifier-charset": charset,
    "pkce-verifier-matches": matches,
    // The challenge is made of the verifier, so it is a new one exactly where the verifier is; and it is never hidden.
    "pkce-verifier-unique": { seen in
      ProtectionJudges.unique("code_challenge", in: seen) { _ in guessable(seen) }
    },
  ]

  /// 22 characters of base64url are 132 bits; RFC 7636 §7.1 asks for 256.
  private static let leastPlaces = 22
  /// What is random has more: 43 decimal digits have all ten.
  private static let leastLetters = 6

  private static func guessable(_ seen: PassiveCase) -> PassiveResult? {
    // A short one is `pkce-verifier-charset`'s, and a hidden one is short.
    let sent = seen.redemptions.filter { ($0.value("code_verifier") ?? "").utf8.count >= 43 }
    let verifiers = sent.compactMap { $0.value("code_verifier") }
    let poor = sent.first { sent in
      sent.value("code_verifier").map { Set($0.utf8).count < leastLetters } ?? false
    }
    if let poor {
      let count = Set((poor.value("code_verifier") ?? "").utf8).count
      return .broken(
        "a code_verifier is made of \(PassiveCase.count(count, "character")), again and again: it can be guessed",
        at: poor, severity: .should)
    }
    if let shown = sent.first(where: { isShown($0, seen) }) {
      return .broken(
        "a code_verifier is made of the state, which the browser shows to others", at: shown)
    }
    guard let last = sent.last,
      let why = ProtectionJudges.sameness(of: verifiers, least: leastPlaces)
    else { return nil }
    return .broken(
      "the verifiers are predictable: \(why)", at: last, severity: .should)
  }

  /// Whether the state of the same flow is enough to write its verifier down.
  private static func isShown(_ sent: Sent, _ seen: PassiveCase) -> Bool {
    guard let state = seen.flow(of: sent)?.value("state"), state.utf8.count >= Canaries.shortest,
      let verifier = sent.value("code_verifier"), !Hidden.isIn(verifier)
    else { return false }
    let digest = Digest.sha256(Array(state.utf8))
    let made = [state, Base64URL.encode(digest), Hexadecimal.encode(digest)]
    return made.contains { verifier.hasPrefix($0) } || state.contains(verifier)
  }

  /// Public clients must, confidential ones should (RFC 9700 §2.1.1).
  private static func present(_ seen: PassiveCase) -> PassiveResult {
    let readable = seen.readableFlows
    guard !readable.isEmpty else { return seen.noReadableFlow }
    let flows = readable.filter(\.asksForCode)
    guard !flows.isEmpty else { return .notApplicable("it asks for no code") }
    if let flow = flows.first(where: { $0.value("code_challenge") == nil }) {
      let authenticates = seen.tokens.contains { !ClientAuthentication($0).methods.isEmpty }
      let kind = flow.sent.subject.kind ?? (authenticates ? .confidential : .public)
      return .broken(
        "a request for a code has no code_challenge", at: flow.sent,
        severity: kind == .confidential ? .should : nil)
    }
    return .held(
      "\(PassiveCase.count(flows.count, "request")) for a code, each with a code_challenge")
  }

  private static func challenged(_ seen: PassiveCase) -> [Flow] {
    seen.readableFlows.filter { $0.value("code_challenge") != nil }
  }

  private static func noChallenge(_ seen: PassiveCase) -> PassiveResult {
    seen.readableFlows.isEmpty
      ? seen.noReadableFlow : .notApplicable("no authorization request had a code_challenge")
  }

  private static func s256(_ seen: PassiveCase) -> PassiveResult {
    let flows = challenged(seen)
    guard !flows.isEmpty else { return noChallenge(seen) }
    return seen.eachFlow(flows, "each with S256") { flow in
      guard let method = flow.value("code_challenge_method") else {
        return "a code_challenge was sent without code_challenge_method, which means plain"
      }
      guard method == "S256" else { return "code_challenge_method=\(method)" }
      let challenge = flow.value("code_challenge") ?? ""
      if Base64URL.decode(challenge)?.count == 32 { return nil }
      return "code_challenge=\(challenge) is not a SHA-256 hash in base64url without padding"
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func charset(_ seen: PassiveCase) -> PassiveResult {
    let verifiers = seen.redemptions.filter { $0.value("code_verifier") != nil }
    let open = verifiers.filter { !Hidden.isIn($0.value("code_verifier") ?? "") }
    guard !open.isEmpty else {
      if !verifiers.isEmpty { return .cannotSay(Hidden.why) }
      return seen.redemptions.isEmpty && !challenged(seen).isEmpty
        ? .nothingSeen("no code was redeemed") : .notApplicable("no code_verifier was sent")
    }
    return seen.each(open, "code_verifier", "each of 43 to 128 unreserved characters") { sent in
      let bytes = Array((sent.value("code_verifier") ?? "").utf8)
      if let wrong = bytes.first(where: { !isUnreserved($0) }) {
        return "a code_verifier has the byte 0x\(String(wrong, radix: 16)), which it may not have"
      }
      return (43...128).contains(bytes.count)
        ? nil : "a code_verifier has \(bytes.count) characters, expected 43 to 128"
    }
  }

  private static func isVerifier(_ verifier: String, of flow: Flow) -> Bool {
    let challenge = flow.value("code_challenge") ?? ""
    let made =
      flow.value("code_challenge_method") == "S256"
      ? Base64URL.encode(Digest.sha256(Array(verifier.utf8))) : verifier
    return ExactText.same(made, challenge)
  }

  private static func matches(_ seen: PassiveCase) -> PassiveResult {
    // Where the authorization request is not seen, nothing can be compared.
    let sent = seen.redemptions.filter { sent in
      let flows = seen.flows(in: sent.episode)
      return !flows.isEmpty && !flows.contains(where: \.isElsewhere)
    }
    guard !sent.isEmpty else {
      return challenged(seen).isEmpty ? noChallenge(seen) : .nothingSeen("no code was redeemed")
    }
    var compared = 0
    var isHidden = false
    for sent in sent {
      let flows = seen.flows(in: sent.episode)
      let mine = seen.flow(of: sent).map { [$0] } ?? flows
      let challenged = mine.filter { $0.value("code_challenge") != nil }
      guard let verifier = sent.value("code_verifier") else {
        guard challenged.count == mine.count else { continue }
        return .broken(
          "a code was redeemed without code_verifier, although its request had a code_challenge",
          at: sent)
      }
      if challenged.isEmpty {
        return .broken(
          "a code_verifier was sent, although the authorization request had no code_challenge",
          at: sent)
      }
      if Hidden.isIn(verifier) {
        isHidden = true
      } else if !flows.contains(where: { isVerifier(verifier, of: $0) }) {
        return .broken("a code_verifier does not fit its code_challenge", at: sent)
      } else {
        compared += 1
      }
    }
    if isHidden { return .cannotSay(Hidden.why) }
    return compared == 0
      ? .notApplicable("neither challenge nor verifier was sent")
      : .held("\(PassiveCase.count(compared, "code_verifier")), each fits its code_challenge")
  }
}
