internal import Basics

extension Sandbox {
  /// The rules, in the order in which they are tried, with what they have done so far.
  ///
  /// ```swift
  /// for rule in try sandbox.rules() where !rule.isSpent { print(rule) }
  /// ```
  public func rules() throws -> [Rule] {
    try control(.get, "/rules").arrayValue?.map { Rule($0) } ?? []
  }

  /// Adds rules behind those that are there; one of the same name is replaced.
  ///
  /// ```swift
  /// try sandbox.add(
  ///   .answer(503, headers: ["Retry-After": "1"]).at("standard", "token").once,
  ///   .delay(.milliseconds(100)).at("standard"))
  /// ```
  /// - Returns: The rules as the sandbox has them, with their names.
  /// - Throws: ``Understudy/ControlAPIError``, and then none was added.
  @discardableResult
  public func add(_ rules: Rule...) throws -> [Rule] {
    let list = JSONValue(.array(rules.map(\.value)))
    return try control(.post, "/rules", list).arrayValue?.map { Rule($0) } ?? []
  }

  /// A rule as it stands now: how often it has acted.
  ///
  /// ```swift
  /// #expect(try sandbox.rule("flaky").fired == 0)
  /// ```
  public func rule(_ id: String) throws -> Rule {
    Rule(try control(.get, "/rules/\(Self.segment(id))"))
  }

  /// The next request to an endpoint ends with a condition of its provider's catalogue.
  ///
  /// ```swift
  /// try sandbox.failNext(.token, at: "vk", with: .codeExpired)
  /// ```
  @discardableResult
  public func failNext(
    _ endpoint: Endpoint, at provider: String, with condition: Condition
  ) throws -> Rule {
    try add(.condition(condition).at(provider, endpoint).once).first ?? Rule()
  }

  /// Switches a rule on or off, by its name; its place and its counters stay.
  ///
  /// ```swift
  /// try sandbox.turn(rule: "flaky", on: false)
  /// ```
  @discardableResult
  public func turn(rule id: String, on isOn: Bool) throws -> Rule {
    let body = JSONObject([.init("on", JSONValue(.bool(isOn)))])
    return Rule(try control(.put, "/rules/\(Self.segment(id))", JSONValue(.object(body))))
  }

  /// Removes a rule, by its name.
  ///
  /// ```swift
  /// try sandbox.remove(rule: "flaky")
  /// ```
  public func remove(rule id: String) throws { try control(.delete, "/rules/\(Self.segment(id))") }

  /// No rules any more.
  ///
  /// ```swift
  /// try sandbox.clearRules()
  /// ```
  public func clearRules() throws { try control(.delete, "/rules") }
}
