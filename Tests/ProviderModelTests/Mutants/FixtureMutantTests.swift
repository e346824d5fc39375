import Foundation
import Testing

@testable import ProviderModel

/// What `check` says of shipped fixtures with one change each. A sample is tried in every run; `make fixture-mutants` tries
/// 2,000, of every file.
@Suite("Fixtures with one change")
struct FixtureMutantTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many mutants are tried.
  private static let count = environment["UNDERSTUDY_FIXTURE_MUTANTS"].flatMap(Int.init) ?? 24
  private static let first = environment["UNDERSTUDY_SEED"].flatMap(UInt64.init) ?? 1

  /// The files of the sample are small, and all of them when more is asked for.
  private static let names: [String] =
    environment["UNDERSTUDY_FIXTURE_MUTANTS"] == nil
    ? ["providers/oclc", "providers/kubernetes"] : MutatedFixture.names()

  @Test("are refused with a place and a sentence, or mean something else", arguments: names)
  func mutants(_ name: String) throws {
    let fixture = try MutatedFixture(name)
    var report = ""
    for seed in Self.first..<(Self.first + UInt64(max(Self.count / Self.names.count, 1))) {
      guard let mutant = fixture.mutator.mutant(seed) else { continue }
      let what = "\(name)#\(seed): \(mutant.change) at \(mutant.pointer): \(mutant.found)"
      let verdict = fixture.verdict(mutant)
      report += "\(verdict.word)\t\(what)\t\(verdict.sentences.joined(separator: " | "))\n"
      switch verdict {
      case .refused(let findings):
        for finding in findings {
          #expect((finding.origin?.line ?? 0) > 0, "no place: \(finding), \(what)")
          #expect(finding.sentence.count > 10, "\(finding), \(what)")
          #expect(!MutatedFixture.isAbsurd(finding.sentence), "\(finding), \(what)")
        }
      case .ignored: Issue.record("nothing is said, and nothing is different: \(what)")
      case .same, .changed: break
      }
    }
    guard let folder = Self.environment["UNDERSTUDY_REPORT"] else { return }
    let file = name.replacing("/", with: "-") + ".tsv"
    try report.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
  }
}

/// A shipped fixture, and what becomes of its mutants.
struct MutatedFixture {
  enum Verdict {
    case refused([Diagnostic])
    /// It means what the fixture means that it was made of.
    case same
    /// Something was left out of account.
    case ignored
    case changed

    var word: String {
      switch self {
      case .refused: "refused"
      case .same: "same"
      case .ignored: "IGNORED"
      case .changed: "changed"
      }
    }
    var sentences: [String] {
      switch self {
      case .refused(let list): list.map { "\($0.severity): \($0.pointer): \($0.sentence)" }
      default: []
      }
    }
  }

  /// Whether a message suggests the very name that it refuses.
  static func isAbsurd(_ sentence: String) -> Bool {
    let names = sentence.split(separator: "\"", omittingEmptySubsequences: false)
    return sentence.hasPrefix("unknown") && names.count > 3 && names[1] == names[3]
      && names[2].contains("did you mean")
  }

  let id: String
  let mutator: FixtureMutator
  private let set: FixtureSet
  private let original: FixtureSet.File

  static func names() -> [String] {
    Shipped.ids.filter { $0 != "standard" }.map { "providers/\($0)" } + ["providers/standard"]
  }

  init(_ name: String) throws {
    let text = try Shipped.file("\(name).json")
    mutator = try FixtureMutator(text)
    set = try Shipped.set()
    original = try FixtureSet.read(Array(text.utf8), name: "mutant.json")
    id = original.id
  }

  func verdict(_ mutant: FixtureMutator.Mutant) -> Verdict {
    var set = set
    do throws(FixtureError) {
      let file = try set.add(Array(mutant.text.utf8), name: "mutant.json")
      guard file.id == id else {
        let findings = set.check(file.id)
        return findings.isEmpty ? .changed : .refused(findings)
      }
      // Most mistakes show in the state of the defaults.
      _ = try set.resolve(id)
      let findings = set.check(id)
      guard findings.isEmpty else { return .refused(findings) }
      guard mutant.change.isSeen else { return .changed }
      return isSame(file, set, mutant) ? .ignored : .changed
    } catch {
      return .refused(error.findings)
    }
  }

  /// Whether a mutant works as the fixture does, in the states of quirks in which its change shows.
  private func isSame(
    _ file: FixtureSet.File, _ set: FixtureSet, _ mutant: FixtureMutator.Mutant
  ) -> Bool {
    let parts = mutant.pointer.split(separator: "/")
    if parts.count > 3, parts[0] == "quirks", parts[2] != "patch" { return false }
    var states = [FixtureSet.switched(file.quirks, with: [], without: []), []]
    if parts.count > 1, parts[0] == "quirks", let place = Int(parts[1]),
      file.quirks.indices.contains(place)
    {
      states = [FixtureSet.switched(file.quirks, with: [file.quirks[place].id], without: [])]
    }
    return states.allSatisfy { on in
      let (one, other) = (children(original, self.set, on), children(file, set, on))
      return zip(one, other).allSatisfy { Fingerprint($0.value) == Fingerprint($1.value) }
    }
  }

  private func children(
    _ file: FixtureSet.File, _ set: FixtureSet, _ on: Set<String>
  ) -> Mirror.Children {
    var all = set
    all.put(file)
    var reader = ProviderReader(all.tree(file, on: on, Diagnostics()), claims: .none, Diagnostics())
    return Mirror(reflecting: reader.read(checking: false)).children
  }
}
