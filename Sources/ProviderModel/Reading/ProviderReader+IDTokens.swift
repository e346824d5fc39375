import Basics

/// Claims and headers of JWTs for which every client refuses them.
extension ProviderReader {
  /// The claims of every ID token (OpenID Connect Core §2). Some providers without metadata leave `aud` out.
  private static let idClaims = ["iss", "sub", "exp", "iat"]

  func checkIDTokens() {
    for kind in ["id", "access", "logout", "response"] {
      guard let form = body.credentials[kind]?.form.signed else { continue }
      let pointer = "/credentials/\(kind)/jwt"
      checkHeader(form.header, pointer + "/header")
      checkTimes(form.claims, of: kind, pointer + "/claims")
    }
    let pointer = "/credentials/id/jwt/claims"
    guard let rule = body.credentials[CredentialKind.id.rawValue],
      let claims = rule.form.signed?.claims, let value = tree.value(at: pointer), isOwn(value)
    else { return }
    if case .constant(let lifetime, _) = rule.lifetime, lifetime.integerValue == 0,
      claims.values(of: "exp")?.contains(where: { $0.facts == [.credential(.id, .ends)] }) == true
    {
      refuse(
        "/credentials/id/lifetime",
        "an ID token has to end (OpenID Connect Core §2), and without a lifetime its \"exp\" is 0; write the seconds, such as 3600"
      )
    }
    checkSubject(claims, pointer)
    checkAudience(claims, pointer)
    checkHashes(claims, pointer)
    guard !claims.hasOpenMembers else { return }
    let members = claims.members
    let needed = Self.idClaims + (hasMetadata ? ["aud"] : [])
    let missing = needed.filter { name in !members.contains { $0.name == name } }
    guard !missing.isEmpty else { return }
    findings.error(
      value, pointer,
      "an ID token without \(missing.map { "\"\($0)\"" }.joined(separator: " and ")) is refused by every client; add it (OpenID Connect Core §2)"
    )
  }

  /// Reports a place if the provider's own file has it.
  private func refuse(_ pointer: String, _ sentence: String) {
    guard let value = nearest(pointer), isOwn(value), !isExplained(pointer) else { return }
    findings.error(value, pointer, sentence)
  }

  /// Whether there is a mistake at a place already, so that its value is not the one that was meant.
  func isExplained(_ pointer: String) -> Bool {
    findings.errors.contains { $0.pointer == pointer || $0.pointer.hasPrefix(pointer + "/") }
  }

  // MARK: The header

  /// RFC 7515 §4.1.
  private func checkHeader(_ header: Shape, _ pointer: String) {
    for shape in header.values(of: "crit") ?? [] where !shape.isNull {
      refuse(
        pointer + "/crit",
        "a client has to refuse a JWT with an extension that it does not know (RFC 7515 §4.1.11); remove \"crit\""
      )
    }
    for case .constant(let value, _) in header.values(of: "b64") ?? [] where value != true {
      refuse(
        pointer + "/b64",
        "a JWT is always encoded, so \"b64\" is never false (RFC 7797 §7); remove it")
    }
    for name in ["typ", "cty", "kid"] {
      let isOdd = header.values(of: name)?.contains { ![.text, .any].contains($0.kind) } ?? false
      if isOdd { refuse("\(pointer)/\(name)", "\"\(name)\" is a text (RFC 7515 §4.1)") }
    }
    for case .object(let members) in header.values(of: "jwk") ?? [] {
      guard case .constant(let type, _)? = members.first(where: { $0.name == "kty" })?.shape,
        type.stringValue == "oct"
      else { continue }
      refuse(
        pointer + "/jwk", "a symmetric key is a secret, and \"jwk\" shows it (RFC 7515 §4.1.3)")
    }
  }

  // MARK: Claims

  /// Instants are numbers of seconds (RFC 7519 §2).
  private func checkTimes(_ claims: Shape, of kind: String, _ pointer: String) {
    for name in ["exp", "iat", "nbf", "auth_time"] {
      let place = "\(pointer)/\(name)"
      for shape in claims.values(of: name) ?? [] {
        if let flaw = shape.flawOfInstant(named: name, in: CredentialKind(rawValue: kind)) {
          refuse(place, flaw)
        }
      }
    }
  }

  private func checkSubject(_ claims: Shape, _ pointer: String) {
    for shape in claims.values(of: "sub") ?? [] {
      let facts = shape.facts
      let isPersons = facts.contains { !$0.isOfClient && !$0.isOfAddress }
      guard !isPersons else { continue }
      refuse(
        pointer + "/sub",
        shape.draws
          ? "each ID token of a person has another \"sub\", and clients know people by it; name a claim, such as {{person.sub}} (OpenID Connect Core §2)"
          : "all people have the same \"sub\", and clients know people by it; name a claim, such as {{person.sub}} (OpenID Connect Core §2)"
      )
    }
  }

  private func checkAudience(_ claims: Shape, _ pointer: String) {
    for shape in claims.values(of: "aud") ?? [] where !shape.facts.contains(where: \.mayNameClient)
    {
      refuse(
        pointer + "/aud",
        "a client refuses an ID token whose \"aud\" does not name it (OpenID Connect Core §3.1.3.7); write {{client.client_id}}"
      )
    }
  }

  /// The claims that tie an ID token to the request and to what comes with it.
  private func checkHashes(_ claims: Shape, _ pointer: String) {
    let hashes: [(name: String, fact: Fact)] = [
      ("at_hash", .hash(.access)), ("c_hash", .hash(.code)), ("s_hash", .hash(.state)),
    ]
    for (name, fact) in hashes {
      for shape in claims.values(of: name) ?? [] where !shape.isNull && !shape.facts.contains(fact)
      {
        refuse(
          "\(pointer)/\(name)",
          "clients compare \"\(name)\" with a hash (OpenID Connect Core §3.3.2.11); write {{\(fact.path)?}}"
        )
      }
    }
    let isFromTokenEndpoint = body.token.grants.contains {
      $0.rule.kind == .code && $0.rule.issues.contains { $0.kind == .id && $0.mayApply }
    }
    let own = vocabulary.parameters.firstIndex(of: "nonce").map { Fact.parameter($0) }
    for shape in claims.values(of: "nonce") ?? [] where !shape.isNull {
      guard shape.facts.isEmpty || isFromTokenEndpoint && shape.facts == [own].compactMap(\.self)
      else { continue }
      refuse(
        pointer + "/nonce",
        "clients compare \"nonce\" with the one of their authorization request (OpenID Connect Core §3.1.3.7); write {{auth.nonce?}}"
      )
    }
    if claims.facts.contains(.credential(.id, .value)) {
      refuse(pointer, "no token has itself in it: {{tok.id.value}} is always empty here; remove it")
    }
  }
}

extension Shape {
  fileprivate var isNull: Bool {
    if case .constant(let value, _) = self { value.isNull } else { false }
  }

  /// The type of its value; `any` if that depends on the request.
  var kind: FactTable.Kind {
    switch self {
    case .constant(let value, _):
      switch value.content {
      case .string: .text
      case .number: .number
      case .bool: .flag
      case .array: .list
      case .object: .record
      case .null: .any
      }
    case .single(let expression): expression.kind
    case .text, .encoded: .text
    case .array, .joined, .each: .list
    case .object, .merged, .selected: .record
    case .when, .claims: .any
    }
  }

  fileprivate func flawOfInstant(named name: String, in kind: CredentialKind) -> String? {
    let cure =
      name == "exp"
      ? "write {{tok.\(kind.rawValue).ends}}"
      : name == "auth_time" ? "write {{grant.auth_time}}" : "write {{now}}"
    guard [.number, .any].contains(self.kind) else {
      return "\"\(name)\" is a number of seconds, found a \(self.kind.rawValue); \(cure)"
    }
    guard case .single(let expression) = self else { return nil }
    for filter in expression.filters {
      switch filter {
      case .millis:
        return "\"\(name)\" is a number of seconds, and |millis makes milliseconds; remove it"
      case .arithmetic(.plus, .number(let more)) where more > 0 && name != "exp":
        return "clients refuse a token whose \"\(name)\" is in the future; \(cure)"
      default: break
      }
    }
    switch expression.fact {
    case .credential(_, .lifetime):
      return
        "\"\(name)\" is an instant, and {{tok.\(kind.rawValue).lifetime}} a number of seconds; \(cure)"
    case .credential(let other, .ends) where other != kind:
      return "\"\(name)\" is the end of another credential, \(other.rawValue); \(cure)"
    default: return nil
    }
  }
}

extension Fact {
  fileprivate var isOfClient: Bool {
    switch self {
    case .client, .clientMember: true
    default: false
    }
  }

  /// Whether its value may be the ID of the client.
  fileprivate var mayNameClient: Bool {
    switch self {
    case .client(.id), .clientMember, .parameter, .granted, .found, .bound, .query, .form, .body,
      .variable, .grant(.resource), .token(.client), .exchange, .signed, .workload:
      true
    default: false
    }
  }
}
