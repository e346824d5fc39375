import Basics
import HTTPTypes

/// Reads the formats of responses.
extension ProviderReader {
  mutating func readShapes(_ reader: inout FixtureReader) {
    let inAnswers = vocabulary.inAnswers()
    for (name, value, pointer) in reader.map("shapes") {
      var shape = FixtureReader(value, .shape, pointer, findings)
      let status = shape.integer("status")
      let type = shape.string("content_type")
      let headers = shape.map("headers").compactMap { name, value, pointer in
        readHeader(name, value, pointer, inAnswers).map { (name, $0) }
      }
      let form = readForm(&shape, inAnswers)
      shape.finish()
      var usual = 200
      if case .page = form { usual = 400 }
      body.shapes.append(
        .init(
          name: name, form: form, status: status ?? usual, contentType: type, headers: headers))
    }
  }

  /// Reports header names and values that can't be sent.
  private func readHeader(
    _ name: String, _ value: JSONValue, _ pointer: String, _ vocabulary: Vocabulary
  ) -> Template? {
    guard let template = vocabulary.template(value, pointer, findings) else { return nil }
    if !HeaderText.isName(name) {
      findings.error(value, pointer, "\"\(name)\" is no header name (RFC 9110 §5.1)")
    }
    if let literal = template.literal {
      if literal.isEmpty {
        findings.error(value, pointer, "a header without a value can't be sent; leave it out")
      } else if !HeaderText.isValue(literal) {
        findings.error(
          value, pointer, "expected a text on one line, without control characters (RFC 9110 §5.5)")
      }
    }
    return template
  }

  private func readForm(
    _ shape: inout FixtureReader, _ vocabulary: Vocabulary
  ) -> AnswerShape.Form {
    if var redirect = shape.object("redirect") {
      let mode = redirect.string("mode") ?? Self.auto
      if mode != Self.auto {
        redirect.checkMode(also: [Self.auto])
      }
      var style: QueryStyle?
      if var inner = redirect.object("style") { style = readStyle(&inner) }
      let parameters = redirect.shape("parameters", vocabulary, required: true) ?? .empty
      redirect.finish()
      return .redirect(mode: mode == Self.auto ? nil : mode, parameters: parameters, style: style)
    }
    if shape.value["json"] != nil {
      var style = JSONStyle.compact
      if var inner = shape.object("style") {
        style.space = inner.bool("space") ?? false
        style.escapedSlash = inner.bool("slash") ?? false
        style.ascii = inner.bool("ascii") ?? false
        inner.finish()
      }
      return .json(shape.shape("json", vocabulary, style: style) ?? .empty, style)
    }
    if let text = shape.template("text", vocabulary) { return .text(text) }
    if shape.bool("empty") == true { return .empty }
    let accepted = shape.map("accept")
    if !accepted.isEmpty {
      var list: [(type: String, shape: Int)] = []
      for (type, value, _) in accepted {
        let place = vocabulary.checkPart(
          .shape, value.stringValue, shape.value["accept"], shape.at("accept"), findings)
        if let place { list.append((type, place)) }
      }
      return .accept(list)
    }
    let page = shape.string("page", required: true)
    vocabulary.checkPart(.page, page, shape.value["page"], shape.at("page"), findings)
    return .page(page ?? "error")
  }

  /// Follows the response mode of the request.
  private static let auto = "auto"
}

extension FixtureReader {
  /// Ways to the client (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode).
  private static let modes = ["query", "fragment", "form_post"]

  /// Checks a literal mode. The result of a template is checked at run time.
  func checkMode(also more: [String] = []) {
    if let mode = value["mode"] { checkMode(mode, at("mode"), more + Self.modes) }
  }

  private func checkMode(_ value: JSONValue, _ pointer: String, _ known: [String]) {
    if value["$if"] != nil {
      for name in ["then", "else"] {
        if let branch = value[name] { checkMode(branch, "\(pointer)/\(name)", known) }
      }
      return
    }
    guard let text = value.stringValue, !text.utf8.contains(UInt8(ascii: "{")) else { return }
    if !known.contains(text) {
      findings.error(
        value, pointer, "unknown mode \"\(text)\"" + Suggestion.hint(for: text, among: known))
    }
  }
}

/// The syntax of header fields (RFC 9110 §§5.1, 5.5).
package enum HeaderText {
  package static func isName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  package static func isValue(_ text: String) -> Bool {
    !text.isEmpty && HTTPField.isValidValue(text)
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
  }
}
