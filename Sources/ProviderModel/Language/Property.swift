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
  /// The default, as the reference shows it; empty if there is none.
  package let fallback: String
  /// A value as JSON; empty if the type says enough.
  package let example: String
  package let need: Need
  /// How a provider that extends this one inherits it.
  package let inheritance: Inheritance
  /// The objects that may have it; empty for all.
  package let only: String

  init(
    _ name: String, _ type: MemberType, _ meaning: String, or fallback: String = "",
    example: String = "", _ need: Need = .optional, inherited inheritance: Inheritance = .merged,
    only: String = ""
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.fallback = fallback
    self.example = example
    self.need = need
    self.inheritance = inheritance
    self.only = only
  }

  /// The meaning with its limits, as schemas show it.
  var description: String {
    var text = meaning
    if !only.isEmpty { text += " Only for \(only)." }
    if !fallback.isEmpty { text += " Default: \(fallback)." }
    return text.replacing("`", with: "")
  }
}
