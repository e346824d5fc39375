extension Provider {
  /// The names of headers and members, in lower case, whose values count calls: they differ from one play to another.
  package var namesOfCounts: Set<String> {
    var names = headers.filter { $0.value.facts.contains(where: \.countsCalls) }.map(\.name)
    for shape in shapes {
      names += shape.headers.filter { $0.value.facts.contains(where: \.countsCalls) }.map(\.name)
      if case .json(let json, _) = shape.form { names += json.namesOfCounts }
    }
    return Set(names.map { $0.lowercased() })
  }
}

extension Shape {
  fileprivate var namesOfCounts: [String] {
    switch self {
    case .array(let shapes), .joined(let shapes), .merged(let shapes):
      shapes.flatMap(\.namesOfCounts)
    case .when: branches.flatMap(\.namesOfCounts)
    case .object(let members):
      members.flatMap { member in
        guard case .object = member.shape else {
          return member.shape.facts.contains(where: \.countsCalls) ? [member.name] : []
        }
        return member.shape.namesOfCounts
      }
    default: []
    }
  }
}

extension Fact {
  fileprivate var countsCalls: Bool {
    switch self {
    case .rate(let fact), .rates(let fact): fact != .most
    default: false
    }
  }
}
