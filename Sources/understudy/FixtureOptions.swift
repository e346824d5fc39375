import ArgumentParser
import Basics
import ProviderModel
import Server

/// Which providers and casts there are: the options of every command that needs more of them than the bundled ones.
struct FixtureOptions: ParsableArguments {
  @Option(
    name: .customLong("provider"),
    help: ArgumentHelp(
      "A provider file to add; a file with the ID of a bundled provider replaces that provider. Repeatable. [UNDERSTUDY_PROVIDER]",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var providerFiles: [String] = []
  @Option(
    name: .customLong("cast"),
    help: ArgumentHelp(
      "A cast file (people and clients) to add. Repeatable; a later entry replaces an earlier one with the same name. [UNDERSTUDY_CAST]",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var castFiles: [String] = []
  @Flag(
    help: "Leave out all bundled providers and the bundled cast. [UNDERSTUDY_NO_BUNDLED]")
  var noBundled = false
  /// The option `--mcp-resource`, which only a server has.
  var resources: [String] = []

  /// What does not stand on the command line, from `UNDERSTUDY_…`.
  mutating func fill(from environment: Environment) throws {
    environment.fill(&providerFiles, .provider)
    environment.fill(&castFiles, .cast)
    try environment.fill(&noBundled, .noBundled)
  }

  /// - Throws: `Failure`, in the words that are printed.
  /// Adds the provider that an argument names: by its id, or by its file.
  /// - Returns: its id.
  mutating func take(_ argument: String) throws -> String {
    var set = BundledFixtures.providers()
    for file in providerFiles { _ = try? set.add(Files.read(file), name: file) }
    let known = set.ids
    let id: String
    do {
      id = try Providers.id(of: argument, &set)
    } catch let error as FixtureError {
      throw Failure(text: error.description)
    }
    if !known.contains(argument) {
      guard set.ids.contains(id) else {
        throw Failure(
          text: "there is no provider \"\(id)\"" + Suggestion.list(for: id, among: known))
      }
      providerFiles.append(argument)
    }
    return id
  }

  /// - Parameter quirks: without them, those that are on by default.
  func loaded(_ quirks: QuirkOptions? = nil) throws -> LoadedFixtures {
    try LoadedFixtures(
      providerFiles: providerFiles, castFiles: castFiles, bundled: !noBundled,
      with: quirks?.with ?? [], without: quirks?.without ?? [], strict: quirks?.strict ?? [],
      resources: resources)
  }
}

extension LoadedFixtures {
  /// What a command line asks for.
  /// - Throws: `Failure`, in the words that are printed.
  init(
    providerFiles: [String], castFiles: [String], bundled: Bool, with: [String], without: [String],
    strict: [String] = [], resources: [String] = []
  ) throws {
    func files(_ paths: [String], _ option: String) throws -> [File] {
      try paths.map { path in
        do { return File(name: path, bytes: try Files.read(path)) } catch let failure as Failure {
          let isList = path.contains(",") && access(path, F_OK) != 0
          throw Failure(
            text: failure.text + (isList ? "; repeat \(option) for each file" : ""))
        }
      }
    }
    let ids = BundledFixtures.index.map(\.id)
    if let id = providerFiles.first(where: { ids.contains($0) && access($0, F_OK) != 0 }) {
      throw Failure(
        text: "--provider \(id): \(id) is a bundled provider, which is served without this option; "
          + "expected a provider file")
    }
    do {
      try self.init(
        providers: files(providerFiles, "--provider"), casts: files(castFiles, "--cast"),
        bundled: bundled, with: with, without: without, strict: strict, resources: resources)
    } catch let error as FixtureLoadingError {
      throw Failure(text: error.description)
    }
  }
}
