import CMicroHTTPD
import HTTPMessages
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

  func queue(_ answer: Answer, on handle: OpaquePointer, closing: Bool) throws(Unsendable)
    -> MHD_Result
  {
    let response = try make(answer, on: handle, closing: closing)
    // Drops our reference only; libmicrohttpd holds another until the answer is sent.
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(handle, UInt32(answer.status.code), response)
  }

  private func make(
    _ answer: Answer, on handle: OpaquePointer, closing: Bool
  ) throws(Unsendable) -> OpaquePointer {
    // 1xx is not an answer, and libmicrohttpd refuses what has not three digits.
    guard (200...999).contains(answer.status.code) else {
      throw Unsendable(why: "its status is \(answer.status.code).")
    }
    let made =
      answer.delivery.drip != nil || answer.delivery.ending != .whole
      ? SlowBody(answer, on: handle, suspensions, timers).response()
      : answer.body.withUnsafeBytes { body in
        MHD_create_response_from_buffer(
          body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
      }
    guard let response = made else { throw Unsendable(why: "there is no memory for its body.") }
    do throws(Unsendable) {
      var size = 0
      for field in answer.headers {
        let value = field.withUnsafeBytesOfValue { Array($0) }
        size += field.name.rawName.utf8.count + value.count + 4
        // The length is libmicrohttpd's to say, and it refuses to be told; saying the same is no mistake.
        if field.name == .contentLength, value.elementsEqual(String(answer.body.count).utf8) {
          continue
        }
        try Self.add(field.name.rawName, value, to: response)
      }
      if closing { try Self.add("Connection", Array("close".utf8), to: response) }
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
  static func add(_ name: String, _ value: [UInt8], to response: OpaquePointer) throws(Unsendable) {
    guard
      !value.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") })
    else {
      throw Unsendable(why: "the value of header \(name) holds CR, LF or NUL.")
    }
    let result = (value + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        MHD_add_response_header(response, name, $0.baseAddress)
      }
    }
    guard result == .YES else {
      throw Unsendable(
        why: "libmicrohttpd refuses header \(name)\(value.isEmpty ? ", whose value is empty" : "")."
      )
    }
  }
}
