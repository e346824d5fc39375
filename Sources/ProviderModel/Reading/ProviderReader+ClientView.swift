import Basics

/// Answers in which no client finds what it looks for.
extension ProviderReader {
  func checkClientView() {
    for (name, rule) in body.answers {
      checkParameters(of: rule, JSONPointer.appending(name, to: "/answers") + "/parameters")
    }
    for (name, rule) in body.token.grants { checkTokenAnswer(name, rule) }
    checkDefaults()
    checkCalls()
  }

  private func report(_ pointer: String, _ sentence: String) {
    guard !isExplained(pointer) else { return }
    findings.error(nearest(pointer), pointer, sentence)
  }

  // MARK: The front channel

  /// Members with which clients refuse an answer.
  private func checkParameters(of rule: AnswerRule, _ pointer: String) {
    guard isOwn(nearest(pointer)), !rule.parameters.hasOpenMembers else { return }
    for member in rule.parameters.members {
      guard case .constant(let value, _) = member.shape, !value.isNull else { continue }
      let place = JSONPointer.appending(member.name, to: pointer)
      if member.name == "error" {
        report(place, "clients take an answer with \"error\" for a refusal; remove it")
      } else if member.name == "state" {
        report(
          place,
          "clients refuse a \"state\" that is not the one that they sent; write {{req.state?}}"
        )
      }
    }
  }

  /// Credentials that no client finds, as another name has them (RFC 6749 §§4.1.2, 4.2.2, OpenID Connect Core §3.2.2.5). A
  /// quirk may have another way.
  func hiddenCredentials() -> [Doubt] {
    body.answers.flatMap { answer -> [Doubt] in
      let pointer = JSONPointer.appending(answer.name, to: "/answers") + "/parameters"
      guard isOwn(nearest(pointer)) else { return [] }
      let issued = answer.rule.issues.filter(\.mayApply).map(\.kind)
      return [CredentialKind.code, .access, .id].filter(issued.contains).map { kind in
        let shown = answer.rule.parameters.members.filter { $0.shape.written.write(kind) }
        let isFound = shown.contains {
          $0.name == kind.parameter && [.text, .any].contains($0.shape.kind)
        }
        return Doubt(
          finding: Diagnostic(
            at: nil, pointer,
            "no client finds {{tok.\(kind.rawValue).value}}; write it as the text of the parameter \"\(kind.parameter)\""
          ), holds: !shown.isEmpty && !isFound)
      }
    }
  }

  /// A denial reaches the client as an error (RFC 6749 §4.1.2.1), or the provider shows a page.
  func silentDenial() -> [Doubt] {
    let table = body.errors["authorize"]
    guard let slot = table?.rule(.userDenied)?.shape, body.shapes.indices.contains(slot) else {
      return []
    }
    let asks =
      body.flow.stepsThatApply.contains { $0.kind == .consent }
      || body.endpoints.contains { $0.kind == .deny }
    let isSilent: Bool
    switch body.shapes[slot].form {
    case .page: isSilent = false
    case .redirect(let redirect):
      let isTold = redirect.parameters.members.contains { member in
        member.name.hasPrefix("error")
          || member.shape.facts.contains { if case .error = $0 { true } else { false } }
      }
      isSilent =
        redirect.parameters.written.contains { $0.fact == .credential(.code, .value) }
        || !isTold && !redirect.parameters.hasOpenMembers
    case .json, .text, .form, .empty, .accept: isSilent = true
    }
    let entry = table?.place(of: .userDenied) ?? "*"
    return [
      Doubt(
        finding: Diagnostic(
          at: nil, JSONPointer.appending(entry, to: "/errors/authorize"),
          "a client does not learn that the person refused; name a shape with a \"redirect\" whose parameters have \"error\": \"{{err.code}}\" (RFC 6749 §4.1.2.1), or one with a \"page\""
        ), holds: asks && isSilent)
    ]
  }

  // MARK: The token endpoint

  private func checkTokenAnswer(_ name: String, _ rule: GrantRule) {
    guard let slot = rule.answer, body.shapes.indices.contains(slot),
      case .json(let shape, _) = body.shapes[slot].form
    else { return }
    let pointer = JSONPointer.appending(body.shapes[slot].name, to: "/shapes")
    let issued = issues(of: (name, rule)).map(\.kind)
    if issued.contains(.id), !shape.written.contains(where: { $0.fact == .credential(.id, .value) })
    {
      report(
        pointer,
        "the grant \"\(name)\" issues an ID token, which its answer does not show; put \"id_token\": \"{{tok.id.value?}}\" into it, or remove \"id\" from issues"
      )
    }
    if issued.contains(.access),
      case .constant(let lifetime, _)? = body.credentials[CredentialKind.access.rawValue]?.lifetime,
      let seconds = lifetime.integerValue
    {
      for case .constant(let value, _) in shape.values(of: "expires_in") ?? [] {
        guard let told = value.integerValue, told != seconds else { continue }
        // Some providers are not exact about it.
        let place = pointer + "/json/expires_in"
        findings.add(
          Diagnostic(
            .warning, at: nearest(place)?.origin, place,
            "the access token ends after \(seconds) seconds (credentials.access.lifetime), and the answer says \(told); write {{tok.access.lifetime}}"
          ))
      }
    }
  }

  // MARK: Requests

  /// Defaults with which every request is refused that leaves the parameter out.
  private func checkDefaults() {
    func value(of name: String) -> String? {
      let rule = body.parameters.first { $0.name == name }?.rule
      guard case .constant(let value, _)? = rule?.fallback else { return nil }
      return value.stringValue
    }
    func refuse(_ name: String, _ value: String, _ known: [String]) {
      report(
        "/parameters/\(name)/default",
        "every request without \(name) is refused, as nothing knows \"\(value)\""
          + Suggestion.hint(for: value, among: known))
    }
    let types = body.answers.map(\.name)
    if let type = value(of: "response_type"), !types.isEmpty,
      !types.map(AnswerRule.sorted).contains(AnswerRule.sorted(type))
    {
      refuse("response_type", type, types)
    }
    if let mode = value(of: "response_mode"), !body.modes.contains(mode) {
      refuse("response_mode", mode, body.modes)
    }
    if let method = value(of: "code_challenge_method"),
      body.challenge.method(named: method) == nil
    {
      refuse("code_challenge_method", method, ChallengePolicy.Method.allCases.map(\.rawValue))
    }
    if case .always = body.scope.requirement, !body.scope.fallback.isEmpty {
      report(
        "/scope/required",
        "\"required\" has no effect beside \"default\": a request without a scope gets the default; remove one of them"
      )
    }
  }

  /// Calls that are refused or lost, whatever is sent.
  private func checkCalls() {
    for (index, host) in body.hosts.enumerated() {
      guard let other = body.hosts[..<index].first(where: { $0.pattern == host.pattern }) else {
        continue
      }
      report(
        JSONPointer.appending(host.name, to: "/hosts"),
        "\"\(other.name)\" is this host already; remove one of them")
    }
    for endpoint in body.endpoints {
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
      if endpoint.kind == .document, !endpoint.answers("GET") {
        report(pointer + "/methods", "a document is read by GET; add GET to methods")
      }
      if let collection = endpoint.service.collection {
        if collection.deed == .remove, collection.id == nil {
          report(
            pointer + "/collection",
            "\"remove\" removes nothing without \"id\"; add the item that it removes, such as \"id\": \"{{vars.item}}\""
          )
        }
      }
      let place: FactPlace? =
        endpoint.kind == .resource ? endpoint.service.token.isEmpty ? .open : .resource : nil
      for check in endpoint.service.checks {
        // One that refuses everything on purpose has no condition.
        guard check.each == nil, !check.when.facts.isEmpty,
          check.refusesAll(at: Moment(place: check.isEarly ? .early : place))
        else { continue }
        report(
          JSONPointer.appending(check.name, to: pointer + "/checks"),
          "the check \"\(check.name)\" refuses every call of \"\(endpoint.name)\", as its \"when\" always holds; compare a value of the request there"
        )
      }
    }
    let methods = body.token.authentication
    guard !methods.isEmpty, methods.allSatisfy({ [.tls, .selfSignedTLS].contains($0) }),
      !body.endpoints.contains(where: \.service.asksCertificate)
    else { return }
    report(
      "/token/client_auth",
      "clients authenticate by a certificate alone, and no endpoint asks for one; add \"client_certificate\": true to the token endpoint (RFC 8705 §2)"
    )
  }
}
