import ArgumentParser
import ReferenceClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The client that `conform self-test` examines: this program once more, as a client that passes everything, or as one of
/// its mutants.
struct ReferenceClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference-client", abstract: "A client that meets every requirement.",
    shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws {
    // Its outcome is its exit code: nothing is left to be done behind it.
    _exit(ReferenceClient.run(arguments, environment: Self.environment))
  }

  private static var environment: [String: String] {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let line = String(cString: text)
      if let equals = line.firstIndex(of: "=") {
        values[String(line[..<equals])] = String(line[line.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }
}
