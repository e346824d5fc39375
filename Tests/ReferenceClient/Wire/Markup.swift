import Basics
import HTTPTypes

/// Pages for a browser.
enum Markup {
  /// Text between tags or in quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text between tags alone: quotes stay.
  static func text(_ text: String) -> String {
    escaped(text).split(separator: "&quot;", omittingEmptySubsequences: false).joined(
      separator: "\""
    )
    .split(separator: "&#39;", omittingEmptySubsequences: false).joined(separator: "'")
  }

  /// - Parameter body: with all that came from outside escaped.
  static func page(_ status: Int, _ title: String, _ body: String) -> Answer {
    let text = "<!doctype html><meta charset=utf-8><title>\(title)</title><h1>\(title)</h1>\(body)"
    return Answer(
      status: .init(code: status),
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .referrerPolicy: "no-referrer", .contentTypeOptions: "nosniff",
        .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      ], body: Array(text.utf8))
  }

  static func redirect(_ place: String) -> Answer {
    Answer(
      status: .seeOther,
      headers: [
        .location: place, .cacheControl: "no-store", .referrerPolicy: "no-referrer",
      ])
  }
}
