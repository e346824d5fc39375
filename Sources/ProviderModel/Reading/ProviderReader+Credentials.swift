import Basics

/// Checks of credentials, tickets and cookies: each has to be another one for everybody, and a text that can be sent.
extension ProviderReader {
  func checkCredentials() {
    for (name, rule) in body.credentials.sorted(by: { $0.key < $1.key }) {
      let pointer = JSONPointer.appending(name, to: "/credentials")
      switch rule.form {
      case .text(let template): checkValue(template, pointer + "/value", name)
      case .jwt(let form): checkHeader(form, pointer + "/jwt")
      case .either(let form, _, let template):
        checkValue(template, pointer + "/value", name)
        checkHeader(form, pointer + "/jwt")
      }
    }
    checkDrawn(body.ticket, "/ticket", "the ticket of every sign-in")
    for (name, cookie) in body.cookies.sorted(by: { $0.key < $1.key }) {
      check(cookie, JSONPointer.appending(name, to: "/cookies"), name)
    }
    if let session = body.cookies["session"]?.name, let browser = body.cookies["browser"]?.name,
      session.source == browser.source
    {
      findings.error(
        tree.value(at: "/cookies/browser/name"), "/cookies/browser/name",
        "the cookies \"session\" and \"browser\" have one name, so one replaces the other")
    }
  }

  // MARK: Values

  /// Fewer possible values come twice among the sign-ins of a test.
  private static let fewestForms = 1 << 16

  private func checkValue(_ template: Template, _ pointer: String, _ name: String) {
    guard let value = tree.value(at: pointer), !template.source.isEmpty else { return }
    if !template.texts.allSatisfy(HeaderText.isPart) {
      return findings.error(
        value, pointer, "a credential is one line without control characters (RFC 6749 Appendix A)")
    }
    let forms = template.segments.map(Self.forms).reduce(1, Self.product)
    guard forms < Self.fewestForms else { return }
    findings.error(
      value, pointer,
      "the \(name) of one person may be that of another: the value has "
        + (forms == 1 ? "nothing random" : "only \(forms) forms")
        + "; put a part such as {{rand:[A-Za-z0-9]{32}}} into it")
  }

  /// How many values a part may have, up to enough of them. A fact of a request or of a person may be anything.
  private static func forms(_ segment: Template.Segment) -> Int {
    switch segment {
    case .text: return 1
    case .value(let expression):
      if let pattern = expression.pattern { return pattern.root.forms(atMost: fewestForms) }
      switch expression.fact {
      case .client, .host, .link, .base, .variable, .provider, .providerID, .providerTitle, .now,
        nil:
        return 1
      default: return fewestForms
      }
    case .when, .each, .part: return fewestForms
    }
  }

  private static func product(_ one: Int, _ other: Int) -> Int { min(one * other, fewestForms) }

  private func checkDrawn(_ pattern: Pattern?, _ pointer: String, _ what: String) {
    guard let forms = pattern?.root.forms(atMost: Self.fewestForms), forms < Self.fewestForms else {
      return
    }
    findings.error(
      tree.value(at: pointer), pointer,
      "\(what) may be that of another: the pattern has only \(forms) "
        + (forms == 1 ? "form" : "forms"))
  }

  // MARK: Cookies (RFC 6265 §4.1.1)

  private func check(_ cookie: CookieRule, _ pointer: String, _ name: String) {
    if let template = cookie.name, let value = tree.value(at: pointer + "/name") {
      // More than RFC 6265 §4.1.1 allows: a real service has a colon there, and browsers take it.
      let isName = template.texts.allSatisfy { text in
        text.unicodeScalars.allSatisfy { Self.isCookieOctet($0.value) && $0 != "=" && $0 != "\"" }
      }
      if !isName || template.source.isEmpty {
        findings.error(
          value, pointer + "/name",
          "expected the name of a cookie (RFC 6265 §4.1.1), found \"\(template.source)\"")
      }
    }
    guard let pattern = cookie.value else { return }
    if !pattern.root.holdsOnly(Self.isCookieOctet) {
      findings.error(
        tree.value(at: pointer + "/value"), pointer + "/value",
        "a cookie can't hold spaces, commas, semicolons, backslashes, control characters or characters outside ASCII (RFC 6265 §4.1.1)"
      )
    } else if name != CookieRule.link {
      checkDrawn(pattern, pointer + "/value", "the cookie of one browser")
    }
  }

  /// Quotation marks may stand around the whole value.
  private static func isCookieOctet(_ value: UInt32) -> Bool {
    (0x21...0x7E).contains(value) && ![0x2C, 0x3B, 0x5C].contains(value)
  }

  // MARK: Headers of tokens

  /// A header that names another algorithm or key than the one that signs: no client could verify the token.
  private func checkHeader(_ form: CredentialRule.SignedForm, _ pointer: String) {
    guard let algorithm = form.algorithm.literal, !algorithm.isEmpty else { return }
    func literal(_ name: String) -> String? {
      guard case .constant(let value, _)? = form.header.member(name) else { return nil }
      return value.stringValue
    }
    if let named = literal("alg"), named != algorithm {
      findings.error(
        tree.value(at: pointer + "/header/alg"), pointer + "/header/alg",
        "the header names \(named), and the token is signed with \(algorithm); write {{key.alg}}")
    }
    guard let rule = body.signing.first(where: { $0.algorithm == algorithm }),
      let kid = literal("kid"), kid != rule.kid
    else { return }
    findings.error(
      tree.value(at: pointer + "/header/kid"), pointer + "/header/kid",
      "the key of \(algorithm) has another kid; write {{key.kid}}, or add \"kid\": \"\(kid)\" to signing.\(algorithm)"
    )
  }
}

extension Pattern.Node {
  /// How many texts it draws at least, counted up to a limit.
  func forms(atMost limit: Int) -> Int {
    switch self {
    case .scalars(let ranges): return min(max(ranges.reduce(0) { $0 + $1.count }, 1), limit)
    case .sequence(let nodes):
      return nodes.reduce(1) { min($0 * $1.forms(atMost: limit), limit) }
    case .choice(let nodes): return min(nodes.reduce(0) { $0 + $1.forms(atMost: limit) }, limit)
    case .repeated(let node, let least, let most):
      let one = node.forms(atMost: limit)
      guard one > 1 else { return min(max((most ?? least + 1) - least + 1, 1), limit) }
      // Sixteen times two is enough for any limit.
      return (0..<min(max(least, 1), 16)).reduce(1) { forms, _ in min(forms * one, limit) }
    }
  }

  /// Whether everything that it draws consists of such characters.
  func holdsOnly(_ isAllowed: (UInt32) -> Bool) -> Bool {
    switch self {
    case .scalars(let ranges):
      ranges.allSatisfy { $0.count > 0x1000 ? false : $0.allSatisfy(isAllowed) }
    case .sequence(let nodes), .choice(let nodes): nodes.allSatisfy { $0.holdsOnly(isAllowed) }
    case .repeated(let node, _, _): node.holdsOnly(isAllowed)
    }
  }
}
