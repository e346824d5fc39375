// The pages that a server shows of itself, as they travel inside the binary: the files of `pages/`.
import COwnPages

/// A page of the server's own, or a script, style or picture of one.
public struct OwnFile: Sendable {
  /// The path below `pages/`.
  public let name: String
  private let start: UInt
  private let count: Int

  private init(_ file: understudy_page_file) {
    name = String(cString: file.name)
    start = UInt(bitPattern: file.bytes)
    count = file.count
  }

  public var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: count))
  }

  /// Its media type, by the end of its name.
  public var type: String {
    Self.types.first { name.hasSuffix($0.end) }?.type ?? "application/octet-stream"
  }

  /// What a page loads, as against what somebody goes to.
  public var isAsset: Bool { !name.hasSuffix(".html") }

  private static let types = [
    (end: ".html", type: "text/html; charset=utf-8"),
    (end: ".css", type: "text/css; charset=utf-8"),
    // RFC 9239: what a browser runs as a module has to have this type.
    (end: ".js", type: "text/javascript; charset=utf-8"),
    (end: ".svg", type: "image/svg+xml"),
  ]

  public static let all: [String: OwnFile] = {
    var count = 0
    guard let first = understudy_page_files(&count) else { return [:] }
    let files = UnsafeBufferPointer(start: first, count: count).map(OwnFile.init)
    return Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
  }()
}
