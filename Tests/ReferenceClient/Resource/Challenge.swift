import Basics
import HTTPTypes

/// A challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
struct Challenge: Equatable {
  var scheme: String
  var parameters: [String: String] = [:]

  /// Whether a new token may help: an API that asks for a Bearer token and finds nothing else wrong.
  static func asksForToken(_ answer: Answer) -> Bool {
    guard let bearer = bearer(answer) else { return false }
    return bearer.parameters["error"].map { $0 == "invalid_token" } ?? true
  }

  static func error(_ answer: Answer) -> String? { bearer(answer)?.parameters["error"] }

  static func bearer(_ answer: Answer) -> Challenge? {
    let dpop = dpop(answer)
    if dpop?.parameters["error"] != nil { return dpop }
    return all(answer).first { $0.scheme == "bearer" } ?? dpop
  }

  /// The challenge to prove possession of a key (RFC 9449 §7.1).
  static func dpop(_ answer: Answer) -> Challenge? { all(answer).first { $0.scheme == "dpop" } }

  private static func all(_ answer: Answer) -> [Challenge] {
    answer.headers[values: .wwwAuthenticate].flatMap { read($0) }
  }

  /// All challenges of one field: commas stand between challenges, between parameters, and inside of quotes.
  static func read(_ field: String) -> [Challenge] {
    var challenges: [Challenge] = []
    for piece in pieces(field) {
      // `Scheme`, `Scheme name=value` or `name=value`.
      let words = piece.split(separator: " ", maxSplits: 1).map(String.init)
      guard let first = words.first else { continue }
      var parameter = piece
      let isPair = first.contains("=") || (words.count > 1 && words[1].hasPrefix("="))
      if !isPair {
        challenges.append(Challenge(scheme: first.lowercased()))
        parameter = words.count > 1 ? words[1] : ""
      }
      let halves = parameter.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard halves.count == 2, !challenges.isEmpty else { continue }
      challenges[challenges.count - 1].parameters[halves[0].lowercased()] = unquoted(halves[1])
    }
    return challenges
  }

  private static func pieces(_ field: String) -> [String] {
    var pieces = [""]
    var isQuoted = false
    var isEscaped = false
    for character in field.unicodeScalars {
      if !isQuoted, character == "," {
        pieces.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      pieces[pieces.count - 1].unicodeScalars.append(character)
    }
    return pieces.map { trimmed($0) }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let tail = text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
    return String(tail.reversed())
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
