package import Basics

extension Sandbox {
  /// What came in, what was decided and why; oldest first. The last thousand entries are kept.
  ///
  /// ```swift
  /// for entry in try sandbox.journal(matching: .refused) { print(entry) }
  /// ```
  public func journal(matching filter: Filter = .all) throws -> [JournalEntry] {
    try entries(filter.fields).map { JournalEntry($0) }
  }

  /// The entry of a number, as an answer's `Understudy-Exchange` names it.
  ///
  /// ```swift
  /// let number = response.headers["Understudy-Exchange"].flatMap { Int($0) } ?? 0
  /// print(try sandbox.entry(number))
  /// ```
  public func entry(_ number: Int) throws -> JournalEntry {
    JournalEntry(try control(.get, "/journal/\(number)"))
  }

  /// The whole journal as text: each exchange with its request, its answer, and why. Secrets are hidden.
  ///
  /// It is what the trait and the base class attach to a test that fails.
  ///
  /// ```swift
  /// print(try sandbox.transcript())
  /// ```
  public func transcript() throws -> String {
    try journal().map(\.transcript).joined(separator: "\n\n")
  }

  /// Forgets all entries; numbers go on.
  ///
  /// ```swift
  /// try sandbox.clearJournal()
  /// ```
  public func clearJournal() throws { try control(.delete, "/journal") }

  /// The journal as the control API has it.
  /// - Parameter filter: Its parameters.
  package func entries(_ filter: [String: String] = [:]) throws -> [JSONValue] {
    try entries(filter.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  func entries(_ fields: [(name: String, value: String)]) throws -> [JSONValue] {
    try control(.get, Self.journalPath(fields)).arrayValue ?? []
  }

  static func journalPath(_ fields: [(name: String, value: String)]) -> String {
    fields.isEmpty ? "/journal" : "/journal?" + QueryStyle.rfc3986.encode(fields)
  }
}
