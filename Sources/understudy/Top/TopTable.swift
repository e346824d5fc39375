import Basics

/// What `understudy top` shows.
struct TopTable: Sendable {
  struct Server: Sendable {
    let url: String
    let sample: ServerSample
    /// The sample before that one, if there is one: then numbers are those of the time between.
    var earlier: ServerSample?
  }

  var servers: [Server]
  /// Those that were used last come first; `nil` if no server tells.
  var sandboxes: [SandboxSample]?

  /// The lines of the table.
  /// - Parameters:
  ///   - rows: how many lines there is room for; `nil` is for all.
  ///   - columns: how long a line may be.
  func lines(rows: Int? = nil, columns: Int? = nil) -> [String] {
    var lines = Self.aligned(
      [["server", "state", "req/s", "5xx", "p50", "p99", "appends", "conflicts", "replays"]]
        + servers.map(Self.cells))
    for server in servers {
      guard let reason = server.sample.state.reason else { continue }
      if case .silent = server.sample.state {
        lines.append(reason)
      } else {
        lines.append("\(server.url): \(reason)")
      }
    }
    if let sandboxes {
      lines += ["", Self.count(sandboxes.count)]
      lines += Self.aligned(
        [["sandbox", "name", "created", "last used", "lifetime", "exchanges"]]
          + sandboxes.map {
            [$0.id, $0.name, $0.created, $0.used, $0.lifetime, String($0.entries)]
          })
      for sandbox in sandboxes {
        if let problem = sandbox.problem { lines.append("\(sandbox.id): \(problem)") }
      }
    }
    if let rows, lines.count > rows {
      let shown = max(1, rows - 1)
      lines = lines.prefix(shown) + ["… and \(lines.count - shown) more lines"]
    }
    return lines.map { line in
      let visible = Visible.line(line)
      return columns.map { String(visible.prefix($0)) } ?? visible
    }
  }

  private static func count(_ sandboxes: Int) -> String {
    // A page of the list has no more.
    sandboxes == 1
      ? "1 sandbox" : sandboxes < 1_000 ? "\(sandboxes) sandboxes" : "1000 sandboxes or more"
  }

  private static func cells(_ server: Server) -> [String] {
    let start = [server.url, server.sample.state.text]
    switch server.sample.state {
    case .silent, .alone: return start + Array(repeating: "-", count: 7)
    case .ready, .unready: break
    }
    let now = server.sample.metrics
    var (recent, rate) = (now, "-")
    if let earlier = server.earlier, earlier.taken < server.sample.taken {
      recent = now.since(earlier.metrics)
      let seconds = Double(server.sample.taken - earlier.taken) / 1_000_000_000
      rate = String(Int((Double(recent.requests) / seconds).rounded()))
    }
    return start + [
      rate, String(recent.errors), duration(recent.quantile(0.5)),
      duration(recent.quantile(0.99)),
    ] + ["appends", "conflicts", "replays"].map { String(recent.store[$0] ?? 0) }
  }

  /// `≤ 2.5 ms`: the histogram knows bounds.
  private static func duration(_ seconds: Double?) -> String {
    guard let seconds else { return "-" }
    guard seconds.isFinite else { return "> 5 s" }
    let (number, unit) = seconds < 1 ? (seconds * 1_000, "ms") : (seconds, "s")
    // Without the digits that a binary fraction adds.
    let rounded = (number * 100).rounded() / 100
    let text = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    return "≤ \(text) \(unit)"
  }

  /// The cells in columns: texts to the left, and numbers to the right as the head says.
  private static func aligned(_ cells: [[String]]) -> [String] {
    let rows = cells.map { $0.map(Visible.line) }
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += isNumber(rows, column) ? space + cell : cell + space
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func isNumber(_ rows: [[String]], _ column: Int) -> Bool {
    ["req/s", "5xx", "p50", "p99", "appends", "conflicts", "replays", "exchanges"]
      .contains(rows[0][column])
  }
}
