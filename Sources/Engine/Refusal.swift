import Basics
import ProviderModel

/// Why a request is not granted: a condition for the wire, a sentence and a clause for people.
struct Refusal: Error, Sendable, Codable {
  var condition: Condition
  /// `err.value`, `err.param`, …
  @NamedTexts var facts: [(name: String, value: String)] = []
  var sentence: String
  var clause: String
  var remedy: Remedy
  /// The status, where it is not the one of the error table.
  var status: Int?
  /// Where the refusal may be sent; `nil` while nothing sent can be trusted.
  var target: RedirectTarget?
  /// The grant of the device request that it ends.
  var device: Grant?
  var mode = "query"
  var client: String?
  /// The parameters of the authorization request, such as `state`; `nil` if it has none or cannot be answered.
  var arguments: CanonicalParameters?

  /// - Parameter clause: where it is not the one that the condition is declared with.
  init(
    _ condition: Condition, at catalogue: Condition.Catalogue,
    facts: [(name: String, value: String)] = [], _ sentence: String, clause: String? = nil,
    remedy: Remedy
  ) {
    self.condition = condition
    self.facts = facts
    self.sentence = sentence
    self.clause = clause ?? condition.declaration(at: catalogue)?.clause ?? ""
    self.remedy = remedy
  }

  /// Sent to a client whose redirect URI is known to be good, or to a device when it polls.
  func sent(to request: AuthorizationRequest) -> Refusal {
    var refusal = sent(to: request.target, request.mode, request.client, request.arguments)
    refusal.device = request.device
    return refusal
  }

  func sent(
    to target: RedirectTarget?, _ mode: String, _ client: String?,
    _ arguments: CanonicalParameters? = nil
  ) -> Refusal {
    var refusal = self
    (refusal.target, refusal.mode, refusal.client) = (target, mode, client)
    refusal.arguments = arguments
    return refusal
  }
}
