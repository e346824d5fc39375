import Testing

@testable import ProviderModel

@Suite("A table of errors")
struct ErrorTableTests {
  @Test("has for a later condition what it has for the one that it was told apart from")
  func elders() {
    var table = ErrorTable()
    #expect(table.rule(.challengeMalformed) == nil)
    let (elder, own, last) = (ErrorRule(), ErrorRule(), ErrorRule())
    table.fallback = last
    #expect(table.rule(.challengeMalformed) === last)
    table.entries[.parameterInvalid] = elder
    #expect(table.rule(.challengeMalformed) === elder)
    table.entries[.challengeMalformed] = own
    #expect(table.rule(.challengeMalformed) === own)
    #expect(table.rule(.parameterInvalid) === elder)
  }

  @Test("asks an elder's elder, too, before it answers as for everything")
  func ancestors() {
    var table = ErrorTable()
    table.fallback = ErrorRule()
    let (oldest, elder) = (ErrorRule(), ErrorRule())
    table.entries[.notSignedIn] = oldest
    #expect(table.rule(.temporarilyUnavailable) === oldest)
    table.entries[.serverError] = elder
    #expect(table.rule(.temporarilyUnavailable) === elder)
  }

  @Test(
    "tells the tokens of an exchange from codes",
    arguments: [
      .subjectTokenUnknown, .subjectTokenExpired, .subjectTokenRevoked, .subjectTokenOtherClient,
      .actorTokenUnknown, .actorTokenExpired, .actorNotAllowed, .actorChainLong,
    ] as [Condition])
  func exchanges(_ condition: Condition) {
    var table = ErrorTable()
    let last = ErrorRule()
    table.fallback = last
    for code in [Condition.codeUnknown, .codeExpired, .codeOtherClient] {
      table.entries[code] = ErrorRule()
    }
    #expect(table.rule(condition) === last)
  }

  /// A provider with these entries in a table that has one for everything.
  private func set(_ entries: String) throws -> FixtureSet {
    let text = """
      { "id": "p", "title": "P", "hosts": { "main": "p.test" },
        "endpoints": { "token": { "kind": "token", "at": "main:/t", "methods": ["POST"], "read": { "form": true } } },
        "token": { "parameters": { "grant_type": {} } }, "shapes": { "no": { "empty": true, "status": 400 } },
        "errors": { "token": { "*": { "shape": "no" }, "code_unknown": { "shape": "no" }, \(entries) } } }
      """
    var set = FixtureSet()
    try set.add(Array(text.utf8), name: "p.json")
    return set
  }

  /// What is said of its errors.
  private func check(_ entries: String) throws -> [String] {
    try set(entries).check("p").filter { $0.pointer.hasPrefix("/errors") }
      .map { "\($0.sentence) (at \($0.pointer))" }
  }

  @Test("leads from $same to $same")
  func same() throws {
    let entries = """
      "code_reused": {"$same": "code_expired"}, "code_expired": {"$same": "code_other_client"},
      "code_other_client": {"shape": "no", "status": 418}
      """
    #expect(try check(entries) == [])
    let table = try #require(try set(entries).resolve("p").errors["token"])
    for condition in [Condition.codeReused, .codeExpired, .codeOtherClient] {
      #expect(table.rule(condition)?.status == 418, "\(condition.name)")
    }
    // What is not named keeps its own entry, or the one for everything.
    for condition in [Condition.codeUnknown, .secretWrong] {
      #expect(table.rule(condition) != nil && table.rule(condition)?.status == nil)
    }
  }

  @Test("says where $same leads in a circle, and what stands beside it for nothing")
  func circle() throws {
    let found = try check(
      """
      "code_reused": {"$same": "code_expired"}, "code_expired": {"$same": "code_reused", "code": "x"}
      """)
    #expect(
      found == [
        "$same leads in a circle: code_reused → code_expired → code_reused (at /errors/token/code_reused)",
        "$same leads in a circle: code_expired → code_reused → code_expired (at /errors/token/code_expired)",
        "unknown member \"code\"; known here: $same (at /errors/token/code_expired/code)",
      ])
  }

  @Test("has one entry for a family of conditions; one for a condition or its ancestor comes first")
  func families() throws {
    let entries = """
      "client_*": {"shape": "no", "status": 418}, "client_auth_*": {"shape": "no", "status": 419},
      "client_missing": {"shape": "no", "status": 420}
      """
    #expect(try check(entries) == [])
    let table = try #require(try set(entries).resolve("p").errors["token"])
    for (condition, status) in [
      (Condition.clientUnknown, 418), (.clientAuthRepeated, 419), (.clientMissing, 420),
      (.codeUnknown, nil), (.secretWrong, nil),
    ] as [(Condition, Int?)] {
      #expect(table.rule(condition)?.status == status, "\(condition.name)")
    }
    #expect(table.place(of: .clientUnknown) == "client_*")
  }

  @Test("says of a family that nobody belongs to it, and has $same for all of one")
  func familyMistakes() throws {
    let found = try check(#""clint_*": {"shape": "no"}"#)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("no condition that can occur here begins with \"clint_\"") == true)
    let table = try #require(
      try set(
        #""client_*": {"$same": "secret_wrong"}, "secret_wrong": {"shape": "no", "status": 418}"#
      )
      .resolve("p").errors["token"])
    #expect(table.rule(.clientUnknown)?.status == 418)
  }

  @Test("says of a family that each of its conditions has an entry of its own")
  func deadFamily() throws {
    let whole = #""refresh_*": {"shape": "no"}"#
    #expect(try check(whole) == [])
    let own = Condition.known(at: .token).keys.filter { $0.name.hasPrefix("refresh_") }
      .map { "\"\($0.name)\": {\"shape\": \"no\"}" }.sorted().joined(separator: ", ")
    let found = try check("\(own), \(whole)")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("has no effect: each condition that begins with \"refresh_\"") == true,
      "\(found)")
  }
}
