import Basics
import ProviderModel

/// One request of a client and our answer, as the examiner sees it.
package struct Exchange: Sendable {
  /// Its number in the journal.
  package var number: Int
  /// Milliseconds since the run began, with their fraction: several requests fit into one, and their order counts.
  package var at: Double
  package var provider: String
  package var endpoint: String
  /// The endpoint's kind: `authorize`, `token`, `resource`, …
  package var kind: String
  package var outcome: String
  package var condition: String?
  package var why: String?
  /// The rules that changed the response.
  package var rule: String?
  package var request: Request
  package var answer: Answer
  /// Whether our user agent sent it, and not the client.
  package var isAgents = false
  /// Whether the client made the request: it sent it itself, or had the browser open this address.
  package var isClients: Bool { !isAgents || isOpened }
  /// Whether the browser opened it because the client wanted it to, or because the client redirected it there.
  package var isOpened = false
  /// Whether the whole answer went out, and the peer did not go away before.
  package var isDelivered = true
  /// Names of parameters in which the endpoint takes an access token.
  package var tokenNames = ["access_token"]
  /// Whether it takes one in the `Authorization` header: some providers don't.
  package var takesTokenInHeader = true

  package init(number: Int, at: Double, request: Request, answer: Answer) {
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

extension Exchange {
  /// Takes over what the provider says of the endpoint: its kind, and where it takes tokens.
  package mutating func take(_ endpoint: Endpoint) {
    self.endpoint = endpoint.name
    kind = endpoint.kind.rawValue
    guard endpoint.kind == .resource else { return }
    let places = endpoint.service.token
    let names = places.query + places.form
    tokenNames = names + (names.contains("access_token") ? [] : ["access_token"])
    takesTokenInHeader = !places.schemes.isEmpty
  }
}
