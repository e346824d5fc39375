import Basics

/// Checks of tickets and cookies: each has to be another one for everybody, and a text that can be sent. The header of a token has
/// to name the key that signs it.
extension ProviderReader {
  func checkTicketsAndCookies() {
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

  private func checkDrawn(_ pattern: Pattern?, _ pointer: String, _ what: String) {
    // Fewer bits come twice among the sign-ins of a test.
    guard let pattern, pattern.bits < 16 else { return }
    findings.error(
      tree.value(at: pointer), pointer,
      "\(what) may be that of another: the pattern has only \(Int(pattern.bits)) random bits")
  }

  // MARK: Cookies (RFC 6265 §4.1.1)

  private func check(_ cookie: CookieRule, _ pointer: String, _ name: String) {
    if let template = cookie.name, let value = tree.value(at: pointer + "/name") {
      // More than RFC 6265 §4.1.1 allows: a real service has a colon there, and browsers take it.
      let isName = template.texts.allSatisfy { text in
        text.unicodeScalars.allSatisfy { Self.isCookieOctet($0.value) && $0 != "=" && $0 != "\"" }
      }
      let isSteady = template.facts.allSatisfy { fact in
        if case .found = fact { true } else { fact.isOfAddress }
      }
      if template.draws || !isSteady {
        findings.error(
          value, pointer + "/name",
          "the name differs from one request to the next, so the cookie is never found again; use vars, found or a text"
        )
      }
      if let literal = template.literal { checkName(literal, cookie, value, pointer) }
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

  /// The longest name and value of a cookie that every browser keeps, in bytes (RFC 6265 §6.1).
  private static let mostCookieBytes = 4096

  private func checkName(
    _ name: String, _ cookie: CookieRule, _ value: JSONValue, _ pointer: String
  ) {
    let size = name.utf8.count + (cookie.value?.longest ?? 0)
    if size > Self.mostCookieBytes {
      findings.error(
        value, pointer + "/name",
        "name and value could have \(size) bytes, and browsers keep \(Self.mostCookieBytes) (RFC 6265 §6.1)"
      )
    }
    if name.lowercased().hasPrefix("__host-"), cookie.site {
      findings.error(
        value, pointer + "/name",
        "a cookie whose name begins with __Host- belongs to one host; take \"site\" out, or choose another name"
      )
    }
  }

  /// Quotation marks may stand around the whole value.
  private static func isCookieOctet(_ value: UInt32) -> Bool {
    (0x21...0x7E).contains(value) && ![0x2C, 0x3B, 0x5C].contains(value)
  }

  // MARK: Headers of tokens

  /// A header that names another algorithm or key than the one that signs: no client could verify the token.
  func checkHeader(_ form: CredentialRule.SignedForm, _ pointer: String) {
    if form.header.values(of: "alg")?.isEmpty == true {
      findings.error(
        tree.value(at: pointer + "/header"), pointer + "/header",
        "a header has an \"alg\" (RFC 7515 §4.1.1); add \"alg\": \"{{key.alg}}\"")
    }
    for name in ["alg", "kid"] {
      guard let value = tree.value(at: "\(pointer)/header/\(name)"), value.stringValue == nil,
        value.objectValue == nil
      else { continue }
      findings.error(
        value, "\(pointer)/header/\(name)", "expected a string, found \(value.found)")
    }
    guard let algorithm = form.algorithm.literal, !algorithm.isEmpty else { return }
    if algorithm == AssertionRule.secretAlgorithm, body.token.authentication.contains(.none) {
      findings.error(
        tree.value(at: pointer + "/alg"), pointer + "/alg",
        "HS256 is keyed with the client's secret, and clients without one get tokens, too; set token.client_auth without \"none\", or sign with another algorithm"
      )
    }
    func literals(_ name: String) -> [String] {
      (form.header.values(of: name) ?? []).compactMap { shape in
        if case .constant(let value, _) = shape { value.stringValue } else { nil }
      }
    }
    if let named = literals("alg").first(where: { $0 != algorithm }) {
      findings.error(
        tree.value(at: pointer + "/header/alg"), pointer + "/header/alg",
        "the header names \(named), and the token is signed with \(algorithm); write {{key.alg}}")
    }
    guard let rule = body.signing.first(where: { $0.algorithm == algorithm }),
      let kid = literals("kid").first(where: { $0 != rule.kid })
    else { return }
    findings.error(
      tree.value(at: pointer + "/header/kid"), pointer + "/header/kid",
      "the key of \(algorithm) has another kid; write {{key.kid}}, or add \"kid\": \"\(kid)\" to signing.\(algorithm)"
    )
  }
}

extension Pattern.Node {
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
