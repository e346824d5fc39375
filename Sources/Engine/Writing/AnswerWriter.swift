import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// Turns what was decided into a provider's bytes.
struct AnswerWriter {
  let decision: Decision
  let facts: Facts?

  init(_ decision: Decision) {
    self.decision = decision
    facts = decision.facts
    keys = decision.site.options.keys.rotated(by: decision.keyRotation)
  }

  var provider: Provider? { facts?.provider }
  let keys: Keyring

  func answer() -> Answer {
    sign()
    switch decision.outcome.content {
    case .plain(let status, let text, let allow):
      var answer = Self.body("text/plain; charset=utf-8", status, text)
      if !allow.isEmpty { answer.headers.append(.allow, allow.joined(separator: ", ")) }
      return answer
    case .unanswered(let index, let status, let allow):
      var answer =
        provider?.shape(index).map { write($0, status: $0.hasStatus ? nil : status, nil) }
        ?? Answer(status: .init(code: status))
      if !allow.isEmpty { answer.headers.append(.allow, allow.joined(separator: ", ")) }
      return answer
    case .url(let url): return redirect(to: url)
    case .link(let link): return redirect(along: link)
    case .page(let name, let message): return page(name, message: message)
    case .granted(let request): return granted(request)
    case .refused(let refusal): return refused(refusal)
    case .answered(let shape): return answered(shape)
    case .raw(let raw):
      return Answer(
        status: .init(code: raw.status),
        headers: Headers(raw.headers.map { .init($0.name, $0.value) }), body: Self.bytes(of: raw))
    case .onward(let url, let hop):
      return Rule.Way(rawValue: hop.rawValue).map { page(leadingTo: url, by: $0) }
        ?? redirect(to: url)
    case .preflight(let methods, let headers):
      var answer = Self.body("", 204, "")
      answer.headers.append(.accessControlAllowMethods, methods.joined(separator: ", "))
      if !headers.isEmpty { answer.headers.append(.accessControlAllowHeaders, headers) }
      answer.headers.append(.accessControlMaxAge, "600")
      return answer
    case .outside(let path):
      return Self.body("text/plain; charset=utf-8", 404, "Nothing answers at \(path).\n")
    }
  }

  private static func bytes(of raw: Rule.RawAnswer) -> [UInt8] {
    let once = Array(raw.body.utf8)
    if once.count == 1, let only = once.first { return Array(repeating: only, count: raw.times) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(once.count * raw.times)
    for _ in 0..<raw.times { bytes += once }
    return bytes
  }

  static func body(_ type: String, _ status: Int, _ text: String) -> Answer {
    body(type, status, Array(text.utf8))
  }

  static func body(_ type: String, _ status: Int, _ bytes: [UInt8]) -> Answer {
    guard status != 204 else { return Answer(status: .init(code: status)) }
    var headers = Headers()
    headers.reserveCapacity(8)
    headers.append(.contentType, type)
    return Answer(status: .init(code: status), headers: headers, body: bytes)
  }

  /// To an own address; some providers mark the browser by a cookie that is named after a part of the address.
  private func redirect(along link: Int) -> Answer {
    let url = facts?.url(link: link) ?? "/"
    var answer = redirect(to: url)
    guard !decision.isRehearsal, let rule = provider?.linkCookie, let wanted = rule.parameter,
      let base = facts?.base,
      let name = rule.name.flatMap({ facts?.text($0) }),
      let query = URIReference(url).query,
      let mark = Parameters(formEncoded: query).first(wanted), !mark.isEmpty
    else { return answer }
    let cookie = SetCookie(
      name: name + mark, value: rule.value.flatMap { facts?.drawn($0) } ?? "1",
      path: base.cookiePath, domain: rule.site ? base.site : nil, secure: base.isSecure)
    answer.headers.append(.setCookie, cookie.headerValue)
    return answer
  }

  func redirect(to url: String) -> Answer {
    // Bytes outside RFC 3986's set are percent-encoded: a header can't hold them.
    redirect(toPrintable: QueryStyle.wholeURI.encode(url))
  }

  /// The longest `Location`, in bytes. A state of characters that have to be encoded triples on its way, and the transport
  /// could not send it.
  static let longestLocation = 32_000

  private func redirect(toPrintable url: String) -> Answer {
    guard url.utf8.count <= Self.longestLocation else {
      return Self.body(
        "text/plain; charset=utf-8", 400,
        "The redirect would be \(url.utf8.count) bytes long; at most \(Self.longestLocation) are sent. "
          + "Send a shorter state.\n")
    }
    var headers = Headers()
    headers.reserveCapacity(6)
    headers.append(.location, url)
    return Answer(
      status: .init(
        code: decision.reading.request.method == .post ? provider?.afterPost ?? 303 : 302),
      headers: headers)
  }

  // MARK: In the shapes of a fixture

  /// What an endpoint says when nothing is wrong.
  private func answered(_ index: Int?) -> Answer {
    guard let index, let shape = provider?.shape(index) else {
      return Self.body("text/plain; charset=utf-8", 500, "There is no such shape.\n")
    }
    guard let place = place(ofKept: index) else {
      if shape.draws { facts?.writeLinks() }
      return write(shape, status: nil, nil)
    }
    if let document = place.document.withLock({ $0 }) {
      return Self.body(shape.contentType ?? "application/json", shape.status, document)
    }
    let answer = write(shape, status: nil, nil)
    place.document.withLock { $0 = answer.body }
    return answer
  }

  /// Where a body is kept; `nil` where it may differ from one request to the next.
  private func place(ofKept shape: Int) -> RouteMatch? {
    guard decision.endpoint?.kind.isDocument == true, decision.rule == nil,
      decision.keyRotation.isInitial,
      facts?.provider.isKept(shape) == true,
      case .provider(let place) = decision.reading.destination
    else { return nil }
    return place
  }

  func write(
    _ shape: AnswerShape, status: Int?, _ refusal: Refusal?, depth: Int = 0
  ) -> Answer {
    var answer: Answer
    let code = status ?? shape.status
    // Nothing but an answer that shows keys waits for one: it may still be in the making.
    if shape.showsKeys, let facts {
      let published = PublishedKeys(
        keys: keys, signing: facts.provider.signing,
        parts: decision.rule?.effect.change?.keys ?? [.current])
      facts.keys = published.jwks()
      facts.certify = published.certified
    }
    switch shape.form {
    case .redirect(let redirect):
      guard let target = refusal?.target else {
        let isSaid = facts?.hasErrorText == true
        return page("error", message: isSaid ? nil : refusal?.sentence, status: 400)
      }
      answer = deliver(
        facts?.parameters(redirect.parameters) ?? [], to: target,
        redirect.mode ?? refusal?.mode ?? "query", style: redirect.style, suffix: redirect.suffix)
    case .json(let value, let style):
      let body = changed(facts?.json(value, style) ?? [], style)
      if refusal == nil, let token = token(of: body) {
        answer = Self.body("application/jwt", code, token)
      } else {
        answer = Self.body(shape.contentType ?? "application/json", code, body)
      }
    case .text(let template):
      answer = Self.body(
        shape.contentType ?? "text/plain; charset=utf-8", code, facts?.text(template) ?? "")
    case .form(let value):
      let body = QueryStyle().encode(changed(facts?.parameters(value) ?? []))
      answer = Self.body(shape.contentType ?? "application/x-www-form-urlencoded", code, body)
    case .page(let name): answer = page(name, message: nil, status: code)
    case .empty:
      answer = Answer(status: .init(code: code))
      if let type = shape.contentType { answer.headers.append(.contentType, type) }
    case .accept(let list):
      guard depth < 4,
        let other = provider?.shape(Acceptance(decision.headers[.accept] ?? "").best(of: list))
      else {
        return Self.body("text/plain; charset=utf-8", 406, "Nothing here is acceptable.\n")
      }
      answer = write(other, status: status, refusal, depth: depth + 1)
    }
    for (name, template) in shape.headers {
      // An empty value can't be sent, and says nothing: the field is left out.
      guard let name = HTTPField.Name(name), let value = facts?.header(template)
      else { continue }
      answer.headers[name] = value
    }
    return answer
  }

  private func refused(_ refusal: Refusal) -> Answer {
    guard let provider, let endpoint = decision.endpoint else {
      return Self.body("text/plain", 500, refusal.sentence)
    }
    if refusal.device != nil {
      return provider.endpoint(.device)?.onFailure.map { redirect(along: $0) }
        ?? Self.body("text/plain; charset=utf-8", 403, refusal.sentence + "\n")
    }
    let table = endpoint.kind.isService ? endpoint.service.errors : "authorize"
    let rule = provider.errorRule(refusal.condition, in: table)
    if let facts {
      let status = refusal.status ?? rule?.status ?? provider.shape(rule?.shape)?.status ?? 400
      facts.error.append(("status", .number(status)))
      facts.error = facts.error(refusal.condition, rule, found: facts.error)
      facts.mode = refusal.mode
    }
    guard let rule, let shape = provider.shape(rule.shape) else {
      return Self.body("text/plain; charset=utf-8", 400, refusal.sentence + "\n")
    }
    return write(shape, status: refusal.status ?? rule.status, refusal)
  }
}
