import Examiner
import Testing

@Suite("The catalogue of checks")
struct CatalogueTests {
  @Test("what ships has no mistakes")
  func clean() {
    #expect(Catalogue.bundled.findings.map(\.description) == [])
    #expect(Catalogue.bundled.check("code-happy")?.expect == .accepted)
  }

  @Test("no id stands twice")
  func unique() {
    let ids = Catalogue.bundled.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("each control is a check of the same profile, and has no control itself")
  func controls() {
    for profile in Catalogue.bundled.profiles {
      for check in profile.checks {
        guard let control = check.control else { continue }
        let found = profile.checks.first { $0.id == control }
        #expect(found != nil, "\(check.id): \(control)")
        #expect(found?.expect == .accepted)
      }
    }
  }
}
