import Basics
import JOSE
import ProviderModel

/// An authorization request that is a JWT (RFC 9101): read, verified, and taken apart into parameters.
enum RequestObject {
  /// The type that its header names, if it names one for this purpose alone (RFC 9101 §10.8).
  static let type = "oauth-authz-req+jwt"
  /// Claims that are about the JWT and not about the request (RFC 7519 §4.1).
  private static let ownClaims = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]
  /// Parameters that no request object may hold (RFC 9101 §4).
  private static let forbidden = ["request", "request_uri"]

  /// The parameters of the request object in `request` or at `request_uri`, which alone count (RFC 9101 §6.3); `nil` if none
  /// was sent, or if the provider reads none.
  static func parameters(
    of client: Client, _ context: RequestContext
  ) throws(Refusal) -> Parameters? {
    guard let rule = context.provider.requestObjects,
      let (text, wire) = try sent(by: client, rule, context)
    else { return nil }
    let object = try PresentedJWT(text, in: wire, as: .request)
    try checkType(of: object)
    try checkSignature(of: object, by: client, rule, context)
    try checkClaims(of: object, client, rule, context)
    try checkParameters(beside: object, context)
    return try parameters(in: object, context.provider)
  }

  /// The text of the request object, and the parameter that brings it.
  private static func sent(
    by client: Client, _ rule: RequestObjectRule, _ context: RequestContext
  ) throws(Refusal) -> (text: String, wire: String)? {
    let text = context.parameter("request")
    let wire = context.provider.wire("request", at: .authorize)
    guard context.endpoint.kind == .authorize,
      let address = RequestReference(context.parameter("request_uri"), at: context.provider)
    else { return text.isEmpty ? nil : (text, wire) }
    let reference = context.provider.wire("request_uri", at: .authorize)
    return (try address.text(for: client, rule, context), reference)
  }

  // MARK: Header and signature

  private static func checkType(of object: PresentedJWT) throws(Refusal) {
    guard let name = object.type, name != "jwt", name != type else { return }
    throw Refusal(
      .requestObjectTypeWrong, at: .authorize,
      facts: [("value", name.shortened), ("expected", type)],
      "the typ of \(object.parameter) is \(name.shortened), which is another kind of JWT",
      remedy: "set typ to \(type), or leave it out")
  }

  private static func checkSignature(
    of object: PresentedJWT, by client: Client, _ rule: RequestObjectRule, _ context: RequestContext
  ) throws(Refusal) {
    let mustSign = rule.isRequired || client.mustSignRequests
    let registered = client.requestObjectAlgorithm
    if registered == RequestObjectRule.unsigned, rule.mayBeUnsigned, !mustSign {
      try object.checkAlgorithm(
        among: [RequestObjectRule.unsigned], "the client \(client.id) is registered for")
      guard object.token.signature.isEmpty else {
        throw Refusal(
          object.role.signatureWrong, at: object.role.catalogue,
          "\(object.parameter) has the alg none, and a signature", clause: "RFC 7518 §3.6",
          remedy:
            "leave nothing behind the second dot, or sign with \(rule.signed.joined(separator: " or "))"
        )
      }
      return
    }
    try object.checkAlgorithm(among: rule.signed, "\(context.provider.id) reads")
    let fixed = registered == RequestObjectRule.unsigned ? nil : registered
    try ClientSignature.check(object, by: client, registeredFor: fixed, context)
  }

  // MARK: Claims

  private static func checkClaims(
    of object: PresentedJWT, _ client: Client, _ rule: RequestObjectRule, _ context: RequestContext
  ) throws(Refusal) {
    let name = context.provider.wire("client_id", at: .authorize)
    try object.check(name, is: client.id, else: .requestObjectClientWrong)
    if object.claims["iss"] != nil {
      try object.check("iss", is: client.id, else: .requestObjectIssuerWrong)
    }
    if object.claims["aud"] != nil {
      try object.checkAudience(among: context.texts(of: rule.audiences), isSole: false)
    }
    let wall = context.instants.wall
    if object.claims["jti"] != nil { _ = try object.identity() }
    _ = try object.checkEnd(skew: rule.skew, at: wall)
    try object.checkStart(skew: rule.skew, at: wall)
    for name in forbidden where object.claims[name] != nil {
      throw Refusal(
        .requestObjectClaimWrong, at: .authorize,
        facts: [("param", name), ("value", object.shown(name)), ("expected", "none")],
        "\(object.parameter) holds \(name), and a request object can't hold another request",
        remedy: "leave \(name) out of the request object")
    }
  }

  /// At an OpenID request a response type beside the object is the one in it (OpenID Connect Core §6.1). RFC 9101 §6.3
  /// ignores all that stands beside.
  private static func checkParameters(
    beside object: PresentedJWT, _ context: RequestContext
  ) throws(Refusal) {
    let sent = context.parameter("response_type")
    let wire = context.provider.wire("response_type", at: .authorize)
    let isOpenID = context.provider.scope.split(context.parameter("scope")).contains("openid")
    guard isOpenID, !sent.isEmpty, let inside = object.claims[wire]?.stringValue,
      AnswerRule.sorted(inside) != AnswerRule.sorted(sent)
    else { return }
    throw Refusal(
      .requestObjectMismatch, at: .authorize,
      facts: [("param", wire), ("value", sent.shortened), ("expected", inside.shortened)],
      "\(wire) is \(sent.shortened) beside the request object and \(inside.shortened) in it",
      remedy: "send the same \(wire) in both places")
  }

  // MARK: Parameters

  /// The claims of a request object that are parameters.
  static func parameters(
    in object: PresentedJWT, _ provider: Provider
  ) throws(Refusal) -> Parameters {
    var list: [Parameters.Parameter] = []
    for claim in object.claims where !ownClaims.contains(claim.name) {
      let parameter = provider.parameters.first { ExactText.same($0.rule.wire, claim.name) }
      let isMany = parameter?.rule.isMany == true
      if let parameter, !isMany, !isJSON(parameter.name), !claim.value.isNull,
        claim.value.stringValue == nil
      {
        throw object.wrong(claim.name, "a string", clause: "RFC 9101 §4")
      }
      for value in isMany ? claim.value.arrayValue ?? [claim.value] : [claim.value] {
        guard !value.isNull else { continue }
        // Numbers and objects, such as `max_age` and `claims`, are their own JSON (RFC 9101 §4).
        list.append(Parameters.Parameter(claim.name, value.stringValue ?? value.text()))
      }
    }
    guard list.count <= Parameters.most else {
      throw Refusal(
        object.role.unreadable, at: object.role.catalogue, facts: [("param", object.parameter)],
        "\(object.parameter) has \(list.count) parameters",
        remedy: "send at most \(Parameters.most)")
    }
    return Parameters(list)
  }

  /// Whether a parameter is a number or JSON, and so is its claim (RFC 9101 §4).
  private static func isJSON(_ name: String) -> Bool {
    ["max_age", "claims", "registration", AuthorizationDetailsRule.parameter].contains(name)
  }

  /// Throws if the request brings another one that the provider does not read (OpenID Connect Core §6). A provider whose errors
  /// have no entry for that ignores it, as any parameter that it does not know (RFC 6749 §3.1).
  static func mustBeRead(_ sent: Parameters, _ context: RequestContext) throws(Refusal) {
    let provider = context.provider
    guard context.endpoint.kind == .authorize else { return }
    for (name, condition) in Condition.unreadRequests {
      let rule = provider.parameters.first { $0.name == name }?.rule
      let wire = rule?.wire ?? name
      guard provider.refuses(condition), let value = sent.first(wire), !value.isEmpty,
        !PushedRequest.isNamed(by: value, at: provider)
      else { continue }
      throw Refusal(
        condition, at: .authorize, facts: [("param", wire)],
        "the request has \(wire), and \(provider.id) reads no request objects",
        remedy: .say("send the parameters themselves, without \(wire)"))
    }
  }

  /// Throws if the client has to sign its requests (RFC 9101 §10.5).
  static func mayBeMissing(_ client: Client, _ context: RequestContext) throws(Refusal) {
    guard let rule = context.provider.requestObjects,
      rule.isRequired && !TryOutClient.isOne(client, context) || client.mustSignRequests
    else { return }
    let wire = context.provider.wire("request", at: .authorize)
    let who =
      rule.isRequired ? "every client of \(context.provider.id)" : "the client \(client.id)"
    throw Refusal(
      .requestObjectMissing, at: .authorize, facts: [("param", wire)],
      "\(who) has to sign its requests, and this one has no \(wire)",
      remedy: "send the parameters as claims of a signed JWT in \(wire)")
  }
}
