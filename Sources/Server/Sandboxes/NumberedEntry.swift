/// An entry of a journal under its number.
package struct NumberedEntry: Sendable {
  package let number: Int
  package let entry: JournalEntry
}
