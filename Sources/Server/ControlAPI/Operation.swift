import Basics
import HTTPTypes

/// One operation of the control API, with what its description says: the OpenAPI document is made of these.
struct Operation: Sendable {
  struct Query: Sendable {
    var name: String
    var schema: JSONValue
    var summary: String
  }
  struct Result: Sendable {
    var status: Int
    var summary: String
    /// A schema, or `nil` for no body.
    var schema: JSONValue?
    var type = "application/json"
  }

  var id: String
  var method: HTTPRequest.Method
  /// Below `/_understudy`: `/sandboxes/{sandbox}/clock`.
  var path: String
  /// The kind of the journal's entry about the change. `nil` if there is no change, or the operation writes the entry itself.
  var records: EntryKind?
  var summary: String
  var query: [Query] = []
  var body: JSONValue?
  var needsBody = true
  var results: [Result]
  /// Statuses of problems that this operation may come to, beside those that all share.
  var problems: [Int] = []
  var run: @Sendable (inout Call) throws(Problem) -> OperationResult

  /// The values of the path's variables, or `nil` for another path.
  func match(_ path: String) -> [String: String]? {
    let mine = self.path.split(separator: "/")
    guard self.path != "/" else { return path == "/" ? [:] : nil }
    let theirs = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard mine.count == theirs.count else { return nil }
    var variables: [String: String] = [:]
    for (pattern, text) in zip(mine, theirs) {
      if pattern.hasPrefix("{") {
        guard !text.isEmpty, let value = PercentCoding.decode(text, plusIsSpace: false) else {
          return nil
        }
        variables[String(pattern.dropFirst().dropLast())] = value
      } else if pattern != text {
        return nil
      }
    }
    return variables
  }

  static let all: [Operation] =
    [
      SandboxOperations.all, ConfigurationOperations.all, ClockOperations.all, CastOperations.all,
      ClaimOperations.all,
      RuleOperations.all, TokenOperations.all, WorkloadOperations.all, DeviceOperations.all,
      SessionOperations.all, EventOperations.all, JournalOperations.all, ProviderOperations.all,
      KeyOperations.all, Description.all,
    ].flatMap(\.self)

  static func reference(_ name: String) -> JSONValue {
    ["$ref": JSONValue(.string("#/components/schemas/\(name)"))]
  }
  static func list(of name: String) -> JSONValue {
    ["type": "array", "items": reference(name)]
  }
}
