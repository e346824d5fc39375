/// An entry of a journal under its number.
public struct NumberedEntry: Sendable {
  public let number: Int
  public let entry: JournalEntry
}
