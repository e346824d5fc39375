import Foundation

@testable import Certificates

/// A folder of a test's own, gone with it.
final class FolderPlace {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  /// Not there yet, as for a new user.
  var folder: CertificateFolder { CertificateFolder(url.path + "/data/understudy/") }
  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to file: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }
}

func mode(_ file: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: file)
  return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
}

/// Why a folder is refused; empty where it is not.
func whyNot(
  _ folder: CertificateFolder, at now: Int = noon, permitting names: PermittedNames = .init()
) -> String {
  do throws(CertificateFolder.Failure) {
    _ = try folder.authority(at: now, permitting: names)
    return ""
  } catch {
    return error.description
  }
}
