import Basics
import ProviderModel

/// What a rule does to an answer that is otherwise as it should be.
extension AnswerWriter {
  private var change: Rule.Change? { decision.rule?.effect.change }

  /// Parameters of a redirect after rename, set, drop and order.
  func changed(
    _ parameters: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    change?.applied(to: parameters) ?? parameters
  }

  /// The body of a service's answer; only its own members are looked at.
  func changed(_ body: [UInt8], _ style: JSONStyle) -> [UInt8] {
    guard let change, decision.endpoint?.kind.isService == true,
      let object = try? JSONReader(maximumDepth: 512).read(body, file: "").root.objectValue
    else { return body }
    let members = change.applied(to: Array(object), appends: false)
    return JSONValue(.object(JSONObject(members))).encoded(style)
  }
}

extension Rule.Change {
  func applied(
    to parameters: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    let members = parameters.map { JSONObject.Member($0.name, JSONValue(.string($0.value))) }
    return applied(to: members, appends: true).map { ($0.name, Value.text(of: $0.value)) }
  }

  /// - Parameter appends: whether a name may come twice.
  func applied(to before: [JSONObject.Member], appends: Bool) -> [JSONObject.Member] {
    var members = before
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
    if appends { members += append.map { .init($0.name, $0.value) } }
    let rank = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let sorted = members.enumerated().sorted {
      (rank[$0.element.name] ?? Int.max, $0.offset) < (rank[$1.element.name] ?? Int.max, $1.offset)
    }
    return sorted.map(\.element)
  }
}
