import Basics

/// Rules under a name, ready to be laid on a sandbox.
package struct Scenario: Sendable {
  package var id: String
  /// What it is for, in a sentence.
  package var title: String
  /// As they stand in the file: they are read against the providers at hand when they are used.
  package var rules: JSONValue

  package init(id: String, file: JSONValue) {
    self.id = id
    title = file["title"]?.stringValue ?? id
    rules = file["rules"] ?? []
  }
}
