import Basics
import Server

/// A database of SQLite, used by one thread at a time.
final class SQLiteDatabase {
  enum Value {
    case text(String)
    case integer(Int)
    case null
  }

  private let library: SQLiteLibrary
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  private let path: String

  private static let ok: Int32 = 0
  private static let row: Int32 = 100
  private static let done: Int32 = 101

  init(_ path: String, _ library: SQLiteLibrary) throws(StoreFailure) {
    self.library = library
    self.path = path
    // Read and write, create, no mutex: there is one thread at a time.
    let code = library.open(path, &handle, 0x2 | 0x4 | 0x8000, nil)
    guard code == Self.ok else {
      let failure = failure(code)
      _ = library.close(handle)
      handle = nil
      throw failure
    }
  }

  deinit { close() }

  func close() {
    for statement in statements.values { _ = library.finalize(statement) }
    statements = [:]
    _ = library.close(handle)
    handle = nil
  }

  /// Runs a statement.
  /// - Parameter row: gets each row.
  func run(
    _ sql: String, _ values: [Value] = [], row: (Row) -> Void = { _ in }
  ) throws(StoreFailure) {
    let statement = try prepared(sql)
    defer { _ = library.reset(statement) }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .text(var text):
        // -1: SQLite makes a copy.
        _ = text.withUTF8 {
          library.bindText(statement, place, $0.baseAddress, Int32(clamping: $0.count), -1)
        }
      case .integer(let number): _ = library.bindInteger(statement, place, Int64(number))
      case .null: _ = library.bindNull(statement, place)
      }
    }
    while true {
      switch library.step(statement) {
      case Self.row: row(Row(library: library, statement: statement))
      case Self.done: return
      case let code: throw failure(code)
      }
    }
  }

  /// How many rows the last statement has changed.
  var changes: Int { Int(library.changes(handle)) }

  private func prepared(_ sql: String) throws(StoreFailure) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    let code = library.prepare(handle, sql, -1, &statement, nil)
    guard code == Self.ok, let statement else { throw failure(code) }
    statements[sql] = statement
    return statement
  }

  struct Row {
    fileprivate let library: SQLiteLibrary
    fileprivate let statement: OpaquePointer

    func bytes(_ column: Int32) -> [UInt8] {
      guard let start = library.columnText(statement, column) else { return [] }
      return Array(
        UnsafeRawBufferPointer(start: start, count: Int(library.columnBytes(statement, column))))
    }
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
    func integer(_ column: Int32) -> Int { Int(library.columnInteger(statement, column)) }
    func isNull(_ column: Int32) -> Bool { library.columnType(statement, column) == 5 }
  }

  private static func hasFolder(_ path: String) -> Bool {
    let slash = path.lastIndex(of: "/")
    return slash.map { isFolder(String(path[...$0])) } ?? true
  }

  private static func isFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    closedir(folder)
    return true
  }

  /// The reason in words that say what to do.
  private func failure(_ code: Int32) -> StoreFailure {
    let extended = handle == nil ? code : library.extendedCode(handle)
    let text = library.message(handle).map { String(cString: $0) } ?? "error \(code)"
    return switch extended & 0xFF {
    case 5, 6:
      StoreFailure(
        .unavailable,
        "\(path) is in use by another process: a file has one server. Stop that one, or share a Redis or Valkey."
      )
    case 13: StoreFailure(.refused, "The disk that holds \(path) is full.")
    case 14:
      StoreFailure(
        .refused,
        Self.isFolder(path)
          ? "\(path) is a folder; expected a file, such as \(path)/understudy.sqlite."
          : Self.hasFolder(path)
            ? "\(path) can't be opened: \(text)." : "The folder of \(path) does not exist.")
    case 8: StoreFailure(.refused, "\(path) can't be written: \(text).")
    case 11: StoreFailure(.damaged, "\(path) is damaged: \(text).")
    case 26: StoreFailure(.refused, "\(path) is not an SQLite database.")
    // Among the reasons of an I/O error is a full disk.
    case 10 where errno == ENOSPC:
      StoreFailure(.refused, "The disk that holds \(path) is full.")
    default: StoreFailure(.refused, "\(path) can't be used: \(text) (SQLite \(extended)).")
    }
  }
}
