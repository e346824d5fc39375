import Basics

/// Follows a client from the answer of the authorization endpoint to a token.
struct TokenPath {
  private let body: ProviderBody

  init(_ reader: ProviderReader) { body = reader.body }

  func follow() throws(MissingLink) {
    if hasFrontChannel { try checkAnswers() }
    try checkEndpoints()
    for (name, rule) in body.token.grants { try check(name, rule) }
    try checkCodes()
    try checkResources()
  }

  private var hasFrontChannel: Bool { body.endpoints.contains { $0.kind == .authorize } }

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
      let issued = rule.issues.filter { !$0.when.isNever }
      guard let first = issued.first else {
        throw MissingLink(
          place + "/issues",
          "the answer \"\(name)\" issues nothing; add \"issues\" with a credential, such as { \"code\": true }"
        )
      }
      guard !issued.contains(where: { shows($0.kind, rule.parameters.facts) }) else { continue }
      throw MissingLink(
        place + "/parameters",
        "the parameters of the answer \"\(name)\" hold nothing that it issues; add "
          + "\"\(first.kind.parameter)\": \"{{tok.\(first.kind.rawValue).value}}\"")
    }
  }

  private func shows(_ kind: CredentialKind, _ facts: [Fact]) -> Bool {
    facts.contains(.credential(kind, .value))
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
      let hasBody = endpoint.methods.contains { $0 != "GET" && $0 != "DELETE" }
      guard hasBody || endpoint.service.reads.contains(.query) else {
        throw MissingLink(
          place + "/methods",
          "\"\(endpoint.name)\" reads a body, and its methods have none; add POST to them")
      }
    }
    guard !body.token.grants.isEmpty else {
      throw MissingLink(
        "/token/grants", "the token endpoint takes no grant; add \"authorization_code\": {} to them"
      )
    }
  }

  private func check(_ name: String, _ rule: GrantRule) throws(MissingLink) {
    let place = JSONPointer.appending(name, to: "/token/grants")
    var kinds = rule.issues.filter { !$0.when.isNever }.map(\.kind)
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
    guard let facts = facts(of: answer), !kinds.contains(where: { shows($0, facts) }),
      body.shapes.indices.contains(answer)
    else { return }
    let shape = body.shapes[answer].name
    throw MissingLink(
      JSONPointer.appending(shape, to: "/shapes"),
      "the answer \"\(shape)\" to the grant \"\(name)\" holds no token; put {{tok.access.value}} into it"
    )
  }

  /// What the body of an answer names; `nil` if that can't be told.
  private func facts(of shape: Int, depth: Int = 0) -> [Fact]? {
    guard body.shapes.indices.contains(shape), depth < 8 else { return nil }
    switch body.shapes[shape].form {
    case .json, .text, .form:
      return body.shapes[shape].facts + body.shapes[shape].headers.flatMap(\.value.facts)
    case .empty: return body.shapes[shape].headers.flatMap(\.value.facts)
    case .accept(let list):
      // Each of them may be the answer: one without a token is the missing link.
      let all = list.map { facts(of: $0.shape, depth: depth + 1) }
      return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    case .redirect, .page: return nil
    }
  }

  // MARK: Codes and refresh tokens

  private func checkCodes() throws(MissingLink) {
    let kinds = body.token.grants.map(\.rule.kind)
    let answers = hasFrontChannel ? body.answers : []
    let codes = answers.first { answer in
      answer.rule.issues.contains { $0.kind == .code && !$0.when.isNever }
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
        "no answer issues a code for the grant \"\(code.name)\"; add \"code\" to answers")
    }
    let refreshes = grants.contains { grant in
      grant.rule.kind == .exchange || grant.rule.issues.contains { $0.kind == .refresh }
    }
    if !refreshes,
      !body.answers.contains(where: { $0.rule.issues.contains { $0.kind == .refresh } }),
      let refresh = grants.first(where: { $0.rule.kind == .refresh })
    {
      throw MissingLink(
        JSONPointer.appending(refresh.name, to: "/token/grants"),
        "nothing issues a refresh token for the grant \"\(refresh.name)\"; add \"refresh\": true to the issues of another grant"
      )
    }
  }

  // MARK: Resources

  private func checkResources() throws(MissingLink) {
    for endpoint in body.endpoints where endpoint.kind == .resource || endpoint.kind == .mcp {
      let place = JSONPointer.appending(endpoint.name, to: "/endpoints")
      let token = endpoint.service.token
      guard endpoint.kind == .resource, !token.form.isEmpty, token.schemes.isEmpty,
        token.fields.isEmpty, token.query.isEmpty,
        !endpoint.service.reads.contains(where: { $0 != .query })
      else { continue }
      throw MissingLink(
        place + "/read",
        "a token for \"\(endpoint.name)\" comes in its form, which is not read; add \"form\": true to read"
      )
    }
  }
}

extension Predicate {
  /// Whether it never holds, whatever the request.
  var isNever: Bool { if case .constant(false) = self { true } else { false } }
}
