import Basics
import HTTPTypes

/// Hides secrets in what is shown of a run: the first four characters and the length stay, so that one can be told from
/// another.
package struct SecretHider: Sendable {
  private let marks: [(secret: String, mark: String)]
  private static let shortest = 6

  /// - Parameter exchanges: those that are shown; what their headers carry is hidden too.
  package init(_ secrets: [String], _ exchanges: [Exchange] = []) {
    var marks: [String: String] = [:]
    for secret in secrets + exchanges.flatMap(Self.credentials)
    where secret.utf8.count >= Self.shortest && !Hidden.isIn(secret) {
      let mark = "\(secret.prefix(4))…(\(secret.count))"
      marks[secret] = mark
      // As it stands in addresses and forms.
      for style in [QueryStyle(), .rfc3986] { marks[style.encode(secret)] = mark }
    }
    // Long ones first: a short one may stand inside.
    self.marks = marks.map { (secret: $0.key, mark: $0.value) }.sorted {
      ($1.secret.utf8.count, $0.secret) < ($0.secret.utf8.count, $1.secret)
    }
  }

  /// What headers carry: tokens, id and secret in base64, cookies.
  private static func credentials(_ exchange: Exchange) -> [String] {
    var found: [String] = []
    for name in [HTTPField.Name.authorization, .proxyAuthorization] {
      for line in exchange.request.headers[values: name] {
        found.append(line.split(separator: " ").last.map(String.init) ?? line)
      }
    }
    if let line = exchange.request.headers[.cookie] { found += Cookies.read(line).map(\.value) }
    for line in exchange.answer.headers[values: .setCookie] {
      let pair = line.prefix { $0 != ";" }
      found.append(String(pair.drop { $0 != "=" }.dropFirst()))
    }
    return found
  }

  package func hide(_ text: String) -> String {
    marks.reduce(text) { text, each in
      guard text.contains(each.secret) else { return text }
      return text.split(separator: each.secret, omittingEmptySubsequences: false)
        .joined(separator: each.mark)
    }
  }

  package func hide(_ result: CheckResult) -> CheckResult {
    var result = result
    result.reason = hide(result.reason)
    result.evidence = result.evidence.map { .init($0.kind, hide($0.text)) }
    result.steps = result.steps.map { step in
      var step = step
      (step.sent, step.came, step.detail) = (hide(step.sent), hide(step.came), hide(step.detail))
      return step
    }
    result.curl = hide(result.curl)
    result.output = hide(result.output)
    return result
  }
}
