import ArgumentParser
import Basics

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the providers over HTTP and, with --https, over HTTPS.",
    discussion: """
      Prints one line on standard output, "Understudy listens at URL"; links to try and the log go to standard \
      error. SIGTERM or SIGINT ends it: requests in progress are answered, and the exit code is 0.

      Each option can also be set by the environment variable in brackets. The command line takes precedence; \
      several values are separated by commas; a flag is on with 1, true, yes or on, and off with 0, false, no or off. \
      For --https and --proxy, 1, true, yes and on mean the default port, false, no and off mean none, and 0 is any \
      free port.

      GET / lists providers, clients and people; GET /_understudy/health says whether the server runs.
      """)

  @OptionGroup var options: ServerOptions
  @OptionGroup var store: StoreOptions
  @Option(
    help: ArgumentHelp(
      "Write {\"url\", \"pid\"} and, if they exist, https_url, ca_file, proxy_url and control_token to this file, as soon as the server listens. The server removes the file at the end. [UNDERSTUDY_READY_FILE]",
      valueName: "file"))
  var readyFile: String?
  @Flag(
    help:
      "Reload a --provider or --cast file when it changes. If the new one has mistakes, print them and keep the old one. [UNDERSTUDY_WATCH]"
  )
  var watch = false
  @Flag(help: "Print no log and no links. [UNDERSTUDY_QUIET]")
  var quiet = false
  @Flag(
    help:
      "End when the process that has started the server ends, even if it is killed. [UNDERSTUDY_EXIT_WITH_PARENT]"
  )
  var exitWithParent = false

  mutating func run() throws {
    StopSignal.endAtOnce()
    let parent = ParentProcess()
    let environment = Environment()
    try options.fill(from: environment)
    try store.fill(from: environment)
    if store.place != nil, watch {
      throw Failure(
        text:
          "--watch changes providers while the server runs, and all servers of a --store need the same: leave one of them out"
      )
    }
    environment.fill(&readyFile, .readyFile)
    try environment.fill(&watch, .watch)
    try environment.fill(&quiet, .quiet)
    try environment.fill(&exitWithParent, .exitWithParent)
    try serve(
      with: exitWithParent ? parent : nil, looked: FileWatch(watched),
      doubts: Setting.warnings(environment.names))
  }
}
