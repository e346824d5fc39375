/// What the forms of a page can send, as far as its fixture says it.
struct PageForm {
  /// A button's name and value; `nil` where only a request tells them.
  private(set) var buttons: [(name: String?, value: String?)] = []
  /// Fields that the user fills in or checks: any value may come.
  private(set) var inputs: Set<String> = []
  /// Names of hidden fields that the template writes itself.
  private(set) var hidden: Set<String> = []
  /// The methods of its forms in small letters; `nil` where only a request tells them.
  private(set) var methods: [String?] = []
  /// Some form is sent as `multipart/form-data`.
  private(set) var isMultipart = false
  /// Some field has a name that only a request tells.
  private(set) var isOpen = false

  /// Stands for what only a request tells.
  static let mark: Character = "\u{FFFC}"

  /// The forms of a page that is too long to be looked at.
  static let unknown: PageForm = {
    var form = PageForm("")
    (form.methods, form.isOpen) = ([nil], true)
    return form
  }()

  /// - Parameter text: the page's template with the names and values of its fields filled in.
  init(_ text: String) {
    for tag in MarkupTag.all(in: Self.withoutComments(text)) {
      let type = tag["type"]?.lowercased()
      switch (tag.name, type) {
      case ("form", _):
        methods.append(Self.told(tag["method"]?.lowercased() ?? "get"))
        isMultipart = isMultipart || tag["enctype"]?.lowercased() == "multipart/form-data"
      case ("button", _) where tag["name"] == PageFacts.anotherField: break
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

  private static func withoutComments(_ text: String) -> String {
    guard text.contains("<!--") else { return text }
    var shown = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "<!--") {
      shown += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
    }
    return shown + rest
  }

  /// A text as the browser sends it, if it can be told: characters that are written as entities are not read here.
  private static func told(_ text: String) -> String? {
    text.contains { $0 == mark || $0 == "&" } ? nil : text
  }
}

/// A tag of a page's template: as much of HTML as it takes to see what its forms send.
struct MarkupTag {
  /// In small letters.
  let name: String
  let attributes: [(name: String, value: String)]

  /// An attribute's value; empty where the attribute stands alone.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The tags of a text that begin something, in order.
  static func all(in text: String) -> [MarkupTag] {
    var tags: [MarkupTag] = []
    var rest = text[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      let name = word(&rest)
      guard !name.isEmpty else { continue }
      tags.append(MarkupTag(name: name.lowercased(), attributes: attributes(&rest)))
    }
    return tags
  }

  private static func attributes(_ rest: inout Substring) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return attributes }
      let name = word(&rest)
      guard !name.isEmpty else {
        rest = rest.dropFirst()
        continue
      }
      guard rest.first == "=" else {
        attributes.append((name.lowercased(), ""))
        continue
      }
      rest = rest.dropFirst()
      attributes.append((name.lowercased(), value(&rest)))
    }
  }

  private static func word(_ rest: inout Substring) -> String {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private static func value(_ rest: inout Substring) -> String {
    if let mark = rest.first, mark == "\"" || mark == "'" {
      let value = rest.dropFirst().prefix { $0 != mark }
      rest = rest[value.endIndex...].dropFirst()
      return String(value)
    }
    let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
    rest = rest[value.endIndex...]
    return String(value)
  }
}
