import Crypto
import Foundation
import Testing
import X509

@testable import CertificateAuthority

@Suite("The folder of a CA")
struct CertificateFolderTests {
  /// A folder of the test's own, gone with it.
  private final class Place {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    /// Not there yet, as for a new user.
    var folder: CertificateFolder { CertificateFolder(url.path + "/data/understudy/") }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to file: String, mode: Int = 0o600) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
  }

  private func mode(_ file: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  private func refusal(_ folder: CertificateFolder, at now: Int = noon) -> String {
    do throws(CertificateFolder.Failure) {
      _ = try folder.authority(at: now)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("gets a CA once, whose key nobody else can read, and gives the same one again")
  func once() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon)
    #expect(try place.folder.authority(at: noon + 5).der == first.der)
    #expect(try mode(place.folder.keyFile) == 0o600)
    #expect(try mode(place.folder.certificateFile) == 0o644)
    #expect(try mode(place.folder.path) == 0o700)
    let left = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(left.sorted() == ["ca-key.pem", "ca.pem"])
  }

  @Test("gives one CA to many that start at once")
  func together() async throws {
    let place = Place()
    let folder = place.folder
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 {
        group.addTask { Array(try folder.authority(at: noon).key.publicKey.x963Representation) }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    withExtendedLifetime(place) {}
  }

  @Test("goes on with a key whose certificate is missing")
  func half() throws {
    let place = Place()
    let first = try place.folder.authority(at: noon)
    try FileManager.default.removeItem(atPath: place.folder.certificateFile)
    let second = try place.folder.authority(at: noon)
    #expect(second.key.rawRepresentation == first.key.rawRepresentation)
    #expect(second.name == first.name)
  }

  @Test("is refused without the key, with a key that others may read, and with another key")
  func keys() throws {
    let place = Place()
    _ = try place.folder.authority(at: noon)
    let file = place.folder.keyFile
    try place.write(P256.Signing.PrivateKey().pemRepresentation, to: file)
    #expect(refusal(place.folder).hasPrefix("\(file) is not the key of"))
    try place.write("nonsense", to: file)
    #expect(refusal(place.folder).contains("expected a private P-256 key in PEM"))
    try place.write(P256.Signing.PrivateKey().pemRepresentation, to: file, mode: 0o640)
    #expect(refusal(place.folder).contains("chmod 600 \(file)"))
    try FileManager.default.removeItem(atPath: file)
    #expect(refusal(place.folder).contains("is a CA without its key"))
  }

  @Test("is refused when the CA has expired, or is none")
  func certificates() throws {
    let place = Place()
    let authority = try place.folder.authority(at: noon)
    let late = noon + 3651 * 86_400
    #expect(refusal(place.folder, at: late).contains("has expired"))
    let leaf = try authority.leaf(for: ["a"], at: noon)
    let certificate = try Certificate(derEncoded: leaf.certificate)
    try place.write(try certificate.serializeAsPEM().pemString, to: place.folder.certificateFile)
    let key = try P256.Signing.PrivateKey(derRepresentation: leaf.key)
    try place.write(key.pemRepresentation, to: place.folder.keyFile)
    #expect(refusal(place.folder).contains("is the certificate of no CA"))
    try place.write("nonsense", to: place.folder.certificateFile)
    #expect(refusal(place.folder).contains("expected a certificate in PEM"))
  }

  @Test("is refused where it can't be made")
  func unwritable() {
    let why = refusal(CertificateFolder("/dev/null/understudy"))
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
