import HTTPMessages

/// One request of a client and our answer, as the examiner sees it.
public struct Exchange: Sendable {
  /// Its number in the journal.
  public var number: Int
  /// Milliseconds since the run began, with their fraction: several requests fit into one, and their order counts.
  public var at: Double
  public var provider: String
  public var endpoint: String
  /// The endpoint's kind: `authorize`, `token`, `resource`, …
  public var kind: String
  public var outcome: String
  public var condition: String?
  public var why: String?
  /// The rules that had a hand in the answer.
  public var rule: String?
  public var request: Request
  public var answer: Answer
  /// Whether our user agent sent it, and not the client.
  public var isAgents = false
  /// Whether the client made the request: it sent it itself, or had the browser open this address.
  public var isClients: Bool { !isAgents || isOpened }
  /// Whether the browser opened it because the client wanted it to, or because the client redirected it there.
  public var isOpened = false
  /// Whether the whole answer went out, and the peer did not go away before.
  public var isDelivered = true
  /// Names of parameters in which the endpoint takes an access token.
  public var tokenNames = ["access_token"]
  /// Whether it takes one in the `Authorization` header: some providers don't.
  public var takesTokenInHeader = true

  public init(number: Int, at: Double, request: Request, answer: Answer) {
    self.number = number
    self.at = at
    self.request = request
    self.answer = answer
    provider = ""
    endpoint = ""
    kind = ""
    outcome = ""
  }
}
