import Basics
import HTTPTypes
import ProviderModel

/// Why the control API refuses: `application/problem+json` (RFC 9457).
package struct Problem: Error {
  package var status: Int
  package var title: String
  package var detail: String
  /// RFC 6901, into the body that was sent.
  var pointer: String?
  /// Every mistake, where there may be several.
  var errors: [(pointer: String, detail: String)] = []
  var delivery = Delivery.atOnce

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
      422, "The body is not what is expected.",
      errors.map { "\($0.detail) (at \"\($0.pointer)\")" }.joined(separator: "\n"),
      pointer: errors.first?.pointer ?? "")
    self.errors = errors
  }

  var answer: Answer {
    var body: JSONValue = [
      "type": "about:blank", "title": JSONValue(.string(title)),
      "status": JSONValue(.number(String(status))), "detail": JSONValue(.string(detail)),
    ]
    var object = body.objectValue ?? JSONObject()
    object["pointer"] = pointer.map { JSONValue(.string($0)) }
    if !errors.isEmpty {
      object["errors"] = JSONValue(
        .array(
          errors.map {
            ["pointer": JSONValue(.string($0.pointer)), "detail": JSONValue(.string($0.detail))]
          }))
    }
    body = JSONValue(.object(object))
    var answer = Answer(
      status: .init(code: status), headers: [.contentType: "application/problem+json"],
      body: body.encoded(), delivery: delivery)
    if status == 401 { answer.headers[.wwwAuthenticate] = "Bearer realm=\"understudy\"" }
    return answer
  }
}
