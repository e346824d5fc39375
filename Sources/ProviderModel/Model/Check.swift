/// A provider's own check of a request.
package struct Check: Sendable {
  package var name = ""
  /// The check runs for each element of this list, as `item`.
  package var each: Expression?
  package var when = Predicate.constant(true)
  package var fail = Condition("")
  /// The mistake, how to fix it, and the specification: for people and journals.
  package var why: Template?
  package var remedy: Template?
  package var clause: String?

  init() {}
}

extension Check: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
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
        "The condition of the refusal: one of the engine's, or one of the fixture's own.",
        example: "\"nonce_missing\""
      ).required,
      .template(
        "why", \.why, "The mistake, explained to the author of the client.",
        or: "that the check failed", example: "\"the request has no nonce\""),
      .template("remedy", \.remedy, "How to fix it.", example: "\"send nonce\""),
      .text(
        "clause", \.clause, "The specification that requires the refusal.",
        or: "the check's place in its fixture", example: "\"OpenID Connect Core §3.2.2.1\""),
    ])

  init(named name: String) { self.name = name }
}

/// The phases in which a fixture's own checks of an authorization request run, in order.
package enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }
