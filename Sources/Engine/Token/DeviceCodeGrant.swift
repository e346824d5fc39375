import ProviderModel

/// `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 §3.4): a device polls until a person has decided.
enum DeviceCodeGrant {
  static func redeem(
    _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let text = try context.needed("device_code")
    let code = try RedeemedCredential.find(.deviceCode, text, rule, client, context)
    try RedeemedCredential.isBoundHere(code.grant, rule, context)
    guard let (key, request) = context.state.device(for: code.grant) else {
      let isTaken = code.grant.device.flatMap { context.state.devices[$0] } != nil
      throw Refusal(
        .deviceCodeExpired, at: .token, facts: context.times(code),
        isTaken
          ? "the user code was given to a later device: the provider file has too few of them"
          : "the request of the device made room for others; a sandbox keeps at most "
            + "\(State.mostTickets) of them, and at most \(State.mostTicketBytes >> 20) MiB",
        remedy: "start again at the device authorization endpoint")
    }
    if case .pending = request.decision { answer(request, client, context) }
    let grant = try decided(context.state.devices[key] ?? request, key, client, context)
    let resources = try ResourceCheck.narrowed(grant, of: client, context)
    let details = try DetailsCheck.narrowed(grant, of: client, context)
    return Redemption(
      grant: grant, scopes: grant.scopes, resources: resources, details: details, spends: code)
  }

  private static func decided(
    _ request: DeviceRequest, _ key: String, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Grant {
    switch request.decision {
    case .approved(let grant):
      if let person = grant.person, context.person(person) == nil {
        throw denied("\(person) approved the device and is no longer in the cast")
      }
      return grant
    case .denied(let person, .userDenied):
      throw denied("\(person ?? "the person") denied the device")
    case .denied(_, let condition):
      throw denied("the sign-in for the device ended with \(condition)")
    case .pending:
      throw pending(key, request, client, context)
    }
  }

  /// The standing answer decides without a page, and ends as a sign-in in a browser does.
  private static func answer(
    _ request: DeviceRequest, _ client: Client, _ context: RequestContext
  ) {
    guard context.answer(for: client).person != nil else { return }
    let facts = context.facts
    let own = (facts.arguments, facts.origin, facts.mode, facts.client, facts.session)
    let effect = context.fired.rule?.effect ?? Rule.Effect()
    do throws(Refusal) {
      _ = try BrowserFlow.proceed(DeviceStep.request(of: request, context), context)
    } catch {
      _ = context.refuse(error)
    }
    // What follows is about the poll again: a rule about sign-ins has changed the grant, and not the answer to the poll.
    (facts.arguments, facts.origin, facts.mode, facts.client, facts.session) = own
    context.fired.rule?.effect = effect
  }

  private static func denied(_ sentence: String) -> Refusal {
    Refusal(
      .deviceDenied, at: .token, sentence,
      remedy: "start again at the device authorization endpoint, and approve the device")
  }

  private static func pending(
    _ key: String, _ request: DeviceRequest, _ client: Client, _ context: RequestContext
  ) -> Refusal {
    var polled = request
    let early = polled.poll(at: context.now)
    context.state.devices.change(key) { $0 = polled }
    let facts = [(name: "value", value: String(polled.interval))]
    guard let early else {
      if let person = context.answer(for: client).answer.person,
        context.fate(of: person) == .locked
      {
        let (who, what) =
          client.signIn == nil
          ? ("the standing answer", "the standing answer") : ("sign_in of \(client.id)", "it")
        return Refusal(
          .authorizationPending, at: .token, facts: facts,
          "\(who) signs in as \(person), who is locked out, so nobody decides on the device",
          remedy: .say("change \(what) to sign in as somebody else, or approve the device"))
      }
      return Refusal(
        .authorizationPending, at: .token, facts: facts, "no person has decided on the device yet",
        remedy:
          "approve it at verification_uri, by understudy visit or by the control API; poll again in \(polled.interval) s"
      )
    }
    return Refusal(
      .slowDown, at: .token, facts: facts,
      "the device polled \(early) s after its last poll, and its interval was \(request.interval) s; "
        + "it is \(polled.interval) s from now on",
      remedy: "wait \(polled.interval) s before the next poll")
  }
}
