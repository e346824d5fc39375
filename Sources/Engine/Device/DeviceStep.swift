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
      guard !code.isEmpty else {
        Tickets.make(context, nil)
        return context.page(context.endpoint.page ?? "")
      }
      // An address with a code may come from somebody else, so the person compares it with the device (§5.4).
      let (key, request) = try find(code, context)
      try show(request, key, context)
      Tickets.make(context, nil)
      return context.page(context.endpoint.asks ?? "")
    }
    guard let (ticket, _) = Tickets.sent(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    context.state.tickets.remove(ticket)
    let (key, request) = try find(form.first(field) ?? "", context)
    return try BrowserFlow.proceed(try show(request, key, context), context)
  }

  @discardableResult
  private static func show(
    _ device: DeviceRequest, _ key: String, _ context: RequestContext
  ) throws(Refusal) -> AuthorizationRequest {
    let grant = device.grant
    let request = AuthorizationRequest(
      client: grant.client, receiver: .device(key: key), responseType: grant.type, mode: "",
      scopes: grant.scopes, arguments: grant.arguments, sent: context.facts.request)
    try context.resume(request)
    context.facts.device = DeviceFacts(userCode: device.userCode, interval: device.interval)
    return request
  }

  /// The person has signed in and consented: the next poll of the device gets tokens.
  static func approve(
    _ key: String, _ request: AuthorizationRequest, by session: Session, _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    let grant = context.state.approve(
      device: key, by: session.person, scopes: request.scopes, since: session.since,
      at: context.now, in: context.cast)
    guard grant != nil, let link = context.provider.endpoint(.device)?.then else {
      // Meanwhile it has expired, or somebody else has decided.
      throw Refusal(
        .userCodeExpired, at: .device, "the device has stopped waiting",
        remedy: "start again at the device")
    }
    return context.go(to: link, .deviceApproved)
  }

  // MARK: User codes

  private static func find(
    _ typed: String, _ context: RequestContext
  ) throws(Refusal) -> (key: String, request: DeviceRequest) {
    try checkAttempts(context)
    guard let key = UserCode.key(typed), let request = context.state.devices[key],
      ExactText.same(request.grant.provider, context.provider.id)
    else {
      if !typed.isEmpty { countAttempt(context) }
      throw Refusal(
        .userCodeUnknown, at: .device,
        typed.isEmpty ? "no user code was typed" : "no device has the user code that was typed",
        remedy: "type the code that the device shows")
    }
    switch context.state.status(of: request, at: context.now, in: context.cast) {
    case .pending: return (key, request)
    case .expired, .revoked:
      throw Refusal(
        .userCodeExpired, at: .device, "the user code is no longer valid",
        remedy: "start again at the device")
    case .approved, .denied, .redeemed:
      throw Refusal(
        .userCodeUsed, at: .device, "a person has decided on this user code before",
        remedy: "start again at the device")
    }
  }

  private static func key(_ context: RequestContext) -> String {
    "\(context.provider.id) \(context.endpoint.name) user codes"
  }

  /// User codes are short: whoever may try as many as they like finds one (§5.1).
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
