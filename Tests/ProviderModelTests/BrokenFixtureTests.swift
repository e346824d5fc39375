import Testing

@testable import ProviderModel

/// A fixture with one passage replaced by another, and what is said of it.
struct Broken: Sendable, CustomTestStringConvertible {
  var name: String
  var changes: [(String, String)]
  var says: [Said]
  var file: String
  var testDescription: String { name }

  init(
    _ name: String, in file: String = "vk", _ changes: [(String, String)], _ says: [Said] = []
  ) {
    self.name = name
    self.file = file
    self.changes = changes
    self.says = says
  }
}

extension Broken {
  static let everything =
    all + numbers + more + words + scopes + pages + refusals + tokens
}

/// One finding; its place is where a passage first stands, so that a fixture may grow above it.
struct Said: Sendable {
  var passage: String
  var sentence: String

  init(at passage: String, _ sentence: String) {
    self.passage = passage
    self.sentence = sentence
  }

  func description(_ file: String, _ text: String) throws -> String {
    let found = try #require(text.firstRange(of: passage), "there is no \(passage)")
    let above = text[..<found.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    let column = (above.last?.unicodeScalars.count ?? 0) + 1
    return "\(file).json:\(above.count):\(column): error: \(sentence)"
  }
}

@Suite("Broken fixtures")
struct BrokenFixtureTests {
  @Test(
    "what is wrong is told with its place and its cure",
    arguments: Broken.everything)
  func broken(_ each: Broken) throws {
    var text = try Shipped.text(each.file)
    for (passage, other) in each.changes {
      let place = try #require(text.firstRange(of: passage), "\(each.file) has no \(passage)")
      text.replaceSubrange(place, with: other)
    }
    let findings: [Diagnostic]
    do {
      findings = try Shipped.set(each.file, text).check(each.file)
    } catch let error as FixtureError {
      findings = error.findings
    }
    let says = try each.says.map { try $0.description(each.file, text) }
    #expect(findings.map(\.description) == says)
  }

  @Test("what is unusual and right is not told", arguments: Broken.fine)
  func fine(_ each: Broken) throws {
    #expect(each.says.isEmpty)
    try broken(each)
  }

  @Test("a shape that nothing uses is told, and keeps nobody from serving")
  func unused() throws {
    let text = try Shipped.text("vk").replacing(
      "\"answer\": \"app-token\"", with: "\"answer\": \"token\"")
    let set = try Shipped.set("vk", text)
    #expect(
      set.check("vk").map(\.pointer) == ["/shapes/token/json/user_id", "/shapes/app-token"])
    #expect(try set.resolve("vk").id == "vk")
  }

  @Test("a mark at a place that is not there is a warning: the fixture serves all the same")
  func inferred() throws {
    let text = try Shipped.text("vk").replacing(
      "/errors/token/code_reused", with: "/errors/token/code_resued")
    let set = try Shipped.set("vk", text)
    let findings = set.check("vk")
    #expect(findings.map(\.severity) == [.warning])
    #expect(
      findings.first?.sentence
        == "there is nothing at \"/errors/token/code_resued\", so nothing there is inferred")
    #expect(try set.resolve("vk").id == "vk")
  }

  @Test("a provider that is not there is named, with the nearest that is")
  func unknown() throws {
    let set = try Shipped.set()
    #expect(set.check("vkk").isEmpty)
    let error = #expect(throws: FixtureError.self) { try set.resolve("vkk") }
    #expect(
      error?.description == "error: there is no provider \"vkk\"; did you mean \"vk\"?")
  }
}
