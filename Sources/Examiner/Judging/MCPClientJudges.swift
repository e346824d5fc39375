import Basics
import HTTPTypes
import UserAgent

/// The client ID of MCP clients: by a registration, by their metadata document, or by configuration.
enum MCPClientJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("mcp-type-is-native", { episode, _ in applicationType(episode) }),
    ("mcp-method-is-supported", { episode, _ in method(episode) }),
    ("mcp-id-is-a-document", { episode, _ in document(episode) }),
    ("mcp-ids-are-kept-apart", { episode, _ in keptApart(episode) }),
    ("mcp-id-was-told", { episode, _ in told(episode) }),
  ]

  private static let noRegistration = JudgeFinding.unseen("it did not register itself")

  private static func metadata(_ registration: Exchange) -> JSONValue? {
    try? JSONReader().read(registration.request.body, file: "").root
  }

  private static func applicationType(_ episode: CheckRun) -> JudgeFinding {
    guard let sent = episode.registrations.first.flatMap(metadata) else { return noRegistration }
    switch sent["application_type"]?.stringValue {
    case "native": return .fine
    case let type?: return .wrong("it registered as \(type), with a redirect URI of this machine")
    case nil: return .wrong("it registered without application_type, which means web")
    }
  }

  /// RFC 6749 §2.3.1: how a token request says which client sends it.
  private static func used(_ request: Exchange) -> String {
    let scheme = request.request.headers.first(.authorization)?.prefix { $0 != " " }.lowercased()
    if scheme == "basic" { return "client_secret_basic" }
    return request.parameters.first("client_secret") == nil ? "none" : "client_secret_post"
  }

  private static func method(_ episode: CheckRun) -> JudgeFinding {
    guard let sent = episode.registrations.first.flatMap(metadata) else { return noRegistration }
    guard let request = episode.redemptions.first else { return .unseen("it redeemed no code") }
    let supported = episode.serverMetadata.last?.document?["token_endpoint_auth_methods_supported"]
    let methods = supported?.arrayValue?.compactMap(\.stringValue) ?? []
    // A client may leave the choice to the server.
    if let asked = sent["token_endpoint_auth_method"]?.stringValue, !methods.contains(asked) {
      return .wrong("it registered for \(asked)")
    }
    return methods.contains(used(request)) ? .fine : .wrong("it used \(used(request))")
  }

  private static func ids(_ episode: CheckRun) -> [String] {
    episode.authorizations.compactMap { $0.parameters.first("client_id") }
  }

  private static func document(_ episode: CheckRun) -> JudgeFinding {
    guard let id = ids(episode).first else { return .unseen("it sent nobody to the provider") }
    guard let address = WebAddress(id), address.scheme == "https", address.path.count > 1 else {
      return .wrong("it came as \(id)")
    }
    return .fine
  }

  /// RFC 6749 §2.2: an ID is good at the server that issued it. The two servers differ in their host.
  private static func keptApart(_ episode: CheckRun) -> JudgeFinding {
    guard let home = episode.authorizations.first?.request.authority,
      let other = episode.authorizations.first(where: { $0.request.authority != home })
    else { return .unseen("it sent nobody to the other authorization server") }
    let former = Set(
      episode.authorizations.filter { $0.request.authority == home }
        .compactMap { $0.parameters.first("client_id") })
    guard let id = other.parameters.first("client_id"), !former.contains(id) else {
      return .wrong("it came to the other authorization server with the ID of the first")
    }
    // The address of a document is good everywhere.
    let isAtHome = { (registration: Exchange) in registration.request.authority == home }
    return WebAddress(id)?.isWeb == true || episode.registrations.contains { !isAtHome($0) }
      ? .fine : .wrong("it did not register itself at the other authorization server")
  }

  private static func told(_ episode: CheckRun) -> JudgeFinding {
    guard let id = ids(episode).first else { return .unseen("it sent nobody to the provider") }
    if let registration = episode.registrations.first {
      return .wrong("it registered itself (\(registration.line))")
    }
    return WebAddress(id)?.isWeb == true ? .wrong("it came as \(id)") : .fine
  }
}
