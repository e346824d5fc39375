// The stores: SQLite for one server, Redis or Valkey for many. They keep entries and know nothing of their content.
import Basics
import Server

/// The functions of SQLite that are used here, from the system's library.
///
/// The library is opened when a server has a store, and not linked: a server without one starts as fast as before, takes no
/// more memory, and runs where there is no SQLite.
struct SQLiteLibrary: @unchecked Sendable {
  typealias Pointer = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  let open: @convention(c) (Text, UnsafeMutablePointer<Pointer?>, Int32, Text?) -> Int32
  let close: @convention(c) (Pointer?) -> Int32
  let prepare:
    @convention(c) (
      Pointer?, Text, Int32, UnsafeMutablePointer<Pointer?>, UnsafeMutableRawPointer?
    ) -> Int32
  let bindText: @convention(c) (Pointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
  let bindInteger: @convention(c) (Pointer?, Int32, Int64) -> Int32
  let bindNull: @convention(c) (Pointer?, Int32) -> Int32
  let step: @convention(c) (Pointer?) -> Int32
  let reset: @convention(c) (Pointer?) -> Int32
  let finalize: @convention(c) (Pointer?) -> Int32
  let columnText: @convention(c) (Pointer?, Int32) -> UnsafeRawPointer?
  let columnBytes: @convention(c) (Pointer?, Int32) -> Int32
  let columnInteger: @convention(c) (Pointer?, Int32) -> Int64
  let columnType: @convention(c) (Pointer?, Int32) -> Int32
  let message: @convention(c) (Pointer?) -> Text?
  let extendedCode: @convention(c) (Pointer?) -> Int32
  let changes: @convention(c) (Pointer?) -> Int32

  #if canImport(Darwin)
    private static let name = "/usr/lib/libsqlite3.dylib"
  #else
    private static let name = "libsqlite3.so.0"
  #endif

  /// - Throws: if the system has no SQLite.
  init() throws(StoreFailure) {
    guard let library = dlopen(Self.name, RTLD_NOW | RTLD_LOCAL) else {
      throw StoreFailure(
        .refused,
        "There is no \(Self.name) on this machine: install it, with Debian by apt-get install libsqlite3-0."
      )
    }
    func find<Function>(_ name: String, _ type: Function.Type) throws(StoreFailure) -> Function {
      guard let symbol = dlsym(library, "sqlite3_" + name) else {
        throw StoreFailure(.refused, "\(Self.name) has no sqlite3_\(name): it is too old.")
      }
      return unsafeBitCast(symbol, to: type)
    }
    open = try find("open_v2", Swift.type(of: open))
    close = try find("close_v2", Swift.type(of: close))
    prepare = try find("prepare_v2", Swift.type(of: prepare))
    bindText = try find("bind_text", Swift.type(of: bindText))
    bindInteger = try find("bind_int64", Swift.type(of: bindInteger))
    bindNull = try find("bind_null", Swift.type(of: bindNull))
    step = try find("step", Swift.type(of: step))
    reset = try find("reset", Swift.type(of: reset))
    finalize = try find("finalize", Swift.type(of: finalize))
    columnText = try find("column_text", Swift.type(of: columnText))
    columnBytes = try find("column_bytes", Swift.type(of: columnBytes))
    columnInteger = try find("column_int64", Swift.type(of: columnInteger))
    columnType = try find("column_type", Swift.type(of: columnType))
    message = try find("errmsg", Swift.type(of: message))
    extendedCode = try find("extended_errcode", Swift.type(of: extendedCode))
    changes = try find("changes", Swift.type(of: changes))
  }
}
