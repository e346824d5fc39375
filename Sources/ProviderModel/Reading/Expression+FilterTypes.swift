/// Filters that get a value of a type that they can do nothing with.
extension Expression {
  /// The first such filter; `nil` if each has a use, or if the type depends on the request.
  /// - Parameter path: The name of the fact, as the fixture writes it.
  func filterMistake(_ path: String) -> String? {
    guard let fact, rest.isEmpty else { return nil }
    var kind = kindOfFact(fact)
    if case .number? = filters.first, claimKind == .text {
      return "|number makes a number of digits, and {{\(path)}} is a text of other characters"
    }
    for filter in filters {
      let use = filter.use
      guard kind == .any || use.takes.isEmpty || use.takes.contains(kind) else {
        return "|\(use.name) needs a \(use.needs), and {{\(path)}} is a \(kind.rawValue) there"
          + "; \(use.cure(of: kind))"
      }
      if case .arithmetic(_, .fact(let operand)) = filter, let fact = operand.fact,
        operand.rest.isEmpty
      {
        let other = operand.kindOfFact(fact)
        guard other == .any || other == .number else {
          return
            "|\(use.name) needs a number behind its colon, and \(operand.path) is a \(other.rawValue)"
        }
      }
      kind = filter.kind(of: kind)
    }
    return nil
  }

  /// Why it is always empty: a text has no members.
  var memberMistake: String? {
    guard let fact, let member = rest.first else { return nil }
    let kind = kindOfFact(fact)
    guard [.text, .number, .flag].contains(kind) else { return nil }
    return
      "{{\(path)}} is always empty: {{\(fact.path)}} is a \(kind.rawValue), and has no member \"\(member)\""
  }

  /// The type of its value; `any` if the type depends on the request.
  var kind: FactTable.Kind {
    guard let fact, rest.isEmpty else { return .any }
    return filters.reduce(kindOfFact(fact)) { $1.kind(of: $0) }
  }

  private func kindOfFact(_ fact: Fact) -> FactTable.Kind {
    claimKind == .any ? FactTable.kind(of: fact) : claimKind
  }
}

extension FactTable {
  /// The type of a fact's value; `any` for a value that comes from a request or from the cast.
  static func kind(of fact: Fact) -> Kind {
    switch fact {
    case .credential(_, .whole): return .flag
    case .credential(_, let part):
      return credentialMembers.first { $0.fact == part }?.kind ?? .any
    case .host, .link: return .text
    // A text of digits.
    case .signed(.timestamp): return .any
    default: break
    }
    if let own = requestMembers.first(where: { $0.fact == fact }) { return own.kind }
    for root in roots {
      switch root.members {
      case .alone(fact): return root.kind
      case .fixed(let members, _):
        if let found = members.first(where: { $0.fact == fact }) { return found.kind }
      default: break
      }
    }
    return .any
  }
}

extension Filter {
  /// The type of its result, for a value of a type.
  fileprivate func kind(of value: FactTable.Kind) -> FactTable.Kind {
    // A default is a text, whatever the value would have been.
    if case .default = self, value != .list { return .any }
    return use.makes ?? value
  }

  fileprivate struct Use {
    let name: String
    /// The types that it takes; empty for all.
    var takes: Set<FactTable.Kind> = []
    /// The type of its result; `nil` for that of its value.
    var makes: FactTable.Kind?

    var needs: String {
      takes.contains(.text) ? "text" : takes.contains(.number) ? "number" : "list"
    }

    func cure(of kind: FactTable.Kind) -> String {
      let wantsText = takes.contains(.text)
      return switch kind {
      case .list where wantsText: "write |join:MARK before it"
      case .number where wantsText, .flag where wantsText: "write |string before it, or remove it"
      case .record: "name one of its members"
      default: "remove it"
      }
    }
  }

  /// The types of value that it can use, and the type that it makes.
  fileprivate var use: Use {
    typealias Kind = FactTable.Kind
    func text(_ name: String) -> Use { Use(name: name, takes: [.text], makes: .text) }
    func number(_ name: String, makes kind: Kind) -> Use {
      Use(name: name, takes: [.number], makes: kind)
    }
    return switch self {
    case .after: Use(name: "after", takes: [.text, .list], makes: .text)
    case .arithmetic(let operation, _): number(operation.rawValue, makes: .number)
    case .base64: text("base64")
    case .base64url: text("base64url")
    case .bits: Use(name: "bits", takes: [.list], makes: .any)
    case .date: number("date", makes: .text)
    case .default: Use(name: "default")
    case .encode: text("encode")
    case .first: Use(name: "first", takes: [.list], makes: .any)
    case .inserted: text("inserted")
    case .isodate: number("isodate", makes: .text)
    case .join: Use(name: "join", takes: [.list], makes: .text)
    case .json: Use(name: "json", makes: .text)
    case .last: Use(name: "last", takes: [.list], makes: .any)
    case .lower: text("lower")
    case .millis: number("millis", makes: .number)
    case .number: Use(name: "number", takes: [.text], makes: .any)
    case .own: text("own")
    case .prefix: text("prefix")
    case .raw: Use(name: "raw")
    case .replace: text("replace")
    case .sha256: text("sha256")
    case .split: Use(name: "split", takes: [.text, .list], makes: .list)
    case .string: Use(name: "string", makes: .text)
    case .suffix: text("suffix")
    case .title: text("title")
    case .unwrap: Use(name: "unwrap", takes: [.list], makes: .any)
    case .xml: text("xml")
    }
  }
}
