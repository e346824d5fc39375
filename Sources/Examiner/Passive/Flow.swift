import Basics

/// One authorization request of the client, and how it went on.
struct Flow: Sendable {
  /// The request as the client made it: what a browser loads afterwards is no other one.
  let sent: Sent
  /// Those of its pushed request, where it was seen; others beside the `request_uri` do not count (RFC 9126 §4).
  let parameters: Parameters
  private let wasPushed: Bool
  /// The same request as one before that had ended: a browser's reload, unless the client made use of its answer.
  var isAgain = false
  var hasEnded = false
  /// What the callback brought, by its parameters' names.
  var brought: [String: String] = [:]

  /// - Parameter pushed: the parameters of pushed requests, by their request URIs.
  init(_ sent: Sent, pushed: [String: Parameters] = [:]) {
    self.sent = sent
    let front = sent.method == "POST" ? sent.form : sent.query
    let uri = front.first("request_uri") ?? ""
    wasPushed = pushed[uri] != nil
    parameters =
      pushed[uri].map { known in
        Parameters(known.list + front.list.filter { $0.name == "request_uri" })
      } ?? front
  }

  /// A parameter's value. One without a value is left out (RFC 6749 §3.1).
  func value(_ name: String) -> String? { parameters.first(name).flatMap { $0.isEmpty ? nil : $0 } }

  var responseTypes: [Substring] { (value("response_type") ?? "").split(separator: " ") }
  var asksForCode: Bool { responseTypes.contains("code") }
  var scopes: [Substring] { (value("scope") ?? "").split(separator: " ") }
  /// Its parameters stand in a request object, or were pushed unseen (RFC 9101, RFC 9126).
  var isElsewhere: Bool {
    !wasPushed && value("request_uri") != nil || value("request") != nil
  }

  /// What makes a request another one. A browser that loads a page again, or comes back to it from the login page, sends
  /// the same; providers may add to it.
  private static let telling = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "request_uri", "request", "prompt",
  ]

  func isSameRequest(as other: Flow) -> Bool {
    Self.telling.allSatisfy { parameters.values($0) == other.parameters.values($0) }
  }

  /// Whether these are parameters of an authorization request, and not of a form on one of its pages.
  var isRequest: Bool { Self.telling.contains { parameters.first($0) != nil } }
}
