import Basics
import JOSE
import Server

/// One page for people that stands alone: no network, no other file. Several runs stand side by side, a column for each
/// client.
///
/// The page is `report.html`, and its script shows a block of data. Where no script runs, the text report remains. The
/// policy forbids requests, and every script and style but ours, so nothing that a client has sent can do anything.
struct HTMLReport {
  let runs: [RunReport]

  var text: String {
    let title = runs.count == 1 ? (runs.first?.profileTitle ?? "") : "\(runs.count) clients"
    let style = Self.file("own.css") + Self.file("report/report.css")
    let script = Self.file("report/main.js")
    let plain = runs.map { TextReport(run: $0, style: TextStyle()).text }
    let places = [
      "title": Markup.text(title),
      "policy": "default-src 'none'; script-src \(Self.source(script)); "
        + "style-src \(Self.source(style)); img-src data:; base-uri 'none'; form-action 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'",
      "style": "<style>\(style)</style>",
      "text": Markup.text(plain.joined(separator: "\n")),
      "versions": Markup.text(Set(runs.map(\.toolVersion)).sorted().joined(separator: ", ")),
      "data": BuiltInPage.dataBlock(JSONReport(runs: runs, isForPage: true).value, .pretty(1)),
      "script": "<script>\(script)</script>",
    ]
    return Self.file("report.html").split(separator: "<!-- ").reduce(into: "") { page, part in
      guard let end = part.firstRange(of: " -->"),
        let text = places[String(part[..<end.lowerBound])]
      else {
        page += part
        return
      }
      page += text + part[end.upperBound...]
    }
  }

  private static func file(_ name: String) -> String {
    String(decoding: BuiltInPage.all[name]?.bytes ?? [], as: UTF8.self)
  }

  /// What a policy calls an inline script or style.
  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.encode(Digest.sha256(Array(text.utf8))))'"
  }
}
