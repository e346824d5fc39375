import Basics
import UserAgent

/// What the pages of web applications make of texts that came from outside.
enum PageJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("pages-run-nothing", { episode, _ in runNothing(episode) })
  ]

  /// What the texts that checks plant would call.
  private static let call = "understudy()"

  /// A page may hold such a text as text, as a value, and in the data of a script of its own.
  private static func runNothing(_ episode: CheckRun) -> JudgeFinding {
    for delivery in episode.deliveries {
      guard let answer = delivery.answer, answer.isPage else { continue }
      let page = HTMLPage(String(decoding: answer.body, as: UTF8.self))
      for script in page.scripts where script.text == call {
        return .wrong("its answer to \(delivery.what) runs injected markup: \(script.place)")
      }
    }
    return .fine
  }
}
