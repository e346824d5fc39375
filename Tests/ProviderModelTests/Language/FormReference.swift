import Basics

@testable import ProviderModel

/// A form as the reference shows it: a heading, a sentence, and a table of its members.
struct FormReference {
  let form: ObjectSchema
  /// The file in which the forms of values, templates and predicates are described, seen from this one.
  var words = "fixtures-values.md"
  var depth = 3

  var text: String {
    let heading = String(repeating: "#", count: depth) + " " + Self.title(form)
    var lines = [heading, "", form.meaning + insteads, ""]
    let isRoot = form === ObjectSchema.provider
    let head = ["member", "type", "default", "meaning"] + (isRoot ? ["inherited"] : [])
    lines += Self.table(
      head,
      form.members.map { member in
        ["`\(member.name)`", type(member.type), fallback(member), meaning(member)]
          + (isRoot ? [inheritance(member.inheritance)] : [])
      })
    if form.others != nil { lines += ["", "Members of other names may hold any JSON."] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A name that begins with `$` is code.
  static func title(_ form: ObjectSchema) -> String {
    form.name.hasPrefix("$") ? "`\(form.name)`" : form.name
  }

  static func link(_ form: ObjectSchema) -> String {
    // Values have a page of their own.
    let page = form.name == ObjectSchema.choice.name ? "fixtures-values.md" : ""
    return "[\(title(form))](\(page)#\(SchemaWriter.slug(form.name)))"
  }

  static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    ([head, head.map { _ in "---" }] + rows).map {
      "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
  }

  private var insteads: String {
    form.instead.isEmpty
      ? ""
      : " It may be replaced by: " + form.instead.map(Self.link).joined(separator: ", ") + "."
  }

  private func meaning(_ member: Property) -> String {
    var text = member.meaning
    if !member.only.isEmpty { text += " Only for \(member.only)." }
    return text + " For example `\(Self.example(member))`."
  }

  /// A value that any object may have is shown with the name of its member.
  private static func example(_ member: Property) -> String {
    switch member.type {
    case .flag, .choice: "\"\(member.name)\": \(member.example)"
    default: member.example
    }
  }

  private func fallback(_ member: Property) -> String {
    switch member.need {
    case .required: "**required**"
    case .unless(let other): "required without `\(other)`"
    case .optional: member.fallback
    }
  }

  private func inheritance(_ inheritance: Inheritance) -> String {
    switch inheritance {
    case .merged: "merged"
    case .never: "never"
    case .replaced(level: 1): "replaced whole"
    case .replaced: "merged; each entry is replaced whole"
    }
  }

  private func type(_ type: MemberType) -> String {
    switch type {
    case .text, .matching: "text"
    case .flag: "`true` or `false`"
    case .whole(let range):
      range.lowerBound == range.upperBound
        ? "the number \(range.lowerBound)" : "number, \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .pattern: "[pattern](\(words)#patterns)"
    case .template: "[text with placeholders](\(words)#templates)"
    case .predicate: "[predicate](\(words)#predicates)"
    case .value: "[value](\(words)#values)"
    case .name(let noun): "name of a \(noun)"
    case .words, .fields: "text, or a list of texts"
    case .list(let inner): "list: \(self.type(inner))"
    case .object(let form): Self.link(form)
    case .map(let inner, let keys, let known):
      "object, from \(keys)"
        + (known.isEmpty ? "" : " (\(known.map { "`\($0)`" }.joined(separator: ", ")))")
        + " to: \(self.type(inner))"
    case .duration: "milliseconds, or a duration such as `PT1.5S`"
    case .any: "any JSON"
    case .either(let types): types.map(self.type).joined(separator: "; or ")
    case .null: "null"
    case .patch: "a part of a \(Self.link(.provider))"
    }
  }
}
