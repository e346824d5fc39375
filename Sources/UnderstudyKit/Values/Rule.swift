internal import Basics

extension Sandbox {
  /// What happens when a request matches: a fault on command.
  ///
  /// A rule begins with what it does. What follows says to which requests, and how often.
  ///
  /// ```swift
  /// // The next token request fails as VK fails; the one after it gets through.
  /// try sandbox.add(.condition("code_expired").at("vk", "token").once)
  /// // Answers of userinfo are late, the first one excepted.
  /// try sandbox.add(.delay(.milliseconds(50)).at("standard", "userinfo").skip(1))
  /// // The callback carries another state than was sent.
  /// try sandbox.add(.change(.set(["state": "wrong"])).at("standard", "authorize"))
  /// ```
  ///
  /// Rules are tried in order; the first that matches acts. One that only slows an answer down lets another one change it.
  public struct Rule: Record, CustomStringConvertible {
    var members: JSONObject

    init(members: JSONObject) { self.members = members }
    init() { members = JSONObject() }

    // MARK: What it is

    /// Its name; the sandbox gives it one where it has none.
    public var id: String? { text("id") }
    /// What it is for.
    public var summary: String? { text("summary") }
    /// How many requests have matched, as far as the sandbox has told.
    public var seen: Int { number("seen") ?? 0 }
    /// How often it has acted, as far as the sandbox has told.
    public var fired: Int { number("fired") ?? 0 }
    /// Whether it has acted as often as it may, as far as the sandbox has told.
    public var isSpent: Bool { isTrue("spent") }
    /// Whether it acts; one that is switched off is passed over, and keeps its place and its counters.
    public var isOn: Bool { members["on"]?.boolValue ?? true }
    /// The whole rule, as the control API has it.
    public var json: JSON { JSON(value) }

    /// A rule as the control API has it, for whatever has no word here.
    ///
    /// ```swift
    /// try sandbox.add(
    ///   Sandbox.Rule(["match": ["endpoint": "token"], "then": ["condition": "code_expired"]]))
    /// ```
    public init(_ json: JSON) { self.init(json.tree) }

    // MARK: To which requests

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
    ///   - person: A username: who types it, who is signed in, or whose code or token it is.
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
    /// Only requests of which a predicate of the fixture language holds (`docs/fixtures.md` lists predicates and facts).
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

    // MARK: How often

    /// It acts once.
    public var once: Rule { times(1) }
    /// It acts so often; for ever where nothing is said.
    public func times(_ count: Int) -> Rule { with("times", JSONValue(count)) }
    /// Only once the rule of this name has acted; it is added in the same call.
    public func after(_ id: String) -> Rule { with("after", JSONValue(id)) }
    /// So many matching requests pass first.
    public func skip(_ count: Int) -> Rule { with("skip", JSONValue(count)) }

    // MARK: What it is called

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
