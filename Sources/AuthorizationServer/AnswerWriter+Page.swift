import HTTPMessages
import JSON
import ProviderModel

extension AnswerWriter {
  /// A page of the provider, from its fixture's templates.
  mutating func page(_ name: String, message: String?, status: Int? = nil) -> Answer {
    guard let provider = decision.provider, let page = provider.pages[name],
      let template = provider.templates[page.template]
    else {
      var answer = Answer(status: .init(code: status ?? 500))
      answer.headers[.contentType] = "text/plain; charset=utf-8"
      answer.body = Array((message ?? "There is no page \"\(name)\".").utf8)
      return answer
    }
    let nonce = draw("[A-Za-z0-9]{22}")
    var labels = JSONObject()
    for (label, text) in page.labels {
      labels[label] = JSONValue(.string(context.text(text) ?? ""))
    }
    var fields = JSONObject()
    for (field, text) in page.fields { fields[field] = JSONValue(.string(text)) }
    context.roots["labels"] = JSONValue(.object(labels))
    context.roots["fields"] = JSONValue(.object(fields))
    fillLinks(provider)
    let submit = page.submit.flatMap { url(link: $0) }
    let deny = page.deny.flatMap { url(link: $0) }
    let hidden = context.parameters(page.hidden)
    var view = JSONObject()
    func set(_ name: String, _ text: String?) {
      if let text { view[name] = JSONValue(.string(text)) }
    }
    set("nonce", nonce)
    set("action", submit)
    set("deny", deny)
    set("denial_url", denial())
    if let message {
      view["message"] =
        labels[message] ?? (message == "unknown" ? labels["wrong"] : nil)
        ?? JSONValue(.string(message))
    }
    view["hidden"] = list(hidden.map { [("name", $0.name), ("value", $0.value)] })
    view["people"] = list(decision.people.map { [("username", $0.username), ("name", $0.name)] })
    view["scopes"] = list(scopes(provider))
    view["more"] = list(
      page.more.compactMap { label, link in
        url(link: link).map { [("label", context.text(label) ?? ""), ("href", $0)] }
      })
    view["choices"] = context.roots["found"]?["choices"]
    context.roots["page"] = JSONValue(.object(view))
    context.escapesHTML = true
    let html = context.text(template) ?? ""
    context.escapesHTML = false
    var answer = Answer(status: .init(code: status ?? page.status), body: Array(html.utf8))
    answer.headers[.contentType] = "text/html; charset=utf-8"
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'nonce-\(nonce)'; frame-ancestors 'none'; base-uri 'none'"
    return answer
  }

  private mutating func draw(_ pattern: String) -> String {
    (try? Pattern(pattern))?.draw(using: &context.random) ?? ""
  }

  private func list(_ rows: [[(String, String)]]) -> JSONValue {
    JSONValue(
      .array(
        rows.map { row in
          JSONValue(.object(JSONObject(row.map { .init($0.0, JSONValue(.string($0.1))) })))
        }))
  }

  private func scopes(_ provider: Provider) -> [[(String, String)]] {
    (context.roots["req"]?["scope"]?.arrayValue ?? []).compactMap(\.stringValue).map { name in
      let title = provider.scope.known.first { $0.name == name }?.title ?? name
      return [("name", name), ("title", title.isEmpty ? name : title)]
    }
  }

  /// The address to which a denial would lead: some providers print it as a plain link.
  private mutating func denial() -> String? {
    guard let provider = decision.provider,
      let entry = provider.errors["authorize"]?["user_denied"],
      case .redirect(let mode, let parameters, let style)? = provider.shapes[entry.shape]?.form,
      let uri = context.roots["req"]?["redirect_uri"]?.stringValue,
      let id = context.roots["client"]?["redirect_uris"]?.arrayValue?.compactMap(\.stringValue),
      let target = Registration.target(
        uri, of: .init(provider: "", id: "", name: "", redirectURIs: id), provider.redirect)
    else { return nil }
    let kept = context.roots["err"]
    var error = JSONObject()
    for (name, shape) in entry.facts { error[name] = context.value(shape) }
    context.roots["err"] = JSONValue(.object(error))
    defer { context.roots["err"] = kept }
    let way = mode == "auto" ? context.roots["mode"]?.stringValue ?? "query" : mode
    return location(context.parameters(parameters), target, way, style)
  }
}
