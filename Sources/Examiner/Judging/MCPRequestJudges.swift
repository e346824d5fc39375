import Basics
import HTTPTypes
import UserAgent

/// The resource that MCP clients name (RFC 8707), and how they send their token.
enum MCPRequestJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("mcp-resource-is-authorized", { episode, _ in named(in: episode.authorizations, episode) }),
    ("mcp-resource-is-redeemed", { episode, _ in named(in: episode.redemptions, episode) }),
    (
      "mcp-resource-is-refreshed",
      { episode, _ in named(in: episode.tokenRequests("refresh_token"), episode) }
    ),
    ("mcp-resource-is-the-same", { episode, _ in same(episode) }),
    ("mcp-resource-is-valid", { episode, control in valid(episode, control) }),
    ("mcp-token-with-each-request", { episode, _ in tokenEachTime(episode) }),
  ]

  /// The address of the MCP server without its scheme, as its requests have it.
  private static func server(_ episode: CheckRun) -> String? {
    episode.calls.first.map { $0.request.authority + $0.path }
  }

  /// Whether a resource is the MCP server, or holds it.
  private static func holds(_ resource: String, _ server: String) -> Bool {
    guard let address = WebAddress(resource), address.isWeb, let authority = address.authority
    else { return false }
    let place = (authority.lowercased() + address.path).trimmingSlash
    return server.trimmingSlash == place || server.hasPrefix(place + "/")
  }

  private static func named(in requests: [Exchange], _ episode: CheckRun) -> JudgeFinding {
    guard let server = server(episode), !requests.isEmpty else {
      return .unseen("it sent no such request")
    }
    for request in requests {
      let resources = request.values("resource")
      if resources.isEmpty { return .wrong("a request names no resource (\(request.line))") }
      if !resources.contains(where: { holds($0, server) }) {
        return .wrong("it names \(resources.joined(separator: ", ")), and not the MCP server")
      }
    }
    return .fine
  }

  /// A missing resource is what mcp-resource-authorize and mcp-resource-token judge.
  private static func unnamed(_ requests: [Exchange], _ why: String) -> JudgeFinding {
    requests.isEmpty ? .unseen("it sent no such request") : .hidden(why)
  }

  private static func same(_ episode: CheckRun) -> JudgeFinding {
    let requests = episode.authorizations + episode.own.filter { $0.kind == "token" }
    let all = requests.map { Set($0.values("resource")) }.filter { !$0.isEmpty }
    guard all.count > 1 else {
      return unnamed(requests, "it named a resource in fewer than two requests")
    }
    guard Set(all).count == 1 else {
      let texts = all.map { $0.sorted().joined(separator: " and ") }
      return .wrong("it names \(texts.joined(separator: ", then "))")
    }
    return .fine
  }

  /// RFC 8707 §2: an absolute URI without a fragment.
  private static func valid(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    let requests = [episode, control].compactMap { $0 }.flatMap { run in
      run.authorizations + run.own.filter { $0.kind == "token" }
    }
    let resources = requests.flatMap { $0.values("resource") }
    guard !resources.isEmpty else { return unnamed(requests, "it named no resource") }
    let wrong = resources.first { text in
      WebAddress(text)?.authority == nil || text.contains("#")
    }
    return wrong.map { .wrong("it names \($0)") } ?? .fine
  }

  private static func tokenEachTime(_ episode: CheckRun) -> JudgeFinding {
    func hasToken(_ call: Exchange) -> Bool {
      // A token in the address is what mcp-bearer-not-query judges.
      call.request.headers.first(.authorization) != nil || call.holds("access_token", in: "query")
    }
    guard let first = episode.calls.first(where: hasToken) else {
      return .unseen("it sent no token to the MCP server")
    }
    let later = episode.calls.filter { $0.at > first.at }
    guard !later.isEmpty else { return .unseen("it sent only one request with a token") }
    let bare = later.first { !hasToken($0) }
    return bare.map { .wrong("a request has no token (\($0.line))") } ?? .fine
  }
}

extension String {
  fileprivate var trimmingSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
