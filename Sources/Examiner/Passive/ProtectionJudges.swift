/// What ties a callback to its request.
enum ProtectionJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "csrf-protection": protection,
    "state-unique": state,
    "nonce-unique": { seen in unique("nonce", in: seen, otherwise: weakNonce) },
    "nonce-unless-code-flow": nonce,
    "scope-openid": openID,
  ]

  private static func protection(_ seen: PassiveCase) -> PassiveResult {
    guard !seen.readableFlows.isEmpty else { return seen.noReadableFlow }
    return seen.eachFlow(seen.readableFlows, "each with state, challenge or nonce") { flow in
      if flow.value("state") != nil { return nil }
      if flow.asksForCode, flow.value("code_challenge") != nil { return nil }
      if flow.value("nonce") != nil, flow.scopes.contains("openid") { return nil }
      return "an authorization request has neither state nor code_challenge nor nonce"
    }
  }

  /// So many are compared at least.
  static let least = 3

  /// Whether a value comes again in another flow.
  ///
  /// A client may try again what came back as an error, as it does after `prompt=none`: there the first flow brought
  /// nothing that a second one could be taken for.
  static func unique(
    _ name: String, in seen: PassiveCase, otherwise: (([Flow]) -> PassiveResult?)? = nil
  ) -> PassiveResult {
    let readable = seen.readableFlows
    guard !readable.isEmpty else { return seen.noReadableFlow }
    let flows = readable.filter { $0.value(name) != nil }
    guard !flows.isEmpty else {
      return .notApplicable(
        "\(PassiveCase.count(readable.count, "authorization request")), none with a \(name)")
    }
    var first: [String: Flow] = [:]
    for flow in flows {
      let value = flow.value(name) ?? ""
      defer { first[value] = flow }
      guard let before = first[value] else { continue }
      let isRetry =
        before.sent.episode == flow.sent.episode && before.brought["error"] != nil
      if isRetry { continue }
      return .broken("\(name) \"\(value)\" was already sent in an earlier request", at: flow.sent)
    }
    if let found = otherwise?(flows) { return found }
    guard first.count >= least else {
      return .nothingSeen(
        "expected \(least) authorization requests with a \(name) to compare, found \(first.count)")
    }
    return .held(
      "\(PassiveCase.count(flows.count, "authorization request")), each with a new \(name)")
  }

  /// Fewer runs may be alike by chance.
  private static let leastToCompare = 8

  /// Random values differ in nearly every place from one request to the next; counters and clocks change a few places.
  /// - Parameter least: the number of places that have to vary.
  static func sameness(of values: [String], least: Int) -> String? {
    guard values.count >= leastToCompare else { return nil }
    let texts = values.map { Array($0.utf8) }
    let length = texts.map(\.count).min() ?? 0
    let varying = (0..<length).count { place in Set(texts.map { $0[place] }).count > 1 }
    guard varying < least else { return nil }
    return "at most \(varying) of \(length) characters differ between two requests"
  }

  private static let shortestState = 16
  /// 12 characters of hexadecimal are 48 bits.
  private static let leastPlaces = 12

  private static func state(_ seen: PassiveCase) -> PassiveResult {
    unique("state", in: seen) { flows in
      if let flow = flows.first(where: { ($0.value("state") ?? "").utf8.count < shortestState }) {
        let state = flow.value("state") ?? ""
        return .broken(
          "state \"\(state)\" has \(state.utf8.count) characters; \(shortestState) or more can't be guessed",
          at: flow.sent, severity: .should)
      }
      return predictable("state", in: flows)
    }
  }

  private static func predictable(_ name: String, in flows: [Flow]) -> PassiveResult? {
    guard let last = flows.last,
      let why = sameness(of: flows.compactMap { $0.value(name) }, least: leastPlaces)
    else { return nil }
    return .broken(
      "the \(name)s are predictable, as \"\(last.value(name) ?? "")\" is: \(why)",
      at: last.sent, severity: .should)
  }

  /// A nonce that is the state says nothing that the state does not.
  private static func weakNonce(_ flows: [Flow]) -> PassiveResult? {
    if let flow = flows.first(where: { $0.value("nonce") == $0.value("state") }) {
      return .broken(
        "the nonce is the state of the same request", at: flow.sent, severity: .should)
    }
    return predictable("nonce", in: flows)
  }

  private static func nonce(_ seen: PassiveCase) -> PassiveResult {
    let readable = seen.readableFlows
    guard !readable.isEmpty else { return seen.noReadableFlow }
    let flows = readable.filter { $0.responseTypes.contains("id_token") }
    guard !flows.isEmpty else {
      return .notApplicable("no response type with id_token was asked for")
    }
    return seen.eachFlow(flows, "each with a nonce") { flow in
      flow.value("nonce") == nil
        ? "response_type=\(flow.value("response_type") ?? "") came without a nonce" : nil
    }
  }

  private static func openID(_ seen: PassiveCase) -> PassiveResult {
    let readable = seen.readableFlows
    guard !readable.isEmpty else { return seen.noReadableFlow }
    // A nonce is OpenID Connect's, and so is an ID token.
    let flows = readable.filter {
      $0.sent.subject.wantsOpenID == true || $0.responseTypes.contains("id_token")
        || $0.value("nonce") != nil
    }
    guard !flows.isEmpty else {
      let held = readable.allSatisfy { $0.scopes.contains("openid") }
      return held
        ? .held("\(PassiveCase.count(readable.count, "authorization request")), each with openid")
        : .notApplicable("nobody said that it speaks OpenID Connect")
    }
    return seen.eachFlow(flows, "each with openid") { flow in
      flow.scopes.contains("openid")
        ? nil : "the scope \"\(flow.value("scope") ?? "")\" has no openid"
    }
  }
}
