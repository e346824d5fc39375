/// What clients leave in files.
enum FileJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "file-token-private": { seen in
      judge(seen, "none with a token that other users can read") { file in
        guard file.isOpen, !file.isLog, !file.isIDToken else { return nil }
        return "every user of the machine can read \(file.path), which contains a token"
      }
    },
    "file-id-token-private": { seen in
      judge(seen, "none with an ID token that other users can read") { file in
        guard file.isOpen, !file.isLog, file.isIDToken else { return nil }
        return "every user of the machine can read \(file.path), which contains an ID token"
      }
    },
    "file-token-in-log": { seen in
      judge(seen, "no log with a token") { file in
        file.isLog ? "the log \(file.path) holds a token" : nil
      }
    },
  ]

  private static func judge(
    _ seen: PassiveCase, _ held: String, wrong: (TokenFile) -> String?
  ) -> PassiveResult {
    let runs = seen.episodes.enumerated().compactMap { index, episode in
      episode.observations.tokenFiles.map { (index: index, files: $0) }
    }
    guard !runs.isEmpty else { return .notApplicable("the client's files were not seen") }
    for run in runs {
      for file in run.files {
        guard let why = wrong(file) else { continue }
        return PassiveResult(.broken, why, at: .init(episode: run.index, exchange: nil))
      }
    }
    return .held("the files of \(PassiveCase.count(runs.count, "run")), \(held)")
  }
}
