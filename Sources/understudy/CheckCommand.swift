import ArgumentParser
import Basics
import Fetcher
import ProviderModel
import Server
import UserAgent

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check provider, cast and scenario files, and report every mistake.")

  @Argument(help: "Files to check.")
  var files: [String]

  func run() throws {
    var errors = 0
    do {
      var set = BundledFixtures.providers()
      var casts: [(String, [UInt8])] = []
      var scenarios: [(String, [UInt8])] = []
      var repeats = RepeatedEntries()
      var given: [FixtureSet.File] = []
      for path in files {
        let bytes: [UInt8]
        do { bytes = try Files.read(path) } catch let failure as Failure {
          Streams.error(failure.text)
          errors += 1
          continue
        }
        let root = try? JSONReader().read(bytes, file: path).root
        switch FixtureFileKind(of: root) {
        case .scenario: scenarios.append((path, bytes))
        case .cast:
          casts.append((path, bytes))
          if let root {
            _ = Self.report(repeats.findings(in: root, of: path) + Self.remoteKeys(in: root))
          }
        case .provider:
          do {
            let file = try FixtureSet.read(bytes, name: path)
            if let other = given.first(where: { $0.id == file.id }) {
              let sentence =
                "\(other.name) describes the provider \"\(file.id)\", too; give one of them another ID"
              errors += Self.report([Diagnostic(at: file.tree["id"]?.origin, "/id", sentence)])
            }
            given.append(file)
            set.put(file)
          } catch {
            errors += Self.report(error.findings)
          }
        }
      }
      // One may extend another, in any order.
      for file in given {
        var own = set
        own.put(file)
        errors += Self.report(own.check(file.id))
      }
      let providers = set.ids.compactMap { try? set.resolve($0) }
      for file in given {
        let provider = providers.first { $0.id == file.id }
        guard let sentence = provider?.sharedHost(with: providers) else { continue }
        _ = Self.report([
          Diagnostic(.warning, at: file.tree["hosts"]?.origin, "/hosts", sentence)
        ])
      }
      // As when they are served: a file's clients may sign in who stands in an earlier one.
      var cast = Cast()
      if !casts.isEmpty { cast = BundledFixtures.defaultCast }
      for (path, bytes) in casts {
        do {
          let added = try cast.add(
            bytes, name: path, providers: providers, others: set.ids)
          errors += Self.report(added.warnings)
        } catch {
          errors += Self.report(error.findings)
        }
      }
      for (path, bytes) in scenarios {
        do {
          let reader = RuleReader(
            providers: providers, scenarios: BundledFixtures.scenarios,
            cast: casts.isEmpty ? BundledFixtures.defaultCast : cast)
          _ = try reader.scenario(bytes, name: path)
          _ = Self.report(reader.warnings)
        } catch {
          errors += Self.report(error.findings)
        }
      }
    } catch let error as FixtureError {
      errors += Self.report(error.findings)
    }
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    if errors > 0 { throw Failure(text: "\(count) checked, errors: \(errors)") }
    Streams.error("\(count) checked, no errors")
  }

  /// Warnings about keys that a server fetches only if its options say so.
  private static func remoteKeys(in cast: JSONValue) -> [Diagnostic] {
    ["clients", "trust"].flatMap { list in
      (cast[list]?.arrayValue ?? []).enumerated().compactMap { index, entry -> Diagnostic? in
        guard let address = entry["jwks_uri"]?.stringValue, let host = WebAddress(address)?.host,
          !FetchHosts([]).allows(host)
        else { return nil }
        return Diagnostic(
          .warning, at: entry["jwks_uri"]?.origin, "/\(list)/\(index)/jwks_uri",
          "a server fetches the keys only with --fetch-host \(host): only the loopback needs no option"
        )
      }
    }
  }

  private static func report(_ findings: [Diagnostic]) -> Int {
    for finding in findings { Streams.output(finding.description) }
    return findings.count { $0.severity == .error }
  }
}
