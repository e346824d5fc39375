import JSON

extension Context {
  /// The text of a credential: its `{{rand:…}}` draws from the given generator.
  public mutating func secret(
    _ template: Template, using generator: inout some RandomNumberGenerator
  ) -> String {
    var text = ""
    for segment in template.segments {
      switch segment {
      case .text(let literal): text += literal
      case .value(let expression):
        if let pattern = expression.pattern {
          text += pattern.draw(using: &generator)
        } else {
          text += Filters.text(value(of: expression))
        }
      default: break
      }
    }
    return text
  }
}
