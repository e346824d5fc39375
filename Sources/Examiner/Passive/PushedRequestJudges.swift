import Basics

/// Pushed authorization requests (RFC 9126).
enum PushedRequestJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "par-minimal": minimal, "par-auth": authentication,
  ]

  private static func pushes(_ seen: PassiveCase) -> [Sent] {
    seen.all.filter { $0.exchange.kind == "pushed_authorization" }
  }

  private static func none(_ seen: PassiveCase) -> PassiveResult {
    seen.all.isEmpty && seen.flows.isEmpty
      ? .nothingSeen("no request was seen") : .notApplicable("it pushed no authorization request")
  }

  private static func minimal(_ seen: PassiveCase) -> PassiveResult {
    let uris = Set(pushes(seen).compactMap(\.exchange.pushedURI))
    let flows = seen.flows.filter { uris.contains($0.value("request_uri") ?? "") }
    guard !flows.isEmpty else { return none(seen) }
    return seen.eachFlow(flows, "each with client_id and request_uri alone") { flow in
      let names = Set(flow.sent.parameters.map(\.name))
      guard names.contains("client_id") else { return "client_id is missing beside request_uri" }
      let more = names.subtracting(["client_id", "request_uri"]).sorted()
      return more.isEmpty
        ? nil : "\(more.joined(separator: ", ")) was sent by the browser, beside request_uri"
    }
  }

  private static func authentication(_ seen: PassiveCase) -> PassiveResult {
    let pushes = pushes(seen)
    guard !pushes.isEmpty else { return none(seen) }
    guard !seen.tokens.isEmpty else { return .nothingSeen("no token request was seen") }
    return seen.each(pushes, "pushed request", "each authenticated as its token requests") { push in
      let methods = ClientAuthentication(push).methods
      let other = seen.tokens.first {
        $0.episode == push.episode && ClientAuthentication($0).methods != methods
      }
      guard let other else { return nil }
      func shown(_ sent: Sent) -> String {
        let methods = ClientAuthentication(sent).methods
        return methods.isEmpty
          ? "nothing" : methods.map(ClientAuthentication.shown).joined(separator: " and ")
      }
      return "a pushed request authenticates the client by \(shown(push)), and a token request by "
        + shown(other)
    }
  }
}
