import Basics

/// A JSON value with templates in it, compiled: a body, the parameters of a redirect, a lifetime.
package indirect enum Shape: Sendable {
  /// What no request can change: the value, and its bytes.
  case constant(JSONValue, [UInt8])
  case single(Expression)
  case text(Template)
  case array([Shape])
  case object([Member])
  case when(Predicate, Shape, Shape?)
  /// One value for each element of a list that passes; the element is `item`.
  case each(Expression, Predicate?, Shape)
  /// The members of an object that a request asks for.
  case selected(Selection)
  /// The elements of several lists, one after the other.
  case joined([Shape])
  /// The members of several objects, one after the other.
  case merged([Shape])
  /// The base64url of the JSON text.
  case encoded(Shape)
  /// Members of the object that it is a member of: claims of the person.
  case claims(ClaimSelection)

  package final class Member: Sendable {
    package let name: String
    /// The name as it stands before the value: quoted, with its colon.
    let key: [UInt8]
    package let shape: Shape

    init(name: String, key: [UInt8], shape: Shape) {
      self.name = name
      self.key = key
      self.shape = shape
    }
  }

  /// A name as it stands before its value.
  static func key(_ name: String, _ style: JSONStyle) -> [UInt8] {
    var key: [UInt8] = []
    style.quote(name, into: &key)
    key.append(UInt8(ascii: ":"))
    if style.space { key.append(UInt8(ascii: " ")) }
    return key
  }

  package static let empty = Shape.object([])
  static func constant(_ value: JSONValue, _ style: JSONStyle = .compact) -> Shape {
    .constant(value, value.encoded(style))
  }

  /// Whether writing it uses random text.
  var draws: Bool {
    switch self {
    case .constant, .claims: false
    case .single(let expression): expression.draws
    case .text(let template): template.draws
    case .array(let shapes), .joined(let shapes), .merged(let shapes):
      shapes.contains(where: \.draws)
    case .object(let members): members.contains { $0.shape.draws }
    case .when(_, let then, let otherwise): then.draws || otherwise?.draws == true
    case .each(_, _, let body): body.draws
    case .selected(let selection): selection.candidates.contains { $0.member.shape.draws }
    case .encoded(let inner): inner.draws
    }
  }

  /// Everything that it names.
  var facts: [Fact] {
    switch self {
    case .constant: []
    case .single(let expression): expression.facts
    case .text(let template): template.facts
    case .array(let shapes), .joined(let shapes), .merged(let shapes): shapes.flatMap(\.facts)
    case .object(let members): members.flatMap(\.shape.facts)
    case .when(let predicate, let then, let otherwise):
      predicate.facts + then.facts + (otherwise?.facts ?? [])
    case .each(let list, let filter, let body):
      list.facts + (filter?.facts ?? []) + body.facts
    case .selected(let selection):
      selection.list.facts + selection.candidates.flatMap(\.member.shape.facts)
    case .encoded(let inner): inner.facts
    case .claims(let selection): selection.facts
    }
  }

  /// The value of a member of an object shape.
  package func member(_ name: String) -> Shape? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.shape
  }
}

extension Predicate {
  /// Everything that it names.
  var facts: [Fact] { templates.flatMap(\.facts) + expressions.flatMap(\.facts) }
}

/// An object of which a request chooses the members: those that it names, and some that are always there.
package final class Selection: Sendable {
  struct Candidate: Sendable {
    let member: Shape.Member
    let isAlways: Bool
    /// Its own name, and those of the groups that it belongs to.
    let names: [String]
  }

  /// The names that are asked for.
  let list: Expression
  let candidates: [Candidate]
  /// What is there when nothing is asked for, as most often nothing is.
  let always: [Shape.Member]

  init(list: Expression, candidates: [Candidate]) {
    self.list = list
    self.candidates = candidates
    always = candidates.filter(\.isAlways).map(\.member)
  }

  /// The members that these names choose, in the order of the fixture.
  func members(_ asked: [String]) -> [Shape.Member] {
    if asked.isEmpty { return always }
    return candidates.filter { $0.isAlways || $0.names.contains(where: asked.contains) }
      .map(\.member)
  }
}
