import Basics
import Engine
import ProviderModel

/// The journal: filtered, counted, waited for, exported, cleared.
enum JournalOperations {
  private static let filters: [Operation.Query] =
    JournalFilter.names.map {
      .init(
        name: $0,
        schema: $0 == "kind"
          ? Schemas.choice(EntryKind.allCases.map(\.rawValue)) : ["type": "string"],
        summary: JournalFilter.meaning(of: $0))
    } + [
      .init(
        name: "after", schema: ["type": "integer", "minimum": 0],
        summary: "Only entries with a higher number.")
    ]

  static let count = BodyDeclaration<Int>([
    .output("count", as: Schemas.natural, "How many entries match.") { $0 }
  ])

  static let all: [Operation] = [
    Operation(
      id: "readJournal", method: .get, path: "/sandboxes/{sandbox}/journal",
      summary:
        "What came in, what was decided, and why; with `wait`, as soon as there is something.",
      query: filters + [
        .init(
          name: "limit", schema: ["type": "integer", "minimum": 1, "maximum": 1000],
          summary: "The number of entries, counted from the last."),
        .init(
          name: "wait", schema: ["type": "integer", "minimum": 0, "maximum": 60],
          summary: "Seconds to wait for the next entry that matches, if there is none yet."),
        .init(
          name: "format", schema: ["type": "string", "enum": ["json", "ndjson", "har"]],
          summary: "json: an array; ndjson: one entry per line; har: an HTTP archive 1.2."),
      ],
      results: [
        .init(
          status: 200, summary: "The list, sorted by number.", schema: Operation.list(of: "Entry"))
      ],
      problems: [429],
      run: { call throws(Problem) in try read(&call) }),
    Operation(
      id: "countJournal", method: .get, path: "/sandboxes/{sandbox}/journal/count",
      summary: "The number of matching entries.", query: filters,
      results: [.init(status: 200, summary: "The number.", schema: Operation.reference("Count"))],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let filter = try filter(call)
        let count = try call.read { () throws(StoreFailure) in try sandboxHost.read(filter) }.count
        return .json(200, JournalOperations.count.write(count))
      }),
    Operation(
      id: "clearJournal", method: .delete, path: "/sandboxes/{sandbox}/journal",
      summary: "Removes all entries; numbers continue.",
      results: [.init(status: 204, summary: "Cleared.")],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        do throws(StoreFailure) { try sandboxHost.clearJournal() } catch { throw Problem(error) }
        return .nothing
      }),
    Operation(
      id: "getEntry", method: .get, path: "/sandboxes/{sandbox}/journal/{entry}",
      summary: "One entry.",
      results: [.init(status: 200, summary: "The entry.", schema: Operation.reference("Entry"))],
      run: { call throws(Problem) in
        let text = call.variable("entry")
        let sandboxHost = try call.sandboxHost()
        var entry: NumberedEntry?
        if let number = Int(text) {
          entry = try call.read { () throws(StoreFailure) in try sandboxHost.read(number) }
        }
        guard let entry else {
          let last = sandboxHost.journalExtent.last
          let why =
            Int(text).map {
              $0 > last ? "the last entry is \(last)" : "old ones make room for new ones"
            }
            ?? "expected a number"
          throw Problem(
            404, "There is no such entry.", "No entry has the number \"\(text)\": \(why).")
        }
        return .json(200, entry.value)
      }),
  ]

  private static func filter(_ call: Call) throws(Problem) -> JournalFilter {
    var filter = JournalFilter()
    filter.after = try call.number("after", 0...Int.max) ?? 0
    filter.fields = call.query.list.filter { JournalFilter.names.contains($0.name) }.map {
      ($0.name, $0.value)
    }
    let sandboxHost = try call.sandboxHost()
    let values = FilterValues(sandbox: sandboxHost.contents.withLock { $0.sandbox }) { name in
      Set(sandboxHost.entries(JournalFilter()).compactMap { $0[name] })
    }
    try values.check(filter.fields)
    for (name, value) in filter.fields where name == "kind" {
      try values.choice(name, value, among: EntryKind.allCases.map(\.rawValue))
    }
    return filter
  }

  private static func read(_ call: inout Call) throws(Problem) -> OperationResult {
    let sandboxHost = try call.sandboxHost()
    let filter = try filter(call)
    let limit = try call.number("limit", 1...1000) ?? 1000
    let wait = try call.number("wait", 0...60) ?? 0
    let format = call.query.last("format") ?? "json"
    guard ["json", "ndjson", "har"].contains(format) else {
      throw Problem(
        400, "A parameter of the query has a wrong value.",
        "format has to be json, ndjson or har, found \"\(format)\".")
    }
    let version = call.house.version
    let write: @Sendable ([NumberedEntry]) -> OperationResult = { entries in
      switch format {
      case "ndjson":
        .text(
          "application/x-ndjson",
          Array(entries.map { $0.value.text() + "\n" }.joined().utf8))
      case "har":
        .json(
          200,
          [
            "log": [
              "version": "1.2",
              "creator": ["name": "understudy", "version": JSONValue(.string(version))],
              "entries": JSONValue(.array(entries.compactMap(\.har))),
            ]
          ])
      default: .json(200, JSONValue(.array(entries.map(\.value))))
      }
    }
    let entries = try call.read { () throws(StoreFailure) in try sandboxHost.read(filter) }
    let found = Array(entries.suffix(limit))
    guard found.isEmpty, wait > 0 else { return write(found) }
    let sandboxes = call.house.sandboxes
    let waiting = Waiting()
    let isGivenUp: @Sendable () -> Bool = { waiting.isOver }
    let isHeard = sandboxHost.wait(
      filter, limit: limit, milliseconds: wait * 1_000, ticker: sandboxes.ticker,
      isGivenUp: isGivenUp
    ) { result in
      switch result {
      case .success(let entries):
        if case .answer(let answer) = write(entries).reply { waiting.finish(answer) }
      case .failure(let failure):
        var problem = Problem(failure)
        if failure.reason.isEmpty { problem.detail = sandboxes.gone(sandboxHost.id) }
        if problem.isOfStore {
          sandboxes.replica?.counters.rejections.add(1, ordering: .relaxed)
        }
        waiting.finish(problem.answer)
      }
    }
    guard isHeard else {
      throw Problem(
        429, "Too many requests wait for this journal.", "Close some of the waiting requests first."
      )
    }
    return .later(waiting)
  }
}

extension Call {
  /// Reads from a journal. One that servers share is in the store alone.
  fileprivate func read<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(Problem) -> Value {
    do throws(StoreFailure) { return try body() } catch { throw Problem(error) }
  }
}
