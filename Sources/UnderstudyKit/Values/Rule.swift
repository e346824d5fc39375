internal import Basics

extension Sandbox {
  /// A fault on command: what happens when a request matches.
  ///
  /// A rule starts with its effect. The calls after it say which requests it matches, and how often it acts.
  ///
  /// ```swift
  /// // The next token request fails as VK fails; the one after it gets through.
  /// try sandbox.add(.condition("code_expired").at("vk", "token").once)
  /// // Answers of userinfo are late, except the first one.
  /// try sandbox.add(.delay(.milliseconds(50)).at("standard", "userinfo").skip(1))
  /// // The callback carries another state than was sent.
  /// try sandbox.add(.change(.set(["state": "wrong"])).at("standard", "authorize"))
  /// ```
  ///
  /// The first matching rule applies. A rule that only adds a delay does not stop later rules.
  public struct Rule: Record, CustomStringConvertible {
    var members: JSONObject

    init(members: JSONObject) { self.members = members }
    init() { members = JSONObject() }

    // MARK: Properties

    /// The name; the sandbox assigns one if the rule has none.
    public var id: String? { text("id") }
    /// The purpose.
    public var summary: String? { text("summary") }
    /// How many requests have matched, at the time the sandbox was asked.
    public var seen: Int { number("seen") ?? 0 }
    /// How often it has acted, at the time the sandbox was asked.
    public var fired: Int { number("fired") ?? 0 }
    /// Whether it has acted as often as it may, at the time the sandbox was asked.
    public var isSpent: Bool { isTrue("spent") }
    /// The reason why no request matched it, at the time the sandbox was asked: a person, a client or a host that is not there.
    public var warning: String? { text("warning") }
    /// Whether it acts. A rule that is off is passed over, and keeps its place and its counters.
    public var isOn: Bool { members["on"]?.boolValue ?? true }
    /// The whole rule, as the control API has it.
    public var json: JSON { JSON(value) }

    /// A rule in the JSON of the control API.
    ///
    /// ```swift
    /// try sandbox.add(
    ///   Sandbox.Rule(["match": ["endpoint": "token"], "then": ["condition": "code_expired"]]))
    /// ```
    public init(_ json: JSON) { self.init(json.tree) }

    // MARK: Matching

    /// Only requests to a provider, or to one of its endpoints, by name or by kind.
    public func at(_ provider: String, _ endpoint: Endpoint? = nil) -> Rule {
      matching("provider", provider).matching("endpoint", endpoint?.rawValue)
    }
    /// Only requests to endpoints of this name or kind, of whatever provider.
    public func at(endpoint: Endpoint) -> Rule { matching("endpoint", endpoint.rawValue) }
    /// Only requests to which all of these apply.
    /// - Parameters:
    ///   - host: A host name without its port, such as `login.example.com`.
    ///   - method: `GET`, `POST`, …
    ///   - grant: A token request's `grant_type`.
    ///   - client: A `client_id`.
    ///   - person: The username of the person who signs in, is signed in, or owns the code or token.
    ///   - parameters: Name → its value; `true`: it is there; `false`: it is not; `["matches": "…"]`: a regular
    ///     expression for the whole value.
    public func when(
      host: String? = nil, method: String? = nil, grant: String? = nil, client: String? = nil,
      person: String? = nil, parameters: [String: JSON] = [:]
    ) -> Rule {
      let rule = matching("host", host).matching("method", method).matching("grant", grant)
        .matching("client", client).matching("person", person)
      return parameters.isEmpty
        ? rule : rule.with("match", "parameters", JSONValue(.object(parameters.object)))
    }
    /// Only requests for which a predicate of the fixture language holds (`docs/fixtures.md` lists predicates and facts).
    ///
    /// ```swift
    /// try sandbox.add(
    ///   .condition("server_error").when(["eq": ["{{client.kind}}", "public"]])
    ///     .at("standard", "authorize"))
    /// ```
    public func when(_ predicate: JSON) -> Rule { with("match", "when", predicate.tree) }

    private func matching(_ name: String, _ text: String?) -> Rule {
      text.map { with("match", name, JSONValue($0)) } ?? self
    }

    // MARK: Counting

    /// It acts once.
    public var once: Rule { times(1) }
    /// It acts this many times. Without a call of `times`, it has no limit.
    public func times(_ count: Int) -> Rule { with("times", JSONValue(count)) }
    /// Only once the rule of this name has acted; it is added in the same call.
    public func after(_ id: String) -> Rule { with("after", JSONValue(id)) }
    /// This many matching requests pass first.
    public func skip(_ count: Int) -> Rule { with("skip", JSONValue(count)) }

    // MARK: Name and state

    /// It is switched off from the start.
    ///
    /// ```swift
    /// try sandbox.add(.condition("code_expired").at("vk", "token").named("later").off)
    /// try sandbox.turn(rule: "later", on: true)
    /// ```
    public var off: Rule { with("on", false) }

    /// Gives it a name: a rule of the same name is replaced, and answers carry it in `Understudy-Rule`.
    public func named(_ id: String) -> Rule { with("id", JSONValue(id)) }
    /// Says what it is for.
    public func summary(_ text: String) -> Rule { with("summary", JSONValue(text)) }
  }
}
