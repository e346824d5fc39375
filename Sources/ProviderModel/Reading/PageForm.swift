/// What the forms of a page can send, as far as its fixture says it.
struct PageForm {
  /// A button's name and value; `nil` where only a request tells them.
  private(set) var buttons: [(name: String?, value: String?)] = []
  /// Fields that the user fills in or checks: any value may come.
  private(set) var inputs: Set<String> = []
  /// Names of hidden fields that the template writes itself.
  private(set) var hidden: Set<String> = []
  /// Some field has a name that only a request tells.
  private(set) var isOpen = false

  /// Stands for what only a request tells.
  static let unknown: Character = "\u{FFFC}"

  /// - Parameter text: the page's template with the names and values of its fields filled in.
  init(_ text: String) {
    for tag in MarkupTag.all(in: text) {
      let type = tag["type"]?.lowercased()
      switch (tag.name, type) {
      case ("button", "button"), ("button", "reset"), ("input", "button"), ("input", "reset"): break
      case ("button", _), ("input", "submit"), ("input", "image"):
        buttons.append((tag["name"].map(Self.told) ?? "", tag["value"].map(Self.told) ?? ""))
      case ("input", "hidden"):
        // A name that is not told is one of those that the page's `hidden` lists.
        if let name = tag["name"].flatMap(Self.told) { hidden.insert(name) }
      case ("input", _), ("select", _), ("textarea", _):
        guard let name = tag["name"] else { break }
        if let told = Self.told(name) { inputs.insert(told) } else { isOpen = true }
      default: break
      }
    }
  }

  /// A text as the browser sends it, if it can be told: characters that are written as entities are not read here.
  private static func told(_ text: String) -> String? {
    text.contains { $0 == unknown || $0 == "&" } ? nil : text
  }
}
