import Basics

/// One rule of a scenario: its effect applies when a request matches.
package struct Rule: Sendable {
  /// The largest number of rules in a sandbox. Each request is compared with all of them.
  package static let most = 512

  package var id = ""
  package var match = Match()
  /// The number of matching requests that pass first: 2 means that the third one is hit.
  package var skip = 0
  /// The ID of a rule that has to act first. Until then this rule is passed over and counts no request.
  package var after: String?
  /// How often the rule acts; `nil` for no limit.
  package var times: Int?
  /// The number of matching requests that pass in each window of time. The rule hits the others. It counts the requests of
  /// all callers together; `match` says whose requests count.
  package var limit: RateLimit?
  package var effect = Effect()
  /// A rule that is off is passed over.
  package internal(set) var isOn = true
  /// The rule as its author wrote it.
  package var source: JSONValue = .null

  package init() {}

  /// Switches the rule, also in `source`.
  package mutating func turn(on isOn: Bool) {
    self.isOn = isOn
    var object = source.objectValue ?? JSONObject()
    object["on"] = isOn ? nil : false
    source = JSONValue(.object(object), origin: source.origin)
  }

  /// Combines two rules of one exchange: the first slows the answer down, and this one changes its content.
  package func after(_ first: Rule) -> Rule {
    var both = self
    both.id = "\(first.id), \(id)"
    both.effect.delay += first.effect.delay
    both.effect.drip = effect.drip ?? first.effect.drip
    both.effect.truncate = effect.truncate ?? first.effect.truncate
    return both
  }
}

extension Rule: RulePart {
  static let declaration: Declaration = .init(
    "rule", "A rule changes what the server does with matching requests.",
    [
      .text(
        "id", \.id, type: .matching("^[A-Za-z0-9_-]{1,64}$"),
        "The name of the rule, in the journal and in the header `Understudy-Rule`. A rule that is added later replaces one of the same name.",
        or: "its number", example: "\"codes-expire\""),
      .ignored(
        "summary", "The purpose of the rule.", example: "\"The first refresh fails.\""),
      .flag("on", \.isOn, "Whether the rule applies. A rule that is off is passed over."),
      .object("match", \.match, "The requests to which the rule applies.", or: "all").example(
        #"{ "provider": "standard", "endpoint": "token" }"#),
      .text(
        "after", \.after,
        "The ID of a rule that has to act first. Both rules are in the same list.",
        example: "\"keys-rolled\""),
      .whole(
        "skip", \.skip, in: Bounds.count, "The number of matching requests that pass first.",
        example: "2"),
      .whole(
        "times", \.times, in: Bounds.count, "How often the rule acts.", or: "always", example: "1"),
      .init(
        Property(
          "limit", .declared(Limit.self),
          "The number of matching requests that pass in each window of the sandbox's time, from all clients together. `then` applies to the others, and their answers carry Retry-After."
        )
      ) { rule, reader, context in
        rule.limit = reader.value("limit", as: Limit.self, context)?.rate
        return rule.limit != nil
      }.example(
        #"{ "requests": 5, "per": "PT1M" }"#),
      .init(
        Property(
          "then", .object(Effect.declaration.schema), "What happens.",
          or: "with a limit, the provider's own refusal as `rate_limited`", .unless("limit"))
      ) { rule, reader, context in
        context.readThen(&reader, &rule)
        return true
      }.example(
        #"{ "condition": "code_expired" }"#),
    ], instead: [ScenarioName.declaration.schema])
}

extension Rule {
  /// The limit of a rule as it is written.
  struct Limit {
    var rate = RateLimit()
  }
}

extension Rule.Limit: RulePart {
  static let declaration: Declaration = .init(
    "limit",
    "The number of requests that a rule lets pass. Requests of all callers count together.",
    [
      .init(
        Property(
          "requests", .whole(Bounds.count), "The number of requests that pass in each window.",
          example: "5", .required)
      ) { limit, reader, _ in
        guard reader.member("requests", required: true) != nil else { return false }
        limit.rate.most = reader.integer("requests") ?? 0
        return true
      },
      .init(
        Property(
          "per", .matching("^P"),
          "The length of a window, from its first request on: an ISO 8601 duration of whole seconds, a day at most.",
          example: "\"PT1M\"", .required)
      ) { limit, reader, _ in
        limit.rate.seconds = readWindow(&reader) ?? 1
        return true
      },
    ])

  /// The longest window: a day.
  private static let longest = 86_400

  /// Reads whole seconds: a sandbox's clock has no others.
  private static func readWindow(_ reader: inout FixtureReader) -> Int? {
    guard let member = reader.member("per", required: true) else { return nil }
    let milliseconds = member.stringValue.flatMap { Duration8601.milliseconds($0) }
    guard let milliseconds, milliseconds % 1000 == 0,
      (1...longest).contains(milliseconds / 1000)
    else {
      reader.findings.error(
        member, reader.at("per"),
        "expected a duration of whole seconds such as PT1S, a day at most, found \(member.found)")
      return nil
    }
    return milliseconds / 1000
  }
}
