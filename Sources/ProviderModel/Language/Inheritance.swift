/// How a provider inherits a member from the provider that it extends.
package enum Inheritance: Sendable {
  /// Both are merged, member by member (RFC 7396).
  case merged
  /// The member belongs to one service and is never inherited.
  case never
  /// The file's own value replaces the inherited one at this level: 1 is the member itself, 2 each of its entries.
  case replaced(level: Int)
}

extension ObjectSchema {
  /// The members that are never inherited.
  static let ownMembers: [String] = ObjectSchema.provider.members.filter {
    if case .never = $0.inheritance { true } else { false }
  }.map(\.name)

  /// The level at which a file's own value replaces the inherited one, by member.
  static let replacedLevels: [String: Int] = Dictionary(
    uniqueKeysWithValues: ObjectSchema.provider.members.compactMap { member in
      if case .replaced(let level) = member.inheritance { (member.name, level) } else { nil }
    })
}
