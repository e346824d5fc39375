import Basics

/// Serves the console below `/_understudy`, with its files. They are not secret, so they need no token: the console gets its
/// data from the control API.
enum BuiltInPages {
  /// Page addresses below `/_understudy`, by file.
  private static let pages = ["/": "console.html"]
  /// Everything that a page loads is below it, as in the folder.
  private static let assets = "/assets/"

  /// - Parameter path: below `/_understudy`.
  /// - Returns: `nil` for other responses: programs that accept no HTML get an index.
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

  /// Browsers name it; curl and HTTP libraries accept anything.
  private static func wantsHTML(_ request: Request) -> Bool {
    (request.headers[.accept] ?? "").lowercased().contains("text/html")
  }
}
