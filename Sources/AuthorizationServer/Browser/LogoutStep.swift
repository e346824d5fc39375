import Encodings
import HTTPMessages
import JOSE
import JSON
import ProviderModel

/// Ends the session; goes back only where the provider would.
enum LogoutStep {
  static func decide(_ turn: Turn) -> Outcome {
    Sessions.signOut(turn)
    let (query, form) = (turn.reading.query, turn.reading.form)
    func sent(_ name: String) -> String? { query.first(name) ?? form.first(name) }
    let page = turn.endpoint.page ?? "signed-out"
    guard let next = turn.endpoint.next, let uri = sent(next), !uri.isEmpty else {
      return Outcome(.page(page), .signedOut)
    }
    let named = [sent("client_id"), clientOfHint(sent("id_token_hint"), turn)].compactMap(\.self)
    let isRegistered = turn.cast.clients.contains { client in
      client.provider == turn.provider.id
        && named.allSatisfy { ExactText.same($0, client.id) }
        && RedirectTarget.mayReturn(uri, to: client, turn.provider.redirect)
    }
    let isOpen =
      turn.endpoint.leaves == .https
      && (uri.hasPrefix("https://") || uri.hasPrefix("urn:ietf:wg:oauth:2.0:oob"))
    guard isRegistered || isOpen, !RedirectURI.isForbidden(uri) else {
      // A provider may have words of its own for this.
      let label = turn.provider.pages[page]?.labels.first { $0.name == "elsewhere" }?.name
      var outcome = Outcome(
        .page(page, message: label ?? "\(next) is not registered"), .signedOut)
      outcome.why = "\(next) \(uri) is not registered, so the browser stays here"
      outcome.clause = "OpenID Connect RP-Initiated Logout §3"
      return outcome
    }
    var url = uri
    if let state = sent("state"), !state.isEmpty {
      url += (url.contains("?") ? "&" : "?") + "state=" + QueryStyle.rfc3986.encode(state)
    }
    return Outcome(.url(url), .signedOut)
  }

  /// For whom an `id_token_hint` of ours was made, be it expired or not.
  private static func clientOfHint(_ hint: String?, _ turn: Turn) -> String? {
    guard let hint, let token = try? JWS.parse(hint), turn.site.options.keys.verifies(token) else {
      return nil
    }
    return token.payload["aud"]?.stringValue
  }
}
