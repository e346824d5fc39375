import Basics
import HTTPTypes
import ProviderModel

/// Mistakes in the names and values of parameters, for the sentences of refusals.
extension NearMiss {
  /// Names that a request may have beside the one that it lacks: they mean something else.
  private static let meant: Set<String> = [
    "client_id", "client_secret", "client_assertion", "client_assertion_type", "code",
    "code_challenge", "code_challenge_method", "code_verifier", "grant_type", "redirect_uri",
    "refresh_token", "request", "request_uri", "resource", "response_mode", "response_type",
    "scope", "state", "token", "token_type_hint",
  ]

  /// The parameter that was probably meant to be one that is missing; empty if none is near.
  static func parameter(_ name: String, among sent: some Sequence<String>) -> String {
    let others = sent.prefix(32).filter { !meant.contains($0) && !$0.isEmpty }
    let part = others.first { name.hasPrefix($0 + "_") || name.hasSuffix("_" + $0) }
    guard let found = part ?? Suggestion.nearest(to: name, among: others) else { return "" }
    return "; it has \(found)"
  }

  /// What was sent in the place of a code or token, and what to send; `nil` for a text that may have been one.
  static func mistaken(_ text: String, for noun: String) -> (what: String, remedy: String)? {
    if text.contains("://"), text.contains("?code=") || text.contains("&code=") {
      return ("is a whole callback", "send the value of its parameter code")
    }
    guard isPlaceholder(text) else { return nil }
    return ("is the text \"\(text)\": the program has no \(noun)", "send the \(noun)")
  }

  /// Whether a text is what a program sends that does not have the value: `undefined`, or a template that nobody filled in.
  package static func isPlaceholder(_ text: String) -> Bool {
    guard text.utf8.count < 64 else { return false }
    let isTemplate =
      ["${", "{{", "%{"].contains { text.hasPrefix($0) } && text.hasSuffix("}")
      || text.hasPrefix("$") && text.dropFirst().allSatisfy { $0.isUppercase || $0 == "_" }
    return isTemplate || absentWords.contains(text.lowercased())
  }

  private static let absentWords: Set<String> = [
    "undefined", "null", "nil", "none", "nan", "[object object]", "true", "false",
  ]

  /// A body that the endpoint does not read, as its type is not that of a form.
  static func body(_ context: RequestContext) -> String {
    guard context.request.method == .post,
      let type = context.request.headers[.contentType]?.split(separator: ";").first,
      type.lowercased() != "application/x-www-form-urlencoded", type.count < 64
    else { return "" }
    return "; its body is \(type), and the endpoint reads application/x-www-form-urlencoded"
  }
}
