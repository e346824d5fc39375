import Basics
import Crypto
import X509

/// Where the CA is kept: `ca.pem` for everybody to trust, and `ca-key.pem` for its owner alone.
package struct CertificateFolder: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  package var certificateFile: String { "\(path)/ca.pem" }
  package var keyFile: String { "\(path)/ca-key.pem" }

  /// Why the CA can't be had: a line for people.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A CA that is kept, and how it came to be as it is.
  package struct Kept: Sendable {
    package let authority: CertificateAuthority
    /// The names that it permits since now; who trusted it before trusts it for the others alone.
    package var added: [String] = []
    /// Whether it expires within a month.
    package var endsSoon = false
    /// Whether there was none before.
    package var isNew = false
  }

  /// A CA that has less left is worth a warning.
  static let notice = 30 * CertificateAuthority.day

  /// The folder of user data (XDG Base Directory); nil where there is no home.
  package static func usual(_ environment: (String) -> String?) -> String? {
    // A relative path is to be ignored, says the specification.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/understudy" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/share/understudy"
  }

  /// The certificate's file for clients; nil where no CA is kept.
  /// - Throws: where others could have put another CA there.
  package func trusted() throws(Failure) -> String? {
    guard hasCertificate else { return nil }
    try FolderGuard().checkFolder(path)
    try FolderGuard().checkCertificate(certificateFile)
    return certificateFile
  }

  private var hasCertificate: Bool { access(certificateFile, F_OK) == 0 }
  private var hasKey: Bool { access(keyFile, F_OK) == 0 }

  /// The CA of this folder, which is created if necessary. If it does not permit all names, it is signed again with the
  /// same key to permit them too.
  /// - Parameter now: the wall clock, in seconds since 1970.
  package func authority(
    at now: Int, permitting names: PermittedNames = .init()
  ) throws(Failure) -> Kept {
    try locked { () throws(Failure) in
      guard hasCertificate else {
        return Kept(
          authority: try make(at: now, names, key: hasKey ? try readKey() : nil), isNew: true)
      }
      let kept = try read(at: now)
      let added = names.missing(in: kept.permitted)
      var result = Kept(authority: kept, added: added)
      if !added.isEmpty {
        guard kept.isOwn else {
          throw Failure(
            description:
              "\(certificateFile) may not sign for \(added.joined(separator: ", ")), and "
              + "it is not Understudy's to change. Give another folder with --ca-dir")
        }
        result = Kept(authority: try signed { try kept.widened(by: names) }, added: added)
        try place(result.authority)
      }
      result.endsSoon = kept.notAfter < now + Self.notice
      return result
    }
  }

  /// Replaces the CA by a new one with another key. Nobody trusts it yet.
  package func renew(
    at now: Int, permitting names: PermittedNames = .init()
  ) throws(Failure) -> CertificateAuthority {
    try locked { () throws(Failure) in
      if hasCertificate {
        let kept = try? Certificate(pemEncoded: try text(of: certificateFile))
        guard let kept, kept.subject.description.contains("Understudy test CA") else {
          throw Failure(
            description:
              "\(certificateFile) is not a CA that Understudy made, so it is not replaced. "
              + "Give another folder with --ca-dir")
        }
      }
      return try make(at: now, names, key: nil)
    }
  }

  /// Of several processes that read, make or change the CA, one at a time does.
  private func locked<Result>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    try makeFolder()
    try FolderGuard().checkFolder(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.failure("read", path) }
    defer { close(folder) }
    // Some network file systems have no locks. There the last one wins.
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return try work()
  }

  private func read(at now: Int) throws(Failure) -> CertificateAuthority {
    try FolderGuard().checkCertificate(certificateFile)
    guard let certificate = try? Certificate(pemEncoded: try text(of: certificateFile)) else {
      throw Failure(
        description: "\(certificateFile): expected a certificate in PEM. "
          + "Put the right one back, or remove \(path), and a new CA is made")
    }
    guard hasKey else {
      throw Failure(
        description: "\(certificateFile) is a CA without its key: there is no \(keyFile). "
          + "Put the key back, or run: \(renewal)")
    }
    let key = try readKey()
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
      throw Failure(
        description: "\(keyFile) is not the key of \(certificateFile). "
          + "Put the right one back, or run: \(renewal)")
    }
    let constraints = try? certificate.extensions.basicConstraints
    guard case .isCertificateAuthority = constraints else {
      throw Failure(
        description: "\(certificateFile) is the certificate of no CA (RFC 5280 §4.2.1.9). "
          + "Remove \(path), and a new one is made")
    }
    guard let permitted = PermittedNames(certificate) else {
      throw Failure(
        description:
          "\(certificateFile) may sign for every host; expected critical name constraints "
          + "(RFC 5280 §4.2.1.10). Have clients stop trusting it, then run: \(renewal)")
    }
    let authority = CertificateAuthority(certificate, permitted, key: key)
    guard authority.notAfter > now else {
      throw Failure(
        description: "\(certificateFile) has expired on \(certificate.notValidAfter). "
          + "Run: \(renewal). Then have clients trust the new one")
    }
    return authority
  }

  private var renewal: String { "understudy ca --renew --ca-dir \(ShellWord.plain(path))" }

  private func readKey() throws(Failure) -> P256.Signing.PrivateKey {
    try FolderGuard().checkKey(keyFile)
    let text = try text(of: keyFile)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
      throw Failure(
        description: "\(keyFile): expected a private P-256 key in PEM. "
          + "Put the right one back, or remove \(path), and a new CA is made")
    }
    return key
  }

  /// - Parameter key: one that is there already; nil has a new one made and written.
  private func make(
    at now: Int, _ names: PermittedNames, key given: P256.Signing.PrivateKey?
  ) throws(Failure) -> CertificateAuthority {
    let key = given ?? P256.Signing.PrivateKey()
    let authority = try signed { try CertificateAuthority(at: now, permitting: names, key: key) }
    if given == nil { try place(key.pemRepresentation + "\n", at: keyFile, access: .ownerOnly) }
    try place(authority)
    return authority
  }

  private func signed(
    _ make: () throws -> CertificateAuthority
  ) throws(Failure) -> CertificateAuthority {
    guard let authority = try? make() else {
      throw Failure(description: "The CA's certificate cannot be signed")
    }
    return authority
  }

  private func place(_ authority: CertificateAuthority) throws(Failure) {
    try place(authority.pem, at: certificateFile, access: .readable)
  }

  private func place(
    _ text: String, at file: String, access: FileWriter.Access
  ) throws(Failure) {
    do {
      _ = try FileWriter.replace(file, with: Array(text.utf8), access: access)
    } catch {
      throw Self.failure("write", file, because: error.reason)
    }
  }

  private func makeFolder() throws(Failure) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      if made.hasPrefix("//") { made.removeFirst() }
      guard made != "/", !made.isEmpty, access(made, F_OK) != 0 else { continue }
      // Another process may have made it meanwhile.
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw Self.failure("make", made) }
    }
  }

  private func text(of file: String) throws(Failure) -> String {
    guard let opened = fopen(file, "rb") else { throw Self.failure("read", file) }
    defer { fclose(opened) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = fread(&bytes, 1, bytes.count, opened)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  static func failure(_ verb: String, _ file: String, because reason: String? = nil) -> Failure {
    Failure(
      description: "Can't \(verb) \(file): \(reason ?? String(cString: strerror(errno))). "
        + "Fix that, or give another folder with --ca-dir; a server also takes --ca-once")
  }
}
