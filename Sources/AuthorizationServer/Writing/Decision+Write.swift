import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

extension Decision {
  /// The answer's bytes: pure, and outside of any lock.
  public func write(version: String, keys: Keyring) -> Answer {
    var writer = AnswerWriter(decision: self, keys: keys)
    var answer = writer.answer()
    let usual: HTTPFields = [
      .server: "understudy/\(version)", .cacheControl: "no-store",
      .contentTypeOptions: "nosniff",
    ]
    // A rule may have said otherwise.
    for field in usual where answer.headers[field.name] == nil { answer.headers.append(field) }
    if endpoint?.kind == .token { answer.headers[.pragma] = "no-cache" }
    if let rule, let name = HTTPField.Name("Understudy-Rule") { answer.headers[name] = rule.id }
    if let origin, endpoint?.service.crossOrigin == true {
      answer.headers[.accessControlAllowOrigin] = origin
      answer.headers[.vary] = "Origin"
      answer.headers[.accessControlExposeHeaders] = "WWW-Authenticate"
    }
    answer.delivery = delivery
    for cookie in cookies {
      answer.headers.append(HTTPField(name: .setCookie, value: cookie.headerValue))
    }
    return answer
  }
}

extension HTTPField.Name {
  static let contentTypeOptions = HTTPField.Name("X-Content-Type-Options") ?? .server
  static let pragma = HTTPField.Name("Pragma") ?? .cacheControl
}

struct AnswerWriter {
  let decision: Decision
  let keys: Keyring
  var context: Context

  init(decision: Decision, keys: Keyring) {
    self.decision = decision
    self.keys = keys
    context = decision.context
  }

  mutating func answer() -> Answer {
    sign()
    switch decision.outcome {
    case .plain(let status, let text, let allow):
      var answer = body("text/plain; charset=utf-8", status, text)
      if !allow.isEmpty { answer.headers[.allow] = allow.joined(separator: ", ") }
      return answer
    case .html(let html): return page(html: html, 200, nonce: FrontPage.nonce)
    case .json(let json): return body("application/json", 200, json)
    case .url(let url): return redirect(to: url)
    case .link(let name): return redirect(to: url(link: name) ?? "/")
    case .page(let name, let message): return page(name, message: message)
    case .granted(let request): return granted(request)
    case .refused(let refusal): return refused(refusal)
    case .answered(let shape): return answered(shape)
    case .raw(let raw):
      var answer = Answer(status: .init(code: raw.status), body: Array(raw.body.utf8))
      for (name, value) in raw.headers {
        guard let name = HTTPField.Name(name) else { continue }
        answer.headers.append(HTTPField(name: name, value: value))
      }
      return answer
    case .preflight(let methods, let headers):
      var answer = body("", 204, "")
      answer.headers[.accessControlAllowMethods] = methods.joined(separator: ", ")
      if !headers.isEmpty { answer.headers[.accessControlAllowHeaders] = headers }
      answer.headers[.accessControlMaxAge] = "600"
      return answer
    }
  }

  func body(_ type: String, _ status: Int, _ text: String) -> Answer {
    var answer = Answer(status: .init(code: status), body: Array(text.utf8))
    if status != 204 { answer.headers[.contentType] = type } else { answer.body = [] }
    return answer
  }

  private func page(html: String, _ status: Int, nonce: String) -> Answer {
    var answer = body("text/html; charset=utf-8", status, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'nonce-\(nonce)'; frame-ancestors 'none'; base-uri 'none'"
    return answer
  }

  private func redirect(to url: String) -> Answer {
    var answer = Answer(
      status: .init(code: decision.isPost ? decision.provider?.afterPost ?? 303 : 302))
    answer.headers[.location] = Self.printable(url)
    return answer
  }

  /// Bytes outside RFC 3986's set are percent-encoded: a header can't hold them.
  static func printable(_ url: String) -> String {
    let kept = Set("%:/?#[]@!$&'()*+,;=-._~".utf8)
    var style = QueryStyle.rfc3986
    style.safe = kept
    return style.encode(url)
  }

  // MARK: Own addresses

  mutating func url(link name: String) -> String? {
    guard let provider = decision.provider, let link = provider.links[name],
      let endpoint = provider.endpoints.first(where: { $0.name == link.endpoint })
    else { return nil }
    let usable = endpoint.routes.filter { route in
      route.variables.allSatisfy { decision.variables[$0]?.isEmpty == false }
    }
    // The browser stays where it is: at the same address, else at the same host, if that will do.
    let same = decision.route.flatMap { route in
      endpoint.routes.first { $0 == route } ?? usable.first { $0.host == route.host }
    }
    let near = decision.route.flatMap { nearest(to: $0.host, among: usable, provider) }
    guard let route = same ?? near ?? endpoint.routes.first else { return nil }
    let host = route.host
    let kept = context.roots["base"]
    defer { context.roots["base"] = kept }
    context.roots["base"] = [
      "root": JSONValue(.string(decision.base.root)),
      "here": JSONValue(.string(decision.base.url(provider, host: host, decision.variables))),
      "path": JSONValue(.string(decision.base.path(provider, host: host, decision.variables))),
      "first": JSONValue(.string(decision.base.url(provider, host: 0, decision.variables))),
    ]
    func fill(_ segment: Route.Segment) -> String {
      switch segment {
      case .literal(let text): text
      case .variable(let name):
        QueryStyle(space: .percent, safe: "-_.~!$&'()*+,;=:@").encode(
          decision.variables[name] ?? "")
      }
    }
    let path = "/" + route.path.map(fill).joined(separator: "/")
    let style = provider.styles["link"] ?? .rfc3986
    var query = route.query.map { "\($0.name)=\(fill($0.value))" }
    if let raw = link.raw, let text = context.text(raw), !text.isEmpty { query.append(text) }
    let parameters = context.parameters(link.query)
    if !parameters.isEmpty { query.append(style.encode(parameters)) }
    let base = decision.base.url(provider, host: host, decision.variables)
    return base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// The first route on the host that shares most of its name with this one: cookies travel within
  /// a site, and a provider may have several.
  private func nearest(to host: Int, among routes: [Route], _ provider: Provider) -> Route? {
    func labels(_ host: Int) -> [Substring] {
      provider.hosts[host].pattern.split(separator: ".").reversed()
    }
    let here = labels(host)
    func shared(_ route: Route) -> Int {
      zip(here, labels(route.host)).prefix { $0 == $1 }.count
    }
    let most = routes.map(shared).max()
    return routes.first { shared($0) == most }
  }

  // MARK: To the client

  private mutating func granted(_ request: AuthorizationRequest) -> Answer {
    guard let answer = decision.provider?.answers[request.responseType] else {
      return body("text/plain", 500, "no answer\n")
    }
    return deliver(
      context.parameters(answer.parameters), to: request.target, request.mode, style: nil,
      suffix: answer.suffix)
  }

  mutating func deliver(
    _ parameters: [(name: String, value: String)], to target: RedirectTarget, _ mode: String,
    style: QueryStyle?, suffix: String = ""
  ) -> Answer {
    let parameters = changed(parameters)
    if mode == "form_post" { return formPost(parameters, target) }
    let url = location(parameters, target, mode, style) + suffix
    return twice(url) ?? redirect(to: url)
  }

  func location(
    _ parameters: [(name: String, value: String)], _ target: RedirectTarget, _ mode: String,
    _ style: QueryStyle?
  ) -> String {
    let coded = (style ?? decision.provider?.styles[mode] ?? .rfc3986).encode(parameters)
    // Bytes: a mark with a combining accent behind it is a mark to browsers.
    let uri = Substring(target.uri.utf8.prefix { $0 != UInt8(ascii: "#") })
    let mark = UInt8(ascii: "?")
    let join = mode == "fragment" ? "#" : uri.utf8.contains(mark) ? "&" : "?"
    return "\(uri)\(uri.utf8.last == mark && join == "&" ? "" : join)\(coded)"
  }

  /// OAuth 2.0 Form Post Response Mode. It may run in a frame: silent renewal does.
  private mutating func formPost(
    _ parameters: [(name: String, value: String)], _ target: RedirectTarget
  ) -> Answer {
    let nonce = (try? Pattern("[A-Za-z0-9]{22}"))?.draw(using: &context.random) ?? "n"
    let fields = parameters.map {
      "<input type=\"hidden\" name=\"\(Markup.escape($0.name))\" value=\"\(Markup.escape($0.value))\">"
    }
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment</title></head><body>
      <form method="post" action="\(Markup.escape(target.uri))">\(fields.joined())
      <noscript><button>Continue</button></noscript></form>
      <script nonce="\(nonce)">document.forms[0].submit()</script></body></html>
      """
    var answer = body("text/html; charset=utf-8", 200, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'nonce-\(nonce)'; base-uri 'none'"
    return answer
  }

  private mutating func refused(_ refusal: Refusal) -> Answer {
    guard let provider = decision.provider else { return body("text/plain", 500, refusal.sentence) }
    let isService = decision.endpoint?.kind.isService ?? false
    let table = isService ? decision.endpoint?.service.errors ?? "" : "authorize"
    let entries = provider.errors[table]
    let entry = entries?[refusal.condition] ?? entries?["*"]
    fillError(refusal, entry)
    guard let entry, let shape = provider.shapes[entry.shape] else {
      return body("text/plain; charset=utf-8", 400, refusal.sentence + "\n")
    }
    return write(shape, status: entry.status, refusal)
  }

  private mutating func fillError(_ refusal: Refusal, _ entry: Provider.ErrorEntry?) {
    var error = context.roots["err"]?.objectValue ?? JSONObject()
    error["condition"] = JSONValue(.string(refusal.condition))
    for (name, shape) in entry?.facts ?? [] {
      context.roots["err"] = JSONValue(.object(error))
      error[name] = context.value(shape)
    }
    context.roots["err"] = JSONValue(.object(error))
    context.roots["mode"] = JSONValue(.string(refusal.mode))
  }
}
