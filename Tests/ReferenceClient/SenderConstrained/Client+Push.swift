import Basics
import UserAgent

extension Client {
  /// Where the browser is sent: with a pushed request where the server takes those (RFC 9126 §4).
  func address(_ flow: Flow) throws(Rejection) -> String {
    guard settings.profile == "sender-constrained", let endpoint = provider.push,
      !(settings.scopes == ["openid"] && provider.requiresPush && has("pushes-where-it-may"))
    else { return authorizeURL(flow) }
    let kept = settings.home + "/.request-uri"
    if has("keeps-its-request-uri"), let old = try? Files.read(kept) {
      return frontAddress(String(decoding: old, as: UTF8.self), flow)
    }
    let uri: String
    do throws(Rejection) {
      uri = try push(flow, to: endpoint)
    } catch {
      let isRefused = error.error != "invalid_answer"
      let isBlind =
        isRefused ? has("by-the-browser-after-refusal") : has("by-the-browser-without-uri")
      guard isBlind else { throw error }
      return authorizeURL(flow)
    }
    if has("keeps-its-request-uri") { _ = try? Files.write(uri, to: kept) }
    return frontAddress(uri, flow)
  }

  private func frontAddress(_ uri: String, _ flow: Flow) -> String {
    var form = Form([("client_id", settings.clientID), ("request_uri", uri)])
    if has("scope-beside-request-uri") {
      form.pairs.append(("scope", flow.scopes.joined(separator: " ")))
    }
    return authorizeURL(with: form)
  }

  private func push(_ flow: Flow, to endpoint: String) throws(Rejection) -> String {
    var form = request(flow)
    if let possession {
      let isForeign = settings.scopes == ["openid", "email"] && has("foreign-dpop-jkt")
      form.pairs.append(("dpop_jkt", isForeign ? Chance.text() : possession.key.thumbprint))
    }
    if let key, !has("pushes-without-credentials") { form.pairs += assertion(by: key) }
    let answer = try caller.post(endpoint, form)
    guard (200..<300).contains(answer.status.code) else {
      if let error = answer.object?["error"]?.text { throw refusal(error) }
      throw Rejection("invalid_answer", "the push was answered by \(answer.status.code)")
    }
    if answer.object?["ext"] != nil, has("known-push-members-only") {
      throw Rejection("invalid_answer", "this is not what was expected")
    }
    guard let uri = answer.object?["request_uri"]?.text, !uri.isEmpty else {
      throw Rejection("invalid_answer", "the response of the push has no request_uri")
    }
    return uri
  }
}
