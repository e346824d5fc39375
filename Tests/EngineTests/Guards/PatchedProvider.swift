import Testing

extension Visitor {
  /// A bundled provider's file with one more quirk, which is on.
  static func text(_ id: String, patch: String) -> String {
    let quirk = """
      {"id": "tested", "summary": "What a test changes.", "evidence": {"grade": "documented", "source": "a test"},
       "patch": \(patch)}
      """
    return Engine.text("providers/\(id).json")
      .replacing("\"quirks\": [", with: "\"quirks\": [\(quirk),")
  }

  convenience init(
    _ id: String, patch: String, cast: String? = nil, anyClient: Bool = false
  ) throws {
    try self.init(id, anyClient: anyClient, cast: cast, text: Self.text(id, patch: patch))
  }

  /// Where each redirect led to since `begin`.
  var redirects: [String] { transcript.components(between: "Location: ", and: "\n") }

  /// The value of a hidden field of the page.
  func hidden(_ name: String) throws -> String {
    try #require(
      page.components(between: "name=\"\(name)\" value=\"", and: "\"").first,
      "\(page) has no \(name)")
  }
}
