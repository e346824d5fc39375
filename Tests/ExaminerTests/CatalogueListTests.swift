import Basics
import Examiner
import Testing

@Suite("The catalogue in print")
struct CatalogueListTests {
  @Test("lists each check once, in each form")
  func list() throws {
    let list = try CatalogueList(.bundled, profile: nil)
    let text = list.text(.text)
    let md = list.text(.md)
    let tree = try JSONReader().read(Array(list.text(.json).utf8), file: "list").root
    let ids = Catalogue.bundled.all.map(\.id)
    #expect(Set((tree.arrayValue ?? []).compactMap { $0["id"]?.stringValue }) == Set(ids))
    #expect(tree.arrayValue?.count == ids.count)
    for id in ids {
      #expect(text.contains("  \(id) ") && md.contains("| `\(id)` |"), "\(id)")
    }
    #expect(text.hasSuffix("\(ids.count) checks\n"))
  }

  @Test("lists one profile with the passive checks that apply to it")
  func profile() throws {
    let profile = try #require(Catalogue.bundled.profile("native-code"))
    let tree = try JSONReader().read(
      Array(CatalogueList(.bundled, profile: "native-code").text(.json).utf8), file: "list"
    ).root
    let known = Set(Catalogue.bundled.passive.map(\.id)).intersection(profile.passive)
    #expect(tree.arrayValue?.count == profile.checks.count + known.count)
    #expect(throws: UsageError.self) { try CatalogueList(.bundled, profile: "native") }
  }

  @Test("explains each check: requirement, clause, why, fix and what is expected")
  func explains() throws {
    for check in Catalogue.bundled.all {
      let text = try CheckExplanation(of: check.id, in: .bundled, TextStyle()).text
      let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for part in [
        check.title, check.requirement, check.clause, check.why, check.fix, check.link ?? "",
      ] {
        let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(flat.contains(words), "\(check.id): \(words)")
      }
      for twin in check.twins.flatMap(\.names) { #expect(text.contains(twin), "\(check.id)") }
    }
  }

  @Test(
    "names what was meant where an id is wrong",
    arguments: [
      ("code-happi", "There is no check \"code-happi\"; did you mean \"code-happy\""),
      ("state-mismatch", "\"code-state-mismatch\""),
      (
        "zzzzzzzzzzzzzzzzz",
        "There is no check \"zzzzzzzzzzzzzzzzz\"; understudy conform list shows all"
      ),
    ])
  func nearest(_ id: String, _ wanted: String) {
    do {
      _ = try CheckExplanation(of: id, in: .bundled, TextStyle())
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains(wanted), "\(error)")
    }
  }
}
