import Basics
import Crypto
import Foundation
import Testing
import X509

@testable import Certificates

@Suite("The folder of a CA")
struct CertificateFolderTests {
  private typealias Place = FolderPlace

  @Test("gets a CA once, whose key nobody else can read, and gives the same one again")
  func once() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon).authority
    #expect(try place.folder.authority(at: noon + 5).authority.der == first.der)
    #expect(try mode(place.folder.keyFile) == 0o600)
    #expect(try mode(place.folder.certificateFile) == 0o644)
    #expect(try mode(place.folder.path) == 0o700)
    let left = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(left.sorted() == ["ca-key.pem", "ca.pem"])
  }

  /// Does work in threads that all begin it together.
  private func sideBySide(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let started = Lock(0)
    let threads = (0..<count).compactMap { number in
      Basics.Thread {
        started.withLock { $0 += 1 }
        while started.withLock({ $0 }) < count { sched_yield() }
        work(number)
      }
    }
    for thread in threads { thread.join() }
  }

  @Test("gives one CA to many that start at once")
  func together() throws {
    let place = Place()
    let folder = place.folder
    let keys = Lock<Set<[UInt8]>>([])
    sideBySide(16) { _ in
      let kept = try? folder.authority(at: noon)
      keys.withLock { _ = $0.insert(kept.map { Array($0.authority.der) } ?? []) }
    }
    #expect(keys.withLock { $0 } == [try folder.authority(at: noon).authority.der])
    withExtendedLifetime(place) {}
  }

  @Test("goes on with a key whose certificate is missing")
  func half() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon).authority
    try FileManager.default.removeItem(atPath: place.folder.certificateFile)
    let second = try place.folder.authority(at: noon).authority
    #expect(second.key.rawRepresentation == first.key.rawRepresentation)
    #expect(second.name == first.name)
  }

  @Test("is refused without the key, with a key that others may read, and with another key")
  func keys() throws {
    let place = Place()
    _ = try place.folder.authority(at: noon)
    let file = place.folder.keyFile
    try place.write(P256.Signing.PrivateKey().pemRepresentation, to: file)
    #expect(whyNot(place.folder).hasPrefix("\(file) is not the key of"))
    try place.write("nonsense", to: file)
    #expect(whyNot(place.folder).contains("expected a private P-256 key in PEM"))
    try place.write(P256.Signing.PrivateKey().pemRepresentation, to: file, mode: 0o640)
    #expect(whyNot(place.folder).contains("chmod 600 \(file)"))
    try FileManager.default.removeItem(atPath: file)
    #expect(whyNot(place.folder).contains("is a CA without its key"))
  }

  @Test("is refused when the CA has expired, or is none")
  func certificates() throws {
    let place = Place()
    let authority = try place.folder.authority(at: noon).authority
    #expect(whyNot(place.folder, at: authority.notAfter - 1) == "")
    let late = whyNot(place.folder, at: authority.notAfter)
    #expect(late.contains("has expired on"))
    #expect(late.contains("Run: understudy ca --renew --ca-dir \(place.folder.path)."), "\(late)")
    let leaf = try authority.leaf(for: ["a"], at: noon)
    let certificate = try Certificate(derEncoded: leaf.certificate)
    try place.write(try certificate.serializeAsPEM().pemString, to: place.folder.certificateFile)
    let key = try P256.Signing.PrivateKey(derRepresentation: leaf.key)
    try place.write(key.pemRepresentation, to: place.folder.keyFile)
    #expect(whyNot(place.folder).contains("is the certificate of no CA"))
    try place.write("nonsense", to: place.folder.certificateFile)
    #expect(whyNot(place.folder).contains("expected a certificate in PEM"))
  }

  /// A CA that its user has brought along.
  private func bring(_ constraints: NameConstraints?, to place: Place) throws {
    let key = try place.folder.authority(at: noon).authority.key
    let signer = Certificate.PrivateKey(key)
    let name = try DistinguishedName { CommonName("Somebody's CA") }
    let brought = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: signer.publicKey,
      notValidBefore: Date(timeIntervalSince1970: Double(noon)),
      notValidAfter: Date(timeIntervalSince1970: Double(noon + 86_400)), issuer: name,
      subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        if let constraints { Critical(constraints) }
      }, issuerPrivateKey: signer)
    try place.write(try brought.serializeAsPEM().pemString, to: place.folder.certificateFile)
  }

  @Test("is refused when the CA may sign for every host")
  func unbounded() throws {
    let place = Place()
    try bring(nil, to: place)
    let why = whyNot(place.folder)
    #expect(why.contains("may sign for every host; expected critical name constraints"), "\(why)")
  }

  @Test("with a CA of the user's own is used, but neither changed nor replaced")
  func brought() throws {
    let place = Place()
    try bring(PermittedNames(["a.example"]).constraints, to: place)
    let former = try String(contentsOfFile: place.folder.certificateFile, encoding: .utf8)
    #expect(whyNot(place.folder, permitting: PermittedNames(["a.example"])) == "")
    let why = whyNot(place.folder, permitting: PermittedNames(["b.example"]))
    #expect(why.contains("may not sign for b.example, and it is not Understudy's"), "\(why)")
    #expect(throws: CertificateFolder.Failure.self) { try place.folder.renew(at: noon) }
    #expect(try String(contentsOfFile: place.folder.certificateFile, encoding: .utf8) == former)
  }

  @Test(
    "signs for a host that is added with the key and the end that it has, and says which ones are new"
  )
  func widened() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon, permitting: PermittedNames(["a.example"]))
    #expect(first.added == [])
    let second = try place.folder.authority(
      at: noon + 50, permitting: PermittedNames(["b.example", "10.0.0.1"]))
    #expect(second.added == ["b.example", "10.0.0.1"])
    let kept = try place.folder.authority(at: noon + 99, permitting: PermittedNames(["a.example"]))
    #expect(kept.added == [] && kept.authority.der == second.authority.der)
    for host in ["a.example", "b.example", "10.0.0.1"] {
      #expect(kept.authority.permitted.permits(host))
    }
    #expect(kept.authority.notAfter == first.authority.notAfter)
    #expect(kept.authority.notBefore == first.authority.notBefore)
    #expect(kept.authority.name == first.authority.name)
    // Who trusts the first certificate accepts what the second one signs.
    let leaf = try Certificate(
      derEncoded: kept.authority.leaf(for: ["a.example"], at: noon).certificate)
    #expect(first.authority.certificate.publicKey.isValidSignature(leaf.signature, for: leaf))
    #expect(leaf.issuer == first.authority.certificate.subject)
  }

  @Test("has all hosts of servers that start at once with different ones")
  func widenedTogether() throws {
    let place = Place()
    let folder = place.folder
    sideBySide(16) { number in
      _ = try? folder.authority(at: noon, permitting: PermittedNames(["h\(number).example"]))
    }
    let last = try folder.authority(at: noon).authority
    for number in 0..<16 { #expect(last.permitted.permits("h\(number).example")) }
    withExtendedLifetime(place) {}
  }

  @Test("warns in the last month, and renews when it is told to: with another key, for a year")
  func renewed() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon).authority
    let month = first.notAfter - 30 * 86_400
    #expect(try !place.folder.authority(at: month).endsSoon)
    #expect(try place.folder.authority(at: month + 1).endsSoon)
    let second = try place.folder.renew(at: month, permitting: PermittedNames(["a.example"]))
    #expect(second.name != first.name && second.notAfter == month + 363 * 86_400)
    let kept = try place.folder.authority(at: first.notAfter + 1).authority
    #expect(kept.der == second.der && kept.permitted.permits("a.example"))
    #expect(try mode(place.folder.keyFile) == 0o600)
    #expect(try mode(place.folder.certificateFile) == 0o644)
  }

  @Test("is refused where it can't be made")
  func unwritable() {
    let why = whyNot(CertificateFolder("/dev/null/understudy"))
    #expect(why.hasPrefix("Can't make /dev/null/understudy: Not a directory"), "\(why)")
    #expect(why.contains("--ca-once"))
  }

  @Test("is that of the user's data")
  func usual() {
    #expect(
      CertificateFolder.usual { ["HOME": "/home/a"][$0] } == "/home/a/.local/share/understudy")
    #expect(
      CertificateFolder.usual { ["HOME": "/home/a", "XDG_DATA_HOME": "/d"][$0] } == "/d/understudy")
    #expect(
      CertificateFolder.usual { ["HOME": "/h", "XDG_DATA_HOME": "relative"][$0] }
        == "/h/.local/share/understudy")
    #expect(CertificateFolder.usual { _ in nil } == nil)
  }
}
