/// Text as one word of a shell's command, whatever stands in it.
package enum ShellWord {
  /// As people write it: in quotes only where it holds what means something to a shell.
  package static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
        || "_-./:@%+,=".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// In single quotes, between which a shell knows nothing but their end.
  ///
  /// Bytes, not characters: with a combining accent behind it a quote is no quote to Swift, and one to the shell. What is
  /// quoted was chosen by the server that was visited.
  package static func quoted(_ text: String) -> String {
    let pieces = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
  }
}
