/// Hides codes, tokens, passwords and other secrets in every text of a report: `abcd…(43)`, the first four of 43
/// characters.
///
/// Two ways, as neither is enough: secrets that are known, in whatever encoding they come; and whatever stands where
/// secrets stand, by the names of RFC 6749 and its kin.
package struct Redaction: Sendable {
  private let known: KnownSecrets?

  /// - Parameter secrets: those that were handed out or received (`CheckRun.secrets`).
  package init(secrets: some Sequence<String>) { known = KnownSecrets(secrets) }

  private init() { known = nil }

  /// Nothing is hidden: `--unsafe-show-secrets`.
  package static let none = Redaction()

  package func hidden(_ text: String) -> String {
    guard let known else { return text }
    var search = NamedSecrets(known.hidden(Array(text.utf8)))
    return String(decoding: search.hidden(), as: UTF8.self)
  }

  package func hidden(_ report: RunReport) -> RunReport {
    guard known != nil else { return report }
    var report = report
    report.client = hidden(report.client)
    report.results = report.results.map { hidden($0) }
    return report
  }

  /// What the catalogue says of the check stays: it is ours, and was read before any secret was made.
  package func hidden(_ result: CheckResult) -> CheckResult {
    guard known != nil else { return result }
    var result = result
    result.reason = hidden(result.reason)
    result.evidence = result.evidence.map { .init($0.kind, hidden($0.text)) }
    result.steps = result.steps.map { step in
      var step = step
      step.sent = hidden(step.sent)
      step.came = hidden(step.came)
      step.detail = hidden(step.detail)
      return step
    }
    if !result.isCurlOurs { result.curl = hidden(result.curl) }
    result.output = hidden(result.output)
    result.knownBecause = result.knownBecause.map { hidden($0) }
    return result
  }

  /// What stands in a secret's place. Of a short one less is shown: four characters would be half of it.
  static func mark(_ secret: some Sequence<UInt8>) -> [UInt8] {
    let text = String(decoding: Array(secret), as: UTF8.self).unicodeScalars
    let shown = text.prefix(min(4, text.count / 4))
    return Array("\(String(shown))…(\(text.count))".utf8)
  }

  /// The length in bytes of the mark at the beginning, ours or the journal's; 0 if the text begins with neither.
  static func markLength(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.starts(with: "‹secret".utf8) {
      let end = bytes.firstRange(of: Array("›".utf8))?.upperBound
      return end.map { $0 - bytes.startIndex } ?? bytes.count
    }
    // Up to four characters of up to four bytes each.
    guard let dots = bytes.prefix(22).firstRange(of: Array("…(".utf8)) else { return 0 }
    let shown = String(decoding: bytes[..<dots.lowerBound], as: UTF8.self).unicodeScalars.count
    let digits = bytes[dots.upperBound...].prefix { (0x30...0x39).contains($0) }
    guard shown <= 4, !digits.isEmpty else { return 0 }
    let isClosed = bytes[digits.endIndex...].first == UInt8(ascii: ")")
    return digits.endIndex - bytes.startIndex + (isClosed ? 1 : 0)
  }
}
