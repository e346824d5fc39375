import ProviderModel

/// `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 §3.4): a device polls until a person has decided.
enum DeviceCodeGrant {
  static func redeem(
    _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let text = try context.needed("device_code")
    let code = try RedeemedCredential.find(.deviceCode, text, rule, client, context)
    try RedeemedCredential.isBoundHere(code.grant, rule, context)
    guard let key = code.grant.device, let request = context.state.devices[key],
      request.grant === code.grant
    else {
      throw Refusal(
        .deviceCodeExpired, at: .token, facts: context.times(code),
        "the request of the device made room for others; a sandbox keeps the last \(State.mostTickets)",
        remedy: "start again at the device authorization endpoint")
    }
    let grant = try decided(request, key, client, context)
    let resources = try ResourceCheck.narrowed(grant, of: client, context)
    return Redemption(
      grant: grant, scopes: grant.scopes, resources: resources, spends: code)
  }

  private static func decided(
    _ request: DeviceRequest, _ key: String, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Grant {
    switch request.decision {
    case .approved(let grant):
      if let person = grant.person, context.cast.person(person) == nil {
        throw denied("\(person) approved the device and is no longer in the cast")
      }
      return grant
    case .denied(let person):
      throw denied("\(person ?? "the person") denied the device")
    case .pending:
      if let grant = try standing(request, key, client, context) { return grant }
      throw pending(key, request, context)
    }
  }

  /// The standing answer decides without a page.
  private static func standing(
    _ request: DeviceRequest, _ key: String, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Grant? {
    let standing = context.answer(for: client)
    guard let person = standing.person else { return nil }
    var scopes = request.grant.scopes
    switch standing.consent(of: person.fate) {
    case .denied:
      context.state.deny(device: key, by: person.username, at: context.now, in: context.cast)
      throw denied("the standing answer of \(person.username) denies the device")
    case .scopes(let granted): scopes = scopes.filter(granted.contains)
    case .granted, nil: break
    }
    return context.state.approve(
      device: key, by: person.username, scopes: scopes, since: context.now, at: context.now,
      in: context.cast)
  }

  private static func denied(_ sentence: String) -> Refusal {
    Refusal(
      .deviceDenied, at: .token, sentence,
      remedy: "start again at the device authorization endpoint, and approve the device")
  }

  private static func pending(
    _ key: String, _ request: DeviceRequest, _ context: RequestContext
  ) -> Refusal {
    var polled = request
    let early = polled.poll(at: context.now)
    context.state.devices.change(key) { $0 = polled }
    let facts = [(name: "value", value: String(polled.interval))]
    guard let early else {
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
