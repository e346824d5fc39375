import Basics
import Engine
import ProviderModel

extension CastOperations {
  /// A cast, as its files have it, added to that of a sandbox.
  /// - Returns: the whole cast, and what is doubtful about the added one.
  static func adding(
    _ value: JSONValue, to sandbox: ServerState, _ house: MockServer
  ) throws(Problem) -> (cast: Cast, warnings: [Diagnostic]) {
    guard var object = value.objectValue else {
      let hint = value.stringValue == nil ? "" : "; send the cast itself: no file is read here"
      throw Problem([
        Diagnostic(at: nil, "/cast", "expected an object, found \(value.kindName)\(hint)")
      ])
    }
    var cast = sandbox.cast
    if object["kind"] == nil { object["kind"] = "cast" }
    func placed(_ findings: [Diagnostic]) -> [Diagnostic] {
      findings.map { Diagnostic($0.severity, at: nil, "/cast" + $0.pointer, $0.sentence) }
    }
    do {
      let added = try cast.add(
        JSONValue(.object(object)).encoded(), name: "cast", providers: sandbox.site.providers,
        others: house.fixtures.ids, mayLackProviders: false)
      return (cast, placed(added.warnings))
    } catch {
      throw Problem(placed(error.findings))
    }
  }
}
