import Basics

/// Checks that the parts of the device grant (RFC 8628) are complete: each is useless without the others.
extension ProviderReader {
  func checkDevices() {
    let grant = body.token.grants.first { $0.rule.kind == .device }
    let endpoint = body.endpoints.first { $0.kind == .deviceAuthorization }
    let page = body.endpoints.first { $0.kind == .device }
    let parts = [
      (grant.map { JSONPointer.appending($0.name, to: "/token/grants") }),
      endpoint.map(Self.pointer), page.map(Self.pointer),
    ]
    guard let pointer = parts.lazy.compactMap(\.self).first else { return }
    func need(_ isThere: Bool, _ pointer: String, _ sentence: String) {
      if !isThere { findings.error(tree.value(at: pointer), pointer, sentence) }
    }
    need(
      grant != nil, pointer,
      "a device has no grant to poll with; add a grant of the kind device to token.grants")
    need(
      endpoint != nil, pointer,
      "a device has no address to ask at; add an endpoint of the kind device_authorization")
    need(
      page != nil, pointer,
      "a person has no page to type the user code at; add an endpoint of the kind device")
    for kind in [CredentialKind.deviceCode, .userCode] where body.credentials[kind.rawValue] == nil
    {
      need(
        false, pointer, "a device needs the credential \(kind.rawValue); add it to credentials")
    }
    if let page { check(page) }
    for (name, rule) in body.credentials
    where [.deviceCode, .userCode].contains(CredentialKind(rawValue: name)) {
      need(
        !rule.mayBeJWT, JSONPointer.appending(name, to: "/credentials"),
        "a \(name) is looked up and not read; give it a value and no jwt")
    }
    checkUserCode()
    if let rule = body.credentials[CredentialKind.deviceCode.rawValue],
      case .constant(let value, _) = rule.lifetime, value.text() == "0"
    {
      need(
        false, JSONPointer.appending(CredentialKind.deviceCode.rawValue, to: "/credentials"),
        "a device code ends (RFC 8628 §3.2); give it a lifetime in seconds")
    }
  }

  /// The answer to a device has both of its codes (RFC 8628 §3.2).
  func checkDeviceAnswer() {
    for endpoint in body.endpoints where endpoint.kind == .deviceAuthorization {
      guard let answer = endpoint.service.answer, let written = body.written(in: answer) else {
        continue
      }
      let pointer = JSONPointer.appending(body.shapes[answer].name, to: "/shapes")
      let codes: [(CredentialKind, fact: Fact, name: String)] = [
        (.deviceCode, .credential(.deviceCode, .value), "tok.device_code.value"),
        (.userCode, .device(.userCode), "device.user_code"),
      ]
      for (kind, fact, name) in codes
      where !written.write(kind) && !written.contains(where: { $0.writes(fact) }) {
        findings.error(
          nearest(pointer), pointer,
          "the answer \"\(body.shapes[answer].name)\" of \"\(endpoint.name)\" has no \(kind.rawValue) (RFC 8628 §3.2); put {{\(name)}} into it"
        )
      }
    }
  }

  private func checkUserCode() {
    let pointer = JSONPointer.appending(CredentialKind.userCode.rawValue, to: "/credentials")
    guard let rule = body.credentials[CredentialKind.userCode.rawValue] else { return }
    if let lifetime = tree.value(at: pointer)?["lifetime"] {
      findings.error(
        lifetime, JSONPointer.appending("lifetime", to: pointer),
        "a user code ends with its device code (RFC 8628 §3.2); leave lifetime out")
    }
    // Of a template with a mistake nothing is left, and the mistake is reported.
    if case .text(.text(let template)) = rule.form,
      tree.value(at: pointer)?["value"]?.stringValue == template.source,
      let example = Self.example(of: template), UserCode.key(example) == nil
    {
      findings.error(
        tree.value(at: pointer), pointer,
        "nobody can type the user code \"\(example)\"; give it letters or digits, and at most \(UserCode.longest) bytes"
      )
    }
  }

  /// A text that a template may come to; `nil` if that depends on the request.
  private static func example(of template: Template) -> String? {
    guard template.facts.isEmpty else { return nil }
    var random = SeededGenerator(seed: 0)
    return template.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .value(let expression): expression.pattern?.draw(using: &random) ?? ""
      default: ""
      }
    }.joined()
  }

  private func check(_ endpoint: Endpoint) {
    let pointer = Self.pointer(endpoint)
    if !endpoint.answers("GET") || !endpoint.answers("POST") {
      findings.error(
        tree.value(at: pointer)?["methods"], JSONPointer.appending("methods", to: pointer),
        "an endpoint of the kind device shows a form and gets it back; its methods are GET and POST"
      )
    }
    checkUserCodeField(endpoint, pointer)
    let fields = [endpoint.page, endpoint.asks].compactMap(\.self).compactMap { body.pages[$0] }
      .map { $0.field("user_code") ?? "user_code" }
    if let first = fields.first, let other = fields.first(where: { $0 != first }) {
      findings.error(
        tree.value(at: pointer), pointer,
        "its pages have different fields for the user code, \"\(first)\" and \"\(other)\"; give both the same one"
      )
    }
    let members = [
      ("page", endpoint.page != nil, "the page that asks for the user code"),
      ("asks", endpoint.asks != nil, "the page that asks whether the user code is the right one"),
      ("ticket", endpoint.ticket != nil, "the parameter that returns the ticket of its pages"),
      ("then", endpoint.then != nil, "the link to which an approval leads"),
      ("on_failure", endpoint.onFailure != nil, "the link to which a denial leads"),
    ]
    for (name, isThere, meaning) in members where !isThere {
      findings.error(
        tree.value(at: pointer), pointer,
        "an endpoint of the kind device needs the member \"\(name)\": \(meaning)")
    }
  }

  /// The page that asks for the user code has a field for it.
  private func checkUserCodeField(_ endpoint: Endpoint, _ pointer: String) {
    guard let name = endpoint.page, let page = body.pages[name], page.template != nil else {
      return
    }
    let (form, field) = (form(of: page), page.field("user_code") ?? "user_code")
    guard !form.isOpen, !form.inputs.contains(field) else { return }
    findings.error(
      nearest(JSONPointer.appending(name, to: "/pages")) ?? tree.value(at: pointer),
      JSONPointer.appending(name, to: "/pages"),
      "nobody can type the user code: the page \"\(name)\" has no field \"\(field)\"; put <input name=\"{{fields.user_code}}\"> into the form of its template"
    )
  }

  private static func pointer(_ endpoint: Endpoint) -> String {
    JSONPointer.appending(endpoint.name, to: "/endpoints")
  }
}
