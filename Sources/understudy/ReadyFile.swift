import Basics
import Engine
import UserAgent

/// What a script reads to find a server that it has started.
struct ReadyFile {
  let text: String

  /// Refuses somebody else's file, and that of a server that runs: both would be lost at the end.
  static func check(_ path: String) throws {
    if let folder = opendir(path) {
      closedir(folder)
      throw Failure(text: "--ready-file \(path): expected a file, found a folder")
    }
    guard let size = FileWatch.look(path)?.size, size > 0, let bytes = try? Files.read(path) else {
      return
    }
    let facts = try? JSONReader().read(bytes, file: path).root
    guard let url = facts?["url"]?.stringValue, let id = facts?["pid"]?.integerValue else {
      throw Failure(
        text:
          "--ready-file \(path): the file exists, and no server has written it; name another one")
    }
    // A number may have gone to another process since, and in a container it is often our own.
    let isAlive = kill(pid_t(clamping: id), 0) == 0 || errno == EPERM
    guard id != Int(getpid()), isAlive, answers(url) else { return }
    throw Failure(
      text:
        "--ready-file \(path): the server at \(url) has written it, and still runs; name another file, or stop process \(id)"
    )
  }

  private static func answers(_ url: String) -> Bool {
    guard let address = WebAddress(url + "/_understudy/health"),
      let authority = address.authority
    else { return false }
    var http = HTTPClient()
    http.timeout = 1
    let request = Request(method: .get, authority: authority, target: address.target)
    return (try? http.send(request, to: address)) != nil
  }

  init(_ running: RunningServer) {
    var members = [("url", running.url)]
    if let url = running.httpsURL { members.append(("https_url", url)) }
    if let file = running.authorityFile { members.append(("ca_file", file)) }
    if let url = running.proxyURL { members.append(("proxy_url", url)) }
    if let token = running.setting.house.controlToken { members.append(("control_token", token)) }
    let texts = members.map { "\"\($0.0)\": \(JSONValue(.string($0.1)).text())" }
    // The number stands second, where scripts of the first version may look for it.
    text =
      "{"
      + (texts.prefix(1) + ["\"pid\": \(getpid())"] + texts.dropFirst())
      .joined(separator: ", ") + "}"
  }
}
