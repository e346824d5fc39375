import Basics
import Testing

@Suite("The mistakes that people make are named, placed and mended")
struct MistakeTests {
  @Test("a trailing comma is refused with a hint")
  func trailingComma() {
    #expect(
      complaint(#"{"a": 1,}"#)
        == "1:9: expected a member name after ',', found '}'; remove the comma before it")
    #expect(
      complaint("[1,\n]")
        == "2:1: expected a value after ',', found ']'; remove the comma before it")
    #expect(
      complaint("[1,,2]") == "1:4: expected a value after ',', found ','; remove one of the commas")
  }

  @Test("a missing comma is refused with a hint")
  func missingComma() {
    #expect(
      complaint("{\"id\": 1\n \"b\": 2}")
        == "2:2: expected ',' or '}' after the member \"id\", found '\"'; is a comma missing?")
    #expect(
      complaint("[1 2]")
        == "1:4: expected ',' or ']' after element 0 of the array, found '2'; is a comma missing?")
  }

  @Test("single and typographic quotes are refused with a hint")
  func quotes() {
    #expect(
      complaint("['a']")
        == "1:2: expected a value or ']', found a single quote;"
        + " strings are written in straight double quotes")
    #expect(
      complaint("{“a”: 1}")
        == "1:2: expected a member name or '}', found '“';"
        + " strings are written in straight double quotes")
  }

  @Test("a comment is refused with a hint")
  func comment() {
    #expect(
      complaint("{ // why\n}")
        == "1:3: expected a member name or '}', found a comment; JSON has no comments")
    #expect(
      complaint("[1 /* one */]")
        == "1:4: expected ',' or ']' after element 0 of the array, found a comment;"
        + " JSON has no comments")
    #expect(complaint("# a") == "1:1: expected a value, found '#'; JSON has no comments")
  }

  @Test("an unquoted key or string is refused with a hint")
  func unquoted() {
    #expect(
      complaint("{id: 1}")
        == "1:2: expected a member name or '}', found 'id'; names are written in double quotes")
    #expect(
      complaint(#"{"a": abc}"#)
        == "1:7: expected a value for the member \"a\", found 'abc';"
        + " strings are written in double quotes")
  }

  @Test("YAML is told from a word without quotes")
  func yaml() {
    #expect(complaint("clients:\n  - a").contains("this looks like YAML"))
    #expect(!complaint(#"{"a": abc}"#).contains("YAML"))
  }

  @Test("a literal in the wrong letters or of another language is refused with a hint")
  func literals() {
    #expect(complaint("True") == "1:1: expected a value, found 'True'; write true")
    #expect(complaint("NULL") == "1:1: expected a value, found 'NULL'; write null")
    #expect(complaint("None") == "1:1: expected a value, found 'None'; is null meant?")
    #expect(complaint("NaN") == "1:1: expected a value, found 'NaN'; JSON has no such number")
    #expect(
      complaint("-Infinity")
        == "1:2: expected a digit after '-', found 'Infinity'; JSON has no such number")
  }

  @Test("a number in another notation is refused with a hint")
  func numbers() {
    #expect(
      complaint("+1") == "1:1: expected a value, found '+'; a number has no '+' in front")
    #expect(
      complaint(".5") == "1:1: expected a value, found '.'; a number starts with a digit, as in 0.5"
    )
    #expect(
      complaint("012")
        == "1:2: expected the number 0 to end, found '1';"
        + " a number does not start with 0, unless it is 0 or 0.…")
    #expect(
      complaint("0x1F")
        == "1:2: expected the number 0 to end, found 'x1F'; JSON has no hexadecimal numbers")
    #expect(complaint("1_000") == "1:2: expected the number 1 to end, found '_000'")
    #expect(complaint("[1.\n]") == "1:4: expected a digit after '.', found the end of the line")
  }

  @Test("an unterminated string is placed where it starts, or where its line ends")
  func unterminated() {
    #expect(
      complaint(#"  "abc"#)
        == "1:3: expected '\"' to end the string that starts here, found the end of the text")
    #expect(
      complaint("[\"abc\n]")
        == "1:6: expected '\"' to end the string, found the end of the line;"
        + " a line break in a string is written \\n")
  }

  @Test("an unclosed object is told by where it starts")
  func unclosed() {
    #expect(
      complaint("[\n  {\"a\": 1")
        == "2:10: expected ',' or '}' after the member \"a\", found the end of the text;"
        + " the object that starts at line 2, column 3 is still open")
    #expect(
      complaint("{\"a\": [1}")
        == "1:9: expected ',' or ']' after element 0 of the array, found '}';"
        + " the array that starts at line 1, column 7 is still open")
  }

  @Test("what is wrong around a colon is refused with a hint")
  func colons() {
    #expect(
      complaint(#"{"a" = 1}"#)
        == "1:6: expected ':' after the member name \"a\", found '='; write ':'")
    #expect(
      complaint(#"{"a" 1}"#)
        == "1:6: expected ':' after the member name \"a\", found '1'; is a colon missing?")
    #expect(
      complaint(#"["a": 1]"#)
        == "1:5: expected ',' or ']' after element 0 of the array, found ':';"
        + " names and values belong in an object: '{' and '}'")
  }

  @Test("a wrong escape, a raw control character and half a pair are refused with a hint")
  func strings() {
    #expect(
      complaint(##""C:\Users""##)
        == "1:5: expected one of \" \\ / b f n r t u after '\\', found 'Users';"
        + " a backslash itself is written \\\\")
    #expect(
      complaint("\"a\tb\"")
        == "1:3: expected no control character in a string, found the control character U+0009;"
        + " it is written \\t")
    #expect(
      complaint(##""\ud800x""##)
        == "1:2: expected a low surrogate (\\udc00 to \\udfff) after the high one \\ud800;"
        + " half of a pair is no character")
    #expect(
      complaint(##""a\uDC00""##)
        == "1:3: expected a high surrogate (\\ud800 to \\udbff) before the low one \\udc00;"
        + " half of a pair is no character")
  }

  @Test("a file saved in another encoding is refused with a hint")
  func encodings() {
    #expect(
      complaint([0xef, 0xbb, 0xbf, 0x7b, 0x7d])
        == "1:1: expected a value, found a byte order mark; save the file as UTF-8 without one")
    #expect(
      complaint([0xff, 0xfe, 0x7b, 0])
        == "1:1: expected UTF-8, found a UTF-16 byte order mark; save the file as UTF-8")
    #expect(
      complaint([0x7b, 0, 0x7d, 0])
        == "1:2: expected a member name or '}', found the control character U+0000;"
        + " is the file saved as UTF-16?")
    #expect(
      complaint(inString([0x61, 0xe9]))
        == "1:4: expected UTF-8, found the byte 0xe9; is the file saved in another encoding?")
  }

  @Test("white space that only looks like it is named")
  func invisible() {
    #expect(
      complaint("[\u{a0}1]")
        == "1:2: expected a value or ']', found U+00A0 (no-break space);"
        + " only space, tab, line feed and carriage return are allowed between values")
    #expect(
      complaint("[\u{200b}1]")
        == "1:2: expected a value or ']', found U+200B (zero width space)")
  }

  @Test("an empty text, a second value and a bracket too many are told apart")
  func around() {
    #expect(
      complaint("") == "1:1: expected a value, found the end of the text; the text is empty")
    #expect(
      complaint("{} {}")
        == "1:4: expected the end of the text after the value, found '{'; a text holds one value")
    #expect(
      complaint("[]]")
        == "1:3: expected the end of the text after the value, found ']'; it closes nothing")
  }

  @Test("a long name is shortened and a control character in it is escaped")
  func names() {
    let long = String(repeating: "n", count: 100)
    #expect(complaint("{\"\(long)\" 1}").contains("\"\(long.prefix(40))…\""))
    #expect(complaint(##"{"\u001b[2J" 1}"##).contains(##""\u001b[2J""##))
    // JSON has these as they are, and a terminal would obey them.
    #expect(
      complaint("{\"\u{7f}\u{9b}2J\u{202e}\u{e0001}é\" 1}")
        .contains(##""\u007f\u009b2J\u202e\udb40\udc01é""##))
  }
}
