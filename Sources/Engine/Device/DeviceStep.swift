import Basics
import HTTPTypes
import ProviderModel

/// The page where a person types the user code of a device (RFC 8628 §3.3). Sign-in and consent follow.
enum DeviceStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let field = context.provider.userCodeField
    let (query, form) = (context.reading.query, context.reading.form)
    guard context.request.method == .post else {
      let code = query.first(field) ?? ""
      guard !code.isEmpty else { return ask(context) }
      // An address with a code may come from somebody else, so the person compares it with the device (§5.4).
      show(try find(code, context), context)
      Tickets.make(context, nil)
      return context.page(context.endpoint.asks ?? "")
    }
    guard let (ticket, _) = Tickets.sent(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    context.state.tickets.remove(ticket)
    let code = form.first(field) ?? ""
    guard !code.isEmpty else { return ask(context) }
    let device = try find(code, context)
    return try BrowserFlow.proceed(show(device, context), context)
  }

  private static func ask(_ context: RequestContext) -> Outcome {
    Tickets.make(context, nil)
    return context.page(context.endpoint.page ?? "")
  }

  @discardableResult
  private static func show(
    _ device: DeviceRequest, _ context: RequestContext
  ) -> AuthorizationRequest {
    let request = request(of: device, context)
    context.show(request)
    context.facts.device = DeviceFacts(userCode: device.userCode, interval: device.interval)
    return request
  }

  /// What the person is asked.
  static func request(
    of device: DeviceRequest, _ context: RequestContext
  ) -> AuthorizationRequest {
    let grant = device.grant
    return AuthorizationRequest(
      client: grant.client, receiver: .device(grant), responseType: grant.type, mode: "",
      scopes: grant.scopes, arguments: grant.arguments, sent: context.facts.request)
  }

  /// The person has signed in and consented: the next poll of the device gets tokens.
  static func approve(
    _ device: Grant, _ request: AuthorizationRequest, by session: Session,
    _ consent: Grant.Consent, _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    let isApproved = context.state.approve(
      device, by: session.person, scopes: request.scopes, since: session.since, consent,
      at: context.now, in: context.cast)
    guard isApproved, let link = context.provider.endpoint(.device)?.then else { throw stopped }
    return context.go(to: link, .deviceApproved)
  }

  /// While the person signed in, the device has expired, somebody else has decided, or a later device got its user code.
  static var stopped: Refusal {
    Refusal(
      .userCodeExpired, at: .device, "the device has stopped waiting",
      remedy: "start again at the device")
  }

  // MARK: User codes

  private static func find(
    _ typed: String, _ context: RequestContext
  ) throws(Refusal) -> DeviceRequest {
    try checkAttempts(context)
    guard let request = device(typed, context) else {
      countAttempt(context)
      throw Refusal(
        .userCodeUnknown, at: .device, "no device has the user code that was typed",
        remedy: "type the code that the device shows")
    }
    switch context.state.status(of: request, at: context.now, in: context.cast) {
    case .pending: break
    case .expired, .revoked:
      throw Refusal(
        .userCodeExpired, at: .device, "the user code is no longer valid",
        remedy: "start again at the device")
    case .approved, .denied, .redeemed:
      throw Refusal(
        .userCodeUsed, at: .device, "a person has decided on this user code before",
        remedy: "start again at the device")
    }
    let client = request.grant.client
    guard context.isStillClient(client) else {
      throw Refusal(
        .userCodeExpired, at: .device, "the client \(client) is no longer registered",
        remedy: "add the client again, then start again at the device")
    }
    return request
  }

  private static func device(_ typed: String, _ context: RequestContext) -> DeviceRequest? {
    guard let key = UserCode.key(typed), let request = context.state.devices[key],
      ExactText.same(request.grant.provider, context.provider.id)
    else { return nil }
    return request
  }

  /// The device whose user code comes to the page.
  static func device(presented: Presented, _ context: RequestContext) -> DeviceRequest? {
    guard context.endpoint.kind == .device else { return nil }
    return presented.value(context.provider.userCodeField).flatMap { device($0, context) }
  }

  private static func key(_ context: RequestContext) -> String {
    "\(context.provider.id) \(context.endpoint.name) user codes"
  }

  /// User codes are short: a person who may try without limit finds one (§5.1).
  private static func checkAttempts(_ context: RequestContext) throws(Refusal) {
    let limit = context.endpoint.attempts
    let window = context.state.rates[key(context)] ?? RateWindow()
    guard window.count >= limit.most, !window.isOver(limit, at: context.now) else { return }
    throw Refusal(
      .userCodeAttempts, at: .device, facts: [("value", String(limit.most))],
      "\(window.count) wrong user codes were typed in \(limit.seconds) s",
      remedy: "wait \(window.ends - context.now) s, or advance the sandbox's clock")
  }

  private static func countAttempt(_ context: RequestContext) {
    var window = context.state.rates[key(context)] ?? RateWindow()
    window.add(context.endpoint.attempts, at: context.now)
    if window.count == 1 { context.state.expire(.rate(key(context)), at: window.ends) }
    context.state.rates[key(context)] = window
  }
}
