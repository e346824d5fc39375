/// A provider's own check of a request.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class Check: @unchecked Sendable {
  @exclusivity(unchecked) package private(set) var name = ""
  /// The check runs for each element of this list, as `item`.
  @exclusivity(unchecked) package private(set) var each: Expression?
  @exclusivity(unchecked) package private(set) var when = Predicate.constant(true)
  @exclusivity(unchecked) package private(set) var fail = Condition("")
  /// Whether it runs before the client authenticates.
  @exclusivity(unchecked) package private(set) var isEarly = false
  /// The mistake, how to fix it, and the specification: for people and journals.
  @exclusivity(unchecked) package private(set) var why: Template?
  @exclusivity(unchecked) package private(set) var remedy: Template?
  @exclusivity(unchecked) package private(set) var clause: String?

  init() {}
  convenience init(named name: String) {
    self.init()
    self.name = name
  }
}

extension Check: ProviderPart {
  static let declaration: Check.Declaration = .init(
    "check", "A check of the provider's own: if its predicate holds, the request is refused.",
    [
      .init(
        Property(
          "each", .template, "A list: the check runs for each element, as `item`.",
          example: "\"{{req.scope}}\"")
      ) { check, reader, vocabulary in
        guard let list = reader.template("each", vocabulary) else { return false }
        check.each = list.single
        if list.single == nil {
          reader.findings.error(
            reader.value["each"], reader.at("each"), "expected one placeholder that names a list")
        }
        return true
      },
      .predicate(
        "when", \.when, "When the request is refused.", or: "always",
        example: "{ \"not\": { \"has\": \"req.nonce\" } }"),
      .condition(
        "fail", \.fail,
        "The condition of the refusal: one of the engine's, or one of the fixture's own. What the engine tells of its own conditions, such as `err.param`, is empty then.",
        example: "\"nonce_missing\""
      ).required,
      .flag(
        "early", \.isEarly,
        "Whether the check of an endpoint or of a grant runs before the client authenticates and before a token or code is looked for: it knows only the request."
      ),
      .template(
        "why", \.why, "The mistake, explained to the author of the client.",
        or: "that the check failed", example: "\"the request has no nonce\""),
      .template("remedy", \.remedy, "How to fix it.", example: "\"send nonce\""),
      .text(
        "clause", \.clause, "The specification that requires the refusal.",
        or: "the check's place in its fixture", example: "\"OpenID Connect Core §3.2.2.1\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard isEarly, let fact = when.facts.first(where: FactPlace.early.lacks) else { return }
    reader.findings.error(
      reader.value["when"], reader.at("when"),
      "an \"early\" check knows only the request, and {{\(fact.path)}} is known after the client has authenticated; remove \"early\", or use req, query, form, body or vars"
    )
  }
}

/// The phases in which a fixture's own checks of an authorization request run, in order.
package enum CheckPhase: String, Sendable, CaseIterable {
  case address, request, scope, session

  /// The phases that need no person.
  static let ofRequests: [CheckPhase] = [.address, .request, .scope]
}
