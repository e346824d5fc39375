import Basics
import CMicroHTTPD
import HTTPTypes

/// Hands an `Answer` to libmicrohttpd, which adds Date and Content-Length, and leaves the body out for HEAD.
///
/// libmicrohttpd reports a header field that it does not take only as a return value, and sends the rest: a redirect
/// without its Location. So every field is checked, and one that cannot be sent makes the whole answer unsendable.
struct ResponseWriter {
  let maximumHeaderBytes: Int
  let suspensions: SuspensionBook
  let timers: Timers

  struct Unsendable: Error, Equatable {
    /// A sentence.
    var why: String
  }

  func queue(
    _ answer: Answer, on connection: Connection, _ handle: OpaquePointer, closing: Bool
  ) throws(Unsendable) -> MHD_Result {
    let response = try make(answer, on: connection, handle, closing: closing)
    // Drops our reference only; libmicrohttpd holds another until the answer is sent.
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(handle, UInt32(answer.status.code), response)
  }

  private func make(
    _ answer: Answer, on connection: Connection, _ handle: OpaquePointer, closing: Bool
  ) throws(Unsendable) -> OpaquePointer {
    // 1xx is not an answer, and libmicrohttpd refuses what has not three digits.
    guard (200...999).contains(answer.status.code) else {
      throw Unsendable(why: "its status is \(answer.status.code).")
    }
    let made: OpaquePointer?
    if answer.delivery.drip != nil || answer.delivery.ending != .whole {
      made = SlowBody(answer, on: handle, suspensions, timers).response()
    } else {
      // Not copied: the connection keeps the array, which nobody changes, for as long as its bytes may be read.
      connection.outgoing = answer.body
      made = connection.outgoing.withUnsafeBytes { body in
        MHD_create_response_from_buffer(
          body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_PERSISTENT)
      }
    }
    guard let response = made else { throw Unsendable(why: "there is no memory for its body.") }
    do throws(Unsendable) {
      var size = 0
      for field in answer.headers {
        size += field.name.utf8.count + field.value.utf8.count + 4
        // The length is libmicrohttpd's to say, and it refuses to be told; saying the same is no mistake.
        if field.name.utf8.count == 14, field.isNamed(.contentLength),
          field.value == String(answer.body.count)
        {
          continue
        }
        try Self.add(field.name, field.value, to: response)
      }
      if closing { try Self.add("Connection", "close", to: response) }
      // Beyond this libmicrohttpd would run out of its pool and close the connection without a word.
      guard size <= maximumHeaderBytes - 1024 else {
        throw Unsendable(why: "its header fields take \(size) bytes, too many to be sent.")
      }
      return response
    } catch {
      MHD_destroy_response(response)
      throw error
    }
  }

  /// Adds one field, or says why it cannot be sent.
  ///
  /// libmicrohttpd itself looks for CR and LF. A NUL it cannot see: to C the text ends there, so both lengths differ.
  static func add(_ name: String, _ value: String, to response: OpaquePointer) throws(Unsendable) {
    let isAdded = name.withCString { cName in
      value.withCString { cValue in
        strlen(cName) == name.utf8.count && strlen(cValue) == value.utf8.count
          && MHD_add_response_header(response, cName, cValue) == .YES
      }
    }
    guard !isAdded else { return }
    guard !value.utf8.contains(where: { $0 == 0 || $0 == 0x0d || $0 == 0x0a }) else {
      throw Unsendable(why: "the value of header \(name) holds CR, LF or NUL.")
    }
    throw Unsendable(
      why: "libmicrohttpd refuses header \(name)\(value.isEmpty ? ", whose value is empty" : "").")
  }
}
