import Testing

@testable import understudy

@Suite("Recordings of calls that are counted")
struct CompareCountTests {
  @Test("may have counted other calls")
  func counts() throws {
    let provider = CompareTests.provider.replacing(
      "\"at\": \"main:/me/{user}\"",
      with: "\"at\": \"main:/me/{user}\", \"rate\": { \"most\": 60, \"seconds\": 60 }"
    ).replacing(
      "\"me\": { \"json\": { \"id\"",
      with:
        "\"me\": { \"headers\": { \"X-RateLimit-Used\": \"{{rate.used}}\", \"X-RateLimit-Limit\": \"{{rate.most}}\" }, \"json\": { \"used\": \"{{rate.used}}\", \"id\""
    )
    func compare(most: Int) throws -> Tool.Result {
      try CompareTests.Files(provider: provider) { recording in
        recording.replacing(
          "{\"id\":\"u-81\",\"name\"", with: "{\"used\":7,\"id\":\"u-81\",\"name\""
        )
        .replacing(
          "\n\n{\"used\"", with: "\nX-RateLimit-Used: 7\nX-RateLimit-Limit: \(most)\n\n{\"used\"")
      }.compare()
    }
    let same = try compare(most: 60)
    #expect(same.status == 0, "\(same.output)\(same.errors)")
    let other = try compare(most: 61)
    #expect(other.status == 1 && other.output.contains("x-ratelimit-limit"), "\(other.output)")
    #expect(!other.output.lowercased().contains("ratelimit-used"), "\(other.output)")
  }
}
