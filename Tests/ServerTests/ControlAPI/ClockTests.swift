import Basics
import Testing

@Suite("The clock")
struct ClockTests {
  private let box: Box

  private static let shared = Result { try Site() }

  init() throws {
    box = try Self.shared.get().sandbox()
  }

  private func now() throws -> JSONValue? { try box.order("GET", "/clock")["now"] }

  @Test("is set to instants of the calendar, however they are written")
  func instants() throws {
    for (text, shown) in [
      ("2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"),
      ("2032-02-29T12:00:00.999Z", "2032-02-29T12:00:00Z"),
      ("2000-02-29t23:59:59z", "2000-02-29T23:59:59Z"),
      ("2030-01-01T01:30:00+01:30", "2030-01-01T00:00:00Z"),
      ("2029-12-31T19:00:00-05:00", "2030-01-01T00:00:00Z"),
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ] {
      try box.order("POST", "/clock", ["set": .init(stringLiteral: text), "freeze": true])
      #expect(try now()?.stringValue == shown, "\(text)")
    }
  }

  @Test(
    "knows no other days",
    arguments: [
      "2030-02-30T00:00:00Z", "2030-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
      "2030-04-31T00:00:00Z", "2030-13-01T00:00:00Z", "2030-00-01T00:00:00Z",
      "2030-01-00T00:00:00Z", "2030-01-32T00:00:00Z", "2030-01-01T24:00:00Z",
      "2030-01-01T00:60:00Z", "2030-01-01T00:00:60Z", "2030-01-01T00:00:00", "2030-01-01",
      "2030-02-30", "2030-01-01T00:00:00.Z", "2030-01-01T00:00:00+24:00", "2030-1-1T0:0:0Z",
      "2030-01-01T00:00:00Zulu", "+2030-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
      "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-00:01", "", "soon",
    ])
  func calendar(_ text: String) throws {
    try refuse(["set": .init(stringLiteral: text)], "/set")
  }

  @Test(
    "does nothing by half",
    arguments: [
      ([:], ""), (["advance": -1], "/advance"), (["advance": 3_155_760_001], "/advance"),
      (["age": 3_155_760_001], "/age"), (["age": "P1Y"], "/age"), (["set": -1], "/set"),
      (["set": 253_402_300_800], "/set"), (["set": JSONValue(.null)], "/set"),
      (["set": "2030-01-01T00:00:00Z", "advance": "soon"], "/advance"),
      (["advance": 5, "age": "soon"], "/age"), (["freeze": 1], "/freeze"),
      (["set": "9999-12-31T23:59:59Z", "advance": 1], "/advance"),
      (["advance": 1, "freeze": "yes"], "/freeze"), (["add": 1], "/add"),
    ] as [(JSONValue, String)])
  func mistakes(_ wish: JSONValue, _ pointer: String) throws { try refuse(wish, pointer) }

  @Test("ends with the year 9999")
  func end() throws {
    try box.order("POST", "/clock", ["set": "9999-12-31T23:59:50Z"])
    try box.order("POST", "/clock", ["advance": 9])
    #expect(try now() == "9999-12-31T23:59:59Z")
    try refuse(["advance": 1], "/advance")
    #expect(try box.authorize().parameter("code") != nil, "there is a last code")
  }

  @Test("makes what was issued older by a century in all")
  func age() throws {
    let code = try box.code()
    try box.order("POST", "/clock", ["age": 3_155_759_999])
    try box.order("POST", "/clock", ["age": 1])
    try refuse(["age": 1, "advance": 60], "/age")
    #expect(try box.redeem(code).json["error"] == "invalid_grant")
    #expect(try box.tokens()["access_token"] != nil, "what is issued now is new")
  }

  private func refuse(_ wish: JSONValue, _ pointer: String) throws {
    let before = try box.order("GET", "/clock")
    let reply = try box.control("POST", "/clock", wish)
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
    #expect(try box.order("GET", "/clock") == before)
  }
}
