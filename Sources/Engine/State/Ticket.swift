import ProviderModel

/// What ties a form to the request that led to it, and to the browser that was shown it.
struct Ticket: Sendable, Codable {
  let provider: String
  /// The value of the browser's cookie. Empty while nobody has seen a form: a ticket in a link between hosts.
  var browser: String
  var request: AuthorizationRequest?
  /// A refusal that is told only after the login.
  let refusal: Refusal?
  /// Where the login leads, at providers that keep the request in the URL.
  let next: String?
  /// The step that its page stands for; `nil` once that step is done, and for a link that ends a sign-in.
  var step: EndpointKind?
  let ends: Int

  /// About how much memory its texts take.
  var bytes: Int {
    let asked = request.map { 2 * $0.sent.rawQuery.utf8.count + $0.arguments.bytes } ?? 0
    let refused = refusal.map { $0.sentence.utf8.count + ($0.arguments?.bytes ?? 0) } ?? 0
    return asked + (next?.utf8.count ?? 0) + refused
  }
}
