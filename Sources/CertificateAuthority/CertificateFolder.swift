import Crypto
import X509

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the CA is kept: `ca.pem` for everybody to trust, and `ca-key.pem` for its owner alone.
public struct CertificateFolder: Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  public var certificateFile: String { "\(path)/ca.pem" }
  public var keyFile: String { "\(path)/ca-key.pem" }

  /// Why the CA can't be had: a line for people.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The folder of user data (XDG Base Directory); nil where there is no home.
  public static func usual(_ environment: (String) -> String?) -> String? {
    // A relative path is to be ignored, says the specification.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/understudy" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/share/understudy"
  }

  public var hasCertificate: Bool { access(certificateFile, F_OK) == 0 }

  /// The CA that is kept here; one is made where there is none.
  /// - Parameter now: the wall clock, in seconds since 1970.
  public func authority(at now: Int) throws(Failure) -> CertificateAuthority {
    guard hasCertificate || access(keyFile, F_OK) == 0 else { return try make(at: now) }
    guard hasCertificate else { return try certify(try readKey(), at: now) }
    return try read(at: now)
  }

  private func read(at now: Int) throws(Failure) -> CertificateAuthority {
    let certificate: Certificate
    do {
      certificate = try Certificate(pemEncoded: try text(of: certificateFile))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        description: "\(certificateFile): expected a certificate in PEM. "
          + "Put the right one back, or remove \(path), and a new CA is made")
    }
    guard access(keyFile, F_OK) == 0 else {
      throw Failure(
        description: "\(certificateFile) is a CA without its key: there is no \(keyFile). "
          + "Put the key back, or remove \(certificateFile): then a new CA is made, to be trusted anew"
      )
    }
    let key = try readKey()
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
      throw Failure(
        description: "\(keyFile) is not the key of \(certificateFile). "
          + "Put the right one back, or remove both: then a new CA is made, to be trusted anew")
    }
    let constraints = try? certificate.extensions.basicConstraints
    guard case .isCertificateAuthority = constraints else {
      throw Failure(
        description: "\(certificateFile) is the certificate of no CA (RFC 5280 §4.2.1.9). "
          + "Remove \(path), and a new one is made")
    }
    let authority = CertificateAuthority(certificate, key: key)
    guard authority.notAfter > now else {
      throw Failure(
        description: "\(certificateFile) has expired on \(certificate.notValidAfter). "
          + "Remove \(certificateFile): then a new CA is made, to be trusted anew")
    }
    return authority
  }

  private func readKey() throws(Failure) -> P256.Signing.PrivateKey {
    var status = stat()
    guard stat(keyFile, &status) == 0 else { throw failure("read", keyFile) }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(
        description: "\(keyFile) may be read by others than its owner: whoever has it can play any "
          + "site for whoever trusts the CA. Run: chmod 600 \(keyFile)")
    }
    let text = try text(of: keyFile)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
      throw Failure(
        description: "\(keyFile): expected a private P-256 key in PEM. "
          + "Put the right one back, or remove \(path), and a new CA is made")
    }
    return key
  }

  private func make(at now: Int) throws(Failure) -> CertificateAuthority {
    try makeFolder()
    let key = P256.Signing.PrivateKey()
    // Of two that start at once one is first, and the other takes what that one made.
    guard try place(key.pemRepresentation + "\n", at: keyFile, mode: 0o600) else {
      return try authority(at: now)
    }
    return try certify(key, at: now)
  }

  private func certify(_ key: P256.Signing.PrivateKey, at now: Int) throws(Failure)
    -> CertificateAuthority
  {
    guard let authority = try? CertificateAuthority(at: now, key: key) else {
      throw Failure(description: "The CA's certificate cannot be signed")
    }
    guard try place(authority.pem, at: certificateFile, mode: 0o644) else {
      return try read(at: now)
    }
    return authority
  }

  private func makeFolder() throws(Failure) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      if made.hasPrefix("//") { made.removeFirst() }
      guard made != "/", !made.isEmpty, access(made, F_OK) != 0 else { continue }
      // Another process may have made it meanwhile.
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw failure("make", made) }
    }
  }

  /// Writes a new file in one step. False where there is one already, which is left alone.
  private func place(_ text: String, at file: String, mode: mode_t) throws(Failure) -> Bool {
    let draft = "\(file).\(getpid())"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure("write", file) }
    defer { unlink(draft) }
    let bytes = Array(text.utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
    guard close(descriptor) == 0, isWritten else { throw failure("write", file) }
    if link(draft, file) == 0 { return true }
    guard errno == EEXIST else { throw failure("write", file) }
    return false
  }

  private func text(of file: String) throws(Failure) -> String {
    guard let opened = fopen(file, "rb") else { throw failure("read", file) }
    defer { fclose(opened) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = fread(&bytes, 1, bytes.count, opened)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func failure(_ verb: String, _ file: String) -> Failure {
    Failure(
      description: "Can't \(verb) \(file): \(String(cString: strerror(errno))). "
        + "Mend that, give another folder with --ca-dir, or use --ca-once")
  }
}
