/// One exchange of a saved journal.
public struct JournalRecord: Sendable {
  public var exchange: Exchange
  /// Which client it was, where the journal says so.
  public var client: String?
}
