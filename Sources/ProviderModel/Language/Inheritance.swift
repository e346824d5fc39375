/// How a member of a provider comes to a provider that extends it.
package enum Inheritance: Sendable {
  /// Both are merged, member by member (RFC 7396).
  case merged
  /// It belongs to one service, and is never inherited.
  case never
  /// What a file writes of it stands alone, so many levels down: 1 is the member itself, 2 each entry in it.
  case replaced(level: Int)
}

extension ObjectSchema {
  /// The members that a provider does not hand on.
  static let ownMembers: [String] = ObjectSchema.provider.members.filter {
    if case .never = $0.inheritance { true } else { false }
  }.map(\.name)

  /// How far down what a file writes of a member stands alone.
  static let replacedLevels: [String: Int] = Dictionary(
    uniqueKeysWithValues: ObjectSchema.provider.members.compactMap { member in
      if case .replaced(let level) = member.inheritance { (member.name, level) } else { nil }
    })
}
