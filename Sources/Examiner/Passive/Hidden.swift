/// The marks that stand for secrets in a journal: equal ones look equal, and nothing else can be told of them.
enum Hidden {
  static let mark = "‹secret "

  static func isIn(_ text: String) -> Bool { text.contains(mark) }

  /// Why something can't be told.
  static let why =
    "secrets are hidden in this journal; one of a server with --journal-secrets shows them"
}
