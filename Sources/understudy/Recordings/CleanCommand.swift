import ArgumentParser
import Basics

struct CleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove the secrets of a recording, so that it can be shared and still be compared.",
    discussion: """
      A recording is an HTTP archive (HAR), as browsers and mitmproxy write them, or a transcript. Passwords, client \
      secrets, tokens, codes, cookies and credentials in headers are replaced, each by the same text wherever it occurs. \
      A JWT keeps its claims and loses its signature. Pages, scripts and pictures are left out. \
      Names, addresses and other personal data stay: look for them before you share the result.

      Example: understudy clean sign-in.har --output sign-in.clean.har
      """)

  @Argument(help: "The recording; - is standard input.")
  var recording: String
  @Option(
    help: ArgumentHelp(
      "The file to write. Default: standard output.", valueName: "file"))
  var output: String?

  func run() throws {
    let read = try Recording(recording)
    var cleaner = RecordingCleaner()
    let bytes = read.cleaned(by: &cleaner)
    if let output {
      try Files.write(bytes, to: output, access: .shared)
    } else {
      Streams.output(escaped: String(decoding: bytes.dropLast(), as: UTF8.self))
    }
    let count = cleaner.count == 1 ? "1 secret" : "\(cleaner.count) secrets"
    Streams.error(
      "\(count) replaced in \(read.exchanges.count) requests and their responses; "
        + "names, addresses and other personal data stay")
  }
}

extension Recording {
  /// The recording in its own form, without secrets.
  func cleaned(by cleaner: inout RecordingCleaner) -> [UInt8] {
    switch form {
    case .archive(let root):
      let cleaned = cleaner.clean(archive: root)
      return cleaner.everywhere(Array((cleaned.text(.pretty(2)) + "\n").utf8))
    case .transcript:
      let cleaned = exchanges.map { exchange in
        var exchange = exchange
        cleaner.clean(&exchange)
        return exchange
      }
      return cleaner.everywhere(Array(Transcript.text(cleaned).utf8))
    }
  }

  /// How many secrets it has.
  var secrets: Int {
    var cleaner = RecordingCleaner()
    for var exchange in exchanges { cleaner.clean(&exchange) }
    return cleaner.count
  }
}
