/// Why a request is not granted: a name for the wire, a sentence and a clause for people.
struct Refusal: Error, Sendable {
  var condition: String
  /// `err.value`, `err.param`.
  var facts: [String: String] = [:]
  var sentence: String
  var clause: String
  var remedy: String = ""
  /// Where the refusal may be sent; `nil` while nothing sent can be trusted.
  var target: RedirectTarget?
  var mode = "query"
  var client: String?
  /// What would have been accepted.
  var near: [String] = []
}
