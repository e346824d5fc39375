import Basics

/// Fields of a provider file about its responses as a whole.
extension ProviderBody {
  static let responses: [Field] = [
    .map(
      "headers", \.headers, .template, keys: "header names",
      "Headers of all responses of the provider. A shape that has the same header keeps its own. An empty text leaves out a header that the server adds by itself: \(serverHeaders.map { "`\($0)`" }.joined(separator: ", ")).",
      example: "{ \"X-Request-Id\": \"{{rand:[0-9a-f]{32}}}\", \"Pragma\": \"\" }"
    ) { entry, vocabulary in
      let template = HeaderText.read(entry, vocabulary.inAnswers(), mayBeEmpty: true)
      let isKnown = serverHeaders.contains { $0.lowercased() == entry.name.lowercased() }
      if template?.literal?.isEmpty == true, !isKnown {
        entry.findings.error(
          entry.value, entry.pointer,
          "an empty text leaves out a header of the server, and the server adds no \"\(entry.name)\""
            + Suggestion.hint(for: entry.name, among: serverHeaders))
      }
      return template.map { (entry.name, $0) }
    },
    .map(
      "content_types", \.contentTypes, .text, keys: "members of shapes",
      known: ["json", "text", "form"], of: "content",
      "The Content-Type of all responses with such content, unless their shape has one.",
      example: "{ \"json\": \"application/json; charset=utf-8\" }"
    ) { entry, _ in
      HeaderText.mediaType(entry.value, entry.pointer, entry.findings).map { (entry.name, $0) }
    },
    .object(
      "unanswered", \.unanswered,
      "The provider's own responses to requests that none of its endpoints answers."
    ).example(
      #"{ "not_found": "no-such-address", "method_not_allowed": "wrong-method" }"#
    ).inherited(.never),
    // Entries are read last, when the conditions are known that lead to them.
    .readElsewhere(
      Property(
        "errors",
        .map(
          .map(
            .declared(ErrorRule.self),
            keys:
              "conditions; `code_*` for all that begin so and have no entry; `*` for all others"),
          keys: "tables"),
        "The responses to refused requests: for each table, an entry for each condition. The tables are `authorize`, `token`, `resource`, `registration` and `pushed_authorization`, and those that endpoints name.",
        inherited: .replaced(level: 3))
    ).example(
      #"{ "token": { "code_*": { "shape": "refusal", "code": "invalid_grant", "text": "The code is not good." } } }"#
    ).required(unless: "extends"),
  ]

  /// The headers that the server adds to each response.
  private static let serverHeaders = [
    "Cache-Control", "Pragma", "Server", "X-Content-Type-Options",
  ]
}
