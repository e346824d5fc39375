/// The elements of lists, as templates name them: `item` and its members.
extension Vocabulary {
  enum Item {
    /// Any value, also where no list is gone through.
    case any
    case text
    case record([String])
  }

  /// The same names, and those of the elements of a list.
  func going(through list: Expression?) -> Vocabulary {
    var inner = self
    inner.item = list.map { $0.element } ?? .any
    return inner
  }

  /// The members of `item`; `nil` if it may have any, as a person or a record of the cast.
  var membersOfItem: [String]? {
    switch item {
    case .any: nil
    case .text: []
    case .record(let names): names
    }
  }
}

extension Expression {
  /// The kind of its elements, if it is a list.
  fileprivate var element: Vocabulary.Item {
    guard let fact, rest.isEmpty else { return .any }
    if case .split? = filters.last { return .text }
    guard filters.isEmpty else { return .any }
    switch fact {
    case .params: return .record(["key", "value"])
    case .device(.qr): return .record(["size", "path"])
    case .page(let fact): return fact.element
    case .people, .grant(.details), .token(.details), .items, .keys: return .any
    default: return FactTable.kind(of: fact) == .list ? .text : .any
    }
  }
}

extension Fact.PageFact {
  fileprivate var element: Vocabulary.Item {
    switch self {
    case .hidden: .record(["name", "value"])
    case .accounts, .people: .record(["username", "name"])
    case .special: .record(["username", "name", "outcome"])
    case .scopes: .record(["name", "title", "known"])
    case .details: .record(["name", "title", "text"])
    case .more: .record(["label", "href"])
    case .frames: .record(["src"])
    default: .any
    }
  }
}
