import Basics
import ProviderModel

/// An authorization request that a client has pushed (RFC 9126).
struct PushedRequest: Sendable, Codable {
  let provider: String
  let client: String
  let uri: String
  /// The parameters that the authorization endpoint reads, as they were pushed.
  let parameters: Parameters
  let issued: Int
  let ends: Int
  /// The instant of its use; `nil` if it is unused.
  var used: Int?

  /// About how much memory its texts take.
  var bytes: Int {
    let sizes = parameters.list.map { $0.name.utf8.count + $0.value.utf8.count + 64 }
    return sizes.reduce(2 * uri.utf8.count + client.utf8.count, +)
  }

  /// - Parameter form: The parameters that count. Those of client authentication are left out.
  static func keep(
    _ form: Parameters, of client: Client, as uri: String, for lifetime: Int,
    _ context: RequestContext
  ) {
    let known = context.provider.parameters.map(\.rule.wire)
    let request = PushedRequest(
      provider: context.provider.id, client: client.id, uri: uri,
      parameters: Parameters(form.list.filter { one in known.contains { one.isNamed($0) } }),
      issued: context.now, ends: context.now + lifetime)
    // A browser that comes late is told why.
    let kept = request.ends + max(lifetime, Ledger.tombstone)
    context.state.pushes.insert(request, for: uri, ends: kept, bytes: request.bytes)
  }

  /// How request URIs begin at most servers (RFC 9126 §2.2).
  static let usualPrefix = "urn:ietf:params:oauth:request_uri:"

  /// Whether a text has the form of a request URI that a push leads to.
  static func isNamed(by uri: String, at provider: Provider) -> Bool {
    provider.pushes.map { uri.utf8.starts(with: $0.prefix.utf8) } ?? false
  }

  /// The request that was pushed under a request URI, used, expired or not.
  static func known(by uri: String, _ context: RequestContext) -> PushedRequest? {
    guard let found = context.state.pushes[uri], ExactText.same(found.uri, uri),
      ExactText.same(found.provider, context.provider.id)
    else { return nil }
    return found
  }

  /// The pushed request that `request_uri` names; `nil` if the request has no `request_uri` of this kind.
  static func sent(
    by client: Client, _ context: RequestContext
  ) throws(Refusal) -> PushedRequest? {
    let uri = context.parameter("request_uri")
    guard context.endpoint.kind == .authorize, isNamed(by: uri, at: context.provider) else {
      return nil
    }
    let wire = context.provider.wire("request_uri", at: .authorize)
    func refusal(
      _ condition: Condition, _ sentence: String, _ remedy: Remedy,
      _ times: [(name: String, value: String)] = []
    ) -> Refusal {
      Refusal(
        condition, at: .authorize, facts: [("value", uri)] + times, sentence, remedy: remedy)
    }
    guard let found = known(by: uri, context) else {
      throw refusal(
        .requestURIUnknown, "no request was pushed under the \(wire), or it was forgotten",
        .say(
          "push the request again, and send the \(wire) of the answer unchanged; a sandbox keeps the last "
            + "\(State.mostTickets) requests, and \(State.mostTicketBytes >> 20) MiB of them"))
    }
    guard ExactText.same(found.client, client.id) else {
      throw refusal(
        .requestURIOtherClient,
        "the client \(found.client) has pushed the request, and \(context.wire("client_id")) is \(client.id)",
        "send the \(context.wire("client_id")) of the client that pushed it")
    }
    if found.used != nil {
      throw refusal(
        .requestURIUsed, "the \(wire) has been used", "push the request again for each sign-in",
        found.times(context))
    }
    guard found.ends > context.now else {
      throw refusal(
        .requestURIExpired, "the \(wire) has expired", "push the request again, or use it sooner",
        found.times(context))
    }
    return found
  }

  private func times(_ context: RequestContext) -> [(name: String, value: String)] {
    [
      ("issued_at", String(context.shown(issued))), ("expires_at", String(context.shown(ends))),
      ("now", String(context.instants.sandbox)),
    ]
  }

  /// Throws if the client has to push its requests (RFC 9126 §§5, 6).
  static func mayBeMissing(_ client: Client, _ context: RequestContext) throws(Refusal) {
    guard context.endpoint.kind == .authorize, let rule = context.provider.pushes,
      rule.isRequired && !TryOutClient.isOne(client, context) || client.mustPush
    else { return }
    let wire = context.provider.wire("request_uri", at: .authorize)
    let who =
      rule.isRequired ? "every client of \(context.provider.id)" : "the client \(client.id)"
    throw Refusal(
      .pushMissing, at: .authorize, facts: [("param", wire)],
      "\(who) has to push its requests, and this one has no \(wire) of a pushed one",
      clause: rule.isRequired ? nil : "RFC 9126 §6",
      remedy:
        "push the request, and send \(context.wire("client_id")) and the \(wire) of the answer")
  }

  func use(_ context: RequestContext) {
    context.state.pushes.change(uri) { $0.used = context.now }
  }
}
