import Foundation
import Testing

@testable import Basics

@Suite("A shell's word")
struct ShellWordTests {
  @Test(
    "is what it was before",
    arguments: ["a b", "it's", "'", "'\u{301}; echo more; '\u{301}", "$(echo x)`", "\\", "", "é\n"])
  func quoted(_ text: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf %s " + ShellWord.quoted(text)]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(bytes.elementsEqual(text.utf8))
  }
}
