import ArgumentParser
import Basics
import Server
import Stores

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Inspect a store, and move sandboxes between stores.",
    discussion: """
      The store is the one of --store, or of UNDERSTUDY_STORE. A file can't be read while a server has it open.

      Exit codes: 0 done, 1 there is no such sandbox, there is one already, or it is damaged, 2 wrong usage, or a store that can't be used.
      """,
    subcommands: [
      StoreList.self, StoreExport.self, StoreImport.self, StoreRemove.self, StoreCompact.self,
    ])
}

/// The store that a command is about.
struct StoreChoice: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The file, or the URL of Redis or Valkey, as for serve. [UNDERSTUDY_STORE]",
      valueName: "file-or-url"))
  var place: String?

  /// Opens the store, and closes it after the work.
  /// - Parameter creates: whether a file that is not there is made.
  func with<Value>(
    creates: Bool = false, _ work: (any Store) throws -> Value
  ) throws -> Value {
    var place = place
    try StoreOptions.check(place)
    Environment().fill(&place, .store)
    guard let place else {
      throw Failure(text: "error: no store is named: give --store, or set UNDERSTUDY_STORE")
    }
    let isThere = place.contains("://") || FileWatch.look(place).map { $0.size > 0 } ?? false
    guard creates || isThere else {
      let why = access(place, F_OK) == 0 ? "; the file is empty" : ""
      throw Failure(
        text: "error: there is no store \(place): expected a file that serve --store has made\(why)"
      )
    }
    do {
      let store = try Stores.open(place)
      defer { store.close() }
      return try work(store)
    } catch let failure as StoreFailure {
      throw Failure(text: "error: \(failure.reason)")
    }
  }
}

struct StoreList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List the sandboxes: ID, number of entries, time of the last one.")
  @OptionGroup var store: StoreChoice

  func run() throws {
    try store.with { store in
      var damaged: [String] = []
      for id in try store.sandboxes() {
        do {
          guard let last = try store.last(of: id) else { continue }
          Streams.output(
            "\(id): \(StoredSandbox.count(last.version)), the last at \(last["at"] ?? "")")
        } catch let failure as StoreFailure where failure.kind == .damaged {
          damaged.append("error: \(failure.reason)")
        }
      }
      guard damaged.isEmpty else {
        throw Failure(text: damaged.joined(separator: "\n"), code: 1)
      }
    }
  }
}

struct StoreExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Print a sandbox as JSON: its snapshot and the entries after it, each on a line. The text contains passwords and tokens."
  )
  @OptionGroup var store: StoreChoice
  @Argument(help: ArgumentHelp("The sandbox.", valueName: "id")) var id: String

  func run() throws {
    try store.with { store in
      let found: StoredSandbox?
      do { found = try StoredSandbox(id, in: store) } catch let failure as StoreFailure
        where failure.kind == .damaged
      {
        throw Failure(text: "error: \(failure.reason)", code: 1)
      }
      guard let sandbox = found else {
        throw Failure(text: "error: the store has no sandbox \"\(id)\"", code: 1)
      }
      for line in sandbox.lines { Streams.output(line) }
    }
  }
}

struct StoreImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add a sandbox that `store export` has printed.")
  @OptionGroup var store: StoreChoice
  @Argument(help: ArgumentHelp("The file.", valueName: "file")) var file: String

  func run() throws {
    let sandbox = try StoredSandbox(reading: Files.read(file), file)
    let id = sandbox.id
    try store.with(creates: true) { store in
      guard try !store.knows(id) else {
        throw Failure(
          text: "error: the store has a sandbox \"\(id)\" already: remove it first", code: 1)
      }
      guard try sandbox.put(into: store) else {
        throw Failure(text: "error: another process writes the sandbox \"\(id)\"", code: 1)
      }
      Streams.output("\(id): \(StoredSandbox.count(sandbox.last))")
    }
  }
}

struct StoreRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove a sandbox. The next server that starts creates the default one again.")
  @OptionGroup var store: StoreChoice
  @Argument(help: ArgumentHelp("The sandbox.", valueName: "id")) var id: String

  func run() throws {
    try store.with { store in
      guard try store.knows(id) else {
        throw Failure(text: "error: the store has no sandbox \"\(id)\"", code: 1)
      }
      try store.remove(id, why: "The sandbox \"\(id)\" was removed from the store.")
    }
  }
}

struct StoreCompact: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", abstract: "Free the space of removed sandboxes.")
  @OptionGroup var store: StoreChoice

  func run() throws { try store.with { try $0.compact() } }
}
