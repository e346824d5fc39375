import CBundledChecks
import JSON
import ProviderModel

/// All profiles and checks, read from `conformance/`.
public struct Catalogue: Sendable {
  public private(set) var profiles: [Profile] = []
  /// Those that look at what any client sent.
  public private(set) var passive: [Check] = []
  /// Which checks count, by release.
  public private(set) var requirements: [RequirementSet] = []
  /// What is wrong in the files; empty for the catalogue that ships.
  public private(set) var findings: [Finding] = []

  public struct File: Sendable {
    /// The path below `conformance/`.
    public var name: String
    public var bytes: [UInt8]
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The catalogue inside the binary.
  public static let bundled = Catalogue(files)

  /// The files inside the binary.
  public static let files: [File] = {
    var count = 0
    guard let first = understudy_check_files(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).map { file in
      File(
        name: String(cString: file.name),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }()

  public init(_ files: [File]) {
    let findings = Findings()
    var groups: [String: [Check]] = [:]
    var found: [(folder: String, profile: Profile)] = []
    for file in files {
      let root: JSONValue
      do {
        root = try JSONReader().read(file.bytes, file: "conformance/\(file.name)").root
      } catch {
        findings.error(nil, "", "\(error)")
        continue
      }
      let folder = String(file.name.prefix { $0 != "/" })
      switch root["kind"]?.stringValue {
      case "profile":
        if let profile = ProfileReader.read(root, findings) { found.append((folder, profile)) }
      case "checks":
        let list = root["checks"]?.arrayValue ?? []
        groups[folder, default: []] += list.enumerated().compactMap {
          CheckReader(findings: findings).read($0.element, "/checks/\($0.offset)")
        }
      case "requirements":
        if let set = RequirementSet.read(root, findings) { requirements.append(set) }
      default: continue
      }
    }
    passive = groups["passive"] ?? []
    profiles = found.map { folder, profile in
      var profile = profile
      profile.checks = groups[folder] ?? []
      return profile
    }
    self.findings = findings.list
  }

  public var all: [Check] { passive + profiles.flatMap(\.checks) }
  public func profile(_ id: String) -> Profile? { profiles.first { $0.id == id } }
  public func check(_ id: String) -> Check? { all.first { $0.id == id } }
}
