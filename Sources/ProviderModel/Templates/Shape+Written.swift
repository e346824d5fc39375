extension Shape {
  /// The placeholders whose values it writes: those of conditions, and those behind a condition that never holds, are not
  /// among them.
  var written: [Expression] {
    switch self {
    case .constant, .claims: []
    case .single(let expression): [expression]
    case .text(let template): template.written
    case .array(let shapes), .joined(let shapes), .merged(let shapes): shapes.flatMap(\.written)
    case .object(let members): members.flatMap(\.shape.written)
    case .when: branches.flatMap(\.written)
    case .each(_, let filter, let body): filter?.constant == false ? [] : body.written
    case .selected(let selection): selection.candidates.flatMap(\.member.shape.written)
    case .encoded(let inner): inner.written
    }
  }

  /// Whether it writes the code of the error under every condition, and nothing else in its place.
  fileprivate var needsErrorCode: Bool {
    switch self {
    case .single(let expression):
      if case .error("code")? = expression.fact {
        !expression.optional
          && !expression.filters.contains { if case .default = $0 { true } else { false } }
      } else {
        false
      }
    case .array(let shapes), .joined(let shapes), .merged(let shapes):
      shapes.contains(where: \.needsErrorCode)
    case .object(let members): members.contains(where: \.shape.needsErrorCode)
    case .encoded(let inner): inner.needsErrorCode
    case .constant, .text, .when, .each, .selected, .claims: false
    }
  }

  /// What it may come to: the branches of its conditions that some request can choose.
  var branches: [Shape] {
    guard case .when(let predicate, let then, let otherwise) = self else { return [self] }
    let constant = predicate.constant
    return (constant == false ? [] : then.branches)
      + (constant == true ? [] : otherwise?.branches ?? [])
  }

  /// The values that a member of the object may have; `nil` if they can't be told.
  func values(of name: String) -> [Shape]? {
    var values: [Shape] = []
    for branch in branches {
      switch branch {
      case .object(let members):
        values += members.filter { $0.name == name }.flatMap(\.shape.branches)
      case .merged(let shapes):
        for shape in shapes {
          guard let more = shape.values(of: name) else { return nil }
          values += more
        }
      case .constant(let value, _):
        guard let object = value.objectValue else { return nil }
        if let member = object[name] { values.append(.constant(member)) }
      default: return nil
      }
    }
    return values
  }
}

extension AnswerShape {
  /// Whether a refusal of this shape can't do without the code of the error.
  var needsErrorCode: Bool {
    switch form {
    case .json(let shape, _), .form(let shape): shape.needsErrorCode
    case .redirect(let redirect): redirect.parameters.needsErrorCode
    case .text, .page, .empty, .accept: false
    }
  }
}

extension Template {
  /// The placeholders whose values it writes.
  var written: [Expression] {
    func collect(_ segments: [Segment]) -> [Expression] {
      segments.flatMap { segment -> [Expression] in
        switch segment {
        case .value(let expression): [expression]
        case .when(_, let then, let otherwise): collect(then) + collect(otherwise)
        case .each(_, let body): collect(body)
        case .text, .part: []
        }
      }
    }
    return collect(segments)
  }
}

extension Expression {
  /// Whether it writes the whole value of a fact, so that a reader of the text can get it back.
  func writes(_ fact: Fact) -> Bool {
    self.fact == fact && rest.isEmpty && !filters.contains(where: \.losesText)
  }
}

extension [Expression] {
  /// Whether they write the text of a credential.
  func write(_ kind: CredentialKind) -> Bool { contains { $0.writes(.credential(kind, .value)) } }

  /// Whether they write only a part or a hash of that text.
  func change(_ kind: CredentialKind) -> Bool {
    !write(kind) && contains { $0.fact == .credential(kind, .value) }
  }
}

extension Filter {
  /// Whether the text can't be got back from its result.
  fileprivate var losesText: Bool {
    switch self {
    case .sha256, .prefix, .suffix, .arithmetic, .bits, .date, .isodate, .millis, .number: true
    default: false
    }
  }
}
