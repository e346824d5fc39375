/// What a person could do on an HTML page: fill in forms, press buttons, follow links; and what a browser would run.
///
/// Read as leniently as browsers do, and no more of it than that: tags, attributes, and the text between.
///
/// By scalars: a quote or a bracket with a combining accent behind it is another character to Swift, and none to browsers.
package struct HTMLPage: Sendable {
  package struct Field: Sendable {
    package var name: String
    package var value: String
    /// `text`, `password`, `hidden`, `checkbox`, `submit`, …
    package var kind: String
    package var isChecked = false
    /// The label of a button.
    package var text = ""
    package var autocomplete = ""
    /// Where a button sends its form, if not to where the form says.
    package var action: String?

    /// Whether a person types here what only another device shows: browsers must not fill it in.
    var isForCode: Bool { kind == "text" && value.isEmpty && autocomplete == "off" }
  }

  package struct Form: Sendable {
    package var action: String
    package var isPost: Bool
    package var fields: [Field] = []
    package var buttons: [Field] { fields.filter { $0.kind == "submit" || $0.kind == "image" } }
  }

  package struct Link: Sendable {
    package var href: String
    package var id: String
    package var text = ""
  }

  /// What a browser would run, by itself or when somebody touches the page.
  package struct Script: Sendable, Equatable {
    /// The text, without white space around it; of an address, what stands behind `javascript:`.
    package var text: String
    /// Such as `<script>` or `<img onerror>`.
    package var place: String
  }

  package private(set) var forms: [Form] = []
  package private(set) var scripts: [Script] = []
  package private(set) var links: [Link] = []
  package private(set) var frames: [String] = []
  /// What stands where `role="alert"` does.
  package private(set) var alerts: [String] = []
  /// Whether an element has `role="status"`: the page says how something went.
  package private(set) var hasStatus = false
  /// The text of Understudy's own note on a provider's page: why it refuses, and how to fix the request.
  package private(set) var note = ""
  /// All text, for want of better.
  package private(set) var text = ""
  package private(set) var base: String?

  package init(_ html: String) {
    var rest = html.unicodeScalars[...]
    var form: Form?
    var alertDepth: Int?
    var alert = ""
    var depth = 0
    var noted: String?
    // Items of a list have commas between them, as the text is one line.
    var (separator, isNextItem) = ("", false)
    while let open = rest.firstIndex(of: "<") {
      let between = separator + Self.plain(rest[..<open])
      separator = ""
      text += between
      if alertDepth != nil { alert += between }
      noted? += between
      if let last = links.indices.last, !isLinkOver { links[last].text += between }
      if let last = form?.fields.indices.last, !isButtonOver {
        form?.fields[last].text += between
      }
      rest = rest[rest.index(after: open)...]
      if rest.starts(with: "!--".unicodeScalars) {
        // `<!-->` is a whole comment.
        rest = Self.behindComment(rest.dropFirst(1))
        continue
      }
      // Anything else behind it makes it a character like others.
      guard let next = rest.first, Tag.isLetter(next) || "/!?".unicodeScalars.contains(next) else {
        text += "<"
        continue
      }
      guard let tag = Tag(&rest) else { break }
      if tag.isClosing {
        depth -= 1
        switch tag.name {
        case "form":
          if let form { forms.append(form) }
          form = nil
        case "a": isLinkOver = true
        case "aside":
          note = Self.squeezed(noted ?? "")
          noted = nil
        case "button": isButtonOver = true
        case "li": isNextItem = true
        default: break
        }
        if let began = alertDepth, depth <= began {
          alerts.append(Self.squeezed(alert))
          alertDepth = nil
          alert = ""
        }
        continue
      }
      if tag["role"] == "status" { hasStatus = true }
      if tag.name == "p" { noted? += " " }
      if tag.name == "ul" || tag.name == "ol" { isNextItem = false }
      if tag.name == "li", isNextItem { separator = ", " }
      if tag.name == "aside", tag["aria-label"] == "Understudy" { noted = "" }
      if tag["role"] == "alert", alertDepth == nil { alertDepth = depth }
      if !Tag.empty.contains(tag.name) { depth += 1 }
      take(tag, &form)
      takeScripts(of: tag)
      guard Tag.opaque.contains(tag.name) else { continue }
      let inner = rest[..<(Self.end(of: tag.name, in: rest) ?? rest.endIndex)]
      rest = rest[inner.endIndex...]
      switch tag.name {
      case "script": scripts.append(Script(text: Self.trimmed(inner), place: "<script>"))
      case "style": break
      default: text += Self.plain(inner)
      }
    }
    if let form { forms.append(form) }
    text = Self.squeezed(text + Self.plain(rest))
  }

  private var isLinkOver = true
  private var isButtonOver = true

  private mutating func take(_ tag: Tag, _ form: inout Form?) {
    switch tag.name {
    case "base": base = tag["href"]
    case "form":
      if let form { forms.append(form) }
      form = Form(action: tag["action"] ?? "", isPost: tag["method"]?.lowercased() == "post")
    case "input":
      let kind = (tag["type"] ?? "text").lowercased()
      var field = Field(name: tag["name"] ?? "", value: tag["value"] ?? "", kind: kind)
      field.isChecked = tag["checked"] != nil
      field.autocomplete = tag["autocomplete"] ?? ""
      field.text = kind == "submit" ? tag["value"] ?? "" : ""
      form?.fields.append(field)
      isButtonOver = true
    case "button":
      guard (tag["type"] ?? "submit").lowercased() == "submit" else { return }
      var button = Field(name: tag["name"] ?? "", value: tag["value"] ?? "", kind: "submit")
      button.action = tag["formaction"]
      form?.fields.append(button)
      isButtonOver = false
    case "a":
      if let href = tag["href"] {
        links.append(Link(href: href, id: tag["id"] ?? ""))
        isLinkOver = false
      }
    case "iframe": if let source = tag["src"] { frames.append(source) }
    default: break
    }
  }

  private mutating func takeScripts(of tag: Tag) {
    for (name, value) in tag.attributes {
      let place = "<\(tag.name) \(name)>"
      if name.hasPrefix("on") {
        scripts.append(Script(text: Self.trimmed(value.unicodeScalars[...]), place: place))
      }
      guard Tag.leads(tag.name, name) else { continue }
      // Browsers pass over white space and control characters before an address, and line breaks and tabs within it.
      let address = String.UnicodeScalarView(
        value.unicodeScalars.drop { $0.value <= 0x20 }.filter { ![9, 10, 13].contains($0.value) }
      )[...]
      let scheme = "javascript:"
      if String(address.prefix(scheme.count)).lowercased() == scheme {
        scripts.append(
          Script(text: Self.trimmed(address.dropFirst(scheme.count)), place: place))
      }
    }
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }

  /// Behind `-->`, or `--!>`.
  private static func behindComment(_ text: Substring.UnicodeScalarView)
    -> Substring.UnicodeScalarView
  {
    var rest = text
    while let dash = rest.firstIndex(of: "-") {
      rest = rest[dash...]
      for end in ["-->", "--!>"] where rest.starts(with: end.unicodeScalars) {
        return rest.dropFirst(end.unicodeScalars.count)
      }
      rest = rest.dropFirst()
    }
    return rest[rest.endIndex...]
  }

  /// Where an element ends whose content holds no tags.
  private static func end(
    of name: String, in text: Substring.UnicodeScalarView
  ) -> String.Index? {
    var rest = text
    while let open = rest.firstIndex(of: "<") {
      let after = rest[rest.index(after: open)...]
      if after.first == "/", String(after.dropFirst().prefix(name.count)).lowercased() == name {
        return open
      }
      rest = after
    }
    return nil
  }

  private static func squeezed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let references: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  /// Text with its character references replaced.
  static func plain(_ text: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var rest = text
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let after = rest[rest.index(after: mark)...]
      let name = after.prefix(10).prefix { $0 != ";" }
      let isClosed = after.dropFirst(name.count).first == ";"
      var found = references[String(name)]
      if name.first == "#" {
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? digits.dropFirst() : digits
        // A sign is part of no reference, but of an integer.
        let code =
          number.first == "+" ? nil : UInt32(String(number), radix: isHex ? 16 : 10)
        found = code.flatMap { Unicode.Scalar($0) }
      }
      if let found, isClosed {
        result.append(found)
        rest = after.dropFirst(name.count + 1)
      } else {
        result.append("&")
        rest = after
      }
    }
    return String(result + rest)
  }
}
