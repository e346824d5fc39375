import Basics

extension Facts {
  private static let nonce = try? Pattern("[A-Za-z0-9]{22}")

  /// Fills in a page.
  ///
  /// Some of what a page shows draws letters, so all of it is written in this order, whichever parts the page has.
  /// - Parameters:
  ///   - message: what went wrong: the name of one of the page's labels, or a sentence.
  ///   - denial: the address to which a denial would lead.
  /// - Returns: `nil` where the page has no template.
  package func page(
    _ rule: PageRule, message: String?, people: [Person], accounts: [Person] = [],
    denial: (Facts) -> String?
  ) -> (html: [UInt8], nonce: String)? {
    guard let index = rule.template, provider.templates.indices.contains(index) else { return nil }
    var page = PageFacts()
    page.nonce = Self.nonce?.draw(using: &random) ?? ""
    for (name, text) in rule.labels { page.labels.append((name, self.text(text) ?? "")) }
    page.fields = rule.fields
    self.page = page
    writeLinks()
    page.action = rule.submit.flatMap { url(link: $0) }
    page.deny = rule.deny.flatMap { url(link: $0) }
    page.hidden = parameters(rule.hidden)
    page.denialURL = denial(self)
    page.message = message.map { text in
      func label(_ name: String) -> String? { page.labels.last { $0.name == name }?.value }
      return label(text) ?? (text == "unknown" ? label("wrong") : nil) ?? text
    }
    page.people = people
    page.accounts = accounts
    page.username = username(rule)
    page.scopes = scopesShown
    page.details = detailsShown
    for (label, link) in rule.more {
      if let address = url(link: link) { page.more.append((text(label) ?? "", address)) }
    }
    page.choices = found("choices")
    (page.frames, page.onward) = (frames, onward)
    self.page = page
    return (Evaluation(self).page(provider.templates[index]), page.nonce)
  }

  /// What was typed before the password was refused, else what the client knows of who is to sign in (OpenID Connect
  /// Core §3.1.2.1, id_token_hint and login_hint).
  private func username(_ rule: PageRule) -> String {
    let field = rule.field("username") ?? "username"
    return form.last(field) ?? query.last(field) ?? hinted ?? arguments["login_hint"].text
  }

  /// The details of the request, each with the text of its members.
  private var detailsShown: [(name: String, title: String, text: String)] {
    guard let rule = provider.authorizationDetails,
      case .json(let list) = arguments[AuthorizationDetailsRule.parameter]
    else { return [] }
    return (list.arrayValue ?? []).map { detail in
      let name = detail["type"]?.stringValue ?? ""
      let members = (detail.objectValue ?? JSONObject()).filter { $0.name != "type" }
      let text = members.map { "\($0.name): \(Value.text(of: $0.value))" }
      return (name, rule.type(name)?.title ?? name, text.joined(separator: "\n"))
    }
  }

  private var scopesShown: [(name: String, title: String, isKnown: Bool)] {
    let asked = arguments["scope"].texts ?? []
    return (asked + provider.claimScopes(arguments, for: client)).map { name in
      let title = provider.scope.known.first { $0.name == name }?.title ?? name
      return (name, title.isEmpty ? name : title, agreed?.contains(name) == true)
    }
  }
}
