/// Reads and writes whole files, and makes temporary folders.
package enum Files {
  /// The bytes of a file, up to 8 MiB: no fixture is larger.
  package static func read(_ path: String) throws -> [UInt8] {
    guard !path.isEmpty else {
      throw Failure(text: "expected the name of a file, found an empty text")
    }
    guard let file = fopen(path, "rb") else {
      let code = errno
      let isURL = ["http://", "https://"].contains(where: path.hasPrefix)
      throw Failure(
        text: "\(path): error: "
          + (isURL && code == ENOENT
            ? "expected a file, found a URL; save what is there to a file first"
            : String(cString: strerror(code))))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 8 << 20 {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard ferror(file) == 0 else {
      let code = errno
      throw Failure(
        text: "\(path): error: "
          + (code == EISDIR ? "expected a file, found a folder" : String(cString: strerror(code))))
    }
    return bytes
  }

  /// Writes a file in one step: readers see all of it, and after a failure the former file remains.
  /// - Returns: the file, to be removed later; nil for a device or a pipe.
  @discardableResult
  package static func write(
    _ text: String, to path: String, access: FileWriter.Access = .ownerOnly
  ) throws -> WrittenFile? {
    try write(Array(text.utf8), to: path, access: access)
  }

  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, access: FileWriter.Access = .ownerOnly
  ) throws -> WrittenFile? {
    do {
      return try FileWriter.replace(path, with: bytes, access: access)
    } catch {
      throw Failure(text: error.description)
    }
  }

  package static func append(_ text: String, to path: String) throws {
    do {
      try FileWriter.append(Array(text.utf8), to: path)
    } catch {
      throw Failure(text: error.description)
    }
  }

  /// From the root on: for commands that are run elsewhere.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  /// A folder of our own, which nobody else may look into. White space in its name would part it in variables that hold
  /// several words, so where `TMPDIR` has some, another place is taken.
  package static func temporaryFolder() throws -> String {
    let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let base = given.isEmpty || given.contains(where: \.isWhitespace) ? "/tmp" : given
    var template = Array("\(base)/understudy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        text: "\(base == given ? "TMPDIR" : "error"): can't make a folder in \(base): "
          + String(cString: strerror(errno)))
    }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Makes a folder of our own and fills it; a failure leaves nothing of it behind.
  package static func temporaryFolder<Content>(filledBy fill: (String) throws -> Content) throws
    -> Content
  {
    let path = try temporaryFolder()
    do {
      return try fill(path)
    } catch {
      removeFolder(path)
      throw error
    }
  }

  /// Removes a folder with everything in it. Links are removed and not followed.
  package static func removeFolder(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let inner = "\(path)/\(name)"
      var found = stat()
      guard lstat(inner, &found) == 0 else { continue }
      if found.st_mode & S_IFMT == S_IFDIR { removeFolder(inner) } else { unlink(inner) }
    }
    closedir(folder)
    rmdir(path)
  }
}
