import Basics

extension SignInPath {
  func pointer(_ endpoint: Endpoint, _ member: String) -> String {
    JSONPointer.appending(endpoint.name, to: "/endpoints") + "/" + member
  }

  func pointer(_ stage: Flow.Step, _ member: String = "") -> String {
    JSONPointer.appending(stage.name, to: "/flow/stages") + (member.isEmpty ? "" : "/" + member)
  }

  func checkTicket(_ endpoint: Endpoint) throws(MissingLink) {
    guard endpoint.ticket?.isEmpty ?? true else { return }
    throw MissingLink(
      pointer(endpoint, "ticket"),
      "\"\(endpoint.name)\" reads no ticket, and refuses every request without one; add \"ticket\": \"ticket\""
    )
  }

  /// A grant is bound to values of the last address.
  func checkBinds() throws(MissingLink) {
    let compared = Set(body.token.grants.flatMap(\.rule.mustMatch).map(\.name))
    for (name, value) in body.binds where compared.contains(name) {
      for case .variable(let slot) in value.facts {
        guard body.variables.indices.contains(slot) else { continue }
        let (variable, rule) = body.variables[slot]
        let known =
          endpoint.routes.flatMap(\.variables)
          + [body.hosts.indices.contains(host) ? body.hosts[host].pattern.variable : nil]
          .compactMap(\.self)
        guard rule.fallback == nil, !known.contains(variable) else { continue }
        throw MissingLink(
          JSONPointer.appending(name, to: "/binds"),
          "every code is bound to {\(variable)} of the last page's address, and the address of \"\(endpoint.name)\" has none; add {\(variable)} to it"
        )
      }
    }
  }
}

extension Flow {
  /// The stages that some request passes through. Before the first login, nobody has signed in.
  var stepsThatApply: [Step] {
    let login = first(.login)?.name
    return steps.filter { $0.when.constant(at: $0.name == login ? .login : nil) != false }
  }
}
