import Basics

/// Follows a client from the answer of the authorization endpoint to a token.
struct TokenPath {
  let body: ProviderBody
  let reader: ProviderReader

  init(_ reader: ProviderReader) {
    self.reader = reader
    body = reader.body
  }

  func follow() throws(MissingLink) {
    try checkIssuers()
    if hasFrontChannel { try checkAnswers() }
    try checkEndpoints()
    for (name, rule) in body.token.grants { try check(name, rule) }
    try checkCodes()
    try checkRefreshTokens()
  }

  var hasFrontChannel: Bool { body.endpoints.contains { $0.kind == .authorize } }

  /// Tokens come from endpoints, or are those of workloads, which the control API issues.
  private func checkIssuers() throws(MissingLink) {
    let kinds = Set(body.endpoints.map(\.kind))
    guard kinds.isEmpty || !body.workloads.isEmpty || !kinds.isDisjoint(with: [.authorize, .token])
    else {
      throw MissingLink(
        "/endpoints",
        "no endpoint issues one; add one of the kind authorize and one of the kind token")
    }
  }

  // MARK: The front channel

  private func checkAnswers() throws(MissingLink) {
    guard !body.answers.isEmpty else {
      throw MissingLink(
        "/answers",
        "no response type has an answer, so every authorization request is refused; add \"code\" to answers"
      )
    }
    // `response_type=none` gives nothing (OAuth 2.0 Multiple Response Types §4).
    for (name, rule) in body.answers where name != "none" {
      let place = JSONPointer.appending(name, to: "/answers")
      let issued = rule.issues.filter(\.mayApply)
      guard let first = issued.first else {
        throw MissingLink(
          place + "/issues",
          "the answer \"\(name)\" issues nothing; add \"issues\" with a credential, such as { \"code\": true }"
        )
      }
      let written = rule.parameters.written
      guard !issued.contains(where: { written.write($0.kind) }) else { continue }
      if let changed = issued.first(where: { written.change($0.kind) }) {
        throw MissingLink(
          place + "/parameters", Self.change("the answer \"\(name)\"", changed.kind))
      }
      throw MissingLink(
        place + "/parameters",
        "the parameters of the answer \"\(name)\" hold nothing that it issues; add "
          + "\"\(first.kind.parameter)\": \"{{tok.\(first.kind.rawValue).value}}\"")
    }
  }

  private static func change(_ what: String, _ kind: CredentialKind) -> String {
    "\(what) shows \(kind.parameter) only through a filter that changes it; write {{tok.\(kind.rawValue).value}}"
  }

  // MARK: The token endpoint

  private func checkEndpoints() throws(MissingLink) {
    let endpoints = body.endpoints.filter { $0.kind == .token }
    guard !endpoints.isEmpty else {
      guard !body.token.grants.isEmpty else { return }
      throw MissingLink(
        "/token/grants", "no endpoint takes its grants; add an endpoint of the kind token")
    }
    for endpoint in endpoints {
      let place = JSONPointer.appending(endpoint.name, to: "/endpoints")
      guard !endpoint.methods.isEmpty else {
        throw MissingLink(
          place + "/methods", "\"\(endpoint.name)\" accepts no method; add POST to its methods")
      }
      guard !endpoint.service.reads.isEmpty else {
        throw MissingLink(
          place + "/read",
          "\"\(endpoint.name)\" reads no parameters; add \"form\": true to read")
      }
      try checkElements(of: endpoint, place)
      guard endpoint.takesBody || endpoint.service.reads.contains(.query) else {
        throw MissingLink(
          place + "/methods",
          "\"\(endpoint.name)\" reads a body, and its methods have none; add POST to them")
      }
      guard endpoint.answers("POST") || endpoint.answers("GET") else {
        throw MissingLink(
          place + "/methods",
          "clients send a token request by POST (RFC 6749 §3.2), which \"\(endpoint.name)\" does not answer; add POST to its methods"
        )
      }
    }
    guard !body.token.grants.isEmpty else {
      throw MissingLink(
        "/token/grants", "the token endpoint takes no grant; add \"authorization_code\": {} to them"
      )
    }
  }

  /// Of XML, only the named elements are read.
  private func checkElements(of endpoint: Endpoint, _ place: String) throws(MissingLink) {
    guard endpoint.service.reads == [.xml] else { return }
    let kinds = body.token.grants.filter { name, _ in
      endpoint.service.grant.map { $0 == name } ?? true
    }.map(\.rule.kind)
    let needed =
      (endpoint.service.grant == nil ? ["grant_type"] : [])
      + kinds.flatMap(ProviderReader.parameters)
    let wires = needed.compactMap { name in
      body.token.parameters.first { $0.name == name }?.rule.wire
    }
    let missing = wires.first { wire in !endpoint.service.elements.contains { $0.name == wire } }
    guard let missing else { return }
    throw MissingLink(
      place + "/read/xml",
      "\"\(endpoint.name)\" reads no \"\(missing)\" in the XML of a request; add it with the name of its element, or add \"form\": true to read"
    )
  }

  private func check(_ name: String, _ rule: GrantRule) throws(MissingLink) {
    let place = JSONPointer.appending(name, to: "/token/grants")
    try checkAccess(to: name, rule, place)
    var kinds = reader.issues(of: (name, rule)).map(\.kind)
    // What an exchange issues may be up to the request.
    let isOpen = rule.kind == .exchange && rule.exchange?.requested.isEmpty == false
    guard isOpen || kinds.contains(where: { $0 != .refresh && $0 != .code }) else {
      throw MissingLink(
        place + "/issues",
        "the grant \"\(name)\" gives no access token; add \"access\": true to its issues")
    }
    if isOpen { kinds += [.access, .refresh, .id, .idJAG] }
    guard let answer = rule.answer else {
      throw MissingLink(
        place, "the grant \"\(name)\" has no answer; name the shape of its response in \"answer\"")
    }
    try checkForm(of: answer, to: name)
    let needed = !isOpen && kinds.contains(.access) ? [.access] : kinds
    guard let written = body.written(in: answer), !needed.contains(where: written.write),
      body.shapes.indices.contains(answer)
    else { return }
    let shape = body.shapes[answer].name
    let pointer = JSONPointer.appending(shape, to: "/shapes")
    if let changed = needed.first(where: written.change) {
      throw MissingLink(
        pointer, Self.change("the answer \"\(shape)\" to the grant \"\(name)\"", changed))
    }
    throw MissingLink(
      pointer,
      "the answer \"\(shape)\" to the grant \"\(name)\" holds no token; put {{tok.access.value}} into it"
    )
  }

  /// A client reads the answer to a grant: it is no page, and it has a status of success.
  private func checkForm(of answer: Int, to grant: String) throws(MissingLink) {
    guard body.shapes.indices.contains(answer) else { return }
    let shape = body.shapes[answer]
    let pointer = JSONPointer.appending(shape.name, to: "/shapes")
    switch shape.form {
    case .page, .redirect:
      throw MissingLink(
        "\(pointer)/\(shape.content)",
        "the answer \"\(shape.name)\" to the grant \"\(grant)\" is for browsers, and a program reads it; write it as \"json\""
      )
    case .accept(let list): for other in list { try checkForm(of: other.shape, to: grant) }
    default:
      guard !(200..<300).contains(shape.status) else { return }
      throw MissingLink(
        pointer + "/status",
        "the answer \"\(shape.name)\" to the grant \"\(grant)\" has the status \(shape.status), which clients take for an error (RFC 6749 §5.1); write 200"
      )
    }
  }

  // MARK: Codes

  private func checkCodes() throws(MissingLink) {
    let kinds = body.token.grants.map(\.rule.kind)
    let answers = hasFrontChannel ? body.answers : []
    let codes = answers.first { answer in
      answer.rule.issues.contains { $0.kind == .code && $0.mayApply }
    }
    if let codes, !kinds.contains(.code) {
      throw MissingLink(
        "/token/grants",
        "the answer \"\(codes.name)\" issues a code that nobody can redeem; add an endpoint of the kind token and the grant \"authorization_code\""
      )
    }
    let grants = body.token.grants
    if codes == nil, let code = grants.first(where: { $0.rule.kind == .code }) {
      throw MissingLink(
        JSONPointer.appending(code.name, to: "/token/grants"),
        hasFrontChannel
          ? "no answer issues a code for the grant \"\(code.name)\"; add \"code\" to answers"
          : "no endpoint issues a code for the grant \"\(code.name)\"; add an endpoint of the kind authorize"
      )
    }
  }
}
