import ArgumentParser
import Basics
import Engine
import JOSE
import Server
import Stores

/// Where a server keeps its sandboxes.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "Keep all sandboxes in this file (SQLite), or at redis://[USER:PASSWORD@]HOST:PORT/DATABASE, rediss:// or unix:// (Redis or Valkey), which several servers can share. Without this option, they last as long as the process. [UNDERSTUDY_STORE]",
      valueName: "file-or-url"))
  var place: String?
  @Option(
    name: .customLong("store-sync"),
    help: ArgumentHelp(
      "When to flush the file to disk: always (before each response), or second (at most a second later). A crash of the server loses nothing with either. Default: second. [UNDERSTUDY_STORE_SYNC]",
      valueName: "when"))
  var sync: SQLiteStore.Sync?
  @Option(
    name: .customLong("store-wait"),
    help: ArgumentHelp(
      "How long to wait at the start for a store that can't be reached, such as 30s. Default: not at all. [UNDERSTUDY_STORE_WAIT]",
      valueName: "duration"))
  var wait: String?
  @Option(
    name: .customLong("store-reads"),
    help: ArgumentHelp(
      "With local, requests that change nothing are answered without asking the store, from a state that is at most a second old. Default: shared. [UNDERSTUDY_STORE_READS]",
      valueName: "way"))
  var reads: StoreReads?

  @Option(
    name: .customLong("control-token-file"),
    help: ArgumentHelp(
      "A file of control tokens, one per line: NAME TOKEN. Each controls the sandboxes that it has created; with administrator after it, it controls all sandboxes. sandboxes=20, people=100 and journal=1000000 are quotas. [UNDERSTUDY_CONTROL_TOKEN_FILE]",
      valueName: "file"))
  var tokenFile: String?

  /// The control tokens of the file.
  /// - Parameter all: the token of --control-token.
  func tokens(besides all: String?) throws -> [ControlToken] {
    guard let tokenFile else { return [] }
    let text = String(decoding: try Files.read(tokenFile), as: UTF8.self)
    var tokens: [ControlToken] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = "\(tokenFile):\(index + 1)"
      do throws(ControlToken.Mistake) {
        guard let token = try ControlToken(line: line) else { continue }
        tokens.append(token)
      } catch {
        throw Failure(text: "\(place): error: \(error.sentence)")
      }
      guard let last = tokens.last else { continue }
      try ServerOptions.checkToken(last.secret, place)
      guard !tokens.dropLast().contains(where: { $0.name == last.name }) else {
        throw Failure(text: "\(place): error: the name \"\(last.name)\" appears twice")
      }
      if let other = tokens.dropLast().first(where: { ExactText.same($0.secret, last.secret) }) {
        throw Failure(
          text:
            "\(place): error: \"\(last.name)\" has the same token as \"\(other.name)\": each name needs its own"
        )
      }
      if let all, ExactText.same(all, last.secret) {
        throw Failure(
          text:
            "\(place): error: \"\(last.name)\" has the token of --control-token, which may do everything"
        )
      }
    }
    guard !tokens.isEmpty else {
      throw Failure(text: "\(tokenFile): error: expected a line NAME TOKEN, found none")
    }
    return tokens
  }

  mutating func fill(from environment: Environment) throws {
    environment.fill(&tokenFile, .controlTokenFile)
    try Self.check(place)
    environment.fill(&place, .store)
    try environment.fill(&sync, .storeSync)
    environment.fill(&wait, .storeWait)
    try environment.fill(&reads, .storeReads)
    _ = try seconds()
    guard place == nil else { return }
    for (option, isGiven) in [
      ("--store-sync", sync != nil), ("--store-wait", wait != nil),
      ("--store-reads", reads != nil),
    ] where isGiven {
      throw Failure(text: "\(option) is about a store: add --store")
    }
  }

  /// An empty text is most often a variable that is not set, and a server without its store would lose all.
  static func check(_ place: String?) throws {
    guard place?.isEmpty == true else { return }
    throw Failure(
      text:
        "--store: expected a path, or a URL that starts with redis://, rediss:// or unix://, found an empty text"
    )
  }

  /// The time to wait for the store, in seconds.
  private func seconds() throws -> Double {
    guard let wait else { return 0 }
    let digits = wait.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let factor = ["": 1.0, "ms": 0.001, "s": 1, "m": 60, "h": 3_600][
      String(wait.dropFirst(digits.count))]
    guard let number = Double(digits), let factor, number * factor <= 86_400 else {
      throw Failure(
        text: "--store-wait \(wait): expected a duration of at most a day, such as 30s, 500ms or 2m"
      )
    }
    return number * factor
  }

  /// Opens the store, and waits for it as long as it may take.
  /// - Returns: `nil` if none is asked for.
  func open(_ log: Log) throws -> (any Store)? {
    guard let place else { return nil }
    let end = MonotonicClock.nanoseconds() + UInt64(try seconds() * 1_000_000_000)
    var isTold = false
    while true {
      do throws(StoreFailure) {
        return try Stores.open(place, sync: sync ?? .second)
      } catch {
        guard error.kind == .unavailable, MonotonicClock.nanoseconds() < end else {
          throw Failure(text: "error: \(error.reason)")
        }
        if !isTold { log.say("waits for the store: \(error.reason)") }
        isTold = true
        usleep(200_000)
        // Nothing is served yet, so there is nothing to finish.
        if StopSignal.hasCome { throw ExitCode.success }
      }
    }
  }

  /// How this process takes part in the store.
  func replica(
    _ options: ServerOptions, _ staging: LoadedFixtures, _ log: Log
  ) throws -> Replica.Options {
    var replica = Replica.Options()
    replica.readsLocally = reads == .local
    replica.program = "understudy \(UnderstudyTool.version)"
    replica.say = log.warn
    replica.setting = try options.setting(staging)
    return replica
  }
}

/// Where a request that changes nothing looks for the state.
enum StoreReads: String, CaseIterable, ExpressibleByArgument {
  case shared, local
}

extension SQLiteStore.Sync: ExpressibleByArgument {}

extension ServerOptions {
  /// Names what decisions depend on besides requests: servers of one store need the same.
  func setting(_ staging: LoadedFixtures) throws -> String {
    var parts = EmbeddedFile.fixtures.map { Digest.sha256($0.bytes) }
    for path in fixtures.providerFiles + fixtures.castFiles + keyFiles {
      parts.append(Digest.sha256(try Files.read(path)))
    }
    for name in scenarios {
      parts.append(Digest.sha256((try? Files.read(name)) ?? Array(name.utf8)))
    }
    let words = [
      "\(fixtures.noBundled)", "\(quirks.with)", "\(quirks.without)", "\(quirks.strict)",
      "\(acceptAnyClient)", "\(allowHost)", "\(fetchHost)", "\(atRoot ?? "")", "\(publicURLs)",
      "\(internalURLs)", "\(mcpResource ?? "")", "\(signIn ?? "")", "\(consent ?? "")",
      seed.map { "\($0)" } ?? "",
    ]
    parts.append(Array(words.joined(separator: "\n").utf8))
    return Hexadecimal.encode(Digest.sha256(parts.flatMap(\.self)).prefix(8))
  }
}

extension Keyring.Keeping {
  /// Keeps keys in a store.
  init(_ store: any Store, _ log: Log) {
    self.init { name, make in
      var made: SigningKey?
      do {
        let text = try store.shared("key " + name) {
          made = make()
          return made?.written ?? ""
        }
        return try SigningKey(written: text)
      } catch {
        log.warn("the key \(name) is not in the store: \(error)")
        return made ?? make()
      }
    }
  }
}
