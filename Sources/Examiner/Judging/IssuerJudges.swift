import Basics

/// What clients keep of one issuer and must not show to another.
enum IssuerJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("tokens-at-their-issuer", { episode, _ in tokens(episode) })
  ]

  private static func tokens(_ episode: CheckRun) -> JudgeFinding {
    var homes: [String: (what: String, place: Substring)] = [:]
    for exchange in episode.exchanges where exchange.kind == "token" {
      guard exchange.answer.status.code == 200,
        let body = try? JSONReader().read(exchange.answer.body, file: "").root
      else { continue }
      for name in ["access_token", "refresh_token"] {
        guard let token = body[name]?.stringValue, !token.isEmpty else { continue }
        homes[token] = (name == "access_token" ? "access token" : "refresh token", exchange.home)
      }
    }
    guard !homes.isEmpty else { return .unseen("it got no token") }
    for exchange in episode.own {
      let foreign = homes.filter { $1.place != exchange.home && exchange.holds($0, in: nil) }
      if let what = foreign.values.map(\.what).min() {
        return .wrong("it sent the \(what) of one issuer to another (\(exchange.line))")
      }
    }
    // A client that stops at the second issuer has read its metadata.
    return Set(episode.own.map(\.home)).count > 1
      ? .fine : .unseen("it was seen at only one issuer")
  }
}

extension Exchange {
  /// The sandbox: each has an issuer of its own.
  var home: Substring {
    let parts = request.target.firstRange(of: "/_sandbox/").map {
      request.target[$0.upperBound...]
    }
    return parts?.prefix { $0 != "/" && $0 != "?" } ?? ""
  }
}
