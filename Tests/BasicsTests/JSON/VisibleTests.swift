import Basics
import Testing

@Suite("Text from outside")
struct VisibleTests {
  /// What terminals, readers of lines and CI servers would obey.
  static let hostile = [
    "a\u{1B}[31mred\u{1B}]0;title\u{7}", "a\rb", "a\u{8}\u{0}\u{7F}", "a\u{9B}31m\u{85}",
    "\u{202E}turned\u{202C}\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", "a\u{2028}b\u{2029}c",
    "\u{FEFF}x\u{FFFE}\u{FFFF}\u{1FFFE}", "x\u{FFF9}y\u{E0041}\u{E007F}", "::error::x",
    " \t::set-output name=a::b",
    "a\n::add-mask::b", "a\r\n\u{A0}\u{2003}::stop-commands::t", "##[error]x", "a ##[command]b",
    "###[group]", "##vso[task.setvariable variable=a]b", "x ##teamcity[a]",
  ]

  private func isInert(_ text: String) -> Bool {
    let lines = text.unicodeScalars.split(separator: "\n").map(String.init)
    return text.unicodeScalars.allSatisfy {
      Visible.isPlain($0) || "\n\t".unicodeScalars.contains($0)
    }
      && lines.allSatisfy { line in
        let begun = line.drop { $0.isWhitespace }
        return begun.prefixMatch(of: #/::[A-Za-z]/#) == nil
          && line.firstMatch(of: #/##[A-Za-z]*\[/#) == nil
      }
  }

  @Test("commands neither a terminal nor a CI server", arguments: hostile)
  func harmless(_ text: String) {
    #expect(!isInert(text) || !isInert("x\(text)") || text.contains("\r"))
    #expect(isInert(Visible.line(text)) && isInert(Visible.lines(text)))
    #expect(!Visible.line(text).unicodeScalars.contains("\n"))
    #expect(Visible.line(Visible.line(text)) == Visible.line(text))
  }

  @Test("in JSON is the same text, and commands nobody", arguments: hostile)
  func json(_ text: String) throws {
    let value: JSONValue = ["a": JSONValue(.string(text)), "b": [JSONValue(.string(text))]]
    for written in [value.text(), value.text(.pretty(2))] {
      let shown = Visible.json(written)
      #expect(isInert(shown))
      #expect(try JSONReader().read(Array(shown.utf8), file: "").root == value)
    }
  }

  @Test(
    "that is plain stays as it is",
    arguments: [
      "", "https://a.example/cb?code=1#x", "naïve · 😀 → é", "::1", "[::1]:80", "a::b", "##",
      "## [x]",
      "std::string", "#[x]",
    ])
  func plain(_ text: String) {
    #expect(Visible.line(text) == text && Visible.lines(text) == text && Visible.json(text) == text)
  }

  @Test("is spelled so that one sees what was there")
  func spelled() {
    #expect(Visible.line("a\u{1B}[0m\u{202E}") == "a\\x1b[0m\\u202e")
    #expect(Visible.line("a\n b\tc\r\nd") == "a  b c  d")
    #expect(Visible.lines("a\r\nb\n::error::c\rd") == "a\nb\n:\\x3aerror::c\\x0dd")
    #expect(Visible.line("##[error]") == "#\\x23[error]")
    #expect(Visible.json("[\"##[x]\u{9B}\u{E0041}\"]") == ##"["#\u0023[x]\u009b\udb40\udc41"]"##)
  }
}
