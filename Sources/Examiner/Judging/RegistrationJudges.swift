import Basics
import HTTPTypes
import ProviderModel

/// Judges of registration requests (RFC 7591 §2, §3.1).
enum RegistrationJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("registration-is-json", { episode, _ in isJSON(episode) }),
    ("registration-names-redirects", { episode, _ in namesRedirects(episode) }),
    ("registration-is-consistent", { episode, _ in isConsistent(episode) }),
    ("registration-is-native", { episode, _ in isNative(episode) }),
    ("registration-has-no-secrets", { episode, _ in hasNoSecrets(episode) }),
    ("initial-token-stays-home", { episode, _ in initialToken(episode) }),
  ]

  /// The first finding of a request; a run without one shows nothing.
  private static func each(
    _ episode: CheckRun, _ wrong: (Registration) -> String?
  ) -> JudgeFinding {
    let all = Registration.all(episode)
    if let reason = all.lazy.compactMap(wrong).first { return .wrong(reason) }
    return all.contains { $0.sent != nil }
      ? .fine : .unseen("it sent no registration request with metadata")
  }

  private static func isJSON(_ episode: CheckRun) -> JudgeFinding {
    each(episode) { registration in
      let request = registration.exchange.request
      if request.method != .post {
        return "its registration request was sent with \(request.method.rawValue)"
      }
      let type = request.headers.mediaType
      if type != "application/json" {
        return type.isEmpty
          ? "its registration request has no Content-Type"
          : "its registration request has the Content-Type \(type)"
      }
      return registration.sent == nil ? "its registration request is not a JSON object" : nil
    }
  }

  private static func namesRedirects(_ episode: CheckRun) -> JudgeFinding {
    let finding = each(episode) { registration in
      guard let sent = registration.sent else { return nil }
      guard let uris = sent["redirect_uris"]?.arrayValue, !uris.isEmpty else {
        return "its registration request has no redirect_uris"
      }
      for uri in uris {
        guard let text = uri.stringValue else {
          return "redirect_uris has a value that is not text"
        }
        let parts = URIReference(text)
        if parts.fragment != nil { return "redirect_uris holds \(text), which has a fragment" }
        if parts.scheme.isEmpty { return "redirect_uris holds \(text), which is not absolute" }
      }
      return nil
    }
    guard finding == .fine else { return finding }
    return RegistrationUseJudges.redirects(episode) { registration in
      registration.sent?["redirect_uris"]?.arrayValue?.compactMap(\.stringValue)
    }
  }

  private static func isConsistent(_ episode: CheckRun) -> JudgeFinding {
    each(episode) { registration in
      guard let sent = registration.sent else { return nil }
      func texts(_ name: String, or usual: String) -> [String] {
        sent[name]?.arrayValue?.compactMap(\.stringValue) ?? [usual]
      }
      let grants = texts("grant_types", or: "authorization_code")
      let words = Set(
        texts("response_types", or: "code").flatMap { $0.split(separator: " ").map(String.init) })
      let hasTokens = words.contains("token") || words.contains("id_token")
      // §2.1: each response type stands beside its grant type.
      if words.contains("code") != grants.contains("authorization_code") {
        return words.contains("code")
          ? "response_types has code, and grant_types lacks authorization_code"
          : "grant_types has authorization_code, and response_types lacks code"
      }
      guard hasTokens != grants.contains("implicit") else { return nil }
      return hasTokens
        ? "response_types has token or id_token, and grant_types lacks implicit"
        : "grant_types has implicit, and response_types has neither token nor id_token"
    }
  }

  /// Web applications have https addresses, with a host of their own (OpenID Connect Registration §2).
  private static func isNative(_ episode: CheckRun) -> JudgeFinding {
    each(episode) { registration in
      let uris = registration.sent?["redirect_uris"]?.arrayValue?.compactMap(\.stringValue) ?? []
      let native = uris.first { uri in
        let parts = URIReference(uri)
        let isWeb = ["http", "https"].contains(parts.scheme.lowercased())
        return !isWeb || parts.host.map(HostName.isLoopback) == true
      }
      let type = registration.sent?["application_type"]?.stringValue
      guard let native, type != "native" else { return nil }
      return type.map { "it registers \(native), and its application_type is \($0)" }
        ?? "it registers \(native) without application_type, which means web"
    }
  }

  private static let ownedByServer = ["client_secret", "registration_access_token"]
  /// The private members of keys (RFC 7518 §6).
  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private static func hasNoSecrets(_ episode: CheckRun) -> JudgeFinding {
    each(episode) { registration in
      guard let sent = registration.sent else { return nil }
      if let name = ownedByServer.first(where: { sent[$0] != nil && sent[$0]?.isNull != true }) {
        return "its metadata has \(name), which the server chooses"
      }
      let keys = sent["jwks"]?["keys"]?.arrayValue ?? []
      let isPrivate = keys.contains { key in privateMembers.contains { key[$0] != nil } }
      return isPrivate ? "its metadata has a private key" : nil
    }
  }

  /// RFC 6750 §5.3: the token is for the registration endpoint alone.
  private static func initialToken(_ episode: CheckRun) -> JudgeFinding {
    let tokens = Set(Registration.all(episode).compactMap(\.exchange.bearer))
    guard !tokens.isEmpty else { return .wrong("it registered without its initial access token") }
    return Leaks.of(tokens, "initial access token", in: episode) { $0.kind == "register" }
      ?? .fine
  }
}

/// Tokens that belong into one header of one endpoint.
enum Leaks {
  /// - Parameter isHome: whether a request may carry such a token as `Authorization: Bearer`.
  /// - Returns: where one was seen beside that.
  static func of(
    _ tokens: Set<String>, _ name: String, in episode: CheckRun, isHome: (Exchange) -> Bool
  ) -> JudgeFinding? {
    for exchange in episode.exchanges {
      let path = exchange.request.target.prefix { $0 != "?" }
      for token in tokens.sorted() {
        if exchange.request.target.contains(token) {
          return .wrong("its \(name) is in the URL of a request to \(path)")
        }
        var others = exchange
        if isHome(exchange), exchange.bearer == token {
          others.request.headers[.authorization] = nil
        }
        if others.holds(token, in: nil) {
          return .wrong("its \(name) was sent with \(exchange.line)")
        }
      }
    }
    return tokens.contains { episode.output.contains($0) }
      ? .wrong("the output of the program contains its \(name)") : nil
  }
}
