import Basics
import ProviderModel

/// Why a text is no journal that can be read: where, what was expected, what was found, and how to come by one.
package struct JournalError: Error, Sendable, CustomStringConvertible {
  package var description: String

  init(_ file: String, _ sentence: String) {
    description = "\(file): error: \(sentence)"
  }

  init(_ origin: Origin, _ sentence: String) {
    description = "\(origin.file):\(origin.line):\(origin.column): error: \(sentence)"
  }

  init(_ finding: Diagnostic) { description = finding.description }

  /// Where a journal comes from.
  static let remedy =
    "a journal is what GET /_understudy/sandboxes/ID/journal answers, as it is or with format=ndjson or format=har"
}
