import Basics
import Examiner
import Testing

@Suite("The names of other suites' tests")
struct TwinNamesTests {
  /// A list of names, and what checks call the suite in `twins`.
  enum List: String, CaseIterable, Sendable {
    case openid, mcp

    var file: String { "\(rawValue)-names.json" }
    /// Fewer are no whole list.
    var least: Int { self == .openid ? 100 : 30 }
  }

  private struct Row {
    var name: String
    var checks: [String]
    var whyNot: String?
  }

  private func rows(_ list: List) throws -> [Row] {
    let file = try #require(Catalogue.files.first { $0.name == list.file })
    let root = try JSONReader().read(file.bytes, file: file.name).root
    #expect(root["kind"]?.stringValue == "\(list.rawValue)-names")
    return try #require(root["names"]?.arrayValue).map { row in
      Row(
        name: try #require(row["name"]?.stringValue),
        checks: (row["checks"]?.arrayValue ?? []).compactMap(\.stringValue),
        whyNot: row["why_not"]?.stringValue)
    }
  }

  @Test(
    "each stands once, and leads to checks or says why there is none", arguments: List.allCases)
  func complete(_ list: List) throws {
    let rows = try rows(list)
    #expect(rows.count > list.least)
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.checks.isEmpty == (row.whyNot != nil), "\(row.name)")
      #expect(row.whyNot?.isEmpty != true, "\(row.name)")
      #expect(Set(row.checks).count == row.checks.count, "\(row.name)")
    }
  }

  @Test(
    "each check that a name leads to is there, and knows the name as its twin",
    arguments: List.allCases)
  func thither(_ list: List) throws {
    for row in try rows(list) {
      for id in row.checks {
        let check = Catalogue.bundled.check(id)
        #expect(check != nil, "\(row.name) leads to \(id), which is not a check")
        #expect(
          check?.twins(in: list.rawValue).contains(row.name) == true,
          "\(id) does not list \(row.name) in twins.\(list.rawValue)")
      }
    }
  }

  @Test(
    "each twin of a check is a name of the list, which leads back to the check",
    arguments: List.allCases)
  func back(_ list: List) throws {
    let rows = try rows(list)
    for check in Catalogue.bundled.all {
      for twin in check.twins(in: list.rawValue) {
        let row = rows.first { $0.name == twin }
        #expect(
          row?.checks.contains(check.id) == true,
          "add \(check.id) to the name \(twin) in fixtures/checks/\(list.file)")
      }
    }
  }

  @Test("no check names a suite that has no list")
  func known() {
    for check in Catalogue.bundled.all {
      for (suite, _) in check.twins {
        #expect(List(rawValue: suite) != nil, "\(check.id): \(suite)")
      }
    }
  }
}

extension Check {
  fileprivate func twins(in suite: String) -> [String] {
    twins.filter { $0.suite == suite }.flatMap(\.names)
  }
}
