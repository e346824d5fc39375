import JSON

/// Rules under a name, ready to be laid on a sandbox.
public struct Scenario: Sendable {
  public var id: String
  /// What it is for, in a sentence.
  public var title: String
  /// As they stand in the file: they are read against the providers at hand when they are used.
  public var rules: JSONValue

  public init(id: String, file: JSONValue) {
    self.id = id
    title = file["title"]?.stringValue ?? id
    rules = file["rules"] ?? []
  }
}
