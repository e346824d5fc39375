import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel

/// What a rule does to an answer that is otherwise as it should be.
extension AnswerWriter {
  private var change: Rule.Change? { decision.rule?.effect.change }

  /// Parameters of a redirect after rename, set, drop and order.
  func changed(
    _ parameters: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    guard change != nil else { return parameters }
    let object = JSONObject(parameters.map { .init($0.name, JSONValue(.string($0.value))) })
    return changed(object).map { ($0.name, Filters.text($0.value)) }
  }

  /// The body of a service's answer; only its own members are looked at.
  func changed(_ body: JSONValue) -> JSONValue {
    guard change != nil, decision.endpoint?.kind.isService == true, let object = body.objectValue
    else { return body }
    return JSONValue(.object(changed(object)))
  }

  private func changed(_ object: JSONObject) -> JSONObject {
    guard let change else { return object }
    var members = Array(object)
    for (from, to) in change.rename {
      for index in members.indices where members[index].name == from { members[index].name = to }
    }
    for (name, value) in change.set {
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = value
      } else {
        members.append(.init(name, value))
      }
    }
    members.removeAll { change.drop.contains($0.name) }
    let rank = Dictionary(change.order.enumerated().map { ($1, $0) }) { first, _ in first }
    let sorted = members.enumerated().sorted {
      (rank[$0.element.name] ?? Int.max, $0.offset) < (rank[$1.element.name] ?? Int.max, $1.offset)
    }
    return JSONObject(sorted.map(\.element))
  }

  /// A token whose header, claims or signature are not what they should be.
  func changed(_ name: String, header: JSONValue, claims: JSONValue, key: Keyring.Key) -> String? {
    guard let change = change?.tokens.first(where: { $0.name == name })?.change else {
      return key.compact(header: header, payload: claims)
    }
    var header = header.objectValue ?? JSONObject()
    var claims = claims.objectValue ?? JSONObject()
    if let kid = change.kid { header["kid"] = JSONValue(.string(kid)) }
    if change.shift != 0 {
      for claim in ["exp", "iat", "nbf", "auth_time"] {
        guard let instant = claims[claim]?.integerValue else { continue }
        claims[claim] = JSONValue(.number(String(instant &+ change.shift)))
      }
    }
    for (claim, value) in change.claims { claims[claim] = value.isNull ? nil : value }
    if change.signature == Rule.TokenChange.Signature.none {
      header["alg"] = "none"
      return JWS.signingInput(header: header, payload: JSONValue(.object(claims))) + "."
    }
    let whole = key.compact(header: JSONValue(.object(header)), payload: JSONValue(.object(claims)))
    guard change.signature == .bad, let whole, let dot = whole.lastIndex(of: ".") else {
      return whole
    }
    let signature = Base64URL.decode(String(whole[whole.index(after: dot)...])) ?? []
    return whole[...dot] + Base64URL.encode(signature.map { $0 ^ 0xFF })
  }

  /// The callback twice, as impatient browsers do it: once in a frame, then for good.
  mutating func twice(_ url: String) -> Answer? {
    guard change?.twice == true else { return nil }
    let nonce = (try? Pattern("[A-Za-z0-9]{22}"))?.draw(using: &context.random) ?? "n"
    let shown = Markup.escape(url)
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Twice</title></head><body>
      <iframe id="first" src="\(shown)" title="the callback, for the first time"></iframe>
      <p><a id="callback" href="\(shown)">Go on</a></p>
      <script nonce="\(nonce)">document.getElementById("first").onload = () => {
      location.href = document.getElementById("callback").href }</script></body></html>
      """
    var answer = body("text/html; charset=utf-8", 200, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; frame-src *; script-src 'nonce-\(nonce)'; base-uri 'none'"
    return answer
  }
}

extension Decision {
  /// How the answer travels: what a rule orders, and how slow a person's provider is.
  var delivery: Delivery {
    var delivery = Delivery(delay: delay)
    guard let effect = rule?.effect else { return delivery }
    delivery.delay += effect.delay
    delivery.drip = effect.drip.map { Delivery.Drip(bytes: $0.bytes, every: $0.every) }
    if let bytes = effect.truncate { delivery.ending = .truncated(after: bytes) }
    if effect.reset { delivery.ending = .reset }
    if effect.close { delivery.ending = .closed }
    return delivery
  }
}
