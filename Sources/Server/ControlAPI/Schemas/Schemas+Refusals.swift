import Basics

/// What requests to an endpoint may come to.
extension Schemas {
  static let refusal = object(
    [
      member("condition", text, "What a rule's `then.condition` names."),
      member("summary", text, "What sets it off."),
      member("facts", texts, "What comes with it: NAME for `err.NAME` in the provider's texts."),
      member("clause", text, "What says that the request is to be refused."),
      member(
        "evidence",
        object(
          [
            member("grade", choice(["documented", "observed", "inferred"]), "How it is known."),
            member("source", text, "Who says so."),
          ], required: ["grade", "source"]),
        "How it is known what it looks like here; without it, as the sources of the fixture say."),
    ], required: ["condition", "summary", "facts"])
}
