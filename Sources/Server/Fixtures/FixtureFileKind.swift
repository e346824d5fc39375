import Basics
import ProviderModel

/// What a fixture file describes. A provider file has no `kind`, so what it has tells.
package enum FixtureFileKind: Sendable {
  case provider, cast, scenario

  /// Members that only providers have.
  private static let ofProviders = ["id", "extends", "hosts", "endpoints"]

  package init(of root: JSONValue?) {
    let kind = root?["kind"]?.stringValue
    let isProvider = Self.ofProviders.contains { root?[$0] != nil }
    if kind == "scenario" || root?["rules"]?.arrayValue != nil {
      self = .scenario
    } else if kind == "cast"
      || !isProvider && (root?["people"] != nil || root?["clients"] != nil)
    {
      self = .cast
    } else {
      self = .provider
    }
  }

  package var noun: String {
    switch self {
    case .provider: "provider"
    case .cast: "cast"
    case .scenario: "scenario"
    }
  }

  /// The error of a file that was read as something else than it is; `nil` if it is what was expected, or no JSON.
  /// - Parameter isOption: whether the file was the value of an option, so that another option takes it.
  package static func mistake(
    _ bytes: [UInt8], name: String, expected: FixtureFileKind, isOption: Bool = true
  ) -> FixtureError? {
    guard let root = try? JSONReader().read(bytes, file: name).root, root.objectValue != nil else {
      return nil
    }
    let found = FixtureFileKind(of: root)
    guard found != expected else { return nil }
    // An object of no known kind is taken for a provider. One without its members is not called one.
    if found == .provider,
      !ofProviders.contains(where: { root[$0] != nil })
    {
      return FixtureError(
        saying: "\(name): expected a \(expected.noun), with \"schema\": 1 and "
          + "\"kind\": \"\(expected.noun)\"; found another object")
    }
    return FixtureError(
      saying: "\(name): expected a \(expected.noun), found a \(found.noun)"
        + (isOption ? "; did you mean --\(found.noun) \(name)?" : ""))
  }
}
