/// What a page sends and shows, with the templates that it takes in.
extension ProviderReader {
  /// The forms of a page.
  func form(of page: PageRule) -> PageForm {
    guard let template = page.template else { return PageForm("") }
    var text = ""
    write(template, page, into: &text, depth: 0)
    return PageForm(text)
  }

  private func write(_ template: Int, _ page: PageRule, into text: inout String, depth: Int) {
    guard depth < 12, body.templates.indices.contains(template) else { return }
    write(body.templates[template].segments, page, into: &text, depth: depth)
  }

  private func write(
    _ segments: [Template.Segment], _ page: PageRule, into text: inout String, depth: Int
  ) {
    for segment in segments {
      switch segment {
      case .text(let literal): text += literal
      case .value(let expression):
        if case .field(let name)? = expression.fact, expression.filters.isEmpty {
          text += page.field(name) ?? ""
        } else {
          text.append(PageForm.unknown)
        }
      case .when(let expression, let then, let otherwise):
        guard case .field(let name)? = expression.fact, expression.filters.isEmpty else {
          write(then + otherwise, page, into: &text, depth: depth)
          continue
        }
        let isThere = page.field(name)?.isEmpty == false
        write(isThere ? then : otherwise, page, into: &text, depth: depth)
      case .each(_, let body): write(body, page, into: &text, depth: depth)
      case .part(let index): write(index, page, into: &text, depth: depth + 1)
      }
    }
  }

  /// What a page's template names, with the templates that it takes in.
  func facts(of page: PageRule) -> [Fact] {
    var seen: Set<Int> = []
    var open = [page.template].compactMap(\.self)
    var facts: [Fact] = []
    while let index = open.popLast() {
      guard seen.insert(index).inserted, body.templates.indices.contains(index) else { continue }
      facts += body.templates[index].facts
      open += body.templates[index].parts
    }
    return facts
  }
}
