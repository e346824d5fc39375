/// The stages between an authorization request and its answer, in order.
public struct Flow: Sendable {
  public struct Step: Sendable {
    public enum Ask: String, Sendable, CaseIterable { case always, new, never }
    public let name: String
    public let kind: EndpointKind
    public let page: String
    /// The link to where the browser is sent; `nil` shows the page at the address that was asked.
    public let enter: Int?
    public let when: Predicate
    public let force: Predicate
    public let ask: Ask
  }
  public var steps: [Step] = []
  /// The link to where the browser is sent when nothing is left to ask; `nil` answers at once.
  public var finish: Int?

  public func first(_ kind: EndpointKind) -> Step? { steps.first { $0.kind == kind } }
}
