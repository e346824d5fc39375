import Basics
import Examiner
import Testing

@Suite("OpenID's own names")
struct OpenIDNamesTests {
  private struct Row {
    var name: String
    var checks: [String]
    var whyNot: String?
  }

  private let rows: [Row]

  init() throws {
    let file = try #require(Catalogue.files.first { $0.name == "openid-names.json" })
    let root = try JSONReader().read(file.bytes, file: file.name).root
    #expect(root["kind"]?.stringValue == "openid-names")
    rows = try #require(root["names"]?.arrayValue).map { row in
      Row(
        name: try #require(row["name"]?.stringValue),
        checks: (row["checks"]?.arrayValue ?? []).compactMap(\.stringValue),
        whyNot: row["why_not"]?.stringValue)
    }
  }

  @Test("each stands once, and leads to checks or says why there is none")
  func complete() {
    #expect(rows.count > 100)
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.checks.isEmpty == (row.whyNot != nil), "\(row.name)")
      #expect(row.whyNot?.isEmpty != true, "\(row.name)")
      #expect(Set(row.checks).count == row.checks.count, "\(row.name)")
    }
  }

  @Test("each check that a name leads to is there, and knows the name as its twin")
  func thither() {
    for row in rows {
      for id in row.checks {
        let check = Catalogue.bundled.check(id)
        #expect(check != nil, "\(row.name) leads to \(id), which is no check")
        #expect(
          check?.openIDTwins.contains(row.name) == true,
          "\(id) does not list \(row.name) in twins.openid")
      }
    }
  }

  @Test("each twin of a check is a name of the list, which leads back to the check")
  func back() {
    for check in Catalogue.bundled.all {
      for twin in check.openIDTwins {
        let row = rows.first { $0.name == twin }
        #expect(
          row?.checks.contains(check.id) == true,
          "add \(check.id) to the name \(twin) in fixtures/checks/openid-names.json")
      }
    }
  }
}

extension Check {
  fileprivate var openIDTwins: [String] {
    twins.filter { $0.suite == "openid" }.flatMap(\.names)
  }
}
