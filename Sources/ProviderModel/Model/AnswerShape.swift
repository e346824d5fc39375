import Basics

/// How an answer looks on the wire.
package final class AnswerShape: Sendable {
  package enum Form: Sendable {
    /// Without a mode it follows the response mode of the request.
    case redirect(mode: String?, parameters: Shape, style: QueryStyle?)
    case json(Shape, JSONStyle)
    case text(Template)
    case page(String)
    case empty
    /// Another shape, by what the client accepts; the last one is the rule.
    case accept([(type: String, shape: Int)])
  }
  package let name: String
  package let form: Form
  package let status: Int
  package let contentType: String?
  package let headers: [(name: String, value: Template)]
  /// Whether it says the same to everyone who asks at one address: then it is written once, and kept.
  let isKept: Bool
  /// Whether writing it draws letters.
  package let draws: Bool

  init(
    name: String, form: Form, status: Int, contentType: String?,
    headers: [(name: String, value: Template)]
  ) {
    self.name = name
    self.form = form
    self.status = status
    self.contentType = contentType
    self.headers = headers
    switch form {
    case .json(let shape, _):
      isKept = !shape.draws && shape.facts.allSatisfy(\.isOfAddress) && headers.isEmpty
      draws = shape.draws || headers.contains { $0.value.draws }
    case .text(let template):
      isKept = false
      draws = template.draws || headers.contains { $0.value.draws }
    default:
      isKept = false
      draws = headers.contains { $0.value.draws }
    }
  }
}

extension AnswerShape {
  /// Whether the server's keys stand in it.
  var showsKeys: Bool { facts.contains { if case .keys = $0 { true } else { false } } }

  /// Everything that its body names.
  var facts: [Fact] {
    switch form {
    case .json(let shape, _): shape.facts
    case .redirect(_, let parameters, _): parameters.facts
    case .text(let template): template.facts
    case .page, .empty, .accept: []
    }
  }
}
