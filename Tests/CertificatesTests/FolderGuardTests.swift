import Foundation
import Testing

@testable import Certificates

/// Another user's file is made by root alone, so the guard is told which user it works for.
@Suite("A CA that others could read or replace")
struct FolderGuardTests {
  private typealias Place = FolderPlace

  private func place() throws -> Place {
    let place = Place()
    _ = try place.folder.authority(at: noon)
    return place
  }

  private func refusal(_ check: () throws(CertificateFolder.Failure) -> Void) -> String {
    do throws(CertificateFolder.Failure) {
      try check()
      return ""
    } catch {
      return error.description
    }
  }

  @Test(
    "is refused in a folder that others can write to, with the command that mends it",
    arguments: [0o775, 0o757, 0o1777, 0o720])
  func folder(_ mode: Int) throws {
    let place = try place()
    let path = place.folder.path
    chmod(path, mode_t(mode))
    let text = String(mode, radix: 8)
    let why = whyNot(place.folder)
    #expect(
      why.hasPrefix("\(path) has mode \(text.count == 3 ? "0" : "")\(text), so others"), "\(why)")
    #expect(why.hasSuffix("expected 0755 or stricter. Run: chmod go-w \(path)"), "\(why)")
    #expect(throws: CertificateFolder.Failure.self) { try place.folder.trusted() }
    chmod(path, 0o755)
    #expect(whyNot(place.folder) == "")
    #expect(try place.folder.trusted() == place.folder.certificateFile)
  }

  @Test(
    "is refused where others can write the certificate, or read the key",
    arguments: [
      ("ca.pem", 0o664, "chmod go-w"), ("ca.pem", 0o646, "chmod go-w"),
      ("ca-key.pem", 0o640, "chmod 600"), ("ca-key.pem", 0o604, "chmod 600"),
      ("ca-key.pem", 0o620, "chmod 600"), ("ca-key.pem", 0o601, "chmod 600"),
    ])
  func files(_ name: String, _ mode: Int, _ mend: String) throws {
    let place = try place()
    let path = "\(place.folder.path)/\(name)"
    chmod(path, mode_t(mode))
    let why = whyNot(place.folder)
    #expect(why.hasPrefix("\(path) has mode 0\(String(mode, radix: 8)), so others can"), "\(why)")
    #expect(why.hasSuffix("Run: \(mend) \(path)"), "\(why)")
  }

  @Test("is refused where a folder above can be changed by everybody, unless it has the sticky bit")
  func parents() throws {
    let place = try place()
    let parent = place.url.path + "/data"
    chmod(parent, 0o757)
    let why = whyNot(place.folder)
    #expect(
      why.hasPrefix("\(parent) has mode 0757, so everybody can replace what is in it"), "\(why)")
    #expect(why.hasSuffix("Run: chmod o-w \(parent)"), "\(why)")
    chmod(parent, 0o1777)
    #expect(whyNot(place.folder) == "")
  }

  @Test("is refused through a link, at either end of which others can change something")
  func links() throws {
    let place = try place()
    let link = place.url.path + "/link"
    symlink("data", link)
    let folder = CertificateFolder(link + "/understudy")
    #expect(whyNot(folder) == "")
    chmod(place.url.path + "/data", 0o777)
    #expect(whyNot(folder).contains("has mode 0777"))
    chmod(place.url.path + "/data", 0o755)
    chmod(place.url.path, 0o777)
    #expect(whyNot(folder).hasPrefix("\(place.url.path) has mode 0777"))
    chmod(place.url.path, 0o755)
    // What is above the place that a link leads to counts as well.
    try FileManager.default.createDirectory(
      atPath: place.url.path + "/outer/inner", withIntermediateDirectories: true)
    let far = place.url.path + "/far"
    symlink("outer/inner", far)
    #expect(whyNot(CertificateFolder(far)) == "")
    chmod(place.url.path + "/outer", 0o777)
    #expect(whyNot(CertificateFolder(far)).contains("/outer has mode 0777"))
    // A key that is a link counts as what it leads to.
    try FileManager.default.moveItem(
      atPath: place.folder.keyFile, toPath: place.url.path + "/moved.pem")
    symlink("../../moved.pem", place.folder.keyFile)
    #expect(whyNot(folder) == "")
    chmod(place.url.path + "/moved.pem", 0o644)
    #expect(whyNot(folder).contains("ca-key.pem has mode 0644"))
  }

  @Test("is refused where a link leads to itself")
  func circle() throws {
    let place = try place()
    let (one, two) = (place.url.path + "/one", place.url.path + "/two")
    symlink(two, one)
    symlink(one, two)
    let why = refusal { () throws(CertificateFolder.Failure) in try FolderGuard().checkFolder(one) }
    #expect(why.contains("Too many levels of symbolic links") || why.contains("too many"), "\(why)")
  }

  @Test(
    "is refused where somebody else owns the folder, a file or a link; root may own all but the key"
  )
  func owners() throws {
    let place = try place()
    let other = FolderGuard(user: geteuid() + 1)
    let isRoot = geteuid() == 0
    let folder = refusal { () throws(CertificateFolder.Failure) in
      try other.checkFolder(place.folder.path)
    }
    let certificate = refusal { () throws(CertificateFolder.Failure) in
      try other.checkCertificate(place.folder.certificateFile)
    }
    for (path, why) in [(place.folder.path, folder), (place.folder.certificateFile, certificate)] {
      #expect(
        isRoot ? why == "" : why.hasPrefix("\(path) belongs to user \(geteuid())"), "\(why)")
    }
    let key = refusal { () throws(CertificateFolder.Failure) in
      try other.checkKey(place.folder.keyFile)
    }
    #expect(key.contains("belongs to user \(geteuid())"), "\(key)")
    #expect(key.contains("expected user \(geteuid() + 1)"), "\(key)")
    guard isRoot else { return }
    for path in [place.folder.path, place.folder.certificateFile, place.folder.keyFile] {
      chown(path, 12_345, 12_345)
      #expect(whyNot(place.folder).hasPrefix("\(path) belongs to user 12345"))
      chown(path, 0, 0)
    }
    let link = place.url.path + "/link"
    symlink(place.folder.path, link)
    lchown(link, 12_345, 12_345)
    #expect(whyNot(CertificateFolder(link)).hasPrefix("\(link) belongs"))
  }
}
