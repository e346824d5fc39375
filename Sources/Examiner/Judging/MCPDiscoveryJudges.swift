import Basics
import UserAgent

/// Where MCP clients look for metadata (RFC 9728 §3, RFC 8414 §3).
enum MCPDiscoveryJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("mcp-resource-metadata-order", { episode, _ in resourceOrder(episode) }),
    ("mcp-server-metadata-order", { episode, _ in serverOrder(episode) }),
    ("nothing-is-opened", { episode, _ in nothingOpened(episode) }),
  ]

  private static let resourceName = "/.well-known/oauth-protected-resource"

  /// The address of the challenge alone; without one the well-known address with the path, then that of the root.
  private static func resourceOrder(_ episode: CheckRun) -> JudgeFinding {
    guard let challenge = episode.challenge else {
      return .unseen("none of its requests to the MCP server was answered with 401")
    }
    let asked = episode.resourceMetadata.filter { $0.at >= challenge.at }.map(\.path)
    guard let first = asked.first else {
      return .unseen("it asked for no metadata of the MCP server")
    }
    if let told = challenge.challenged("resource_metadata").flatMap({ WebAddress($0)?.path }) {
      return first == told
        ? .fine : .wrong("it asked for \(first), and the challenge named \(told)")
    }
    let inserted = resourceName + challenge.path
    guard first == inserted else { return .wrong("it asked for \(first), expected \(inserted)") }
    return .fine
  }

  /// OAuth's address before those of OpenID Connect, and of these the one with the path inserted before the one with the
  /// path in front.
  private static func serverOrder(_ episode: CheckRun) -> JudgeFinding {
    let asked = episode.serverMetadata.map(\.path)
    guard let last = asked.last else {
      return .unseen("it asked for no metadata of the authorization server")
    }
    let oauth = "/.well-known/oauth-authorization-server"
    let openID = "/.well-known/openid-configuration"
    // The provider answers at other addresses, too, which no client has to know.
    func rank(_ path: String) -> Int? {
      if path.hasPrefix(oauth) { return 0 }
      if path.hasPrefix(openID) { return 1 }
      return path.hasSuffix(openID) ? 2 : nil
    }
    let ranks = asked.compactMap(rank)
    for (one, next) in zip(ranks, ranks.dropFirst()) where next < one {
      return .wrong("it asked for \(asked.joined(separator: ", then for "))")
    }
    let reached = ranks.last ?? 0
    let missing = (0..<reached).first { !ranks.contains($0) }
    return missing == nil
      ? .fine : .wrong("it asked for \(last), and for \(asked.count - 1) other addresses before")
  }

  /// Some clients go on to an address of their own choice where the metadata have none that is good.
  private static func nothingOpened(_ episode: CheckRun) -> JudgeFinding {
    let opened = episode.observations.unopenable ?? episode.observations.openedElsewhere
    return opened.map { .wrong("it had \($0.prefix(60)) opened") } ?? .fine
  }
}
