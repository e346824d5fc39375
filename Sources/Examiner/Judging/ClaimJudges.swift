import Basics

/// Whose claims a client shows.
enum ClaimJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("userinfo-is-unused", { userinfo($0, $1) })
  ]

  /// What rules of the catalogue put into userinfo that must not be believed.
  private static let planted = [
    "Mallory Canary", "canary@elsewhere.example", "mallory-canary", "somebody-else",
  ]

  private static func userinfo(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    if episode.outcome.subject == "somebody-else" {
      return .wrong("it takes the user for the one that userinfo names")
    }
    if let found = planted.first(where: { shown(episode).contains($0) }) {
      return .wrong("it shows \"\(found)\", which stood in a userinfo answer that it must not use")
    }
    guard episode.outcome.kind == .accepted, episode.outcome.subject == nil else { return .fine }
    // Whose values it shows can be seen only where it shows some.
    let usual = (control?.exchanges ?? []).filter { $0.endpoint == "userinfo" }.flatMap {
      exchange in
      let tree = try? JSONReader().read(exchange.answer.body, file: "").root
      return (tree?.objectValue ?? JSONObject()).compactMap { $0.value.stringValue }
    }.filter { $0.count > 3 }
    let text = control.map(shown) ?? ""
    return usual.contains(where: text.contains)
      ? .fine
      : .unseen(
        "it shows nothing of userinfo, so whether it used it can't be seen: let its page, such as that of --probe-url, show the user's name or sub"
      )
  }

  /// What the client let its user see. The output of a website is its log, which may name what it refused.
  private static func shown(_ episode: CheckRun) -> String {
    let isWebsite = episode.deliveries.contains { $0.what == "probe" }
    return (isWebsite ? "" : episode.output)
      + episode.deliveries.compactMap { call in
        call.answer.map { String(decoding: $0.body, as: UTF8.self) }
      }.joined()
  }
}
