import HTTPMessages
import JSON

/// What the front channel gives for a response type.
public struct AnswerRule: Sendable {
  public let mode: Shape
  public let parameters: Shape
  public let gives: [GiftRule]
  /// What stands behind the redirect, as it is.
  public let suffix: String
}

/// One credential that an answer holds, and when.
public struct GiftRule: Sendable {
  public let kind: CredentialKind
  public let when: Predicate
  public init(kind: CredentialKind, when: Predicate) {
    self.kind = kind
    self.when = when
  }
}

/// What codes and tokens look like, and how long they live.
public struct CredentialRule: Sendable {
  public enum Form: Sendable {
    case text(Template)
    /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
    case jwt(header: Shape, claims: Shape, algorithm: Template)
  }
  public let form: Form
  /// Seconds; 0 never expires.
  public let lifetime: Shape
  /// A century: no lifetime is longer.
  public static let mostSeconds = Bounds.century

  public var isJWT: Bool { if case .jwt = form { true } else { false } }
}

public struct CookieRule: Sendable {
  public var name: Template?
  public var value: Pattern?
  /// It is shared by all hosts of the provider's site.
  public var site = false
  /// For the cookie of a link: the query parameter whose value ends the cookie's name.
  public var parameter: String?
}

public struct PageRule: Sendable {
  /// A place in the provider's templates.
  var template: Int?
  public var status = 200
  public var labels: [(name: String, text: Template)] = []
  public var fields: [(name: String, text: String)] = []
  public var hidden: Shape = .empty
  /// Links.
  var submit: Int?
  var deny: Int?
  var more: [(label: Template, link: Int)] = []

  public func field(_ name: String) -> String? { fields.first { $0.name == name }?.text }
}

/// How an answer looks on the wire.
public struct AnswerShape: Sendable {
  public enum Form: Sendable {
    /// Without a mode it follows the response mode of the request.
    case redirect(mode: String?, parameters: Shape, style: QueryStyle?)
    case json(Shape, JSONStyle)
    case text(Template)
    case page(String)
    case empty
    /// Another shape, by what the client accepts; the last one is the rule.
    case accept([(type: String, shape: Int)])
  }
  public let name: String
  public let form: Form
  public let status: Int
  public let contentType: String?
  public let headers: [(name: String, value: Template)]
  /// Whether it says the same to everyone who asks at one address: then it is written once, and kept.
  let isKept: Bool
  /// Whether writing it draws letters.
  public let draws: Bool

  init(
    name: String, form: Form, status: Int, contentType: String?,
    headers: [(name: String, value: Template)]
  ) {
    self.name = name
    self.form = form
    self.status = status
    self.contentType = contentType
    self.headers = headers
    switch form {
    case .json(let shape, _):
      isKept = !shape.draws && shape.facts.allSatisfy(\.isOfAddress) && headers.isEmpty
      draws = shape.draws || headers.contains { $0.value.draws }
    case .text(let template):
      isKept = false
      draws = template.draws || headers.contains { $0.value.draws }
    default:
      isKept = false
      draws = headers.contains { $0.value.draws }
    }
  }
}

extension AnswerShape {
  /// Everything that its body names.
  var facts: [Fact] {
    switch form {
    case .json(let shape, _): shape.facts
    case .redirect(_, let parameters, _): parameters.facts
    case .text(let template): template.facts
    case .page, .empty, .accept: []
    }
  }
}

extension Fact {
  /// Whether it can't differ between two requests to one address.
  var isOfAddress: Bool {
    switch self {
    case .providerID, .providerTitle, .base, .variable, .host, .link, .keys, .item: true
    default: false
    }
  }
}

/// How the refusals of some endpoints look.
public struct ErrorTable: Sendable {
  public var entries: [Condition: ErrorRule] = [:]
  /// For every condition that is not named.
  public var fallback: ErrorRule?

  public func rule(_ condition: Condition) -> ErrorRule? { entries[condition] ?? fallback }
}

public struct ErrorRule: Sendable {
  /// A place in the provider's shapes.
  public let shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  public let facts: [(name: String, value: Shape)]
  public let status: Int?
  public let afterLogin: Bool
}
