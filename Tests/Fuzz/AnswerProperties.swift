import Basics

@testable import UserAgent

/// A response that was read can be written and read again unchanged, and is complete at its last byte and not before. A
/// browser that gets such responses visits no address that they don't name, and stops.
///
/// A line `%%` separates the responses of an input: the browser gets them one after another.
enum AnswerProperties {
  static func check(_ bytes: [UInt8]) throws {
    for hasBody in [true, false] {
      guard let answer = try? HTTPClient.answer(bytes, hasBody: hasBody) else { continue }
      try hold(hasBody || answer.body.isEmpty, "an answer to HEAD has a body")
      try hold((100...999).contains(answer.status.code), "\(answer.status) is no status")
      guard hasBody else { continue }
      for isChunked in [false, true] { try check(answer, isChunked: isChunked) }
    }
    try browse(bytes.split(separator: Array("\n%%\n".utf8)).map(Array.init))
  }

  private static func check(_ answer: Answer, isChunked: Bool) throws {
    let written = write(answer, isChunked: isChunked)
    let again = try HTTPClient.answer(written)
    try hold(
      again.status.code == answer.status.code && again.body == answer.body,
      "an answer is written and read as another one")
    // A status without a body ends at its head, whatever follows.
    guard ![204, 304].contains(answer.status.code) else { return }
    // Of long ones a sample: each look is at the whole.
    let step = max(1, written.count / (written.count > 4_096 ? 5 : 40))
    for count in stride(from: 0, to: written.count, by: step) {
      let part = Array(written[..<count])
      try hold(
        AnswerEnd(part, hasBody: true)?.isReached(by: part) != true,
        "an answer of \(written.count) bytes is whole after \(count)")
    }
    try hold(
      AnswerEnd(written, hasBody: true)?.isReached(by: written) == true,
      "the end of a whole answer is not seen")
  }

  private static func write(_ answer: Answer, isChunked: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(answer.status.code) OK\r\n"
    for field in answer.headers {
      let name = field.name.lowercased()
      guard name != "content-length", name != "transfer-encoding" else { continue }
      head += "\(field.name): \(field.value)\r\n"
    }
    guard isChunked else {
      return Array("\(head)Content-Length: \(answer.body.count)\r\n\r\n".utf8) + answer.body
    }
    var written = Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)
    let size = max(1, answer.body.count / 3)
    for start in stride(from: 0, to: answer.body.count, by: size) {
      let chunk = answer.body[start...].prefix(size)
      written += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
    }
    return written + Array("0\r\n\r\n".utf8)
  }

  private static func browse(_ answers: [[UInt8]]) throws {
    var wish = Browser.Wish()
    wish.person = "alice"
    wish.password = "wonderland"
    wish.denies = answers.count > 2
    var rest = answers[...]
    var visited: [WebAddress] = []
    var browser = Browser(wish) { _, address in
      visited.append(address)
      guard let next = rest.popFirst() else {
        throw HTTPClient.Failure("no more answers")
      }
      return try HTTPClient.answer(next)
    }
    let end = browser.visit("https://idp.test/authorize?redirect_uri=https://app.test/cb&scope=a")
    try hold(visited.count <= wish.mostSteps, "the browser made \(visited.count) steps")
    try hold(
      visited.allSatisfy { $0.origin == "https://idp.test" },
      "the browser went to \(visited.map(\.description))")
    if case .left(let places, _) = end {
      try hold(
        !places.isEmpty && places.allSatisfy { WebAddress($0) != nil },
        "the browser left for \(places)")
    }
  }
}
