import Basics

/// Checks of the places of a token: a request has to be able to present one.
extension ProviderReader {
  func checkTokenPlaces() {
    for endpoint in body.endpoints {
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
      switch endpoint.kind {
      case .resource, .mcp:
        checkSyntax(endpoint.service.token, pointer + "/token")
        checkDemands(endpoint.service.token, pointer + "/token")
        checkResource(endpoint, pointer)
      case .revoke, .introspect:
        checkSyntax(endpoint.service.token, pointer + "/token")
        checkParameter(endpoint, pointer)
      default: break
      }
    }
  }

  private func report(_ pointer: String, _ sentence: String) {
    findings.error(nearest(pointer), pointer, sentence)
  }

  private func checkSyntax(_ token: Service.TokenPlaces, _ pointer: String) {
    for scheme in token.schemes where !HeaderText.isName(scheme) {
      report(
        pointer + "/header",
        "expected a scheme of the Authorization header, such as Bearer (RFC 9110 §11.1), found \"\(scheme)\""
      )
    }
    for (member, names) in [("query", token.query), ("form", token.form)]
    where names.contains("") {
      report("\(pointer)/\(member)", "expected the name of a parameter, found an empty text")
    }
  }

  /// Demands that no token meets.
  private func checkDemands(_ token: Service.TokenPlaces, _ pointer: String) {
    checkIdleFlags(token, pointer)
    let known = body.levels.map(\.name)
    for (index, level) in (token.levels ?? []).enumerated() where !known.contains(level) {
      report(
        "\(pointer)/acr_values/\(index)",
        known.isEmpty
          ? "no sign-in has a level, so every token is refused; add the levels to acr_values of the provider"
          : "no sign-in has the level \"\(level)\""
            + Suggestion.hint(for: level, among: known))
    }
    if token.levels?.isEmpty == true {
      report(pointer + "/acr_values", "expected at least one level, found none; leave it out")
    }
    for (index, scope) in token.scopes.enumerated() where scope.literal?.isEmpty == true {
      report("\(pointer)/scopes/\(index)", "expected a scope, found an empty text")
    }
    for audience in token.audiences where audience.draws || audience.literal?.isEmpty == true {
      report(
        pointer + "/audience",
        audience.draws
          ? "no token has this audience, as it is another one at each request; write an address, such as {{base.first}}"
          : "expected an audience, found an empty text")
    }
  }

  /// Members about the Authorization header, or about an audience, where the token has no such place or demand.
  private func checkIdleFlags(_ token: Service.TokenPlaces, _ pointer: String) {
    let own = tree.value(at: pointer)
    let flags = [
      (
        "check_form", token.schemes.isEmpty, "the token is never in the Authorization header",
        "header"
      ),
      (
        "fields_follow", token.schemes.isEmpty, "the token is never in the Authorization header",
        "header"
      ),
      (
        "registered_audiences", token.audiences.isEmpty, "a token for any audience is accepted",
        "audience"
      ),
    ]
    for (member, isIdle, why, cause) in flags where isIdle && own?[member]?.boolValue == true {
      report(
        "\(pointer)/\(member)",
        "\"\(member)\" has no effect, as \(why); remove it, or add \"\(cause)\"")
    }
  }

  // MARK: Resources

  private func checkResource(_ endpoint: Endpoint, _ pointer: String) {
    let (service, token) = (endpoint.service, endpoint.service.token)
    if service.client == .token {
      report(
        pointer + "/client",
        "a resource takes the token of its caller anyway; \"token\" belongs to endpoints of the kinds revoke and introspect"
      )
    }
    if !token.isEmpty {
      if endpoint.kind == .resource, !token.form.isEmpty {
        checkForm(endpoint, pointer, "a token for \"\(endpoint.name)\" comes in its form")
      }
      return
    }
    // One that refuses every call needs no token.
    guard !service.checks.contains(where: { $0.refusesAll(at: Moment()) }) else { return }
    let place = pointer + "/token"
    let own = tree.value(at: place)
    let unused = ["scopes", "audience", "acr_values", "max_age", "person"].first {
      own?[$0] != nil
    }
    let cure = "add \"header\": [\"Bearer\"] to token"
    if let unused {
      report(
        "\(place)/\(unused)",
        "\"\(unused)\" has no effect, as \"\(endpoint.name)\" reads no token; \(cure)")
    } else if !service.rates.isEmpty {
      report(
        pointer + "/rate",
        "\"rate\" counts the calls of a token, and \"\(endpoint.name)\" reads none; \(cure)")
    } else if let answer = service.answer, body.shapes.indices.contains(answer),
      body.shapes[answer].facts.contains(where: \.needsToken)
    {
      report(
        place,
        "the answer of \"\(endpoint.name)\" is about the person or the grant of a token, and no token is read; \(cure)"
      )
    }
  }

  /// A form needs a method with a body, and has to be read.
  private func checkForm(_ endpoint: Endpoint, _ pointer: String, _ what: String) {
    if !endpoint.methods.contains(where: { $0 != "GET" }) {
      report(pointer + "/methods", "\(what), and its methods have none; add POST to them")
    } else if !endpoint.service.reads.contains(where: { $0 != .query }) {
      report(
        tree.value(at: pointer + "/read") == nil ? pointer : pointer + "/read",
        "\(what), which is not read; add \"form\": true to read")
    }
  }

  // MARK: Revocation and introspection

  private func checkParameter(_ endpoint: Endpoint, _ pointer: String) {
    let token = endpoint.service.token
    guard !token.isEmpty else {
      return report(
        pointer + "/token",
        "\"\(endpoint.name)\" reads no token, so every request is refused; add \"form\": [\"token\"]"
      )
    }
    if token.needsPerson {
      report(
        pointer + "/token/person",
        "\"person\" has no effect at an endpoint of the kind \(endpoint.kind.rawValue), where tokens of clients are examined, too; remove it"
      )
    }
    if endpoint.service.client == .token, token.schemes.contains(where: { $0 != "DPoP" }) {
      report(
        pointer + "/token/header",
        "with \"client\": \"token\" the Authorization header has the token of the caller; name the examined token in \"form\""
      )
    }
    let readsQuery = endpoint.service.reads.contains(.query)
    if !token.query.isEmpty, !readsQuery {
      return report(
        pointer + "/token/query",
        "\"\(endpoint.name)\" does not read the query of a request; add \"query\": true to read")
    }
    guard token.schemes.isEmpty, token.fields.isEmpty, !readsQuery else { return }
    let name = (token.form + token.query).first ?? "token"
    checkForm(endpoint, pointer, "the parameter \(name) of \"\(endpoint.name)\" comes in its form")
  }
}

extension Fact {
  /// Whether it is empty where no token was presented.
  fileprivate var needsToken: Bool {
    switch self {
    case .person, .token, .grant: true
    default: false
    }
  }
}
