import Testing

@testable import Examiner

/// Whether the cookies of the next browser can be written down.
@Suite("A sequence of session cookies")
struct SessionSequenceTests {
  private static let now = 1_790_000_000

  private func flaw(_ values: [String]) -> String? {
    SessionSequence(
      values.map { .init(values: [("session", $0), ("lang", "en")], signedInAt: Self.now) }
    ).flaw
  }

  @Test(
    "is one if it counts, is the time, or hides a small number",
    arguments: [
      (["101", "102", "103"], "session counts up (101, 102, 103)"),
      (["user-8-session-99-x", "user-8-session-100-x", "user-8-session-101-x"], "(99, 100, 101)"),
      (["000a", "000b", "000c"], "session counts up (a, b, c)"),
      (["7", "12", "17"], "session counts up (7, 12, 17)"),
      (["1790000000", "1790000001", "1790000003"], "session is the time of the sign-in"),
      (["1790000000123", "1790000001456", "1790000003789"], "session is the time"),
      // The MD5 of 1, of 2 and of 7.
      (
        [
          "c4ca4238a0b923820dcc509a6f75849b", "c81e728d9d4c2f636f067f89cc14862c",
          "8f14e45fceea167a5a36dedd4bea2543",
        ], "session is the digest of a small number"
      ),
    ])
  func sequence(values: [String], why: String) {
    #expect(flaw(values)?.contains(why) == true, "\(flaw(values) ?? "nothing")")
  }

  @Test(
    "is none if it is random, or the same for all",
    arguments: [
      ["9f8e7d6c5b4a3f2e", "1a2b3c4d5e6f7081", "c0ffee00deadbeef"],
      ["12", "839", "4471"], ["103", "102", "101"], ["1", "1001", "3001"],
      ["same", "same", "same"], ["5", "5", "6"], ["", "1", "2"],
      ["99999999999999999999", "1", "2"],
      ["18446744073709551615", "18446744073709551601", "12000000000000000000"],
      ["18446744073709551615", "0", "1"], ["9223372036854775808", "7", "8"],
      ["ffffffffffffffff", "0000000000000000", "0000000000000001"],
      // The MD5 of a, of b and of c.
      [
        "0cc175b9c0f1b6a831c399e269772661", "92eb5ffee6ae2fec3ad71c777531578f",
        "4a8a08f09d37b73795649038408b5f33",
      ],
      ["1690000000", "1690000001", "1690000003"],
    ])
  func noSequence(values: [String]) {
    #expect(flaw(values) == nil)
  }

  @Test("is looked for in cookies that all browsers have")
  func names() {
    let cookies: [[(name: String, value: String)]] = [[("a", "1")], [("b", "2")], [("a", "3")]]
    #expect(SessionSequence(cookies.map { .init(values: $0, signedInAt: 0) }).flaw == nil)
    #expect(SessionSequence([]).flaw == nil)
  }
}
