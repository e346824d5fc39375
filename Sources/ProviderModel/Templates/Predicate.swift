/// A condition that a fixture states about a request: closed, total, without side effects.
package indirect enum Predicate: Sendable {
  case has(Expression)
  case equal(Template, Template)
  /// The text is one of a list: a literal array, or a template that yields one.
  case member(Template, [Template])
  case matches(Template, Pattern)
  /// At least one element of a list, as `item`, makes the inner condition true.
  case some(Expression, Predicate)
  /// Numbers, or versions such as `5.81`, part by part.
  case less(Template, Template)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  case constant(Bool)

  /// Whether the first number, or version, is the smaller one.
  static func isLess(_ a: String, _ b: String) -> Bool {
    func parts(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    var (x, y) = (parts(a), parts(b))
    while x.count < y.count { x.append(0) }
    while y.count < x.count { y.append(0) }
    return x.lexicographicallyPrecedes(y)
  }

  /// The templates and expressions in it, at any depth.
  var templates: [Template] {
    switch self {
    case .equal(let a, let b), .less(let a, let b): [a, b]
    case .member(let needle, let list): [needle] + list
    case .matches(let text, _): [text]
    case .some(_, let inner), .not(let inner): inner.templates
    case .all(let list), .any(let list): list.flatMap(\.templates)
    case .has, .constant: []
    }
  }

  var expressions: [Expression] {
    switch self {
    case .has(let expression): [expression]
    case .some(let list, let inner): [list] + inner.expressions
    case .not(let inner): inner.expressions
    case .all(let list), .any(let list): list.flatMap(\.expressions)
    default: []
    }
  }
}

/// The one table of predicates: how each is written and when it is true.
///
/// `Vocabulary` reads them; the reference of the fixture language and the schemas are written from it.
package enum PredicateTable {
  package struct Row: Sendable {
    /// What it begins with; `nil` for those that are written without a word.
    package let word: String?
    /// How it is written, with an example of what it may hold.
    package let form: String
    /// When it is true.
    package let meaning: String
  }

  package static let rows: [Row] = [
    Row(word: nil, form: "`true`, `false`", meaning: "always; never"),
    row("has", "\"req.state\"", "the value is present and not empty"),
    row("eq", "[\"{{req.prompt}}\", \"none\"]", "both texts are the same"),
    row("in", "[\"openid\", \"{{grant.scope}}\"]", "the text is one of a list"),
    row("match", "[\"{{item}}\", \"https?://.*\"]", "the whole text matches the pattern"),
    row(
      "some", "[\"{{req.scope}}\", PREDICATE]",
      "the predicate holds for an element of the list, `item`"),
    row("less", "[\"{{body.v}}\", \"5.81\"]", "the first number or version is the smaller one"),
    row("all", "[PREDICATE, …]", "all predicates hold"),
    row("any", "[PREDICATE, …]", "one of the predicates holds"),
    row("not", "PREDICATE", "the predicate does not hold"),
  ]

  private static func row(_ word: String, _ arguments: String, _ meaning: String) -> Row {
    Row(word: word, form: "`{\"\(word)\": \(arguments)}`", meaning: meaning)
  }
}
