import Basics
import ProviderModel

/// What requests may be refused for, by kind of endpoint.
extension Providers {
  private struct Group {
    /// Pages come to what the authorization endpoint does.
    let kind: EndpointKind
    /// The table of `errors` that says how it looks.
    let table: String
    var refusals: [PossibleRefusal]
  }

  private static func groups(_ provider: Provider) -> [Group] {
    var groups: [Group] = []
    for endpoint in provider.endpoints {
      let kind = endpoint.kind.isService ? endpoint.kind : .authorize
      let refusals = provider.refusals(at: endpoint)
      guard
        let place = groups.firstIndex(where: { $0.kind == kind && $0.table == endpoint.errorTable })
      else {
        groups.append(Group(kind: kind, table: endpoint.errorTable, refusals: refusals))
        continue
      }
      let known = Set(groups[place].refusals.map(\.condition))
      groups[place].refusals += refusals.filter { !known.contains($0.condition) }
    }
    return groups.filter { !$0.refusals.isEmpty }
  }

  static func conditions(of provider: Provider) -> [String] {
    groups(provider).flatMap { group in
      ["refusals at \(group.kind.rawValue), errors.\(group.table):"]
        + group.refusals.map { "    " + line($0) }
    }
  }

  private static func line(_ refusal: PossibleRefusal) -> String {
    let details = [
      refusal.facts.map { "err.\($0)" }.joined(separator: ", "), refusal.clause ?? "",
      refusal.evidence.map { "look \($0.grade.rawValue): \($0.source)" } ?? "",
    ].filter { !$0.isEmpty }
    return pad(refusal.condition.name, 30) + refusal.summary
      + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
  }

  static func conditionsAsJSON(of provider: Provider) -> JSONValue {
    func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    let rows = groups(provider).flatMap { group in
      group.refusals.map { refusal -> JSONValue in
        var object = JSONObject()
        object["condition"] = text(refusal.condition.name)
        object["at"] = text(group.kind.rawValue)
        object["table"] = text(group.table)
        object["summary"] = text(refusal.summary)
        object["facts"] = JSONValue(.array(refusal.facts.map(text)))
        if let clause = refusal.clause { object["clause"] = text(clause) }
        if let evidence = refusal.evidence {
          object["grade"] = text(evidence.grade.rawValue)
          object["source"] = text(evidence.source)
        }
        return JSONValue(.object(object))
      }
    }
    return JSONValue(.array(rows))
  }
}
