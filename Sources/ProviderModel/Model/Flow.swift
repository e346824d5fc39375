/// The stages between an authorization request and its answer, in order.
package struct Flow: Sendable {
  package struct Step: Sendable {
    package enum Ask: String, Sendable, CaseIterable { case always, new, never }
    package fileprivate(set) var name = ""
    package fileprivate(set) var kind = EndpointKind.login
    private var ownPage: String?
    /// The link to which the browser is redirected; `nil` shows the page at the requested address.
    package fileprivate(set) var enter: Int?
    package fileprivate(set) var when = Predicate.constant(true)
    package fileprivate(set) var force = Predicate.constant(false)
    /// Whether the page offers the account that is signed in.
    package fileprivate(set) var accounts = Predicate.constant(false)
    package fileprivate(set) var ask = Ask.new

    init() {}
    init(named name: String) { self.name = name }

    package var page: String { ownPage ?? name }
    /// Whether `when` is about the person who is signed in.
    package fileprivate(set) var namesPerson = false
  }
  package fileprivate(set) var steps: [Step] = []
  /// The link to which the browser is redirected after the last stage; `nil` responds immediately.
  package fileprivate(set) var finish: Int?

  package func first(_ kind: EndpointKind) -> Step? { steps.first { $0.kind == kind } }
}

extension Flow: ProviderPart {
  static let declaration: Declaration = .init(
    "flow", "The stages between the authorization request and its response, in order.",
    [
      .objects("stages", \.steps, keys: "names of stages", "The stages.").example(
        #"{ "login": {}, "consent": { "ask": "new" } }"#),
      .part(
        "finish", .link, \.finish,
        "The link to which the browser is redirected if the authorization request or the login leaves nothing to ask; without it, the response follows immediately. After the form of a consent page or of a choice, the response always follows immediately, as the provider answers that form itself.",
        example: "\"granting\""),
    ])
}

extension Flow.Step: ProviderPart {
  static let declaration: Declaration = .init(
    "stage", "A question to a person.",
    [
      .choice(
        "kind", \.kind, "The question: login, consent, choose or hop.",
        or: "the stage's name"),
      .text(
        "page", \.ownPage, type: .name(of: "page"), "The page with the question.",
        or: "the one of the stage's name", example: "\"login\""),
      .part(
        "enter", .link, \.enter,
        "The link to which the browser is redirected for the question; without it, the page is shown at the requested address.",
        example: "\"login\""),
      .predicate(
        "when", \.when, "When the stage is part of the flow.", or: "always",
        example: "{ \"has\": \"req.scope\" }"),
      .predicate(
        "force", \.force, "When it asks although the answer is known.", or: "never",
        example: "{ \"eq\": [\"{{req.prompt}}\", \"login\"] }"),
      .predicate(
        "accounts", \.accounts,
        "When the login page offers the account that is signed in at the browser, as page.accounts. The stage has to ask then, by `force`.",
        or: "never", example: "{ \"eq\": [\"{{req.prompt}}\", \"select_account\"] }"),
      .choice(
        "ask", \.ask,
        "When to ask for consent: always, only for scopes that the person has not granted to this client yet, or never. For a device, a stage of the kind consent always asks, also where `when` does not hold (RFC 8628 §5.4)."
      ),
    ])

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    namesPerson = when.facts.contains { if case .person = $0 { true } else { false } }
    if reader.value["kind"] == nil {
      reader.findings.error(
        reader.value, reader.pointer,
        "expected a member \"kind\", found none: \"\(name)\" is not a kind of stage")
    }
    // A hop shows nothing.
    if kind == .hop { return }
    vocabulary.checkPart(.page, page, reader.value, reader.pointer, reader.findings)
  }
}
