import JSON
import ProviderModel

/// What a rule does to an answer that is otherwise as it should be.
extension AnswerWriter {
  private var change: Rule.Change? { decision.rule?.effect.change }

  /// Parameters of a redirect after rename, set, drop and order.
  func changed(
    _ parameters: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    guard let change else { return parameters }
    let object = JSONObject(parameters.map { .init($0.name, JSONValue(.string($0.value))) })
    return change.applied(to: object).map { ($0.name, Value.text(of: $0.value)) }
  }

  /// The body of a service's answer; only its own members are looked at.
  func changed(_ body: [UInt8], _ style: JSONStyle) -> [UInt8] {
    guard let change, decision.endpoint?.kind.isService == true,
      let object = try? JSONReader(maximumDepth: 512).read(body, file: "").root.objectValue
    else { return body }
    return JSONValue(.object(change.applied(to: object))).encoded(style)
  }
}

extension Rule.Change {
  func applied(to object: JSONObject) -> JSONObject {
    var members = Array(object)
    for (from, to) in rename {
      for index in members.indices where members[index].name == from { members[index].name = to }
    }
    for (name, value) in set {
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = value
      } else {
        members.append(.init(name, value))
      }
    }
    members.removeAll { drop.contains($0.name) }
    let rank = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let sorted = members.enumerated().sorted {
      (rank[$0.element.name] ?? Int.max, $0.offset) < (rank[$1.element.name] ?? Int.max, $1.offset)
    }
    return JSONObject(sorted.map(\.element))
  }
}
