import Basics
import HTTPTypes
import ProviderModel

/// Why the control API refuses: `application/problem+json` (RFC 9457).
package struct Problem: Error, CustomStringConvertible {
  package var status: Int
  package var title: String
  package var detail: String
  /// RFC 6901, into the body that was sent.
  var pointer: String?
  /// Every mistake, where there may be several.
  var errors: [(pointer: String, detail: String)] = []
  var delivery = Delivery.atOnce
  /// Whether the store is the reason.
  var isOfStore = false

  package var description: String { detail.isEmpty ? title : "\(title) \(detail)" }

  init(_ status: Int, _ title: String, _ detail: String, pointer: String? = nil) {
    self.status = status
    self.title = title
    self.detail = detail
    self.pointer = pointer
  }

  /// What is wrong with a body.
  init(_ findings: [Diagnostic]) {
    let errors = findings.map { (pointer: $0.pointer, detail: $0.sentence) }
    self.init(
      422, "The body is not valid.",
      errors.map { $0.detail + ($0.pointer.isEmpty ? "" : " (at \"\($0.pointer)\")") }
        .joined(separator: "\n"),
      pointer: errors.first?.pointer ?? "")
    self.errors = errors
  }

  /// RFC 9457.
  static let declaration = BodyDeclaration<Self>([
    .output("type", "Always about:blank: the status tells the kind of problem.") { _ in
      "about:blank"
    },
    .output("title", "The problem in a sentence.") { $0.title },
    .output("status", "The HTTP status.") { $0.status },
    .output("detail", "The expected value, the actual value, and how to fix the request.") {
      $0.detail
    },
    .output("pointer", "The offending member of the body, as an RFC 6901 pointer.") {
      $0.pointer
    },
    .output(
      "errors", as: Schemas.list(of: mistake.schema),
      "All offending members, if there are several."
    ) { $0.errors.isEmpty ? nil : JSONValue(.array($0.errors.map(mistake.write))) },
  ])

  private static let mistake = BodyDeclaration<(pointer: String, detail: String)>([
    .output("pointer", "The member of the body.") { $0.pointer },
    .output("detail", "The mistake.") { $0.detail },
  ])

  var answer: Answer {
    var answer = Answer(
      status: .init(code: status), headers: [.contentType: "application/problem+json"],
      body: Self.declaration.write(self).encoded(), delivery: delivery)
    if status == 401 { answer.headers[.wwwAuthenticate] = "Bearer realm=\"understudy\"" }
    // Only a store that can't be used is a reason to try again.
    if status == 503 { answer.headers[.retryAfter] = "1" }
    return answer
  }
}
