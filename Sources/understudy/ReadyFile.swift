import Basics

/// What a script reads to find a server that it has started.
struct ReadyFile {
  let text: String

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
