import Testing

@testable import ProviderModel

/// VK's fixture with one passage replaced by another, and what is said of it.
struct Broken: Sendable, CustomTestStringConvertible {
  var name: String
  var changes: [(String, String)]
  var says: [Said]
  var testDescription: String { name }

  init(_ name: String, _ changes: [(String, String)], _ says: [Said]) {
    self.name = name
    self.changes = changes
    self.says = says
  }
}

/// One finding; its place is where a passage first stands, so that a fixture may grow above it.
struct Said: Sendable {
  var passage: String
  var sentence: String
  var file = "vk"

  init(at passage: String, in file: String = "vk", _ sentence: String) {
    self.passage = passage
    self.sentence = sentence
    self.file = file
  }

  func description(_ text: String) throws -> String {
    let found = try #require(text.firstRange(of: passage), "there is no \(passage)")
    let above = text[..<found.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    let column = (above.last?.unicodeScalars.count ?? 0) + 1
    return "\(file).json:\(above.count):\(column): error: \(sentence)"
  }
}

@Suite("Broken fixtures")
struct BrokenFixtureTests {
  @Test("nothing is wrong with a shipped fixture", arguments: Shipped.ids)
  func shipped(_ id: String) throws {
    let set = try Shipped.set()
    #expect(set.check(id).map(\.description) == [])
    #expect(try set.resolve(id).id == id)
  }

  @Test(
    "what is wrong is told with its place and its cure",
    arguments: Broken.all + Broken.numbers + Broken.more)
  func broken(_ each: Broken) throws {
    var text = try Shipped.text("vk")
    for (passage, other) in each.changes {
      let place = try #require(text.firstRange(of: passage), "vk.json has no \(passage)")
      text.replaceSubrange(place, with: other)
    }
    let findings: [Finding]
    do {
      findings = try Shipped.set(vk: text).check("vk")
    } catch let error as FixtureError {
      findings = error.findings
    }
    let says = try each.says.map { said in
      try said.description(said.file == "vk" ? text : Shipped.text(said.file))
    }
    #expect(findings.map(\.description) == says)
  }

  @Test("a mark at a place that is not there is a warning: the fixture serves all the same")
  func inferred() throws {
    let text = try Shipped.text("vk").replacing(
      "/errors/token/code_reused", with: "/errors/token/code_resued")
    let set = try Shipped.set(vk: text)
    let findings = set.check("vk")
    #expect(findings.map(\.severity) == [.warning])
    #expect(
      findings.first?.sentence
        == "nothing stands at \"/errors/token/code_resued\", so nothing there is inferred")
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
