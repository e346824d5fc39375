import Encodings
import HTTPMessages
import JOSE
import JSON
import ProviderModel

/// Ends the session; goes back only where the provider would.
enum LogoutStep {
  static func decide(_ turn: Turn) -> Outcome {
    Sessions.signOut(turn)
    let reading = turn.reading
    func sent(_ name: String) -> String? { reading.query.first(name) ?? reading.form.first(name) }
    let page = turn.endpoint.page ?? "signed-out"
    let uri = turn.endpoint.next.flatMap(sent).flatMap { $0.isEmpty ? nil : $0 }
    if let flaw = flaw(of: uri, turn.endpoint.next ?? "", turn) {
      // A provider may have words of its own for this.
      let label = turn.provider.pages[page]?.labels.first { $0.name == "elsewhere" }?.name
      var outcome = Outcome(.page(page, message: label ?? flaw.message), .signedOut)
      outcome.why = flaw.why + ", so the browser stays here"
      outcome.remedy = .say(flaw.remedy)
      outcome.clause = "OpenID Connect RP-Initiated Logout \(flaw.clause)"
      return outcome
    }
    guard let uri else { return Outcome(.page(page), .signedOut) }
    var parameters: [(name: String, value: String)] = []
    if let state = sent("state"), !state.isEmpty { parameters.append(("state", state)) }
    if let change = turn.rule?.effect.change { parameters = change.applied(to: parameters) }
    guard !parameters.isEmpty else { return Outcome(.url(uri), .signedOut) }
    let query = QueryStyle.rfc3986.encode(parameters)
    return Outcome(.url(uri + (uri.contains("?") ? "&" : "?") + query), .signedOut)
  }

  private struct Flaw {
    /// For the page.
    var message: String
    var why: String
    var remedy: String
    var clause: String
  }

  /// Why the browser is not sent to where a client wants it, or could not be.
  private static func flaw(of uri: String?, _ next: String, _ turn: Turn) -> Flaw? {
    if let uri, RedirectURI.isForbidden(uri) {
      return Flaw(
        message: "\(next) is not registered", why: "\(next) \(uri) is refused always",
        remedy: "send an https URI", clause: "§3")
    }
    // Where anything goes, nobody asks who wants it.
    if let uri, turn.endpoint.leaves == .https,
      uri.hasPrefix("https://") || uri.hasPrefix("urn:ietf:wg:oauth:2.0:oob")
    {
      return nil
    }
    let (query, form) = (turn.reading.query, turn.reading.form)
    func sent(_ name: String) -> String? {
      (query.first(name) ?? form.first(name)).flatMap { $0.isEmpty ? nil : $0 }
    }
    var named = sent("client_id").map { [$0] }
    if let hint = sent("id_token_hint") {
      guard let audience = audience(ofHint: hint, turn) else {
        return Flaw(
          message: "id_token_hint is not an ID token of this server",
          why: "id_token_hint is not an ID token that was signed here",
          remedy: "send the ID token as it came, whole and unchanged; it may have expired",
          clause: "§2")
      }
      if let id = named?.first, !audience.contains(where: { ExactText.same($0, id) }) {
        return Flaw(
          message: "client_id is not the client of id_token_hint",
          why: "client_id is \(id), and id_token_hint is for \(audience.joined(separator: ", "))",
          remedy: "send the ID token that this client got, or leave client_id out", clause: "§2")
      }
      named = named ?? audience
    }
    return uri.flatMap { unregistered($0, next, named, turn) }
  }

  /// For whom an `id_token_hint` of ours was made, be it expired or not; `nil` for what is none.
  private static func audience(ofHint hint: String, _ turn: Turn) -> [String]? {
    guard let token = try? JWS.parse(hint), turn.site.options.keys.verifies(token) else {
      return nil
    }
    let audience = token.payload["aud"]
    return audience?.arrayValue?.compactMap(\.stringValue) ?? [audience?.stringValue ?? ""]
  }

  /// - Parameter named: the client that asks, where the request tells.
  private static func unregistered(
    _ uri: String, _ next: String, _ named: [String]?, _ turn: Turn
  ) -> Flaw? {
    let owners = turn.cast.clients.filter {
      $0.provider == turn.provider.id
        && RedirectTarget.mayReturn(uri, to: $0, turn.provider.redirect)
    }
    let others = owners.filter { owner in
      named.map { !$0.contains { ExactText.same($0, owner.id) } } ?? false
    }
    guard owners.count == others.count else { return nil }
    let client = named?.joined(separator: ", ")
    let here = client.map { " for \($0)" } ?? ""
    return Flaw(
      message: "\(next) is not registered",
      why: "\(next) \(uri) is not registered\(here)"
        + (others.first.map { ", but for \($0.id)" } ?? ""),
      remedy: "add it to post_logout_redirect_uris of \(client ?? "the client") in its cast",
      clause: "§3")
  }
}
