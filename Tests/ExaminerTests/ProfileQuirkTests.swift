import Basics
import Testing

@testable import Examiner

/// Quirks that a profile has in every sandbox of its checks.
@Suite("The quirks of a profile")
struct ProfileQuirkTests {
  @Test("stand in the stage of each check, before the check's own")
  func staged() throws {
    for profile in Catalogue.bundled.profiles {
      #expect(!profile.with.isEmpty)
      for check in profile.checks {
        let quirks = check.stage["with"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(quirks.starts(with: profile.with), "\(check.id)")
      }
    }
  }

  @Test("switch off what no check judges: a client does not find it in the metadata")
  func hidden() throws {
    for profile in Catalogue.bundled.profiles where profile.provider == "standard" {
      let judged = profile.id == "sender-constrained" ? ["standard.no-pushed-requests"] : []
      let hidden = [
        "standard.no-pushed-requests", "standard.no-request-objects",
        "standard.no-signed-responses",
      ]
      #expect(profile.with.starts(with: hidden.filter { !judged.contains($0) }), "\(profile.id)")
      #expect(Set(profile.with).isDisjoint(with: judged))
    }
  }
}
