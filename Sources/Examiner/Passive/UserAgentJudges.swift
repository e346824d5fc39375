import Basics
import HTTPTypes

/// Whether the user signs in with an embedded browser (RFC 8252 §8.12). A `User-Agent` header is no proof.
enum UserAgentJudges {
  static let all: [String: PassiveJudge.Judge] = ["ua-embedded": embedded]

  private static func embedded(_ seen: PassiveCase) -> PassiveResult {
    let others = seen.flows.filter { !$0.sent.exchange.isAgents }
    for flow in others {
      guard let sign = sign(flow.sent.exchange.request) else { continue }
      return .broken(
        "the authorization request looks as if it came from a web view: \(sign)", at: flow.sent,
        severity: .robustness)
    }
    if others.isEmpty, !seen.flows.isEmpty {
      return .held(
        "\(PassiveCase.count(seen.flows.count, "authorization request")), each handed to the browser"
      )
    }
    return seen.eachFlow(seen.flows, "none from a web view that shows itself") { _ in nil }
  }

  private static let marks = [
    "; wv)", "Electron/", "QtWebEngine/", "JavaFX/", "CefSharp", "FBAN/", "FBAV/", "Instagram ",
    "Line/", "MicroMessenger/",
  ]

  /// What gives a web view away.
  static func sign(_ request: Request) -> String? {
    // A package name has a dot; the `XMLHttpRequest` of scripts has none.
    if let app = request.headers.first(.xRequestedWith), app.contains(".") {
      return "X-Requested-With: \(app)"
    }
    if let brands = request.headers.first(.secCHUA), brands.contains("WebView") {
      return "Sec-CH-UA: \(brands)"
    }
    guard let agent = request.headers.first(.userAgent) else { return nil }
    let isMarked = marks.contains { agent.contains($0) }
    // The web view of iOS and macOS leaves out what Safari and its sign-in windows say.
    let isBare =
      agent.contains("AppleWebKit/") && !agent.contains("Safari/") && !agent.contains("Chrome/")
    return isMarked || isBare ? "User-Agent: \(agent)" : nil
  }
}

extension HTTPField.Name {
  fileprivate static let xRequestedWith = HTTPField.Name("X-Requested-With") ?? .userAgent
  fileprivate static let secCHUA = HTTPField.Name("Sec-CH-UA") ?? .userAgent
}
