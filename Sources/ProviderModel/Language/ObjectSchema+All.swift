extension ObjectSchema {
  /// The forms of whole files.
  package static let files: [ObjectSchema] = [provider, cast, scenario]

  /// Every form, each behind the one that first leads to it.
  package static var all: [ObjectSchema] {
    var known: [ObjectSchema] = []
    for form in files { form.collect(into: &known) }
    return known
  }

  /// This form and those that its members lead to, in the order in which they are first named.
  package var reached: [ObjectSchema] {
    var known: [ObjectSchema] = []
    collect(into: &known)
    return known
  }

  private func collect(into known: inout [ObjectSchema]) {
    guard !known.contains(where: { $0 === self }) else { return }
    known.append(self)
    for form in instead { form.collect(into: &known) }
    for form in members.flatMap(\.type.forms) { form.collect(into: &known) }
  }
}

extension MemberType {
  /// The forms of what stands in a member of this type.
  var forms: [ObjectSchema] {
    switch self {
    case .object(let form): [form]
    case .list(let type), .map(let type, _, _): type.forms
    case .either(let types): types.flatMap(\.forms)
    case .value: ObjectSchema.workedOut
    default: []
    }
  }

  /// Whether nobody needs an example of it.
  package var speaksForItself: Bool {
    switch self {
    case .flag, .choice, .object: true
    case .list(let type), .map(let type, _, _): type.isObject
    default: false
    }
  }

  private var isObject: Bool {
    switch self {
    case .object: true
    case .map(let type, _, _): type.isObject
    default: false
    }
  }
}
