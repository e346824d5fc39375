import Basics

/// One property of an object in a fixture.
package struct Property: Sendable {
  package enum Need: Sendable {
    case optional
    case required
    /// Unless the object has this other member.
    case unless(String)
  }

  package let name: String
  package let type: MemberType
  /// The meaning, in plain words.
  package let meaning: String
  /// The default, as the reference shows it; empty for no default.
  package private(set) var fallback: String
  /// A value as JSON, as the declaration has it.
  private var written: String
  package private(set) var need: Need
  /// How a provider that extends this one inherits it.
  package private(set) var inheritance: Inheritance
  /// The objects that may have it; empty for all.
  package private(set) var only: String

  init(
    _ name: String, _ type: MemberType, _ meaning: String, or fallback: String = "",
    example: String = "", _ need: Need = .optional, inherited inheritance: Inheritance = .merged,
    only: String = ""
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.fallback = fallback
    written = example
    self.need = need
    self.inheritance = inheritance
    self.only = only
  }

  /// The same property, which every object must have.
  var required: Property {
    var property = self
    property.need = .required
    property.fallback = ""
    return property
  }

  /// The same property, which every object without this other one must have.
  func required(unless other: String) -> Property {
    var property = self
    property.need = .unless(other)
    return property
  }

  /// The same property with a value as JSON.
  func example(_ text: String) -> Property {
    var property = self
    property.written = text
    return property
  }

  /// A value as JSON. Of two values and of a choice, it is one that is not the default.
  package var example: String {
    guard written.isEmpty else { return written }
    switch type {
    case .flag: return fallback == "true" ? "false" : "true"
    case .choice(let words):
      return words.first { fallback != "`\($0)`" }.map { JSONValue(.string($0)).text() } ?? ""
    default: return ""
    }
  }

  /// The same property, inherited in this way.
  func inherited(_ inheritance: Inheritance) -> Property {
    var property = self
    property.inheritance = inheritance
    return property
  }

  /// The same property, which only some objects may have.
  func only(_ objects: String) -> Property {
    var property = self
    property.only = objects
    return property
  }

  /// The meaning with its limits, as schemas show it.
  var description: String {
    var text = meaning
    if !only.isEmpty { text += " Only for \(only)." }
    if !fallback.isEmpty { text += " Default: \(fallback)." }
    return text.replacing("`", with: "")
  }
}

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
