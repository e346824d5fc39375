import Examiner
import Testing

@Suite("Sets of requirements")
struct RequirementSetTests {
  @Test("what is frozen has each check of its release and no id that there is not")
  func complete() {
    #expect(!Catalogue.bundled.requirements.isEmpty)
    let all = Set(Catalogue.bundled.all.map(\.id))
    for set in Catalogue.bundled.requirements {
      #expect(Set(set.ids).count == set.ids.count, "\(set.release)")
      #expect(
        Set(set.ids).subtracting(all).sorted() == [], "scripts/freeze-requirements \(set.release)")
      guard !set.isOpen else { continue }
      let missing = Catalogue.bundled.all.filter {
        $0.since == set.release && !set.ids.contains($0.id)
      }
      #expect(
        missing.map(\.id) == [], "scripts/freeze-requirements \(set.release), or another since")
    }
  }

  @Test("each check belongs to a release that there is")
  func releases() {
    let releases = Set(Catalogue.bundled.requirements.map(\.release))
    for check in Catalogue.bundled.all {
      #expect(releases.contains(check.since), "\(check.id): since \(check.since)")
    }
  }

  @Test("the newest counts unless another is named; one that is not there is an error")
  func choice() throws {
    func file(_ release: String) -> Catalogue.File {
      let text =
        "{\"schema\":1,\"kind\":\"requirements\",\"release\":\"\(release)\",\"checks\":[\"a\"]}"
      return .init(name: "requirements/\(release).json", bytes: Array(text.utf8))
    }
    let catalogue = Catalogue(["2026-9", "2026-10", "2025-12"].map(file))
    #expect(catalogue.findings == [])
    #expect(try catalogue.requirements(of: nil).release == "2026-10")
    #expect(try catalogue.requirements(of: "2026-9").ids == ["a"])
    #expect(
      throws: UsageError(
        "--requirements 2026-8: there is no such release; did you mean \"2026-9\"? Known here: 2025-12, 2026-10, 2026-9"
      )
    ) { try catalogue.requirements(of: "2026-8") }
  }

  @Test("what is not in the set reports, and breaks nothing")
  func outside() {
    var report = RunReport(
      toolVersion: "0", profile: "p", profileTitle: "P", provider: "standard", client: "c",
      requirements: "",
      started: 0, seconds: 0,
      results: ["a", "b"].map { CheckResult(SampleRun.check($0), .fail, "why") })
    RequirementSet(release: "2025-1", ids: ["a"]).mark(&report)
    #expect(report.requirements == "2025-1")
    #expect(report.results.map(\.isRequired) == [true, false])
    #expect(report.results.map(\.breaks) == [true, false])
    RequirementSet(release: "2026-1", ids: [], isOpen: true).mark(&report)
    #expect(report.results.map(\.isRequired) == [true, true])
    RequirementSet(release: "2025-1", ids: [], isOpen: true).mark(&report)
    #expect(report.results.map(\.isRequired) == [false, false])
  }
}
