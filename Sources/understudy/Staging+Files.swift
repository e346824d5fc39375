import Basics
import ProviderModel
import Server

extension LoadedFixtures {
  /// What a command line asks for.
  /// - Throws: `Failure`, in the words that are printed.
  init(
    providerFiles: [String], castFiles: [String], bundled: Bool, with: [String], without: [String]
  ) throws {
    func files(_ paths: [String]) throws -> [File] {
      try paths.map { File(name: $0, bytes: try Files.read($0)) }
    }
    do {
      try self.init(
        providers: files(providerFiles), casts: files(castFiles), bundled: bundled, with: with,
        without: without)
    } catch let error as FixtureLoadingError {
      throw Failure(text: error.description)
    }
  }
}
