import Basics

/// Judges whether other users could read the CA's key or put another CA in its place.
struct FolderGuard {
  typealias Failure = CertificateFolder.Failure

  /// The user whose CA it is; root may change everything anyway.
  let user: uid_t
  private static let root: uid_t = 0
  /// More links than a system follows.
  private static let mostLinks = 40

  init(user: uid_t = geteuid()) { self.user = user }

  /// The folder of the CA: only its owner may write to it.
  func checkFolder(_ path: String) throws(Failure) {
    try checkWay(to: path)
    let found = try status(path)
    try checkOwner(path, found, orRoot: true)
    try check(
      path, found, forbidden: 0o022, expected: "0755 or stricter",
      why: "others can put another CA there", mend: "chmod go-w")
  }

  func checkCertificate(_ path: String) throws(Failure) {
    try checkWay(to: path)
    let found = try status(path)
    try checkOwner(path, found, orRoot: true)
    try check(
      path, found, forbidden: 0o022, expected: "0644 or stricter",
      why: "others can put another CA there", mend: "chmod go-w")
  }

  func checkKey(_ path: String) throws(Failure) {
    try checkWay(to: path)
    let found = try status(path)
    try checkOwner(path, found, orRoot: false)
    try check(
      path, found, forbidden: 0o077, expected: "0600 or stricter",
      why:
        "others can read it, and play any host that the CA signs for, to everybody who trusts it",
      mend: "chmod 600")
  }

  /// Every folder on the path, and on the path of each link: a user who can rename one of them chooses the file.
  private func checkWay(to path: String, links: Int = 0) throws(Failure) {
    guard links < Self.mostLinks else {
      throw Failure(description: "\(path): too many symbolic links lead there")
    }
    var way = ""
    for part in try absolute(path).split(separator: "/") {
      let parent = way.isEmpty ? "/" : way
      let folder = try status(parent)
      // With the sticky bit only the owner of an entry may rename it.
      if folder.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH {
        throw Failure(
          description: "\(parent) has mode \(Self.text(folder.st_mode)), so everybody can replace "
            + "what is in it, and the CA with it; expected 0755 or stricter, or the sticky bit. "
            + "Run: chmod o-w \(ShellWord.plain(parent))")
      }
      way += "/\(part)"
      var entry = stat()
      guard lstat(way, &entry) == 0 else { throw CertificateFolder.failure("read", way) }
      guard entry.st_mode & S_IFMT == S_IFLNK else { continue }
      try checkOwner(way, entry, orRoot: true)
      let target = try target(of: way)
      try checkWay(to: target.hasPrefix("/") ? target : "\(parent)/\(target)", links: links + 1)
    }
  }

  private func check(
    _ path: String, _ found: stat, forbidden: mode_t, expected: String, why: String, mend: String
  ) throws(Failure) {
    guard found.st_mode & forbidden != 0 else { return }
    throw Failure(
      description: "\(path) has mode \(Self.text(found.st_mode)), so \(why); expected \(expected). "
        + "Run: \(mend) \(ShellWord.plain(path))")
  }

  private func checkOwner(_ path: String, _ found: stat, orRoot: Bool) throws(Failure) {
    guard found.st_uid != user, !(orRoot && found.st_uid == Self.root) else { return }
    throw Failure(
      description:
        "\(path) belongs to user \(found.st_uid), who can change it at any time; expected "
        + "user \(user), who runs this. Give another folder with --ca-dir; or, if you know what is in "
        + "it, run: chown \(user) \(ShellWord.plain(path))")
  }

  private func absolute(_ path: String) throws(Failure) -> String {
    if path.hasPrefix("/") { return path }
    guard let here = getcwd(nil, 0) else { throw CertificateFolder.failure("read", ".") }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  private func status(_ path: String) throws(Failure) -> stat {
    var found = stat()
    guard stat(path, &found) == 0 else { throw CertificateFolder.failure("read", path) }
    return found
  }

  private func target(of link: String) throws(Failure) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(link, &bytes, Int(PATH_MAX)) > 0 else {
      throw CertificateFolder.failure("read", link)
    }
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// As `chmod` takes it: 0775, 1777.
  private static func text(_ mode: mode_t) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
