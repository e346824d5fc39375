import Basics

@testable import UserAgent

/// Text that is written into a page stays text: it is found where it was put, and makes no tag, no link and no script.
enum HTMLProperties {
  static func check(_ text: String) throws {
    try checkFound(HTMLPage(text), in: text)
    // The text stands there eight times, and escaped it is five times as long.
    guard text.utf8.count <= 8_192 else { return }
    let escaped = escape(text)
    let page = HTMLPage(
      """
      <form method=post action="\(escaped)"><input name="\(escaped)" value='\(escaped)'>\
      <button name=b value="\(escaped)">\(escaped)</button></form>
      <a id=x href="\(escaped)">\(escaped)</a><p role="alert">\(escaped)</p><title>\(escaped)</title>
      """)
    guard page.forms.count == 1, page.links.count == 1, page.alerts.count == 1,
      let form = page.forms.first, let link = page.links.first, form.fields.count == 2
    else {
      throw Broken(
        description: "\(text.shown) in a page makes \(page.forms) and \(page.links)")
    }
    let places = [
      form.action, form.fields[0].name, form.fields[0].value, form.fields[1].value,
      form.fields[1].text, link.href, link.text,
    ]
    for place in places {
      try hold(ExactText.same(place, text), "\(text.shown) is read from a page as \(place.shown)")
    }
    let squeezed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try hold(
      page.alerts.first == squeezed, "\(text.shown) is the alert \(page.alerts)")
    // The addresses themselves may lead to a script; a text between tags never does.
    let own = ["<a href>", "<form action>"]
    try hold(
      page.scripts.allSatisfy { own.contains($0.place) }, "\(text.shown) makes \(page.scripts)")
    try hold(page.frames.isEmpty, "\(text.shown) makes a frame")
  }

  private static func checkFound(_ page: HTMLPage, in text: String) throws {
    guard !text.utf8.contains(UInt8(ascii: "<")) else { return }
    try hold(
      page.forms.isEmpty && page.links.isEmpty && page.scripts.isEmpty && page.frames.isEmpty,
      "\(text.shown) has no tag, and one was found")
  }

  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">", "\"", "'": escaped += "&#\(scalar.value);".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
