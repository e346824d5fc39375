import Basics

/// What is sent to the token endpoint.
enum TokenRequestJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "token-post": post,
    "token-form-encoded": formEncoded,
    "token-no-duplicates": duplicates,
    "token-no-query-credentials": queryCredentials,
    "token-redirect-identical": redirect,
    "code-used-once": codeOnce,
    "no-ropc": password,
  ]

  /// A provider that reads another way than the RFC's has it so in its documents: its clients can't do otherwise. That
  /// weighs less.
  private static func weight(_ sent: Sent) -> Severity? { sent.isTaken ? .robustness : nil }

  private static func post(_ seen: PassiveCase) -> PassiveResult {
    guard let other = seen.tokens.first(where: { $0.method != "POST" }) else {
      return seen.each(seen.tokens, "token request", "each by POST") { _ in nil }
    }
    return .broken(
      "a token request was sent with \(other.method)", at: other, severity: weight(other))
  }

  private static func formEncoded(_ seen: PassiveCase) -> PassiveResult {
    // What is no POST has no body to speak of; token-post says so.
    let posts = seen.tokens.filter { $0.method == "POST" }
    for sent in posts {
      guard let why = notForm(sent) else { continue }
      return .broken(why, at: sent, severity: weight(sent))
    }
    return seen.each(posts, "token request", "each a form") { _ in nil }
  }

  private static func notForm(_ sent: Sent) -> String? {
    guard let type = Sent.mediaType(sent.exchange.request) else {
      return "a token request has no Content-Type"
    }
    guard type == Sent.formType else { return "a token request has the Content-Type \(type)" }
    let line = sent.exchange.request.headers.first(.contentType)?.lowercased() ?? ""
    if let charset = line.split(separator: "charset=").dropFirst().first {
      let name = charset.filter { $0 != "\"" }.prefix { $0 != ";" && $0 != " " }
      if !["utf-8", "utf8", "us-ascii"].contains(name) { return "a token request is in \(name)" }
    }
    return sent.form.unreadable.isEmpty ? nil : "the body of a token request is not UTF-8"
  }

  private static func duplicates(_ seen: PassiveCase) -> PassiveResult {
    seen.each(seen.tokens, "token request", "no parameter twice") { sent in
      for parameters in [sent.form, sent.query] {
        let name = AuthorizationJudges.repeated(in: parameters, but: ["resource", "audience"])
        if let name {
          return "\(name) appears \(parameters.values(name).count) times in a token request"
        }
      }
      return nil
    }
  }

  private static let credentials: Set<String> = [
    "client_assertion", "client_secret", "code", "code_verifier", "device_code", "password",
    "refresh_token",
  ]
  private static let kinds: Set<String> = ["introspect", "revoke", "token"]

  private static func queryCredentials(_ seen: PassiveCase) -> PassiveResult {
    let sent = seen.all.filter {
      kinds.contains($0.exchange.kind) && ($0.exchange.kind != "token" || PassiveCase.asks($0))
    }
    for sent in sent {
      let found = sent.query.list.first { credentials.contains($0.name) && !$0.value.isEmpty }
      guard let found else { continue }
      // By GET, a provider that takes it has no other way.
      return .broken(
        "\(found.name) is in the URL of a request to \(sent.path)", at: sent,
        severity: sent.method == "GET" ? weight(sent) : nil)
    }
    return seen.each(sent, "token request", "no credential in a URL") { _ in nil }
  }

  private static func redirect(_ seen: PassiveCase) -> PassiveResult {
    var compared = 0
    for sent in seen.redemptions {
      let own = seen.flow(of: sent).map { [$0] } ?? seen.flows(in: sent.episode)
      // What was pushed is not seen here.
      if own.contains(where: \.isElsewhere) { continue }
      let asked = own.compactMap { $0.value("redirect_uri") }
      // One that was left out there need not be sent here.
      guard asked.count == own.count, let first = asked.first else { continue }
      guard let repeated = sent.value("redirect_uri") else {
        return .broken(
          "a code was redeemed without redirect_uri, and its request had \(first)", at: sent)
      }
      guard asked.contains(where: { ExactText.same($0, repeated) }) else {
        return .broken(
          "redirect_uri is \(repeated) in the token request, and was \(first) in the authorization request",
          at: sent)
      }
      compared += 1
    }
    if compared > 0 {
      return .held(
        "\(PassiveCase.count(compared, "token request")), each with the same redirect_uri")
    }
    return seen.redemptions.isEmpty
      ? .nothingSeen("no code was redeemed")
      : .notApplicable("no authorization request that was seen had a redirect_uri")
  }

  /// How often a client tries after such an answer is asked by another check.
  private static func codeOnce(_ seen: PassiveCase) -> PassiveResult {
    var spent: [String: Sent] = [:]
    var unanswered: [String: Int] = [:]
    var retried: PassiveResult?
    let codes = seen.tokens.filter { $0.value("code") != nil }
    for sent in codes {
      let key = "\(sent.episode) \(sent.value("code") ?? "")"
      if let before = spent[key] {
        return .broken(
          "a code was sent again after the response \(before.status) to request \(before.exchange.number)",
          at: sent)
      }
      if sent.isLookedAt { spent[key] = sent }
      // Whether a request without an answer was heard, the client can't know. One automatic retry is the most that
      // RFC 9110 §9.2.2 has for a request that is not idempotent.
      let count = unanswered[key] ?? 0
      if count > 1 {
        return .broken(
          "a code was sent a third time, after two requests without a response", at: sent)
      }
      if count == 1 {
        retried =
          retried
          ?? .broken(
            "a code was sent again after a request without a response", at: sent, severity: .should)
      }
      if sent.status == 0 || !sent.exchange.isDelivered { unanswered[key] = count + 1 }
    }
    if let retried { return retried }
    return codes.isEmpty
      ? .nothingSeen("no code was redeemed")
      : .held("\(PassiveCase.count(codes.count, "token request")) with a code, none of them twice")
  }

  private static func password(_ seen: PassiveCase) -> PassiveResult {
    if seen.tokens.isEmpty, !seen.flows.isEmpty { return .held("no token request at all") }
    return seen.each(seen.tokens, "token request", "none with grant_type=password") { sent in
      sent.value("grant_type") == "password" ? "a token request has grant_type=password" : nil
    }
  }
}

extension Sent {
  /// Whether the server may have looked at what it holds: not where it sent no answer, was overloaded or broken, sent the
  /// request elsewhere, or asked for a new DPoP nonce (RFC 9449 §8), which is no answer about the rest.
  var isLookedAt: Bool {
    switch status {
    case 0, 307, 308, 408, 425, 429, 500...: return false
    case 400, 401:
      let body = try? JSONReader().read(exchange.answer.body, file: "").root
      return body?["error"]?.stringValue != "use_dpop_nonce"
    default: return true
    }
  }
}
