import ArgumentParser
import Basics
import ProviderModel

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Start a new provider: write its file, and a cast with a client.",
    discussion: """
      Writes ID.json, which check accepts, and ID.cast.json. Prints what to fill in next, and a command that signs \
      somebody in. With --from, the file follows a discovery document (OpenID Connect Discovery, RFC 8414): hosts, \
      endpoints, scopes, algorithms and methods; what a provider file can't express is listed.

      Files that exist are not replaced.

      Example: understudy new shop --from https://accounts.google.com
      """)

  @Argument(help: "The provider's ID: lowercase letters, digits and \"-\".")
  var id: String
  @Option(
    help: ArgumentHelp(
      "The discovery document: its URL, its issuer's URL, or a file.", valueName: "url-or-file"))
  var from: String?
  @Option(
    name: [.customLong("folder"), .customLong("to")],
    help: ArgumentHelp(
      "The folder to write to; it is made if it is missing. Default: the current one."))
  var folder: String?

  func run() throws {
    try NewProvider.check(id: id)
    let prefix = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    let (file, castFile) = ("\(prefix)\(id).json", "\(prefix)\(id).cast.json")
    for path in [file, castFile] where access(path, F_OK) == 0 {
      throw Failure(
        text: "\(path): error: the file exists; remove it, or choose another ID or --folder")
    }
    var provider = NewProvider.blank(id)
    if let from {
      let source = try DiscoverySource(from)
      var discovered = try DiscoveredProvider(id: id, source: source.name, source.document)
      provider = try discovered.provider()
    }
    try provider.prune()
    try ImportOptions.makeFolder(prefix)
    try Files.write(provider.text, to: file, access: .shared)
    do {
      try Files.write(provider.cast, to: castFile, access: .shared)
    } catch {
      unlink(file)
      throw error
    }
    tell(provider, file, castFile)
  }

  private func tell(_ provider: NewProvider, _ file: String, _ castFile: String) {
    let lines = provider.text.split(separator: "\n").count
    Streams.output("Wrote \(file) (\(lines) lines) and \(castFile).")
    let files =
      "--provider \(ShellWord.plain(file)) --cast \(ShellWord.plain(castFile))"
      + (provider.replacesBundled ? " --no-bundled" : "")
    if let signIn = provider.signIn {
      Streams.output("")
      Streams.output("Sign in, and see the redirect that the client \(provider.clientID) gets:")
      Streams.output(
        "  understudy run \(files) -- understudy visit --as alice \(ShellWord.quoted(signIn))")
    }
    Streams.output("")
    Streams.output("Fill in next, in \(file):")
    for step in provider.steps { Streams.output("  \(step.member): \(step.advice)") }
    if !provider.notes.isEmpty {
      Streams.output("")
      Streams.output("Of the discovery document:")
      for note in provider.notes { Streams.output("  \(note)") }
    }
    Streams.output("")
    Streams.output("Every change at once: understudy serve --watch \(files)")
    Streams.output("Step by step: docs/write-a-provider.md; every member: docs/fixtures.md")
  }
}
