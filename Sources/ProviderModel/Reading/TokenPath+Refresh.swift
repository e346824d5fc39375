import Basics

/// The clients of a grant, and the refresh tokens.
extension TokenPath {
  /// Some client can use a grant, and some request passes its checks.
  func checkAccess(
    to name: String, _ rule: GrantRule, _ place: String
  ) throws(MissingLink) {
    if let check = rule.checks.first(where: {
      $0.refusesAll(at: reader.moment(of: (name, rule), isEarly: $0.isEarly))
    }) {
      throw MissingLink(
        JSONPointer.appending(check.name, to: place + "/checks"),
        "the check \"\(check.name)\" refuses every request with the grant \"\(name)\", as its \"when\" always holds; compare a value of the request there"
      )
    }
    // Client credentials are for confidential clients only (RFC 6749 §4.4).
    let isForConfidential =
      switch rule.clientAuthentication {
      case .always, .secret: true
      case .confidential: rule.kind == .client
      case .named: false
      }
    guard isForConfidential, body.token.authentication == [.none] else { return }
    throw MissingLink(
      "/token/client_auth",
      "the grant \"\(name)\" is for clients that authenticate, and \"none\" is the only method; add \"basic\": true or \"post\": true, or take out the grant"
    )
  }

  /// A client gets a refresh token to use, and another one after each that is used up.
  func checkRefreshTokens() throws(MissingLink) {
    guard let refresh = body.token.grants.first(where: { $0.rule.kind == .refresh }) else { return }
    let place = JSONPointer.appending(refresh.name, to: "/token/grants")
    let (issuing, answers) = refreshIssuers
    guard !issuing.isEmpty || !answers.isEmpty else { return }
    let isShown =
      issuing.contains { $0.rule.kind == .exchange || shows($0.rule) }
      || answers.contains { answer in
        kinds(answer.rule.issues).contains(where: answer.rule.parameters.written.write)
      }
    if !isShown, let first = issuing.first {
      throw MissingLink(
        pointer(to: first.rule.answer) ?? place,
        "no answer shows a refresh token for the grant \"\(refresh.name)\"; put {{tok.refresh.value?}} into the answer to the grant \"\(first.name)\""
      )
    }
    guard refresh.rule.rotates else { return }
    guard !kinds(refresh.rule.issues).isEmpty else {
      throw MissingLink(
        place + "/issues",
        "the grant \"\(refresh.name)\" uses up its refresh token and issues no new one; add \"refresh\": true to its issues, or leave \"rotates\" out"
      )
    }
    guard !shows(refresh.rule) else { return }
    throw MissingLink(
      pointer(to: refresh.rule.answer) ?? place,
      "the grant \"\(refresh.name)\" uses up its refresh token, and its answer does not show the new one; put {{tok.refresh.value}} into it"
    )
  }

  /// A grant for refresh tokens that nothing issues. A quirk may issue them.
  var refreshDoubt: (pointer: String, sentence: String, holds: Bool)? {
    guard let refresh = body.token.grants.first(where: { $0.rule.kind == .refresh }) else {
      return nil
    }
    let (issuing, answers) = refreshIssuers
    return (
      JSONPointer.appending(refresh.name, to: "/token/grants"),
      "nothing issues a refresh token for the grant \"\(refresh.name)\"; add \"refresh\": true to the issues of another grant",
      issuing.isEmpty && answers.isEmpty
    )
  }

  /// The grants and the answers that issue the first refresh token. What an exchange issues may be up to the request.
  private var refreshIssuers:
    (
      grants: [(name: String, rule: GrantRule)], answers: [(name: String, rule: AnswerRule)]
    )
  {
    let others = body.token.grants.filter { $0.rule.kind != .refresh }
    return (
      others.filter { $0.rule.kind == .exchange || !kinds($0.rule.issues).isEmpty },
      hasFrontChannel ? body.answers.filter { !kinds($0.rule.issues).isEmpty } : []
    )
  }

  /// The kinds of refresh tokens among what is issued.
  private func kinds(_ issues: [IssuanceRule]) -> [CredentialKind] {
    issues.filter(\.mayApply).map(\.kind).filter {
      $0 == .refresh || body.credentials[$0.rawValue]?.role == .refresh
    }
  }

  private func shows(_ rule: GrantRule) -> Bool {
    guard let written = rule.answer.flatMap({ body.written(in: $0) }) else { return true }
    return kinds(rule.issues).contains(where: written.write)
  }

  private func pointer(to shape: Int?) -> String? {
    guard let shape, body.shapes.indices.contains(shape) else { return nil }
    return JSONPointer.appending(body.shapes[shape].name, to: "/shapes")
  }
}

extension ProviderBody {
  /// The placeholders whose values an answer writes; `nil` if they can't be told.
  func written(in shape: Int, depth: Int = 0) -> [Expression]? {
    guard shapes.indices.contains(shape), depth < 8 else { return nil }
    let headers = shapes[shape].headers.flatMap(\.value.written)
    switch shapes[shape].form {
    case .json(let body, _), .form(let body): return body.written + headers
    case .text(let template): return template.written + headers
    case .empty: return headers
    case .accept(let list):
      let all = list.map { written(in: $0.shape, depth: depth + 1) }
      return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    case .redirect, .page: return nil
    }
  }
}

extension IssuanceRule {
  /// Whether some request can make it apply.
  var mayApply: Bool { when.constant != false }
}

extension Check {
  /// Whether no request passes it.
  /// - Parameter moment: The moment at which it runs.
  func refusesAll(at moment: Moment) -> Bool { each == nil && when.constant(at: moment) == true }
}

extension Endpoint {
  /// Whether one of its methods has a body.
  var takesBody: Bool { methods.contains { $0 != "GET" && $0 != "DELETE" } }
}
