import Basics
import ProviderModel

/// Authorization details (RFC 9396): the requested ones, and the ones that a token request narrows them to.
enum DetailsCheck {
  /// Those of a new grant, as a list; `nil` if the request has none, or if the provider reads none.
  static func details(
    of client: Client, _ context: RequestContext
  ) throws(Refusal) -> JSONValue? {
    guard let rule = context.provider.authorizationDetails, let asked = try asked(rule, context)
    else { return nil }
    for detail in asked { try check(detail, client, rule, context) }
    return JSONValue(.array(asked))
  }

  /// Fewer than were granted, where a token request asks for fewer (§6). A request without any leaves them as they are.
  static func narrowed(
    _ grant: Grant, of client: Client, _ context: RequestContext
  ) throws(Refusal) -> JSONValue? {
    try narrowed(grant.details, of: client, context)
  }

  /// Those of an exchange: of the subject token's, the ones that the request names. A JWT of another issuer and an ID token
  /// have none, and limit none.
  static func exchanged(
    _ subject: ExchangedToken, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> JSONValue? {
    guard let credential = subject.credential else { return try details(of: client, context) }
    return try narrowed(credential.details, of: client, context)
  }

  /// Those of a token for another authorization server. That server decides about its own details, so only their syntax is
  /// checked here.
  static func elsewhere(_ context: RequestContext) throws(Refusal) -> JSONValue? {
    guard let rule = context.provider.authorizationDetails else { return nil }
    return try asked(rule, context).map { JSONValue(.array($0)) }
  }

  /// Those of a grant by the JWT of another issuer: the details in the JWT limit the ones that the request may name, and apply
  /// to a request without any (draft-ietf-oauth-identity-assertion-authz-grant).
  static func asserted(
    by jwt: PresentedJWT, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> JSONValue? {
    let name = AuthorizationDetailsRule.parameter
    guard let rule = context.provider.authorizationDetails, let claim = jwt.claims[name] else {
      return try details(of: client, context)
    }
    guard let list = claim.arrayValue, !list.isEmpty, list.count <= rule.most else {
      throw Refusal(
        .jwtClaimWrong, at: .token,
        facts: [("param", name), ("value", jwt.shown(name)), ("expected", "an array of objects")],
        "the claim \(name) of \(jwt.parameter) is not an array of 1 to \(rule.most) objects",
        clause: "RFC 9396 §2", remedy: "send an array of objects, each with a type")
    }
    for detail in list { try check(detail, client, rule, context) }
    return try narrowed(claim, of: client, context)
  }

  private static func narrowed(
    _ granted: JSONValue?, of client: Client, _ context: RequestContext
  ) throws(Refusal) -> JSONValue? {
    guard let asked = try details(of: client, context) else { return granted }
    let known = granted?.arrayValue ?? []
    for detail in asked.arrayValue ?? [] where !known.contains(where: { isWithin(detail, $0) }) {
      let text = detail.text().shortened
      throw refusal(
        .detailsExceeded, [("value", text)], "the detail \(text) was not granted",
        "ask for details of the grant, or for fewer of their values", context)
    }
    return asked
  }

  /// What a grant remembers, beside what else it does.
  static func add(
    _ details: JSONValue?, to arguments: CanonicalParameters, _ context: RequestContext
  ) -> CanonicalParameters {
    guard let details else { return arguments }
    var arguments =
      arguments.isEmpty ? CanonicalParameters(context.provider.names) : arguments
    arguments[AuthorizationDetailsRule.parameter] = .json(details)
    return arguments
  }

  // MARK: The parameter

  private static func asked(
    _ rule: AuthorizationDetailsRule, _ context: RequestContext
  ) throws(Refusal) -> [JSONValue]? {
    let text = context.parameter(AuthorizationDetailsRule.parameter)
    guard !text.isEmpty else { return nil }
    let wire = wire(context)
    func unreadable(_ sentence: String, _ remedy: String) -> Refusal {
      refusal(.detailsUnreadable, [("param", wire)], sentence, remedy, context)
    }
    guard text.utf8.count <= AuthorizationDetailsRule.mostBytes else {
      throw unreadable(
        "\(wire) has \(text.utf8.count) bytes",
        "send at most \(AuthorizationDetailsRule.mostBytes >> 10) KiB")
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONReader().read(Array(text.utf8), file: wire)
    } catch {
      throw unreadable("\(wire) is not JSON: \(error.sentence)", "send an array of objects")
    }
    guard let list = document.root.arrayValue else {
      throw unreadable("\(wire) is \(document.root.kindName)", "send an array of objects")
    }
    guard !list.isEmpty, list.count <= rule.most else {
      throw unreadable(
        "\(wire) has \(list.count) details", "send 1 to \(rule.most), or leave \(wire) out")
    }
    guard document.duplicates.isEmpty else {
      throw unreadable("\(wire) has a member twice in one object", "send each member once")
    }
    if let other = list.first(where: { $0["type"]?.stringValue == nil }) {
      throw unreadable(
        other.objectValue == nil
          ? "\(wire) holds \(other.kindName)" : "a detail in \(wire) has no type that is a string",
        "send objects, each with a type (RFC 9396 §2)")
    }
    return list
  }

  private static func check(
    _ detail: JSONValue, _ client: Client, _ rule: AuthorizationDetailsRule,
    _ context: RequestContext
  ) throws(Refusal) {
    let name = detail["type"]?.stringValue ?? ""
    guard let type = rule.type(name) else {
      throw refusal(
        .detailsTypeUnknown, [("value", name.shortened)],
        "\(context.provider.id) does not know the authorization details type \(name.shortened)",
        "send one of the types: \(rule.types.map(\.name).joined(separator: ", "))", context)
    }
    if let allowed = client.detailTypes, !allowed.contains(where: { ExactText.same($0, name) }) {
      throw refusal(
        .detailsTypeNotAllowed, [("value", name)],
        "the client \(client.id) may not ask for authorization details of the type \(name)",
        "add it to authorization_details_types of this client in \(client.source)", context)
    }
    // The type has been looked up.
    let members = JSONObject((detail.objectValue ?? JSONObject()).filter { $0.name != "type" })
    guard
      let flaw = ObjectFlaw.first(
        in: members, type.schema, of: "member", owner: "type \(name)")
    else { return }
    throw refusal(
      .detailsInvalid,
      [
        ("param", flaw.member.shortened),
        ("value", Value.text(of: members[flaw.member]).shortened),
      ], "in an authorization detail, \(flaw.sentence)", flaw.remedy, context)
  }

  /// Whether a detail asks for no more than another one: it has the same members, of lists some of the elements, and else
  /// the same values.
  private static func isWithin(_ detail: JSONValue, _ granted: JSONValue) -> Bool {
    switch (detail.content, granted.content) {
    case (.array(let some), .array(let all)):
      let known = Set(all.map(canonical))
      return some.allSatisfy { known.contains(canonical($0)) }
    case (.object(let some), .object(let all)):
      return some.count == all.count
        && some.allSatisfy { member in
          all[member.name].map { isWithin(member.value, $0) } ?? false
        }
    default: return canonical(detail) == canonical(granted)
    }
  }

  /// The bytes of a value. The order of members says nothing.
  private static func canonical(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value.content {
    case .array(let list):
      bytes.append(UInt8(ascii: "["))
      for item in list { bytes += canonical(item) + [UInt8(ascii: ",")] }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for member in object.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        bytes += JSONValue(.string(member.name)).encoded() + [UInt8(ascii: ":")]
        bytes += canonical(member.value) + [UInt8(ascii: ",")]
      }
      bytes.append(UInt8(ascii: "}"))
    default: bytes = value.encoded()
    }
    return bytes
  }

  private static func wire(_ context: RequestContext) -> String {
    context.provider.wire(AuthorizationDetailsRule.parameter, at: context.endpoint.kind)
  }

  private static func refusal(
    _ condition: Condition, _ facts: [(name: String, value: String)], _ sentence: String,
    _ remedy: String, _ context: RequestContext
  ) -> Refusal {
    Refusal(
      condition, at: context.endpoint.kind.isService ? .token : .authorize, facts: facts, sentence,
      remedy: .say(remedy))
  }
}
