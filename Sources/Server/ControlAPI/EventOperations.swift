import Basics
import Engine
import ProviderModel

/// Security events (RFC 8417): sent to a receiver by push (RFC 8935).
enum EventOperations {
  static let all: [Operation] = [
    Operation(
      id: "sendSecurityEvent", method: .post, path: "/sandboxes/{sandbox}/events",
      summary:
        "Sends a signed security event token to a receiver, such as CAEP session-revoked. The journal shows the request and its answer.",
      body: Operation.reference("NewSecurityEvent"),
      results: [
        .init(
          status: 200, summary: "The token and the receiver's answer.",
          schema: Operation.reference("SecurityEvent"))
      ],
      run: { call throws(Problem) in try send(&call) })
  ]

  private static func send(_ call: inout Call) throws(Problem) -> OperationResult {
    let sandboxHost = try call.sandboxHost()
    let sandbox = sandboxHost.contents.withLock { $0.sandbox }
    let (providers, cast) = (sandbox.site.providers, sandbox.cast)
    let wish = try call.read(NewSecurityEvent.self) { wish, reader in
      check(wish, providers, cast, reader)
    }
    guard let provider = providers.provider(wish.provider),
      let rule = provider.securityEvents.first(where: { $0.name == wish.event })?.rule,
      let person = cast.person(wish.person)
    else { throw Problem(404, "There is no such event.", wish.event) }
    var order = ServerState.EventOrder(
      provider: provider, name: wish.event, rule: rule, person: person, receiver: wish.receiver)
    (order.audience, order.authorization, order.subject) = (wish.audience, wish.token, wish.subject)
    order.members = wish.members?.objectValue ?? JSONObject()
    order.claims = wish.claims?.objectValue ?? JSONObject()
    guard let event = sandboxHost.securityEvent(order, for: call.request, at: call.now),
      let request = event.call()
    else {
      throw Problem(
        422, "This provider can't send events.", "\(provider.id) has no key that signs.")
    }
    let waiting = Waiting()
    call.send([request], in: sandboxHost) { results in
      guard let result = results.first else { return waiting.finish(Answer(status: .badGateway)) }
      let sent = SentSecurityEvent(claims: event.claims, call: result)
      waiting.finish(OperationResult.answer(200, SentSecurityEvent.declaration.write(sent)))
    }
    return .later(waiting)
  }

  private static func check(
    _ wish: NewSecurityEvent, _ providers: ProviderCatalog, _ cast: Cast, _ reader: FixtureReader
  ) {
    let findings = reader.findings
    func isMissing(_ name: String, _ what: String, _ value: String, among known: [String]) {
      guard reader.value[name] != nil, !known.contains(value) else { return }
      findings.error(
        nil, "/\(name)", "\(what) \"\(value)\"" + Suggestion.list(for: value, among: known))
    }
    isMissing("provider", "there is no provider", wish.provider, among: providers.ids)
    if let provider = providers.provider(wish.provider) {
      isMissing(
        "event", "\(provider.id) has no event", wish.event,
        among: provider.securityEvents.map(\.name))
    }
    isMissing(
      "person", "there is no person", wish.person, among: cast.people.map(\.username))
    if reader.value["receiver"] != nil, !WebPage.isAddress(wish.receiver) {
      findings.error(nil, "/receiver", "expected a web address, found \"\(wish.receiver)\"")
    } else if wish.receiver.contains("#") {
      findings.error(
        nil, "/receiver",
        "\"\(wish.receiver)\" has a fragment, which no request has; leave out what begins with #")
    }
    if let token = wish.token, !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      findings.error(nil, "/token", "expected a token of printable ASCII")
    }
    for (name, value) in [
      ("subject", wish.subject), ("members", wish.members), ("claims", wish.claims),
    ] {
      guard let value, value.objectValue == nil else { continue }
      findings.error(nil, "/\(name)", "expected an object, found \(value.shown)")
    }
  }
}
