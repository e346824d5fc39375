import CEmbeddedFiles

/// A file inside the binary. Its bytes stay where they are until they are asked for.
package struct EmbeddedFile: Sendable {
  /// The path below the folder of its list.
  package let name: String
  private let start: UInt
  private let count: Int

  private init(_ file: understudy_embedded_file) {
    name = String(cString: file.name)
    start = UInt(bitPattern: file.bytes)
    count = file.count
  }

  package var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: count))
  }

  /// The providers, casts and scenarios of `fixtures/`, and its index.
  package static let fixtures = list(understudy_fixtures)
  /// The examiner's catalogue, `fixtures/checks/`.
  package static let checks = list(understudy_checks)
  /// The built-in pages, `Sources/Server/Pages/web/`.
  package static let pages = list(understudy_pages)

  private typealias List = (UnsafeMutablePointer<Int>) -> UnsafePointer<understudy_embedded_file>?

  private static func list(_ files: List) -> [EmbeddedFile] {
    var count = 0
    guard let first = files(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).map(EmbeddedFile.init)
  }
}
