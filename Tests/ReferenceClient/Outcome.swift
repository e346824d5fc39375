/// How a run ended, in the one line that it prints last.
struct Outcome {
  var error: String?
  var subject: String?
  var scopes: [String] = []

  var line: String {
    var members: [String: Value] = ["outcome": .text(error == nil ? "accepted" : "rejected")]
    members["error"] = error.map { .text($0) }
    members["sub"] = subject.map { .text($0) }
    if error == nil { members["scopes"] = .list(scopes.map { .text($0) }) }
    return Value.object(members).written
  }

  var code: Int32 { error == nil ? 0 : 1 }
}
