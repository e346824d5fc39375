import ArgumentParser
import Basics
import ProviderModel
import Server

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn another tool's configuration into a cast and rules.",
    discussion: """
      Writes files that check accepts, and prints the commands that use them. Parts that can't be imported are \
      listed on standard error, each with its JSON pointer. Files that exist are not replaced.
      """, subcommands: [ImportNavikt.self, ImportKeycloak.self])
}

struct ImportNavikt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navikt",
    abstract: "Import the JSON configuration of navikt's mock-oauth2-server.",
    discussion: """
      Each issuer becomes a provider file with the issuer's ID, so its address is the same. Request mappings become rules of a \
      scenario, and a subject in them becomes a person with the claims.

      Example: understudy import navikt config.json --to test/oauth
      """)

  @OptionGroup var options: ImportOptions

  func run() throws {
    try options.write(NaviktConfiguration(try options.root(), name: options.name).imported())
  }
}

struct ImportKeycloak: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keycloak",
    abstract: "Import a realm that Keycloak has exported.",
    discussion: """
      Users become people, and clients become clients of the provider keycloak. A password that is hashed can't be read: that \
      person's password is the username.

      Example: understudy import keycloak realm.json --to test/oauth
      """)

  @OptionGroup var options: ImportOptions

  func run() throws {
    try options.write(KeycloakRealm(try options.root(), name: options.name).imported())
  }
}

struct ImportOptions: ParsableArguments {
  @Argument(help: "The configuration, as JSON.")
  var file: String
  @Option(
    help: ArgumentHelp(
      "The folder to write to; it is made if it is missing. Default: the current one.",
      valueName: "folder"))
  var to: String?

  /// The name of the file without folder and ending.
  var name: String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  func root() throws -> JSONObject {
    let root: JSONValue
    do {
      root = try JSONReader(maximumBytes: 64 << 20).read(Files.read(file), file: file).root
    } catch let error as JSONSyntaxError {
      throw Failure(
        text: "\(file):\(error.origin.line):\(error.origin.column): error: \(error.sentence)")
    }
    // An export of several realms is an array.
    if let array = root.arrayValue, array.count == 1, let only = array[0].objectValue {
      return only
    }
    guard let object = root.objectValue else {
      let names = root.arrayValue?.compactMap { $0["realm"]?.stringValue } ?? []
      throw Failure(
        text: "\(file): error: expected an object, found \(root.kindName)"
          + (names.isEmpty
            ? "" : " of the realms \(names.joined(separator: ", ")); export one realm"))
    }
    return object
  }

  func write(_ imported: Imported) throws {
    let prefix = to.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    for path in imported.files.map({ prefix + $0.name }) where access(path, F_OK) == 0 {
      throw Failure(text: "\(path): error: the file exists; remove it, or choose another --to")
    }
    do throws(FixtureLoadingError) { _ = try imported.loaded() } catch {
      throw Failure(text: "\(file): error: nothing was written, as check would refuse it: \(error)")
    }
    try Self.makeFolder(prefix)
    for written in imported.files {
      try Files.write(
        written.text, to: prefix + written.name,
        access: written.kind == .key ? .ownerOnly : .shared)
    }
    tell(imported, prefix)
  }

  /// Makes the folder, and those above it, where they are missing.
  static func makeFolder(_ path: String) throws {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part + "/"
      guard !part.isEmpty, mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      throw Failure(text: "can't make the folder \(made): \(String(cString: strerror(errno)))")
    }
  }

  private func tell(_ imported: Imported, _ prefix: String) {
    for note in imported.notes {
      Streams.error("\(file): " + (note.pointer.isEmpty ? "" : note.pointer + ": ") + note.sentence)
    }
    let names = imported.files.map { prefix + $0.name }
    Streams.output("Wrote \(names.joined(separator: ", ")): \(imported.summary).")
    let files = imported.files.map {
      "--\($0.kind.rawValue) \(ShellWord.plain(prefix + $0.name))"
    }
    let options = (files + imported.options).joined(separator: " ")
    Streams.output("")
    Streams.output("Serve it:")
    Streams.output("  understudy serve \(options)")
    guard let (person, url) = imported.signIn else { return }
    Streams.output("")
    Streams.output("Sign in, and see the redirect that the client gets:")
    Streams.output(
      "  understudy run \(options) -- understudy visit --as \(ShellWord.plain(person)) \(ShellWord.quoted(url))"
    )
  }
}
