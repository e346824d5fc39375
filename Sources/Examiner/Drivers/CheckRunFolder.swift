import Basics

/// The places of one run: a home, openers of browsers, what the program wrote. All of it goes when the run is over.
package struct CheckRunFolder {
  let path: String
  var home: String { "\(path)/home" }
  /// What programs get as the folder for their temporary files.
  var temporary: String { "\(path)/tmp" }
  var openers: String { "\(path)/bin" }
  var output: String { "\(path)/out" }
  var errors: String { "\(path)/err" }
  /// Where openers put the address that is to be opened: a named pipe.
  var mailbox: String { "\(path)/opened" }

  /// What programs call to open a browser.
  static let openerNames = [
    "xdg-open", "open", "x-www-browser", "www-browser", "sensible-browser", "wslview",
  ]

  init(in parent: String, named name: String) throws {
    path = "\(parent)/\(name)"
    for folder in [
      "", "/home", "/home/.config", "/home/.local", "/home/.cache", "/tmp", "/bin", "/run",
    ] {
      try Self.check(mkdir(path + folder, 0o700), path + folder)
    }
    try Self.check(mkfifo(mailbox, 0o600), mailbox)
    for name in ["browser"] + Self.openerNames {
      try Self.check(symlink("\(parent)/opener", "\(openers)/\(name)"), "\(openers)/\(name)")
    }
  }

  private static func check(_ code: Int32, _ path: String) throws {
    guard code == 0 else {
      throw Failure(text: "error: can't make \(path): \(String(cString: strerror(errno)))", code: 3)
    }
  }

  /// Makes the folder that runs have theirs in.
  package static func parent() throws -> String {
    try Files.temporaryFolder { parent in
      try writeOpener(in: parent)
      return parent
    }
  }

  /// Writes what all openers are: once, before anything is started. A program that is started while its file is still open
  /// somewhere for writing is "busy", and each start of another one opens it for a moment.
  private static func writeOpener(in parent: String) throws {
    // The last argument is the address. `<>` never waits for a reader.
    let script =
      "#!/bin/sh\nfor last; do :; done\nprintf '%s\\n' \"$last\" 1<>\"${0%/*}/../opened\"\n"
    try Files.write(script, to: "\(parent)/opener", access: .program)
  }

  /// The end of a file that the program wrote.
  func text(of file: String) -> String {
    let most = 1 << 20
    guard let bytes = try? Files.read(file) else { return "" }
    return String(decoding: bytes.suffix(most), as: UTF8.self)
  }

  /// The end of all that the program wrote.
  var written: String {
    [text(of: output), text(of: errors)].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func remove() { Files.removeFolder(path) }
}
