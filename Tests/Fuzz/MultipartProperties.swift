import Basics

/// The parts that are read are written and read again as the same.
///
/// An input's first line is the Content-Type, the rest is the body.
enum MultipartProperties {
  static func check(_ bytes: [UInt8]) throws {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let type = String(decoding: bytes[..<end], as: UTF8.self)
    let body = Array(bytes[end...].dropFirst())
    for type in [type, "multipart/form-data; boundary=x"] {
      guard let read = Multipart.read(body, contentType: type) else { continue }
      let (written, boundary) = write(read.list)
      let again = Multipart.read(
        Array(written.utf8), contentType: "multipart/form-data; boundary=\"\(boundary)\"")
      try hold(
        again.map { FormProperties.same($0.list, read.list) } == true,
        "\(written.shown) is read as \(String(describing: again?.list))")
    }
  }

  private static func write(_ list: [Parameters.Parameter]) -> (String, boundary: String) {
    let whole = Array(list.map { $0.name + "\n" + $0.value }.joined(separator: "\n").utf8)
    // A boundary has at most 70 characters, so it is numbered instead of growing.
    var number = 0
    while whole.contains(Array("--b\(number)".utf8)) { number += 1 }
    let boundary = "b\(number)"
    let parts = list.map { parameter in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(parameter.name))\"\r\n\r\n"
        + "\(parameter.value)\r\n"
    }
    // A body without parts is its last delimiter.
    return (parts.joined() + "--\(boundary)--\r\n", boundary)
  }

  private static func quoted(_ name: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    return String(quoted)
  }
}
