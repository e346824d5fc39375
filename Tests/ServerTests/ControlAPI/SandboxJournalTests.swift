import Basics
import Testing

/// What the journal says of commands.
@Suite("A command's entry in the journal")
struct SandboxJournalTests {
  private static let shared = Result { try Site() }
  private let site: Site
  private let box: Box

  init() throws {
    site = try Self.shared.get()
    box = try site.sandbox([:])
  }

  private func details(_ kind: String) throws -> [String] {
    try box.order("GET", "/journal?kind=\(kind)").arrayValue?
      .compactMap { $0["detail"]?.stringValue } ?? []
  }

  @Test("counts the rules that were added or set, and names the one that was switched")
  func rules() throws {
    let rule: JSONValue = ["id": "late", "then": ["delay": 1]]
    try box.order("POST", "/rules", rule)
    try box.order("POST", "/rules", [["then": ["delay": 1]], ["then": ["delay": 2]]])
    try box.order("PUT", "/rules", [rule])
    try box.order("PUT", "/rules/late", ["on": false])
    try box.order("PUT", "/rules/late", ["on": true])
    try box.order("PUT", "/rules", [])
    #expect(
      try details("rules") == [
        "1 rule was added.", "2 rules were added.", "1 rule was set.",
        "The rule late was switched off.", "The rule late was switched on.", "0 rules were set.",
      ])
  }

  @Test("says whether the clock stands still")
  func clock() throws {
    try box.order("POST", "/clock", ["set": "2030-01-01T00:00:00Z", "freeze": true])
    try box.order("POST", "/clock", ["advance": 60, "freeze": false])
    try box.order("POST", "/clock", ["freeze": true])
    try box.order("POST", "/clock", ["age": 5])
    let later = "2030-01-01T00:01:00Z"
    #expect(
      try details("clock") == [
        "The clock went from 2020-09-13T12:26:40Z to 2030-01-01T00:00:00Z and stands still.",
        "The clock went from 2030-01-01T00:00:00Z to \(later).",
        "The clock went from \(later) to \(later) and stands still.",
        "The clock went from \(later) to \(later) and stands still; issued credentials were aged by 5 s.",
      ])
  }

  @Test("is there at once for who waits, if it was made before")
  func noWait() throws {
    let house = try House()
    let path = "/_understudy/sandboxes/default"
    _ = try house.send(.put, path + "/rules", [])
    let answer = try house.send(.get, path + "/journal?kind=rules&wait=60")
    #expect(try answer.json().arrayValue?.count == 1)
  }
}
