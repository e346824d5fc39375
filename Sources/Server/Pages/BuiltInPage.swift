import Basics

/// A built-in page, or a script, style sheet or picture of one.
package struct BuiltInPage: Sendable {
  private let file: EmbeddedFile

  /// The path below `Sources/Server/Pages/web/`.
  package var name: String { file.name }
  package var bytes: [UInt8] { file.bytes }

  /// The media type, by the extension.
  package var type: String {
    Self.types.first { name.hasSuffix($0.end) }?.type ?? "application/octet-stream"
  }

  /// Whether a page loads it, rather than a user opens it.
  package var isAsset: Bool { !name.hasSuffix(".html") }

  private static let types = [
    (end: ".html", type: "text/html; charset=utf-8"),
    (end: ".css", type: "text/css; charset=utf-8"),
    // RFC 9239: a browser runs only this type as a module.
    (end: ".js", type: "text/javascript; charset=utf-8"),
    (end: ".svg", type: "image/svg+xml"),
  ]

  /// All of them, by name.
  package static let all = Dictionary(
    EmbeddedFile.pages.map { ($0.name, BuiltInPage(file: $0)) }
  ) { first, _ in first }

  /// A block that is data to the browser, whatever its texts are: it holds no character by which it could end.
  package static func dataBlock(_ data: JSONValue, _ style: JSONStyle = .compact) -> String {
    var text = ""
    for scalar in data.text(style).unicodeScalars {
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "<script type=\"application/json\" id=\"data\">\(text)</script>"
  }
}
