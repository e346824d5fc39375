import Basics

/// What a client asks for at the authorization endpoint.
enum AuthorizationJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "authz-no-duplicate-params": duplicates,
    "authz-response-type": responseType,
    "authz-redirect-no-fragment": fragment,
    "authz-redirect-sent": redirectSent,
    "authz-scope-charset": scope,
    "authz-no-secret": secret,
    "no-implicit": implicit,
  ]

  /// The name that stands more often than once.
  static func repeated(in parameters: Parameters, but allowed: Set<String>) -> String? {
    var seen: Set<String> = []
    return parameters.list.first { parameter in
      !allowed.contains(parameter.name) && !seen.insert(parameter.name).inserted
    }?.name
  }

  private static func duplicates(_ seen: PassiveCase) -> PassiveResult {
    seen.eachFlow(seen.flows, "no parameter twice") { flow in
      repeated(in: flow.parameters, but: ["resource"]).map { name in
        "\(name) appears \(flow.parameters.values(name).count) times in an authorization request"
      }
    }
  }

  /// The registry of RFC 6749 §11.3, each with its words sorted.
  private static let known: Set<String> = [
    "code", "code id_token", "code id_token token", "code token", "id_token", "id_token token",
    "id_token vp_token", "none", "token", "vp_token",
  ]

  private static func sorted(_ type: String) -> String {
    type.split(separator: " ").map(String.init).sorted().joined(separator: " ")
  }

  private static func responseType(_ seen: PassiveCase) -> PassiveResult {
    guard !seen.readableFlows.isEmpty else { return seen.noReadableFlow }
    return seen.eachFlow(seen.readableFlows, "each with a response type that is known") { flow in
      guard let type = flow.value("response_type") else {
        return "an authorization request has no response_type"
      }
      guard known.contains(sorted(type)) else {
        return "response_type=\(type) is none that is registered"
      }
      guard let own = flow.sent.subject.responseTypes, !own.map(sorted).contains(sorted(type))
      else {
        return nil
      }
      return "response_type=\(type) is not one of those that the client is registered for: "
        + own.joined(separator: ", ")
    }
  }

  private static func fragment(_ seen: PassiveCase) -> PassiveResult {
    let flows = seen.flows.filter { $0.value("redirect_uri") != nil }
    guard !flows.isEmpty else {
      return seen.flows.isEmpty
        ? .nothingSeen("no authorization request was seen")
        : .notApplicable("no authorization request had a redirect_uri")
    }
    return seen.eachFlow(flows, "each with an absolute redirect URI without fragment") { flow in
      let text = flow.value("redirect_uri") ?? ""
      let uri = URIReference(text)
      if uri.fragment != nil { return "the redirect URI \(text) has a fragment" }
      let isWeb = ["http", "https"].contains(uri.scheme.lowercased())
      guard uri.scheme.isEmpty || (isWeb && uri.authority.isEmpty) else { return nil }
      return "the redirect URI \(text) is not absolute"
    }
  }

  private static func redirectSent(_ seen: PassiveCase) -> PassiveResult {
    let readable = seen.readableFlows
    guard !readable.isEmpty else { return seen.noReadableFlow }
    let without = readable.filter { $0.value("redirect_uri") == nil }
    func has(_ flow: Flow, _ reason: Reason) -> Bool { self.reason(flow) == reason }
    if let flow = without.first(where: { has($0, .openID) }) {
      return .broken("a request with the scope openid has no redirect_uri", at: flow.sent)
    }
    if let flow = without.first(where: { has($0, .several) }) {
      return .broken(
        "a request has no redirect_uri, and \(flow.sent.subject.redirectURIs.count) are registered",
        at: flow.sent)
    }
    if without.contains(where: { has($0, .unknown) }) {
      return .cannotSay("a request has no redirect_uri, and nobody said how many are registered")
    }
    guard without.isEmpty else { return .notApplicable("one redirect URI is registered") }
    return .held(
      "\(PassiveCase.count(readable.count, "authorization request")), each with a redirect_uri")
  }

  private enum Reason { case openID, several, unknown, none }

  private static func reason(_ flow: Flow) -> Reason {
    if flow.scopes.contains("openid") { return .openID }
    switch flow.sent.subject.redirectURIs.count {
    case 0: return .unknown
    case 1: return .none
    default: return .several
    }
  }

  private static func scope(_ seen: PassiveCase) -> PassiveResult {
    let flows = seen.flows.filter { $0.value("scope") != nil }
    guard !flows.isEmpty else {
      return seen.flows.isEmpty
        ? .nothingSeen("no authorization request was seen")
        : .notApplicable("no authorization request had a scope")
    }
    return seen.eachFlow(flows, "each scope well formed") { flow in
      let scope = flow.value("scope") ?? ""
      let wrong = scope.unicodeScalars.first { scalar in
        !(scalar == " " || scalar == "!" || ("#"..."[").contains(scalar)
          || ("]"..."~").contains(scalar))
      }
      if let wrong {
        return "the scope \"\(scope)\" has a character that no scope may have: U+"
          + String(wrong.value, radix: 16, uppercase: true)
      }
      let isSpaced = scope.split(separator: " ", omittingEmptySubsequences: false).contains("")
      return isSpaced ? "the scope \"\(scope)\" has a space too many" : nil
    }
  }

  private static let secrets: Set<String> = [
    "access_token", "client_assertion", "client_secret", "code_verifier", "password",
    "refresh_token",
  ]

  private static func secret(_ seen: PassiveCase) -> PassiveResult {
    seen.eachFlow(seen.flows, "none with a secret") { flow in
      for parameter in flow.sent.parameters where !parameter.value.isEmpty {
        if secrets.contains(parameter.name) {
          return "\(parameter.name) stands in an authorization request"
        }
        // A state is often a Base64 of what the client wants to find again.
        let texts = [
          (parameter.value, parameter.name),
          (CanaryJudges.unwrapped(parameter.value), "\(parameter.name), in Base64"),
        ]
        for (text, place) in texts {
          if let secret = flow.sent.subject.secret, secret.utf8.count >= 8, text.contains(secret) {
            return "the client's secret stands in an authorization request, as \(place)"
          }
          if flow.value("code_challenge_method") == "S256",
            verifiers(seen, in: flow.sent.episode).contains(where: text.contains)
          {
            return "the code_verifier stands in an authorization request, as \(place)"
          }
        }
      }
      return nil
    }
  }

  private static func verifiers(_ seen: PassiveCase, in episode: Int) -> [String] {
    seen.redemptions.filter { $0.episode == episode }.compactMap { $0.value("code_verifier") }
      .filter { $0.utf8.count >= 20 && !Hidden.isIn($0) }
  }

  private static func implicit(_ seen: PassiveCase) -> PassiveResult {
    guard !seen.readableFlows.isEmpty else { return seen.noReadableFlow }
    // What the examiner told it to do, it did not choose.
    let chosen = seen.readableFlows.filter { flow in
      flow.sent.subject.toldResponseType.map(sorted) != sorted(flow.value("response_type") ?? "")
    }
    guard !chosen.isEmpty else { return .notApplicable("it was told which response type to use") }
    return seen.eachFlow(chosen, "none for a token in the callback") { flow in
      flow.responseTypes.contains("token")
        ? "response_type=\(flow.value("response_type") ?? "") brings an access token in the callback"
        : nil
    }
  }
}
