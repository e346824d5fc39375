import Basics

/// Parts that nothing names. A quirk may use what the file itself does not, so only `check` reports them: it sees all states.
extension ProviderReader {
  func unusedParts() -> [Doubt] {
    let used = NamedParts(tree)
    let pages = NamedInTree(tree.objectValue ?? JSONObject()).pages
    return unused("links", "link", "name it in a page, a stage, an endpoint or a template") {
      used.names.contains($0) || used.mentions("links", $0)
    }
      + unused("pages", "page", "name it in an endpoint, a stage or a shape") { pages.contains($0) }
      + unused("tables", "table", "name it in vars, lookups, scope or an endpoint") {
        used.tables.contains($0)
      }
      + unused("binds", "value", "name it in must_match, or as {{bound.NAME}}") { name in
        used.mentions("bound", name)
          || body.token.grants.contains { $0.rule.mustMatch.contains { $0.name == name } }
      }
      + unused("mints", "value", "name it as {{bound.NAME}}") { used.mentions("bound", $0) }
      + unused("templates", "template", "include it by {{> NAME}}, or name it in a page") {
        // A page has the template of its name.
        used.includes($0) || pages.contains($0) || used.templates.contains($0)
          || EndpointKind(rawValue: $0) != nil
      }
      + unused("vars", "variable", "put it into an address or a host, in braces") {
        vocabulary.addressVariables.contains($0)
      }
      + unusedTexts() + unusedCredentials() + unreadTokenParameters(used)
  }

  /// Parameters of the token endpoint that neither the engine nor a template reads.
  private func unreadTokenParameters(_ used: NamedParts) -> [Doubt] {
    body.token.parameters.compactMap { name, rule in
      let pointer = JSONPointer.appending(name, to: "/token/parameters")
      guard let value = tree.value(at: pointer), isOwn(value) else { return nil }
      let isRead =
        Self.engineParameters.contains(name) || rule.restrictsValues || used.words.contains(name)
        || used.mentions("req", name) || used.mentions("req", "\"\(name)\"")
      return Doubt(
        finding: Diagnostic(
          at: value.origin, pointer,
          "nothing reads the parameter \"\(name)\""
            + (Suggestion.slip(of: name, among: Self.engineParameters).map {
              "; did you mean \"\($0)\"?"
            }
              ?? ": name it as {{req.\(name)}}, or remove it; a request may have it all the same")
        ), holds: !isRead)
    }
  }

  /// Parameters that only grants read which the provider does not have.
  func grantlessParameters() -> [Doubt] {
    let used = NamedParts(tree)
    return body.token.parameters.compactMap { name, _ in
      let pointer = JSONPointer.appending(name, to: "/token/parameters")
      guard let kinds = Self.readers[name], let value = tree.value(at: pointer), isOwn(value) else {
        return nil
      }
      let isRead = body.token.grants.contains { kinds.contains($0.rule.kind) }
      let grants = kinds.map(\.rawValue).joined(separator: " or ")
      return Doubt(
        finding: Diagnostic(
          .warning, at: value.origin, pointer,
          "no grant reads the parameter \"\(name)\": add a grant of the kind \(grants) to token.grants, or remove the parameter"
        ), holds: !isRead && !used.mentions("req", name))
    }
  }

  /// The kinds of grants that read a parameter of the token endpoint, if no other part of the engine does.
  private static let readers: [String: [GrantKind]] = [
    "code": [.code], "redirect_uri": [.code],
    "refresh_token": [.refresh], "username": [.password], "password": [.password],
    "device_code": [.device], "assertion": [.assertion], "subject_token": [.exchange],
    "subject_token_type": [.exchange], "actor_token": [.exchange],
    "actor_token_type": [.exchange], "requested_token_type": [.exchange],
  ]

  /// A verifier without a challenge with which it is compared.
  func idleVerifier() -> [Doubt] {
    let pointer = "/token/parameters/code_verifier"
    guard let value = tree.value(at: pointer), isOwn(value) else { return [] }
    return [
      Doubt(
        finding: Diagnostic(
          at: value.origin, pointer,
          "no request can have a code_challenge, with which code_verifier is compared; add \"code_challenge\": {} to parameters, or remove it"
        ),
        holds: !body.parameters.contains { $0.name == "code_challenge" }
          && !NamedParts(tree).mentions("req", "code_verifier"))
    ]
  }

  private func unusedCredentials() -> [Doubt] {
    let issued = Set(
      (body.answers.flatMap(\.rule.issues) + body.token.grants.flatMap(\.rule.issues)
        + (body.fedCM?.issues ?? [])).map(\.kind.rawValue))
    return body.credentials.sorted { $0.key < $1.key }.compactMap { name, rule in
      let pointer = JSONPointer.appending(name, to: "/credentials")
      guard rule.role != nil, let value = tree.value(at: pointer), isOwn(value) else { return nil }
      return Doubt(
        finding: Diagnostic(
          at: value.origin, pointer,
          "nothing issues the credential \"\(name)\"; add it to \"issues\" of an answer or a grant, or remove it"
        ), holds: !issued.contains(name))
    }
  }

  /// Refresh tokens that a refresh is told to issue and never does.
  func unissuedTokens() -> [Doubt] {
    unredeemedTokens() + unrotatedTokens()
  }

  /// Refresh tokens without a grant that redeems them: the engine issues none.
  private func unredeemedTokens() -> [Doubt] {
    let places =
      body.token.grants.map { JSONPointer.appending($0.name, to: "/token/grants") }
      + body.answers.map { JSONPointer.appending($0.name, to: "/answers") }
    return places.compactMap { place in
      let pointer = place + "/issues/refresh"
      guard let value = tree.value(at: pointer), isOwn(value), value.boolValue != false else {
        return nil
      }
      return Doubt(
        finding: Diagnostic(
          at: value.origin, pointer,
          "\"refresh\" has no effect: no grant redeems a refresh token, so none is issued; add \"refresh_token\" to token.grants, or remove \"refresh\""
        ),
        holds: !body.token.grants.contains { $0.rule.kind == .refresh })
    }
  }

  private func unrotatedTokens() -> [Doubt] {
    body.token.grants.filter { $0.rule.kind == .refresh }.compactMap { name, rule in
      let pointer = JSONPointer.appending(name, to: "/token/grants") + "/issues/refresh"
      guard let value = tree.value(at: pointer), isOwn(value), value.boolValue != false else {
        return nil
      }
      return Doubt(
        finding: Diagnostic(
          at: value.origin, pointer,
          "\"refresh\" has no effect: with \"rotates\": false, a refresh issues no refresh token; write true, or remove \"refresh\""
        ),
        holds: rule.rotation == .never)
    }
  }

  /// What follows the second use of a code or refresh token, where no use ends one or no grace period applies.
  func idleReuse() -> [Doubt] {
    body.token.grants.flatMap { name, rule in
      let pointer = JSONPointer.appending(name, to: "/token/grants")
      guard let grant = tree.value(at: pointer) else { return [Doubt]() }
      func doubt(_ member: String, _ sentence: String, holds: Bool) -> Doubt? {
        guard let value = grant[member], isOwn(value) else { return nil }
        return Doubt(
          finding: Diagnostic(at: value.origin, "\(pointer)/\(member)", sentence), holds: holds)
      }
      let isEndless = rule.kind == .refresh && grant["rotates"]?.boolValue == false
      var doubts: [Doubt?] = []
      if rule.kind == .refresh, isOwn(grant["rotates"]) {
        doubts = ["reuse", "grace"].map { member in
          doubt(
            member,
            "\"\(member)\" has no effect: without \"rotates\": true, a refresh token can be used again; remove it, or write true",
            holds: isEndless)
        }
      }
      doubts.append(
        doubt(
          "grace",
          "\"grace\" has no effect without \"reuse\": \"grace\" or \"same\"; add one of the two, or remove \"grace\"",
          holds: !isEndless && ![.grace, .same].contains(rule.reuse)))
      return doubts.compactMap(\.self)
    }
  }

  private func unused(
    _ member: String, _ noun: String, _ cure: String, _ isUsed: (String) -> Bool
  ) -> [Doubt] {
    (tree[member]?.objectValue ?? JSONObject()).compactMap { entry in
      guard entry.name != "$order", isOwn(entry.value), isWritten(entry.value, entry.name, member)
      else { return nil }
      let pointer = JSONPointer.appending(entry.name, to: "/\(member)")
      return Doubt(
        finding: Diagnostic(
          at: entry.value.origin, pointer,
          "nothing uses the \(noun) \"\(entry.name)\": \(cure), or remove it"),
        holds: !isUsed(entry.name))
    }
  }

  /// Every endpoint has a link of its name, written or not.
  private func isWritten(_ value: JSONValue, _ name: String, _ member: String) -> Bool {
    member != "links" || tree["endpoints"]?[name] == nil
  }

  // MARK: Labels and fields

  /// Labels by which the engine finds a message, and fields that it reads.
  private static let known: Set<String> = [
    "wrong", "unknown", "elsewhere", "username", "password", "user_code",
  ]

  private func unusedTexts() -> [Doubt] {
    body.pages.sorted { $0.key < $1.key }.flatMap { name, page -> [Doubt] in
      guard page.template != nil else { return [] }
      let facts = facts(of: page)
      // A template that has all its texts itself leaves those of an inherited page behind.
      let namesTexts = facts.contains { fact in
        switch fact {
        case .label, .field: true
        default: false
        }
      }
      guard namesTexts else { return [] }
      let pointer = JSONPointer.appending(name, to: "/pages")
      func doubts(_ member: String, _ names: [String], _ isNamed: (String) -> Bool) -> [Doubt] {
        names.compactMap { text in
          let place = JSONPointer.appending(text, to: "\(pointer)/\(member)")
          guard let value = tree.value(at: place), isOwn(value) else { return nil }
          return Doubt(
            finding: Diagnostic(
              at: value.origin, place,
              "the template of the page \"\(name)\" has no {{\(member).\(text)}}; remove it, or put it into the template"
            ), holds: !isNamed(text))
        }
      }
      return doubts("labels", page.labels.map(\.name).filter { !Self.known.contains($0) }) {
        facts.contains(.label($0))
      }
        + doubts("fields", page.fields.map(\.name)) { facts.contains(.field($0)) }
    }
  }
}

/// The links and tables that a provider's members name, and all its texts.
struct NamedParts {
  private(set) var names: Set<String> = []
  private(set) var tables: Set<String> = []
  /// The templates that pages name, and the texts that include others.
  private(set) var templates: Set<String> = []
  private var including: [String] = []
  /// The texts that are one word, such as the parameter of an exchange.
  private(set) var words: Set<String> = []
  private var texts: [String] = []

  private static let linkMembers: Set<String> = [
    "submit", "deny", "enter", "finish", "then", "on_failure",
  ]

  init(_ tree: JSONValue) {
    for member in tree.objectValue ?? JSONObject() where member.name != "quirks" {
      collect(member.value, member.name)
    }
    if let table = tree["scope"]?["table"]?["name"]?.stringValue { tables.insert(table) }
  }

  /// Whether a text includes a template.
  func includes(_ template: String) -> Bool {
    including.contains { $0.contains("{{> \(template)}}") || $0.contains("{{>\(template)}}") }
  }

  /// Whether a placeholder names a part.
  func mentions(_ root: String, _ name: String) -> Bool {
    texts.contains { text in
      text.ranges(of: "\(root).\(name)").contains { range in
        guard range.upperBound < text.endIndex else { return true }
        let next = text[range.upperBound]
        return !next.isLetter && !next.isNumber && next != "_" && next != "-"
      }
    }
  }

  private mutating func collect(_ value: JSONValue, _ name: String) {
    if let text = value.stringValue {
      if text.contains(".") { texts.append(text) }
      if text.utf8.count < 64 { words.insert(text) }
      if Self.linkMembers.contains(name) { names.insert(text) }
      if name == "table" { tables.insert(text) }
      if name == "template" { templates.insert(text) }
      if text.contains("{{>") { including.append(text) }
    }
    for member in value.objectValue ?? JSONObject() {
      if name == "more", let link = member.value.stringValue { names.insert(link) }
      collect(member.value, member.name)
    }
    for element in value.arrayValue ?? [] { collect(element, name) }
  }
}
