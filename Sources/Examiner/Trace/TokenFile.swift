import Basics

/// A file in the client's home, or among its temporary files, that holds a token.
package struct TokenFile: Sendable, Equatable {
  /// Below the home, or from `$TMPDIR` on.
  package var path: String
  /// Whether every user of the machine can read it.
  package var isOpen: Bool
  /// Whether the token is an ID token, and the file holds no other.
  package var isIDToken = false

  /// Whether it is a log by its name or its folder.
  package var isLog: Bool {
    let words = path.lowercased().split(separator: "/")
    return words.last?.hasSuffix(".log") == true
      || words.dropLast().contains { $0 == "log" || $0 == "logs" }
  }

  private static let mostFiles = 200
  private static let mostBytes = 1 << 20
  private static let mostFolders = 100

  /// Looks through the client's home and its temporary files when its run is over. Larger files and those behind the first 200
  /// of each are not read.
  static func find(in folder: CheckRunFolder, _ run: CheckRun) -> [TokenFile] {
    let canaries = Canaries(run, Subject())
    let temporary = find(in: folder.temporary, canaries).map {
      TokenFile(path: "$TMPDIR/\($0.path)", isOpen: $0.isOpen, isIDToken: $0.isIDToken)
    }
    return find(in: folder.home, canaries) + temporary
  }

  private static func find(in home: String, _ canaries: Canaries) -> [TokenFile] {
    var found: [TokenFile] = []
    var folders = [(path: "", isOpen: true)]
    var seen = (files: 0, folders: 0)
    while let folder = folders.popLast(), seen.folders < mostFolders, seen.files < mostFiles {
      seen.folders += 1
      for name in names(in: "\(home)/\(folder.path)") where seen.files < mostFiles {
        let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
        var status = stat()
        guard lstat("\(home)/\(path)", &status) == 0 else { continue }
        let mode = UInt32(status.st_mode)
        switch mode & UInt32(S_IFMT) {
        case UInt32(S_IFDIR):
          // The home itself is private in a run, and need not be on a user's machine. So are these of ours.
          let isOurs = [".config", ".local", ".cache"].contains(path)
          folders.append((path, folder.isOpen && (isOurs || mode & 0o001 != 0)))
        case UInt32(S_IFREG) where status.st_size > 0 && status.st_size <= mostBytes:
          seen.files += 1
          guard let bytes = try? Files.read("\(home)/\(path)") else { continue }
          let text = String(decoding: bytes, as: UTF8.self)
          let access = canaries.foundInAnyForm(in: text) {
            ["access token", "refresh token"].contains($0.what)
          }
          guard access ?? canaries.foundInAnyForm(in: text, where: { $0.what == "ID token" }) != nil
          else { continue }
          found.append(
            TokenFile(
              path: path, isOpen: folder.isOpen && mode & 0o004 != 0, isIDToken: access == nil))
        default: continue
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < mostFiles + mostFolders, let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
