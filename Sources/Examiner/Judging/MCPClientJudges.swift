import Basics
import HTTPTypes
import UserAgent

/// The client ID of MCP clients: by a registration, by their metadata document, or by configuration.
enum MCPClientJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("mcp-method-is-supported", { episode, _ in method(episode) }),
    ("mcp-id-is-a-document", { episode, _ in document(episode) }),
    ("mcp-ids-are-kept-apart", { episode, _ in keptApart(episode) }),
    ("mcp-id-was-told", { episode, _ in told(episode) }),
  ]

  private static func method(_ episode: CheckRun) -> JudgeFinding {
    guard let sent = Registration.all(episode).first?.sent else {
      return .unseen("it did not register itself")
    }
    guard let request = episode.redemptions.first else { return .unseen("it redeemed no code") }
    let supported = episode.serverMetadata.last?.document?["token_endpoint_auth_methods_supported"]
    let methods = supported?.arrayValue?.compactMap(\.stringValue) ?? []
    // A client may leave the choice to the server.
    if let asked = sent["token_endpoint_auth_method"]?.stringValue, !methods.contains(asked) {
      return .wrong("it registered for \(asked)")
    }
    let used = ClientAuthentication(Sent(request, in: 0, of: Subject()))
    return used.isOne(of: methods) ? .fine : .wrong("it used \(used.shown)")
  }

  private static func ids(_ episode: CheckRun) -> [String] {
    episode.authorizations.compactMap { $0.parameters.first("client_id") }
  }

  private static func document(_ episode: CheckRun) -> JudgeFinding {
    guard let id = ids(episode).first else {
      return .unseen("it did not send a user to the provider")
    }
    guard let address = WebAddress(id), address.scheme == "https", address.path.count > 1 else {
      return .wrong("it came as \(id)")
    }
    return .fine
  }

  /// RFC 6749 §2.2: an ID is good at the server that issued it. The two servers differ in their host.
  private static func keptApart(_ episode: CheckRun) -> JudgeFinding {
    guard let home = episode.authorizations.first?.request.authority,
      let other = episode.authorizations.first(where: { $0.request.authority != home })
    else { return .unseen("it did not send a user to the other authorization server") }
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
    guard let id = ids(episode).first else {
      return .unseen("it did not send a user to the provider")
    }
    if let registration = episode.registrations.first {
      return .wrong("it registered itself (\(registration.line))")
    }
    return WebAddress(id)?.isWeb == true ? .wrong("it came as \(id)") : .fine
  }
}
