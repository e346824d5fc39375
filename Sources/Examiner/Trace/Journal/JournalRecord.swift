/// One exchange of a saved journal.
package struct JournalRecord: Sendable {
  package var exchange: Exchange
  /// Which client it was, where the journal says so.
  package var client: String?
}
