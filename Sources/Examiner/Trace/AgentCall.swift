import HTTPMessages

/// What our user agent sent to the client, and what the client answered.
public struct AgentCall: Sendable {
  /// `start`, `callback`, `replay`, `before`, `after`, `landing`, `probe`, and `other-probe` by
  /// another browser.
  public var what: String
  /// Milliseconds since the run began, with their fraction.
  public var at: Double
  public var method: String
  public var url: String
  public var body: String?
  /// `nil` where none came, or where the callback went to a program that answers nothing.
  public var answer: Answer?
  /// Why there is no answer; or to which program the callback was handed.
  public var note: String?

  public init(_ what: String, at: Double, method: String = "GET", url: String) {
    self.what = what
    self.at = at
    self.method = method
    self.url = url
  }
}
