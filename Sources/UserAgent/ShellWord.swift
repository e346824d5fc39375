/// Text as one word of a shell's command, whatever stands in it.
public enum ShellWord {
  /// In single quotes, between which a shell knows nothing but their end.
  ///
  /// Bytes, not characters: with a combining accent behind it a quote is no quote to Swift, and one to the shell. What is
  /// quoted was chosen by the server that was visited.
  public static func quoted(_ text: String) -> String {
    let pieces = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
  }
}
