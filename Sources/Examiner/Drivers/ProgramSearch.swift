import Basics

/// Finds a program as a shell would, before anything is started.
package enum ProgramSearch {
  package static func find(_ name: String) throws {
    guard !name.contains("/") else {
      let isThere = access(name, X_OK) == 0
      var why = String(cString: strerror(errno))
      var found = stat()
      if stat(name, &found) == 0, found.st_mode & S_IFMT == S_IFDIR {
        why = "it is a folder"
      } else if isThere {
        return
      }
      throw Failure(text: "conform: \(name) can't be started: \(why)")
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in path.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 { return }
    throw Failure(
      text:
        "conform: there is no program \"\(name)\" in PATH; a program in this folder is ./\(name)")
  }
}
