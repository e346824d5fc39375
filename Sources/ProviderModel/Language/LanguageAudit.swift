import Basics

/// Records the members that fixture readers ask for, so that a test can compare them with the declarations.
///
/// ```swift
/// let audit = LanguageAudit()
/// LanguageAudit.$current.withValue(audit) { /* read fixtures */ }
/// ```
package final class LanguageAudit: Sendable {
  @TaskLocal package static var current: LanguageAudit?

  package struct Question: Hashable, Sendable {
    package let form: String
    package let member: String
    package let access: MemberType.Access
  }

  private let questions = Lock<[Question: ObjectSchema]>([:])

  package init() {}

  package var asked: [Question] { questions.withLock { Array($0.keys) } }
  /// The schemas of all objects that were read.
  package var forms: [ObjectSchema] {
    questions.withLock { questions in
      Dictionary(questions.values.map { ($0.name, $0) }) { first, _ in first }.values.map { $0 }
    }
  }

  func note(_ form: ObjectSchema, _ member: String, _ access: MemberType.Access) {
    let question = Question(form: form.name, member: member, access: access)
    questions.withLock { $0[question] = form }
  }

  /// The members that are read but not declared, or declared with another type: a sentence for each.
  package var contradictions: [String] {
    questions.withLock { questions in
      questions.compactMap { question, form in
        guard let member = form.member(question.member) else {
          return
            "a reader asks for \"\(question.member)\" of the form \"\(form.name)\", which does not declare it: "
            + "add a field to its declaration"
        }
        guard !member.type.isRead(as: question.access) else { return nil }
        return
          "\"\(question.member)\" of the form \"\(form.name)\" is declared as \(member.type) and read as \(question.access)"
      }.sorted()
    }
  }
}
