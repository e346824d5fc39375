import Basics
import ProviderModel

/// One exchange of a saved journal.
package struct JournalRecord: Sendable {
  package var exchange: Exchange
  /// Which client it was, where the journal says so.
  package var client: String?
}

/// What is known of the endpoints that a journal names, or whose addresses it holds.
package struct EndpointBook: Sendable {
  package var named: @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?
  package var found: @Sendable (Request) -> (provider: String, endpoint: Endpoint)?

  package init(
    named: @escaping @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?,
    found: @escaping @Sendable (Request) -> (provider: String, endpoint: Endpoint)?
  ) {
    self.named = named
    self.found = found
  }
}

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
