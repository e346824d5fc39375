/// One placeholder: a fact, what is done to it, and whether the text can do without it.
package final class Expression: Sendable {
  /// `nil` draws a text.
  let fact: Fact?
  /// Names below the fact, where it is a record or a list.
  let rest: [String]
  let filters: [Filter]
  /// Nothing to say drops the whole text.
  let optional: Bool
  let pattern: Pattern?
  /// The name under which a text is drawn once for each answer; `nil` draws it anew at each place.
  let once: String?
  /// The type of a person's claim, as far as it is known.
  let claimKind: FactTable.Kind

  /// The last filter says that a page takes the text as it is.
  var isRaw: Bool { if case .raw? = filters.last { true } else { false } }
  var draws: Bool { pattern != nil }

  init(
    fact: Fact, rest: [String] = [], filters: [Filter] = [], optional: Bool = false,
    claimKind: FactTable.Kind = .any
  ) {
    self.fact = fact
    self.claimKind = claimKind
    self.rest = rest
    self.filters = filters
    self.optional = optional
    pattern = nil
    once = nil
  }

  init(drawing pattern: Pattern, once: String? = nil) {
    fact = nil
    claimKind = .any
    rest = []
    filters = []
    optional = false
    self.pattern = pattern
    self.once = once
  }

  /// How a fixture writes the fact.
  var path: String { ([fact?.path ?? ""] + rest).joined(separator: ".") }

  /// The facts that it names: its own, and those of its filters.
  var facts: [Fact] { [fact].compactMap(\.self) + filters.compactMap(\.fact) }
}
