import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel

/// Answers in the shapes of a fixture.
extension AnswerWriter {
  /// What an endpoint says when nothing is wrong.
  mutating func answered(_ name: String) -> Answer {
    guard let provider = decision.provider, let shape = provider.shapes[name] else {
      return body("text/plain; charset=utf-8", 500, "There is no shape \"\(name)\".\n")
    }
    fillKeys(provider)
    fillLinks(provider)
    return write(shape, status: nil, nil)
  }

  mutating func write(
    _ shape: Provider.WireShape, status: Int?, _ refusal: Refusal?, depth: Int = 0
  ) -> Answer {
    var answer: Answer
    let code = status ?? shape.status
    switch shape.form {
    case .redirect(let mode, let parameters, let style):
      guard let target = refusal?.target else {
        let isSaid = context.roots["err"]?["text"]?.stringValue?.isEmpty == false
        return page("error", message: isSaid ? nil : refusal?.sentence, status: 400)
      }
      let way = mode == "auto" ? refusal?.mode ?? "query" : mode
      answer = deliver(context.parameters(parameters), to: target, way, style: style)
    case .json(let value, let style):
      answer = body(
        shape.contentType ?? "application/json", code,
        changed(context.value(value) ?? [:]).text(style))
    case .text(let template):
      answer = body(
        shape.contentType ?? "text/plain; charset=utf-8", code, context.text(template) ?? "")
    case .page(let name): answer = page(name, message: nil, status: code)
    case .empty:
      answer = Answer(status: .init(code: code))
      if let type = shape.contentType { answer.headers[.contentType] = type }
    case .accept(let list):
      guard depth < 4, let name = accepted(list), let other = decision.provider?.shapes[name] else {
        return body("text/plain; charset=utf-8", 406, "Nothing here is acceptable.\n")
      }
      answer = write(other, status: status, refusal, depth: depth + 1)
    }
    for (name, template) in shape.headers {
      guard let name = HTTPField.Name(name), let value = context.text(template) else { continue }
      answer.headers[name] = value
    }
    return answer
  }

  /// The shape that the client likes best; the last one where it likes none of them.
  private func accepted(_ list: [(type: String, shape: String)]) -> String? {
    let ranges = decision.accept.split(separator: ",").map {
      range -> (type: String, weight: Double) in
      let parts = range.split(separator: ";").map(\.trimmed)
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      return (parts.first?.lowercased() ?? "", weight ?? 1)
    }
    let liked = ranges.enumerated().filter { $0.element.weight > 0 }.sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    for range in liked {
      if let match = list.first(where: { $0.type == range.element.type }) { return match.shape }
    }
    return list.last?.shape
  }

  /// Signs what was decided on: the access token first, as the id token holds its hash.
  mutating func sign() {
    guard !decision.unsigned.isEmpty else { return }
    var tokens = context.roots["tok"]?.objectValue ?? JSONObject()
    for token in decision.unsigned.sorted(by: { $0.name != "id" && $1.name == "id" }) {
      let kid = decision.provider?.signing.first { $0.algorithm == token.algorithm }?.kid
      guard let key = keys.key(token.algorithm, recorded: kid) else { continue }
      context.roots["key"] = [
        "kid": JSONValue(.string(key.kid)), "alg": JSONValue(.string(token.algorithm)),
      ]
      func half(_ text: String?) -> JSONValue {
        JSONValue(.string(text.map { key.halfHash(of: $0) } ?? ""))
      }
      context.roots["hash"] = [
        "access": half(tokens["access"]?["value"]?.stringValue),
        "code": half(tokens["code"]?["value"]?.stringValue),
        "state": half(context.roots["auth"]?["state"]?.stringValue),
      ]
      let claims =
        switch token.claims {
        case .fixed(let value): value
        case .later(let shape): context.value(shape) ?? [:]
        }
      let header = context.value(token.header) ?? [:]
      guard let text = changed(token.name, header: header, claims: claims, key: key) else {
        continue
      }
      var facts = tokens[token.name]?.objectValue ?? JSONObject()
      facts["value"] = JSONValue(.string(text))
      tokens[token.name] = JSONValue(.object(facts))
      context.roots["tok"] = JSONValue(.object(tokens))
    }
  }

  private mutating func fillKeys(_ provider: Provider) {
    guard decision.endpoint?.kind == .document else { return }
    context.roots["keys"] = JSONValue(
      .array(
        provider.signing.compactMap { algorithm, kid in
          keys.key(algorithm, recorded: kid)?.publicJWK
        }))
  }

  mutating func fillLinks(_ provider: Provider) {
    var links = JSONObject()
    for name in provider.links.keys.sorted() {
      links[name] = url(link: name).map { JSONValue(.string($0)) }
    }
    context.roots["links"] = JSONValue(.object(links))
  }
}
