import Basics
import Examiner
import ReferenceClient

/// The requirements with their checks, and the mutants that prove each check.
struct Traceability {
  let text: String
  /// Ids of checks that have neither a mutant nor a reason for its absence.
  let gaps: [String]

  init(_ catalogue: Catalogue) {
    var clauses: [(clause: String, checks: [Check])] = []
    for check in catalogue.all {
      if let place = clauses.firstIndex(where: { $0.clause == check.clause }) {
        clauses[place].checks.append(check)
      } else {
        clauses.append((check.clause, [check]))
      }
    }
    let rows = clauses.sorted { $0.clause < $1.clause }.map { row -> JSONValue in
      [
        "clause": JSONValue(.string(row.clause)),
        "checks": JSONValue(
          .array(
            row.checks.map { check -> JSONValue in
              var row = JSONObject()
              row["id"] = JSONValue(.string(check.id))
              row["requirement"] = JSONValue(.string(check.requirement))
              let mutants = Fault.all.filter { $0.checks.contains(check.id) }
              row["mutants"] = JSONValue(
                .array(
                  mutants.map { fault -> JSONValue in
                    [
                      "id": JSONValue(.string(fault.id)), "does": JSONValue(.string(fault.does)),
                    ]
                  }))
              if let why = Unprovable.why(check.id) { row["unproved"] = JSONValue(.string(why)) }
              return JSONValue(.object(row))
            })),
      ]
    }
    let root: JSONValue = [
      "schema": 1, "kind": "traceability", "requirements": JSONValue(.array(rows)),
    ]
    let aims = Set(Fault.all.flatMap(\.checks))
    gaps = catalogue.all.filter { !aims.contains($0.id) && Unprovable.why($0.id) == nil }.map(\.id)
    text = root.text(.pretty(2))
  }
}

/// Checks that have no mutant, each with the reason. No run has shown that they can fail.
enum Unprovable {
  struct Row: Sendable {
    let check: String
    let why: String
  }

  static let rows = [
    Row(
      check: "impl-redirect-chain",
      why: "the browser goes the hops, and the client has none of its own that it could hold up"),
    Row(
      check: "rp-userinfo-bearer-body",
      why: "it is for clients that send their token as bearer-header asks them not to"),
  ]

  static func why(_ check: String) -> String? { rows.first { $0.check == check }?.why }
}
