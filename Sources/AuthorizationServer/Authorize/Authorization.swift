import HTTPMessages
import JSON
import ProviderModel

/// The checks of an authorization request (RFC 6749 §§4.1.1, 4.2.1), in the order of this file.
///
/// The order is a security matter: until client and redirect URI are known good, a refusal has no
/// target, so it can't be redirected, whatever the fixture says.
struct Authorization {
  let provider: Provider
  let cast: Cast
  let acceptsAnyClient: Bool
  let sent: Parameters
  var context: Context
  /// A parameter that was sent more than once: told only when it is known whom to tell.
  private var repeated: Refusal?

  init(
    provider: Provider, cast: Cast, acceptsAnyClient: Bool, sent: Parameters, context: Context
  ) {
    self.provider = provider
    self.cast = cast
    self.acceptsAnyClient = acceptsAnyClient
    self.sent = sent
    self.context = context
  }

  mutating func check() throws(Refusal) -> AuthorizationRequest {
    var parameters = try read()
    context.roots["req"] = JSONValue(.object(parameters))
    try own(.address, nil)
    let client = try client(parameters)
    context.roots["client"] = Self.value(client)
    // The order of its words says nothing (OAuth 2.0 Multiple Response Types §5).
    let type = (parameters["response_type"]?.stringValue ?? "").split(separator: " ").sorted()
      .joined(separator: " ")
    let mode = provisionalMode(parameters, type)
    let target = try target(parameters, client, mode)
    do throws(Refusal) {
      if let repeated { throw repeated }
      try responseType(type, client)
      try responseMode(parameters)
      try own(.request, target)
      try values(parameters)
      let scopes = try scopes(parameters, client)
      parameters["scope"] = JSONValue(.array(scopes.map { JSONValue(.string($0)) }))
      context.roots["req"] = JSONValue(.object(parameters))
      try challenge(parameters, client, type)
      return AuthorizationRequest(
        client: client.id, target: target, responseType: type, mode: mode, scopes: scopes,
        parameters: parameters)
    } catch {
      var refusal = error
      refusal.target = target
      refusal.mode = mode
      refusal.client = client.id
      throw refusal
    }
  }

  /// Wire names become canonical ones; repeats are refused or resolved as the provider does.
  private mutating func read() throws(Refusal) -> JSONObject {
    var parameters = context.roots["req"]?.objectValue ?? JSONObject()
    for (name, rule) in provider.parameters {
      let values = sent.values(rule.wire)
      if values.count > 1, provider.repeats == .refuse {
        let refusal = Refusal(
          condition: "parameter_repeated", facts: ["param": rule.wire],
          sentence: "the parameter \(rule.wire) was sent \(values.count) times",
          clause: "RFC 6749 §3.1", remedy: "send it once")
        // Of two clients or two redirect URIs neither can be trusted.
        if name == "client_id" || name == "redirect_uri" { throw refusal }
        repeated = repeated ?? refusal
        continue
      }
      var value = provider.repeats == .first ? values.first : values.last
      if value?.isEmpty ?? true, let fallback = rule.fallback {
        value = context.value(fallback).map { Filters.text($0) }
      }
      if let value { parameters[name] = JSONValue(.string(value)) }
    }
    return parameters
  }

  private func client(_ parameters: JSONObject) throws(Refusal) -> Cast.Client {
    let id = parameters["client_id"]?.stringValue ?? ""
    guard !id.isEmpty else {
      throw Refusal(
        condition: "client_missing", sentence: "the request names no client",
        clause: "RFC 6749 §4.1.1", remedy: "send client_id")
    }
    if let client = cast.client(id, at: provider.id) { return client }
    if acceptsAnyClient {
      return Cast.Client(provider: provider.id, id: id, name: id, redirectURIs: [])
    }
    throw Refusal(
      condition: "client_unknown", facts: ["value": id],
      sentence: "no client \(id) is registered at \(provider.id)", clause: "RFC 6749 §2.2",
      remedy:
        "add {\"provider\": \"\(provider.id)\", \"client_id\": \"\(id)\", \"redirect_uris\": […]}"
        + " to \"clients\" of a cast and start with --cast FILE, or use --accept-any-client")
  }

  private mutating func target(
    _ parameters: JSONObject, _ client: Cast.Client, _ mode: String
  ) throws(Refusal) -> RedirectTarget {
    let fallback = provider.redirect.mismatchToFirst ? Registration.first(of: client) : nil
    func refuse(_ condition: String, _ sent: String, _ sentence: String, _ remedy: String)
      -> Refusal
    {
      Refusal(
        condition: condition, facts: ["value": sent, "param": "redirect_uri"], sentence: sentence,
        clause: "RFC 6749 §3.1.2.4", remedy: remedy, target: fallback, mode: mode, client: client.id
      )
    }
    if client.redirectURIs.isEmpty, !acceptsAnyClient {
      throw refuse(
        "redirect_unregistered", "", "the client \(client.id) has no redirect_uris",
        "give it some in its cast")
    }
    var sent = parameters["redirect_uri"]?.stringValue ?? ""
    if sent.isEmpty, let rule = provider.redirect.fallback { sent = context.text(rule) ?? "" }
    if sent.isEmpty, client.redirectURIs.count == 1, let when = provider.redirect.omit,
      context.holds(when), let only = Registration.first(of: client)
    {
      return only
    }
    guard !sent.isEmpty else {
      throw refuse(
        "redirect_missing", "", "the request names no redirect_uri", "send redirect_uri")
    }
    if let target = Registration.target(sent, of: client, provider.redirect) { return target }
    if acceptsAnyClient, let target = Registration.target(accepting: sent) { return target }
    let registered = client.redirectURIs.joined(separator: ", ")
    let host = client.redirectURIs.contains { RedirectURI.sameHost(sent, $0) }
    throw refuse(
      host ? "redirect_mismatch" : "redirect_host_mismatch", sent,
      "redirect_uri \(sent) is not registered for \(client.id) (registered: \(registered))",
      "add it to redirect_uris of this client in its cast")
  }

  /// The response mode by which even a refusal of the response type travels.
  private mutating func provisionalMode(_ parameters: JSONObject, _ type: String) -> String {
    if let mode = parameters["response_mode"]?.stringValue, provider.modes.contains(mode) {
      return mode
    }
    guard let answer = provider.answers[type] else { return "query" }
    let kept = context.roots["req"]
    defer { context.roots["req"] = kept }
    context.roots["req"] = JSONValue(
      .object(Self.setting("response_mode", JSONValue(.string("")), parameters)))
    return context.value(answer.mode)?.stringValue ?? "query"
  }

  private func responseType(_ type: String, _ client: Cast.Client) throws(Refusal) {
    guard !type.isEmpty else {
      throw Refusal(
        condition: "response_type_missing", facts: ["param": "response_type"],
        sentence: "the request has no response_type", clause: "RFC 6749 §3.1.1",
        remedy: "send response_type=code")
    }
    guard provider.answers[type] != nil else {
      throw Refusal(
        condition: "response_type_unsupported", facts: ["value": type],
        sentence: "\(provider.id) does not answer response_type=\(type)", clause: "RFC 6749 §3.1.1",
        remedy: "send one of: \(provider.answers.keys.sorted().joined(separator: ", "))")
    }
    if let allowed = client.responseTypes, !allowed.contains(type) {
      throw Refusal(
        condition: "response_type_not_allowed", facts: ["value": type],
        sentence: "the client \(client.id) may not use response_type=\(type)",
        clause: "RFC 6749 §4.2.2.1", remedy: "add it to response_types of this client in its cast")
    }
  }

  private func responseMode(_ parameters: JSONObject) throws(Refusal) {
    guard !provider.modes.isEmpty, let mode = parameters["response_mode"]?.stringValue,
      !mode.isEmpty, !provider.modes.contains(mode)
    else { return }
    throw Refusal(
      condition: "response_mode_unsupported", facts: ["value": mode],
      sentence: "response_mode=\(mode) is not known",
      clause: "OAuth 2.0 Multiple Response Types §2.1",
      remedy: "send one of: \(provider.modes.joined(separator: ", "))")
  }

  private func values(_ parameters: JSONObject) throws(Refusal) {
    for (name, rule) in provider.parameters {
      guard let value = parameters[name]?.stringValue, !value.isEmpty else { continue }
      let words = rule.isList ? value.split(separator: " ").map(String.init) : [value]
      let known = rule.values.map { known in words.allSatisfy(known.contains) } ?? true
      let alone = rule.alone.map { words.count > 1 && words.contains($0) } ?? false
      let number = !rule.isNumber || Int(value).map { $0 >= 0 } ?? false
      if known, !alone, number { continue }
      let expected =
        !number
        ? "a whole number"
        : alone ? "\(rule.alone ?? "") on its own" : (rule.values ?? []).joined(separator: ", ")
      throw Refusal(
        condition: rule.invalid, facts: ["param": rule.wire, "value": value],
        sentence: "\(rule.wire)=\(value) is not known here", clause: "RFC 6749 §4.1.2.1",
        remedy: "send one of: \(expected)")
    }
  }

  mutating func scopes(
    _ parameters: JSONObject, _ client: Cast.Client
  ) throws(Refusal) -> [String] {
    let rule = provider.scope
    var asked: [String] = []
    let text = parameters["scope"]?.stringValue ?? ""
    if !rule.bits.isEmpty, let mask = Int(text), mask >= 0 {
      asked = rule.bits.filter { mask & $0.bit != 0 }.map(\.name)
    } else {
      for scope in text.split(whereSeparator: { rule.split.contains($0) }).map(String.init)
      where !asked.contains(scope) { asked.append(scope) }
    }
    if asked.isEmpty, text.isEmpty { asked = rule.fallback }
    if asked.isEmpty, rule.required {
      throw Refusal(
        condition: "scope_missing", facts: ["param": "scope"], sentence: "the request has no scope",
        clause: "RFC 6749 §3.3", remedy: "send scope")
    }
    context.roots["req"] = JSONValue(
      .object(
        Self.setting("scope", JSONValue(.array(asked.map { JSONValue(.string($0)) })), parameters)))
    try own(.scope, nil)
    let unknown = asked.filter { !isKnown($0, client) }
    if !unknown.isEmpty {
      throw Refusal(
        condition: "scope_unknown", facts: ["value": unknown.joined(separator: " ")],
        sentence: "\(provider.id) knows no scope \(unknown.joined(separator: ", "))",
        clause: "RFC 6749 §3.3",
        remedy: "known here: \(rule.known.map(\.name).joined(separator: ", "))")
    }
    if let allowed = client.scopes {
      let refused = asked.filter { !allowed.contains($0) && !(rule.clientID && $0 == client.id) }
      if !refused.isEmpty {
        throw Refusal(
          condition: "scope_not_allowed", facts: ["value": refused.joined(separator: " ")],
          sentence: "the client \(client.id) may not ask for \(refused.joined(separator: ", "))",
          clause: "RFC 6749 §4.1.2.1", remedy: "add it to scopes of this client in its cast")
      }
    }
    return asked
  }

  static func setting(_ name: String, _ value: JSONValue, _ object: JSONObject) -> JSONObject {
    var object = object
    object[name] = value
    return object
  }

  private func isKnown(_ scope: String, _ client: Cast.Client) -> Bool {
    let rule = provider.scope
    if rule.any || rule.known.contains(where: { $0.name == scope }) { return true }
    if rule.clientID, scope == client.id { return true }
    if rule.bits.contains(where: { $0.name == scope }) { return true }
    if rule.patterns.contains(where: { $0.matches(scope) }) { return true }
    guard let table = rule.table else { return false }
    return (cast.tables[provider.id]?[table.name] ?? []).contains { record in
      let prefix = record[table.prefix]?.stringValue ?? ""
      return (record[table.names]?.arrayValue ?? []).contains {
        "\(prefix)/\($0.stringValue ?? "")" == scope
      }
    }
  }

  /// The provider's own checks of one phase.
  mutating func own(_ phase: Provider.CheckPhase, _ target: RedirectTarget?) throws(Refusal) {
    for check in provider.checks[phase] ?? [] {
      var items: [JSONValue?] = [nil]
      if let each = check.each, case .text(let template) = Shape.text(each),
        let list = context.value(.text(template))?.arrayValue
      {
        items = list.map { $0 }
      }
      for item in items {
        context.roots["item"] = item
        guard context.holds(check.when) else { continue }
        var refusal = check.refusal(context, at: "checks.\(phase.rawValue)")
        refusal.facts = item.map { ["value": $0.stringValue ?? ""] } ?? [:]
        refusal.target = target
        throw refusal
      }
    }
    context.roots["item"] = nil
  }

  static func value(_ client: Cast.Client) -> JSONValue {
    [
      "client_id": JSONValue(.string(client.id)), "name": JSONValue(.string(client.name)),
      "kind": JSONValue(.string(client.kind.rawValue)),
      "id_token_alg": JSONValue(.string(client.idTokenAlgorithm ?? "")),
      "redirect_uris": JSONValue(.array(client.redirectURIs.map { JSONValue(.string($0)) })),
    ]
  }
}
