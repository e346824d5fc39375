import Basics

/// Checks of the names in requests: each parameter and each scope has to be one that a request can name.
extension ProviderReader {
  func checkRequestNames() {
    checkNames(body.parameters, "/parameters")
    checkNames(body.token.parameters, "/token/parameters")
    checkSpelling()
    checkRequestTickets()
    checkCredentialParameters()
    for (parameters, place) in [
      (body.parameters, "/parameters"), (body.token.parameters, "/token/parameters"),
    ] {
      for (name, rule) in parameters { checkKind(of: name, rule, place) }
    }
    checkGrantNames()
    for (scope, _) in body.scope.known where body.scope.words(in: scope) != [scope] {
      let pointer = JSONPointer.appending(scope, to: "/scope/known")
      findings.error(
        nearest(pointer), pointer,
        "no request can name the scope \"\(scope)\": it holds a character that separates scopes (scope.split)"
      )
    }
  }

  /// The parameters of an authorization request that the engine acts on.
  private static let requestParameters: Set<String> = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    "prompt", "max_age", "display", "claims", "ui_locales", "login_hint", "id_token_hint",
    "acr_values", "code_challenge", "code_challenge_method", "request", "request_uri",
    "resource", "authorization_details", "dpop_jkt",
  ]

  /// A name that is nearly one that the engine acts on, and that nothing else reads.
  private func checkSpelling() {
    let names = body.parameters.map(\.name)
    let missing = Self.requestParameters.subtracting(names)
    let used = NamedParts(tree)
    for name in names where !Self.requestParameters.contains(name) {
      guard
        let near = Suggestion.nearest(to: name, among: missing.sorted())
          ?? Suggestion.slip(of: name, among: Self.requestParameters),
        !used.mentions("req", name), !used.mentions("auth", name)
      else { continue }
      let pointer = JSONPointer.appending(name, to: "/parameters")
      findings.error(
        tree.value(at: pointer), pointer,
        "nothing reads the parameter \"\(name)\"; did you mean \"\(near)\"?")
    }
  }

  /// Two parameters with one name on the wire: one of them never gets its value.
  private func checkNames(_ parameters: [(name: String, rule: ParameterRule)], _ place: String) {
    for (index, (name, rule)) in parameters.enumerated() {
      let other = parameters[..<index].first {
        $0.rule.wire == rule.wire && !Self.areApart($0.name, name)
      }
      guard let other else { continue }
      report(
        name, place, "name",
        "\"\(other.name)\" and \"\(name)\" are both \"\(rule.wire)\" on the wire; give each a name of its own"
      )
    }
  }

  /// Whether two parameters of the token endpoint belong to different grants, so that no request has both.
  private static func areApart(_ one: String, _ other: String) -> Bool {
    func kinds(_ name: String) -> [GrantKind] {
      GrantKind.allCases.filter { parameters(of: $0).contains(name) }
    }
    let (kinds, others) = (kinds(one), kinds(other))
    return !kinds.isEmpty && !others.isEmpty && Set(kinds).isDisjoint(with: others)
  }

  /// The authorization endpoint takes a request with its ticket for one that goes on.
  private func checkRequestTickets() {
    for endpoint in body.endpoints where endpoint.kind == .authorize {
      guard let ticket = endpoint.ticket,
        let name = body.parameters.first(where: { $0.rule.wire == ticket })?.name
      else { continue }
      report(
        name, "/parameters", "name",
        "\"\(ticket)\" is also the ticket of \"\(endpoint.name)\"; give the parameter or the ticket another name"
      )
    }
  }

  /// A credential is one text, and no list of values knows it.
  private func checkCredentialParameters() {
    for (name, rule) in body.token.parameters
    where ["code", "refresh_token", "device_code"].contains(name) {
      let place = "/token/parameters"
      if rule.isMany {
        report(name, place, "many", "\"\(name)\" is one text; leave \"many\" out")
      }
      if rule.values != nil {
        report(
          name, place, "values", "each \"\(name)\" is another text; leave \"values\" out")
      }
    }
  }

  /// Parameters whose values are never whole numbers: addresses, words of the RFCs, and texts with letters.
  private static let texts: Set<String> = [
    "redirect_uri", "response_type", "response_mode", "grant_type", "code_challenge",
    "code_challenge_method", "client_assertion", "client_assertion_type", "assertion",
    "subject_token", "subject_token_type", "actor_token", "actor_token_type",
    "requested_token_type", "request", "request_uri", "claims", "prompt", "token_type_hint",
    "authorization_details", "resource",
  ]
  /// Parameters whose values the cast has.
  private static let ofCast: [String: String] = [
    "client_id": "which clients there are and what their IDs are",
    "client_secret": "the secrets of clients",
    "redirect_uri": "the redirect URIs of clients", "username": "who there is",
    "password": "the passwords of people",
  ]

  /// A rule that would refuse every value that the parameter can have.
  private func checkKind(of name: String, _ rule: ParameterRule, _ place: String) {
    // The authorization endpoint has a sentence of its own for the values of client_id.
    let isTold = name == "client_id" && place == "/parameters"
    if rule.values != nil, let what = Self.ofCast[name], !isTold {
      report(name, place, "values", "a cast says \(what); leave values out")
    }
    guard rule.isNumber else { return }
    let credential = CredentialKind(rawValue: name == "refresh_token" ? "refresh" : name)
    let isCredential = ["code", "refresh_token", "device_code"].contains(name)
    let hasLetters = body.credentials[credential.rawValue].map { !$0.isNumber } ?? false
    if Self.texts.contains(name) || isCredential && hasLetters {
      report(
        name, place, "number",
        "\"\(name)\" is never a whole number, so every request with one is refused; leave \"number\" out"
      )
    }
  }

  /// Grants that no request can name, as `grant_type` has other values.
  private func checkGrantNames() {
    guard let values = body.token.parameters.first(where: { $0.name == "grant_type" })?.rule.values,
      body.endpoints.contains(where: { $0.kind == .token && $0.service.grant == nil })
    else { return }
    let fixed = Set(body.endpoints.compactMap(\.service.grant))
    let missing = body.token.grants.map(\.name).first {
      !values.contains($0) && !fixed.contains($0)
    }
    guard let missing else { return }
    report(
      "grant_type", "/token/parameters", "values",
      "no request can name the grant \"\(missing)\": it is not among these values; add it, or leave values out"
    )
  }

  private func report(_ name: String, _ place: String, _ member: String, _ sentence: String) {
    let parameter = JSONPointer.appending(name, to: place)
    let pointer =
      tree.value(at: parameter)?[member] == nil ? parameter : "\(parameter)/\(member)"
    findings.error(nearest(pointer), pointer, sentence)
  }
}
