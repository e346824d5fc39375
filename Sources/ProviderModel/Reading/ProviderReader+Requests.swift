import Basics

/// Checks of the names in requests: each parameter and each scope has to be one that a request can name.
extension ProviderReader {
  func checkRequestNames() {
    checkNames(body.parameters, "/parameters")
    checkNames(body.token.parameters, "/token/parameters")
    checkRequestTickets()
    checkCredentialParameters()
    for (scope, _) in body.scope.known where body.scope.words(in: scope) != [scope] {
      let pointer = JSONPointer.appending(scope, to: "/scope/known")
      findings.error(
        nearest(pointer), pointer,
        "no request can name the scope \"\(scope)\": it holds a character that separates scopes (scope.split)"
      )
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

  private func report(_ name: String, _ place: String, _ member: String, _ sentence: String) {
    let parameter = JSONPointer.appending(name, to: place)
    let pointer =
      tree.value(at: parameter)?[member] == nil ? parameter : "\(parameter)/\(member)"
    findings.error(nearest(pointer), pointer, sentence)
  }
}
