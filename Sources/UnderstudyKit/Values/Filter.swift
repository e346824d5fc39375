internal import Basics

extension Sandbox {
  /// Which entries of the journal are meant: those to which everything applies that is named.
  ///
  /// ```swift
  /// let failures = try sandbox.journal(matching: .init(provider: "vk", outcome: "refused"))
  /// let redeemed = try await sandbox.next(matching: .at("vk", "token"))
  /// ```
  public struct Filter: Sendable, Equatable, CustomStringConvertible {
    /// A provider's id.
    public var provider: String?
    /// An endpoint's name.
    public var endpoint: String?
    /// A `client_id`.
    public var client: String?
    /// A username.
    public var person: String?
    /// The outcome: `refused` also means `refused: client_unknown`.
    public var outcome: String?
    /// Of a refusal: its name in the provider's catalogue.
    public var condition: String?
    /// The id of the rule that changed the response.
    public var rule: String?
    /// What the path begins with, without what stands before it in a sandbox.
    public var path: String?
    /// The status of the answer.
    public var status: Int?
    /// `exchange`, or what was done to the sandbox.
    public var kind: String?

    /// Makes a filter; what is left out is no matter.
    public init(
      provider: String? = nil, endpoint: String? = nil, client: String? = nil,
      person: String? = nil, outcome: String? = nil, condition: String? = nil, rule: String? = nil,
      path: String? = nil, status: Int? = nil, kind: String? = nil
    ) {
      self.provider = provider
      self.endpoint = endpoint
      self.client = client
      self.person = person
      self.outcome = outcome
      self.condition = condition
      self.rule = rule
      self.path = path
      self.status = status
      self.kind = kind
    }

    /// Every entry.
    public static let all = Filter()
    /// Every exchange that was refused.
    public static let refused = Filter(outcome: "refused")
    /// Exchanges with a provider, or with one of its endpoints.
    public static func at(_ provider: String, _ endpoint: Endpoint? = nil) -> Filter {
      Filter(provider: provider, endpoint: endpoint?.rawValue)
    }

    /// As the control API has them.
    var fields: [(name: String, value: String)] {
      let all: [(String, String?)] = [
        ("provider", provider), ("endpoint", endpoint), ("client", client), ("person", person),
        ("outcome", outcome), ("condition", condition), ("rule", rule), ("path", path),
        ("status", status.map { String($0) }), ("kind", kind),
      ]
      return all.compactMap { name, value in value.map { (name, $0) } }
    }

    /// What applies, in words.
    public var description: String {
      fields.isEmpty
        ? "anything" : fields.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    }
  }
}
