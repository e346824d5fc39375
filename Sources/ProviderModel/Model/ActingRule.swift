import Basics

/// Names the person that a client acts for, by username or by a claim.
package struct ActingRule: Sendable {
  /// The claim; `nil` for the username.
  package let claim: String?
  /// The value. If it is empty, the client acts for itself.
  package let value: Template

  static let field = GrantRule.Declaration.Field(
    Property(
      "for", .either([.template, .map(.template, keys: "names of one claim")]),
      "The person for whom a client acts, such as its owner or its service account: the username, or an object with one claim and its value. If the text is empty, the client acts for itself. A person who is not in the cast is refused with `grant_not_allowed`.",
      or: "the client acts for itself", example: "{ \"sub\": \"{{client.owner}}\" }")
  ) { rule, reader, vocabulary in
    guard let member = reader.member("for") else { return false }
    rule.actsFor = ActingRule(member, reader.at("for"), vocabulary, reader.findings)
    return rule.actsFor != nil
  }

  private init?(
    _ member: JSONValue, _ pointer: String, _ vocabulary: Vocabulary, _ findings: Diagnostics
  ) {
    guard let object = member.objectValue else {
      guard let text = vocabulary.template(member, pointer, findings) else { return nil }
      (claim, value) = (nil, text)
      return
    }
    guard let entry = object.first(where: { _ in true }), object.names.count == 1 else {
      findings.error(
        member, pointer,
        "expected one claim with its value, such as {\"sub\": \"{{client.owner}}\"}, found \(object.names.count) members"
      )
      return nil
    }
    let place = JSONPointer.appending(entry.name, to: pointer)
    if !vocabulary.claims.contains(entry.name) {
      findings.error(
        entry.value, place,
        "no person has a claim \"\(entry.name)\""
          + Suggestion.hint(for: entry.name, among: vocabulary.claims), cause: "/claims")
    }
    guard let text = vocabulary.template(entry.value, place, findings) else { return nil }
    (claim, value) = (entry.name, text)
  }
}
