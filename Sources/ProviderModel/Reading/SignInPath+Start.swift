import Basics

/// What every authorization request needs, before a person is asked anything.
extension SignInPath {
  func checkStart(_ endpoint: Endpoint) throws(MissingLink) {
    guard endpoint.answers("GET") else {
      throw MissingLink(
        pointer(endpoint, "methods"),
        "apps redirect browsers to \"\(endpoint.name)\", and a redirect is followed by GET; add GET to methods"
      )
    }
    try checkParameters()
    try checkValues()
    try checkChecks()
    try checkStages()
    guard body.cookies["browser"]?.name != nil else {
      throw MissingLink(
        "/cookies",
        "no cookie ties the ticket of a form to its browser; add \"browser\" to cookies")
    }
  }

  // MARK: Parameters

  /// The parameters without which every request is refused.
  private func checkParameters() throws(MissingLink) {
    var needed = [("client_id", "an authorization request names its client by client_id")]
    if !body.answers.isEmpty {
      needed.append(
        ("response_type", "an authorization request says by response_type what it asks for"))
    }
    let mayOmit = body.redirect.omit.map { $0.constant == true } ?? false
    if body.redirect.fallback == nil, !mayOmit {
      needed.append(
        (
          "redirect_uri",
          "an authorization request names its redirect_uri (redirect_uri.omit does without it)"
        ))
    }
    let needsScope = body.scope.required && body.scope.fallback.isEmpty
    if needsScope {
      needed.append(("scope", "every authorization request has to name a scope (scope.required)"))
    }
    if body.challenge.demand == .always, issuesCodes {
      needed.append(
        ("code_challenge", "every authorization request has to have a code_challenge"))
    }
    for (name, why) in needed where parameter(name) == nil {
      throw MissingLink(
        "/parameters", "\(why), which is not read; add \"\(name)\": {} to parameters")
    }
    guard needsScope, body.scope.isEmpty else { return }
    throw MissingLink(
      "/scope/required",
      "every authorization request has to name a scope, and none is known; add scopes to scope.known"
    )
  }

  private var issuesCodes: Bool {
    body.answers.contains { $0.rule.issues.contains { $0.kind == .code && $0.mayApply } }
  }

  private func parameter(_ name: String) -> ParameterRule? {
    body.parameters.first { $0.name == name }?.rule
  }

  /// Allowed values that no request can have.
  private func checkValues() throws(MissingLink) {
    func refuse(_ name: String, _ sentence: String) -> MissingLink {
      MissingLink(JSONPointer.appending(name, to: "/parameters") + "/values", sentence)
    }
    if parameter("client_id")?.values != nil {
      throw refuse(
        "client_id", "a cast says which clients there are and what their IDs are; leave values out")
    }
    let answers = body.answers.map { AnswerRule.sorted($0.name) }
    if let rule = parameter("response_type"), let values = rule.values, !rule.isList,
      !answers.isEmpty, Set(answers).isDisjoint(with: values.map(AnswerRule.sorted))
    {
      throw refuse(
        "response_type",
        "none of these response types has an answer; add one of \(body.answers.map(\.name).joined(separator: ", "))"
      )
    }
    if body.challenge.demand == .always, issuesCodes, body.challenge.method(named: "") == nil,
      let values = parameter("code_challenge_method")?.values,
      !values.contains(where: { body.challenge.method(named: $0) != nil })
    {
      throw refuse(
        "code_challenge_method",
        "every request has to have a code_challenge, and none of these methods is accepted; add S256"
      )
    }
  }

  private func checkChecks() throws(MissingLink) {
    for phase in CheckPhase.allCases {
      guard
        let check = body.checks[phase]?.first(where: { $0.refusesAll(at: reader.moment(of: phase)) }
        )
      else { continue }
      throw MissingLink(
        JSONPointer.appending(check.name, to: "/checks/\(phase.rawValue)"),
        "the check \"\(check.name)\" refuses every authorization request, as its \"when\" always holds; compare a value of the request there"
      )
    }
  }

  // MARK: Stages

  private func checkStages() throws(MissingLink) {
    let stages = body.flow.stepsThatApply
    guard let login = stages.firstIndex(where: { $0.kind == .login }) else {
      if let never = body.flow.first(.login) {
        throw MissingLink(
          pointer(never, "when"),
          "the stage \"\(never.name)\" is skipped for every request, as its \"when\" never holds; leave \"when\" out, or compare a value of the request"
        )
      }
      throw MissingLink(
        "/flow/stages", "the flow has no stage of the kind login; add \"login\": {} to its stages")
    }
    let logins = stages.filter { $0.kind == .login }
    if logins.allSatisfy({ $0.when.constant(at: reader.plainRequest) == false }) {
      throw MissingLink(
        pointer(stages[login], "when"),
        "the stage \"\(stages[login].name)\" is skipped for an ordinary request, whoever sends it: nobody has signed in then; write { \"not\": { \"has\": \"session.sid\" } } into \"any\" of its \"when\", or use \"force\" to ask somebody again who is signed in"
      )
    }
    if let early = stages[..<login].first(where: { $0.kind == .consent }) {
      throw MissingLink(
        pointer(early),
        "the stage \"\(early.name)\" asks for consent before anybody has signed in; put it after \"\(stages[login].name)\""
      )
    }
  }

  /// A browser sends a form with several fields, or with none, by a button alone (HTML §4.10.22.2).
  func checkButton(_ page: PageRule, _ name: String) throws(MissingLink) {
    let form = reader.form(of: page)
    guard form.buttons.isEmpty, !form.isOpen, !form.methods.isEmpty else { return }
    throw MissingLink(
      reader.template(of: page, name),
      "the form of the page \"\(name)\" has no button that sends it; put <button>Next</button> into its template"
    )
  }

  /// The form of a login is sent by POST, with the fields that the login reads.
  func checkFields(
    _ page: PageRule, _ name: String, _ shown: [Fact], of login: Endpoint
  ) throws(MissingLink) {
    let place = JSONPointer.appending(name, to: "/pages")
    let template = reader.template(of: page, name)
    let form = reader.form(of: page)
    guard !form.methods.isEmpty else {
      throw MissingLink(
        template,
        "the template of the page \"\(name)\" has no form; put <form method=\"post\" action=\"{{page.action}}\"> around its fields"
      )
    }
    guard !form.isMultipart else {
      throw MissingLink(
        template,
        "the form of the page \"\(name)\" is sent as multipart/form-data, which \"\(login.name)\" does not read; leave enctype out of its template"
      )
    }
    guard form.methods.contains(where: { $0 == nil || $0 == "post" }) else {
      throw MissingLink(
        template,
        "the form of the page \"\(name)\" is not sent by POST; write <form method=\"post\" action=\"{{page.action}}\"> in its template"
      )
    }
    try checkButton(page, name)
    let wires = ["username", "password"].map { page.field($0) ?? $0 }
    if Set(wires).count < wires.count {
      throw MissingLink(
        place + "/fields",
        "the fields \"username\" and \"password\" of the page \"\(name)\" are both \"\(wires[0])\" on the wire; give each a name of its own"
      )
    }
    if let ticket = login.ticket, let field = wires.first(where: { $0 == ticket }) {
      throw MissingLink(
        place + "/fields",
        "\"\(field)\" of the page \"\(name)\" is also the ticket of \"\(login.name)\"; give the field or the ticket another name"
      )
    }
    // A person may also be chosen by a click.
    guard !form.isOpen, !shown.contains(.page(.people)) else { return }
    let read = (login.page ?? body.flow.first(.login)?.page).flatMap { body.pages[$0] } ?? page
    for field in ["username", "password"] {
      let wire = read.field(field) ?? field
      guard !form.inputs.contains(wire), !form.hidden.contains(wire) else { continue }
      throw MissingLink(
        template,
        "the form of the page \"\(name)\" has no field \"\(wire)\", which \"\(login.name)\" reads; put <input name=\"{{fields.\(field)}}\"> into its template"
      )
    }
  }
}

extension ScopeRule {
  /// Whether there is no scope that a request can name.
  fileprivate var isEmpty: Bool {
    !any && known.isEmpty && bits.isEmpty && patterns.isEmpty && table == nil && !clientID
      && !registered
  }
}
