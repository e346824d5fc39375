import ProviderModel
import Testing

@Suite("A duration that is written in another way")
struct DurationHintTests {
  @Test(
    "is told in ISO 8601",
    arguments: [
      ("3s", "PT3S"), ("1.5s", "PT1.5S"), ("250ms", "PT0.25S"), ("90min", "PT1H30M"),
      ("2h", "PT2H"),
      ("1D", "P1D"),
    ])
  func hint(_ text: String, _ meant: String) {
    #expect(Duration8601.hint(for: text) == "; write \(meant)")
    #expect(Duration8601.milliseconds(meant) != nil)
  }

  @Test(
    "and whatever else stands there is not",
    arguments: [
      nil, "", "s", "3", "3x", "soon", "1.2.3s", "PT3S", "9e99s",
      String(repeating: "9", count: 400) + "d",
    ])
  func nothing(_ text: String?) { #expect(Duration8601.hint(for: text) == "") }
}
