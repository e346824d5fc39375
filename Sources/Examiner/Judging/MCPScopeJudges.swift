import Basics

/// Which scopes MCP clients ask for.
enum MCPScopeJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("mcp-scopes-are-chosen", { episode, _ in chosen(episode) }),
    ("mcp-scopes-are-added", { episode, _ in added(episode) }),
    ("mcp-scopes-are-kept", { episode, _ in kept(episode) }),
    ("mcp-offline-access-is-offered", { episode, _ in offered(episode) }),
  ]

  /// A client may add it where the authorization server has it: it is no scope of the MCP server.
  private static let offline = "offline_access"

  /// The scopes of the challenge; without any, those of the metadata; without these, none.
  private static func chosen(_ episode: CheckRun) -> JudgeFinding {
    guard let challenge = episode.challenge, let first = episode.authorizations.first else {
      return .unseen("it sent no authorization request after a challenge")
    }
    let asked = Set(first.scopes).subtracting([offline])
    let told = challenge.challenged("scope")?.split(separator: " ").map(String.init)
    let known = episode.resourceDocument?["scopes_supported"]?.arrayValue?
      .compactMap(\.stringValue)
    let expected = Set(told ?? known ?? []).subtracting([offline])
    guard asked != expected else { return .fine }
    return .wrong("it asked for \(text(asked)), expected \(text(expected))")
  }

  private static func text(_ scopes: Set<String>) -> String {
    scopes.isEmpty ? "no scope" : scopes.sorted().joined(separator: " ")
  }

  /// Two authorization requests, with the challenge between them.
  private static func steps(
    _ episode: CheckRun
  ) -> (before: Set<String>, challenged: Set<String>, after: Set<String>)? {
    let refusal = episode.calls.first { $0.answer.status.code == 403 }
    guard let refusal, let first = episode.authorizations.first,
      let next = episode.authorizations.first(where: { $0.at > refusal.at })
    else { return nil }
    let words = refusal.challenged("scope")?.split(separator: " ").map(String.init) ?? []
    return (Set(first.scopes), Set(words), Set(next.scopes))
  }

  private static func added(_ episode: CheckRun) -> JudgeFinding {
    guard episode.calls.contains(where: { $0.answer.status.code == 403 }) else {
      return .unseen("none of its calls was refused with insufficient_scope")
    }
    guard let steps = steps(episode) else {
      return .wrong("it sent no authorization request after insufficient_scope")
    }
    let lacking = steps.challenged.subtracting(steps.after)
    return lacking.isEmpty ? .fine : .wrong("it asked again without \(text(lacking))")
  }

  private static func kept(_ episode: CheckRun) -> JudgeFinding {
    guard let steps = steps(episode) else {
      return .unseen("it sent no authorization request after insufficient_scope")
    }
    let lost = steps.before.union(steps.challenged).subtracting(steps.after)
    return lost.isEmpty ? .fine : .wrong("it asked again without \(text(lost))")
  }

  private static func offered(_ episode: CheckRun) -> JudgeFinding {
    guard !episode.authorizations.isEmpty else {
      return .unseen("it did not send a user to the provider")
    }
    return episode.authorizations.contains { $0.scopes.contains(offline) }
      ? .wrong("it asked for \(offline), which scopes_supported does not have") : .fine
  }
}
