import Testing

@testable import ProviderModel

@Suite("A table of errors")
struct ErrorTableTests {
  private func rule(_ shape: Int) -> ErrorRule {
    ErrorRule(shape: shape, facts: [], status: nil, afterLogin: false)
  }

  @Test("has for a later condition what it has for the one that it was told apart from")
  func elders() {
    var table = ErrorTable()
    #expect(table.rule(.challengeMalformed) == nil)
    let (elder, own, last) = (rule(1), rule(2), rule(3))
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
    table.fallback = rule(1)
    let (oldest, elder) = (rule(2), rule(3))
    table.entries[.notSignedIn] = oldest
    #expect(table.rule(.temporarilyUnavailable) === oldest)
    table.entries[.serverError] = elder
    #expect(table.rule(.temporarilyUnavailable) === elder)
  }
}
