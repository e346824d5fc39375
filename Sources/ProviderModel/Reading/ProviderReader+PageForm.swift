import Basics

/// What a page sends and shows, with the templates that it takes in.
extension ProviderReader {
  /// The forms of a page.
  func form(of page: PageRule) -> PageForm {
    guard let template = page.template else { return PageForm("") }
    var draft = Draft()
    write(template, page, into: &draft, depth: 0)
    return draft.parts > 0 ? PageForm(draft.text) : .unknown
  }

  /// The text of a page, and the number of templates that it may still take in: each may stand in many others.
  private struct Draft {
    var text = ""
    var parts = 2000
  }

  private func write(_ template: Int, _ page: PageRule, into draft: inout Draft, depth: Int) {
    guard depth < 12, draft.parts > 0, body.templates.indices.contains(template) else { return }
    draft.parts -= 1
    write(body.templates[template].segments, page, into: &draft, depth: depth)
  }

  private func write(
    _ segments: [Template.Segment], _ page: PageRule, into draft: inout Draft, depth: Int
  ) {
    for segment in segments {
      switch segment {
      case .text(let literal): draft.text += literal
      case .value(let expression):
        if case .field(let name)? = expression.fact, expression.filters.isEmpty {
          draft.text += page.field(name) ?? ""
        } else {
          draft.text.append(PageForm.mark)
        }
      case .when(let expression, let then, let otherwise):
        guard case .field(let name)? = expression.fact, expression.filters.isEmpty else {
          write(then + otherwise, page, into: &draft, depth: depth)
          continue
        }
        let isThere = page.field(name)?.isEmpty == false
        write(isThere ? then : otherwise, page, into: &draft, depth: depth)
      case .each(_, let body): write(body, page, into: &draft, depth: depth)
      case .part(let index): write(index, page, into: &draft, depth: depth + 1)
      }
    }
  }

  /// Where the template of a page can be mended: in this file, or else the page may name another one.
  func template(of page: PageRule, _ name: String) -> String {
    let own = page.template.flatMap { index in
      vocabulary.templates.indices.contains(index) ? vocabulary.templates[index] : nil
    }
    guard let own, isOwn(tree["templates"]?[own]), !isOwn(tree["pages"]?[name]) else {
      return JSONPointer.appending(name, to: "/pages")
    }
    return JSONPointer.appending(own, to: "/templates")
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
