import Basics
import Testing

@testable import ProviderModel

/// A quirk that breaks what works without it.
@Suite("A quirk that makes a provider unusable")
struct QuirkCauseTests {
  private func check(_ patch: String, on: Bool, _ more: String = "{}") throws -> [String] {
    let quirk = """
      { "quirks": [
        { "id": "other", "summary": "Another one.", "evidence": { "grade": "inferred", "source": "a test" },
          "patch": { "shapes": { "me": { "json": { "other": 1 } } } } },
        { "id": "broken", "summary": "A mistake.", "on": \(on),
          "evidence": { "grade": "inferred", "source": "a test" },
          "patch": \(patch) } ] }
      """
    let shop = Merge.apply(try json(more), to: try json(UseMistakeTests.shop))
    let text = Merge.apply(try json(quirk), to: shop).text()
    return try UseMistakeTests().check(text).map { "\($0.pointer): \($0.sentence)" }
  }

  @Test("is told by its name, at its own place", arguments: [true, false])
  func own(_ isOn: Bool) throws {
    let found = try check(#"{"flow": {"stages": {"login": null}}}"#, on: isOn)
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.contains(
        #"with "broken" on, nobody can sign in: the flow has no stage of the kind login"#) == true,
      "\(found)")
  }

  @Test("is told at its patch where the mistake shows in the base", arguments: [true, false])
  func base(_ isOn: Bool) throws {
    let found = try check(#"{"parameters": {"client_id": null}}"#, on: isOn)
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.hasPrefix(
        #"/quirks/1/patch: with "broken" on, nobody can sign in: an authorization request names its client by client_id"#
      ) == true, "\(found)")
    #expect(found.first?.hasSuffix("(at /parameters)") == true, "\(found)")
  }

  @Test("is not blamed for a mistake of the base")
  func baseAlone() throws {
    let found = try check(
      #"{"shapes": {"me": {"json": {"broken": 1}}}}"#, on: true,
      #"{"token": {"grants": {}}}"#)
    #expect(
      found.first?.hasPrefix("/token/grants: no token can be issued") == true, "\(found)")
    #expect(!found.contains { $0.contains("\"broken\"") }, "\(found)")
  }
}
