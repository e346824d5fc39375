import ArgumentParser
import AuthorizationServer
import ControlAPI
import JSON

/// How the log looks: a line for each request, to be read by people or by programs.
enum LogForm: String, ExpressibleByArgument, CaseIterable {
  case text
  case json

  func line(_ entry: LogEntry, sandbox: String, at seconds: Int) -> String {
    switch self {
    case .text:
      return (sandbox == World.defaultID ? "" : "[\(sandbox)] ") + entry.line
    case .json:
      var object = JSONObject()
      func put(_ name: String, _ text: String?) {
        if let text, !text.isEmpty, text != "-" { object[name] = JSONValue(.string(text)) }
      }
      object["time"] = JSONValue(.number(String(seconds)))
      put("sandbox", sandbox)
      put("method", entry.method)
      put("path", entry.path)
      put("provider", entry.provider)
      put("endpoint", entry.endpoint)
      put("client", entry.client)
      put("person", entry.person)
      put("outcome", entry.outcome)
      put("condition", entry.condition)
      put("why", entry.why)
      put("remedy", entry.remedy)
      put("clause", entry.clause)
      put("rule", entry.rule)
      return JSONValue(.object(object)).text()
    }
  }
}
