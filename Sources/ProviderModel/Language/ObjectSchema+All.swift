extension ObjectSchema {
  /// The schemas of whole files.
  package static let files: [ObjectSchema] = [provider, cast, scenario]

  /// All schemas, each after the one that first refers to it.
  package static var all: [ObjectSchema] {
    var known: [ObjectSchema] = []
    for form in files { form.collect(into: &known) }
    return known
  }

  /// This schema and those that it refers to, in the order of their first mention.
  package var reached: [ObjectSchema] {
    var known: [ObjectSchema] = []
    collect(into: &known)
    return known
  }

  /// The place in the documentation that lists the members of such an object; `nil` if it is not part of a file.
  var reference: String? {
    let page =
      Self.ofProviders.contains(ObjectIdentifier(self))
      ? "fixtures" : Self.ofOthers.contains(ObjectIdentifier(self)) ? "casts-and-scenarios" : nil
    let anchor = name.lowercased().split(separator: " ").joined(separator: "-")
    return page.map { "docs/\($0).md#\(anchor)" }
  }

  private static let ofProviders = Set(provider.reached.map(ObjectIdentifier.init))
  private static let ofOthers = Set((cast.reached + scenario.reached).map(ObjectIdentifier.init))

  private func collect(into known: inout [ObjectSchema]) {
    guard !known.contains(where: { $0 === self }) else { return }
    known.append(self)
    for form in instead { form.collect(into: &known) }
    for form in members.flatMap(\.type.forms) { form.collect(into: &known) }
  }
}

extension MemberType {
  /// The schemas of the objects in a member of this type.
  var forms: [ObjectSchema] {
    switch self {
    case .object(let form): [form]
    case .list(let type), .map(let type, _, _): type.forms
    case .either(let types): types.flatMap(\.forms)
    case .value: ObjectSchema.workedOut
    default: []
    }
  }
}
