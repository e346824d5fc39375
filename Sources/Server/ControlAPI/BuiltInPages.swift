import Basics

/// What a browser gets below `/_understudy`: the console, and what it loads. Nothing in it is secret, so no token is asked
/// for: what it shows, it asks the control API for.
enum BuiltInPages {
  /// Page addresses below `/_understudy`, by file.
  private static let pages = ["/": "console.html"]
  /// Everything that a page loads is below it, as in the folder.
  private static let assets = "/assets/"

  /// - Parameter path: below `/_understudy`.
  /// - Returns: nil where another answer is meant: programs that ask for no HTML get an index.
  static func answer(to request: Request, at path: String, _ version: String) -> Answer? {
    if let name = pages[path], let file = BuiltInPage.all[name] {
      guard request.method == .get || request.method == .head, wantsHTML(request) else {
        return nil
      }
      return BuiltInAnswer.file(file, to: request, version)
    }
    guard path.hasPrefix(assets), let file = BuiltInPage.all[String(path.dropFirst(assets.count))],
      file.isAsset
    else { return nil }
    return BuiltInAnswer.file(file, to: request, version)
  }

  /// Browsers name it first; curl and HTTP libraries take anything.
  private static func wantsHTML(_ request: Request) -> Bool {
    (request.headers[.accept] ?? "").lowercased().contains("text/html")
  }
}
