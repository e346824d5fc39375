import Basics

/// The claims that people are known to have, with the types of their values.
package struct KnownClaims: Sendable {
  /// Those that people have everywhere, and those that they have at one provider.
  private var everywhere: [String: FactTable.Kind] = [:]
  private var at: [String: [String: FactTable.Kind]] = [:]

  package static let none = KnownClaims(of: [])

  /// - Parameter people: People as a cast file has them.
  package init(of people: [JSONValue]) {
    for person in people.compactMap(\.objectValue) {
      for claim in person where !["password", "at", "outcome"].contains(claim.name) {
        Self.note(claim, in: &everywhere)
      }
      for provider in person["at"]?.objectValue ?? JSONObject() {
        for claim in provider.value.objectValue ?? JSONObject() {
          Self.note(claim, in: &at[provider.name, default: [:]])
        }
      }
    }
  }

  private static func note(_ claim: JSONObject.Member, in kinds: inout [String: FactTable.Kind]) {
    let kind = kind(of: claim.value)
    kinds[claim.name] = kinds[claim.name].map { $0 == kind ? kind : .any } ?? kind
  }

  /// A text of digits can be used as a number.
  private static func kind(of value: JSONValue) -> FactTable.Kind {
    switch value.content {
    case .string(let text): Int(text) == nil ? .text : .any
    case .number: .number
    case .bool: .flag
    case .array: .list
    case .object: .record
    case .null: .any
    }
  }

  /// The type of a claim that a provider generates; `any` if it depends on the person or on the request.
  static func kind(ofGenerated value: JSONValue) -> FactTable.Kind {
    let isComputed = value.objectValue?.contains { $0.name.hasPrefix("$") } ?? false
    return value.stringValue != nil || isComputed ? .any : kind(of: value)
  }

  /// The claims at a provider.
  func names(at provider: String) -> [String] {
    Set(everywhere.keys).union(at[provider, default: [:]].keys).sorted()
  }

  /// The types of the claims that are no different at a provider.
  func kinds(at provider: String, besides own: [String]) -> [String: FactTable.Kind] {
    let others = Set(at[provider, default: [:]].keys).union(own)
    return everywhere.filter { !others.contains($0.key) }
  }
}
