import Basics

/// The format of a response.
package final class AnswerShape: Sendable {
  package enum Form: Sendable {
    /// Without a mode it follows the response mode of the request.
    case redirect(mode: String?, parameters: Shape, style: QueryStyle?)
    case json(Shape, JSONStyle)
    case text(Template)
    case page(String)
    case empty
    /// Another shape, selected by the Accept header.
    case accept([(type: String, shape: Int)])
  }
  package let name: String
  package let form: Form
  package let status: Int
  package let contentType: String?
  package let headers: [(name: String, value: Template)]
  /// Whether all responses at one address are the same: then the response is cached.
  let isKept: Bool
  /// Whether writing it uses random text.
  package let draws: Bool
  /// Whether it contains the server's keys.
  package let showsKeys: Bool

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
    showsKeys = Self.facts(form).contains { if case .keys = $0 { true } else { false } }
  }
}

extension AnswerShape {
  /// All facts that its body names.
  var facts: [Fact] { Self.facts(form) }

  private static func facts(_ form: Form) -> [Fact] {
    switch form {
    case .json(let shape, _): shape.facts
    case .redirect(_, let parameters, _): parameters.facts
    case .text(let template): template.facts
    case .page, .empty, .accept: []
    }
  }
}
