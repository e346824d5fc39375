import Basics

/// Where native clients wait for their callback (RFC 8252 §7, §8).
enum LoopbackJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("native-scheme-reverse-dns", { episode, _ in scheme(episode) }),
    ("native-loopback-literal", { episode, _ in literal(episode) }),
    ("native-loopback-bind", { episode, _ in bound(episode) }),
    ("native-loopback-closed-after", { episode, _ in closed(episode) }),
  ]

  private static func scheme(_ episode: CheckRun) -> JudgeFinding {
    let schemes = episode.redirectURIs.map { $0.prefix { $0 != ":" }.lowercased() }
      .filter { $0 != "http" && $0 != "https" }
    guard !schemes.isEmpty else { return .unseen("it uses no custom scheme") }
    for scheme in schemes {
      if !scheme.contains(".") {
        return .wrong(
          "its redirect URI has the scheme \(scheme), which is not a reversed domain name")
      }
    }
    return .fine
  }

  private static func literal(_ episode: CheckRun) -> JudgeFinding {
    let local = episode.redirectURIs.filter { $0.lowercased().hasPrefix("http://") }
    guard !local.isEmpty else { return .unseen("its redirect URI is not an http URL") }
    for uri in local {
      let host = uri.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
      if !host.hasPrefix("127.") && !host.hasPrefix("[::1]") {
        return .wrong("it is \(host), expected 127.0.0.1 or [::1]")
      }
    }
    return .fine
  }

  private static func bound(_ episode: CheckRun) -> JudgeFinding {
    guard let addresses = episode.observations.loopbackAddresses else {
      return .unseen("the address that it listened on was not seen")
    }
    let open = addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" }
    return open.isEmpty
      ? .fine : .wrong("it listened at \(open.joined(separator: " and "))")
  }

  private static func closed(_ episode: CheckRun) -> JudgeFinding {
    switch episode.observations.loopbackWasClosed {
    case true?: .fine
    case false?: .wrong("it accepted another connection")
    case nil: .unseen("its port after the callback was not seen")
    }
  }
}

extension CheckRun {
  /// The redirect URIs of its authorization requests.
  var redirectURIs: [String] {
    authorizations.compactMap { $0.parameters.first("redirect_uri") }
  }

  /// The client's authorization requests, in order.
  package var authorizations: [Exchange] { own.filter { $0.kind == "authorize" } }
}

extension Exchange {
  /// Of the query and of a form, in this order.
  package var parameters: Parameters {
    let query = request.target.firstIndex(of: "?").map { request.target[$0...].dropFirst() } ?? ""
    let isForm = request.headers.first(.contentType)?.contains("form-urlencoded") == true
    return Parameters(
      Parameters(formEncoded: query).list
        + (isForm ? Parameters(formEncoded: request.body).list : []))
  }
}
