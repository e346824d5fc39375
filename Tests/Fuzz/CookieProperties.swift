import Basics
import UserAgent

/// The pairs of a Cookie line are written and read again as the same; a jar keeps what it took through a file, and
/// gives it to nobody else.
enum CookieProperties {
  static func check(_ bytes: [UInt8]) throws {
    let line = String(decoding: bytes, as: UTF8.self)
    let read = Cookies.read(line)
    for cookie in read {
      try hold(!cookie.name.isEmpty, "a cookie has no name")
      try hold(
        !(cookie.name + cookie.value).utf8.contains(UInt8(ascii: ";")), "a cookie holds two")
    }
    // In quotes, as blanks at the ends and quotes of its own would be lost else.
    let written = read.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: "; ")
    let again = Cookies.read(written)
    try hold(
      again.elementsEqual(read) {
        ExactText.same($0.name, $1.name) && ExactText.same($0.value, $1.value)
      }, "\(written.shown) is read as \(again)")
    try checkJar(line)
  }

  private static func checkJar(_ line: String) throws {
    guard let here = WebAddress("https://shop.example/a/b?c"),
      let elsewhere = WebAddress("https://shop.example.org/a/b?c")
    else { throw Broken(description: "an address is none") }
    var jar = CookieJar()
    jar.take(line, from: here)
    jar.take(line, from: here)
    try hold(jar.line(for: elsewhere) == nil, "a cookie went to another site")
    let kept = try JSONReader().read(jar.json.encoded(), file: "jar").root
    guard let again = CookieJar(json: kept) else {
      throw Broken(description: "the jar can't read its own file")
    }
    try hold(again.line(for: here) == jar.line(for: here), "a cookie was lost in the file")
    let pairs = jar.line(for: here).map(Cookies.read) ?? []
    try hold(pairs.count <= 1, "one Set-Cookie line became \(pairs.count) cookies")
  }
}
