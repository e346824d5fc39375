import Basics

/// Options from `UNDERSTUDY_…`: what stands on the command line wins.
struct Environment {
  private func value(_ setting: Setting) -> String? {
    guard let text = getenv(setting.variable) else { return nil }
    let value = String(cString: text)
    return value.isEmpty ? nil : value
  }

  func fill<Number: FixedWidthInteger>(_ option: inout Number?, _ setting: Setting) throws {
    guard option == nil, let text = value(setting) else { return }
    guard let number = Number(text) else {
      throw Failure(
        text: "\(setting.variable): expected a number"
          + (Number.isSigned ? "" : " that is not negative") + ", found \"\(text)\"")
    }
    option = number
  }
  func fill(_ option: inout UInt16?, _ setting: Setting) throws {
    guard option == nil, let text = value(setting) else { return }
    guard let port = Port.number(text) else {
      let isOfKubernetes = text.hasPrefix("tcp://")
      throw Failure(
        text: "\(setting.variable): \(Port.expected), found \"\(text)\""
          + (isOfKubernetes
            ? "; Kubernetes sets this variable for a service named understudy: give the pod \"enableServiceLinks\": false, or rename the service"
            : ""))
    }
    option = port
  }
  /// A port, or a word that switches the usual one on.
  func fill(_ option: inout UInt16?, _ setting: Setting, orElse usual: UInt16) throws {
    guard option == nil, let text = value(setting)?.lowercased() else { return }
    // As a flag is set by 1, where no server of ours could listen; 0 is any free port, as on the command line.
    if text != "0", let isOn = Self.flags[text] {
      if isOn { option = usual }
    } else {
      try fill(&option, setting)
    }
  }
  func fill<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: inout Choice?, _ setting: Setting
  ) throws {
    guard option == nil, let text = value(setting) else { return }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw Failure(text: "\(setting.variable): expected \(known), found \"\(text)\"")
    }
    option = choice
  }
  func fill(_ option: inout String?, _ setting: Setting) { option = option ?? value(setting) }
  /// Several values are separated by commas.
  func fill(_ option: inout [String], _ setting: Setting) {
    guard option.isEmpty, let text = value(setting) else { return }
    option = text.split(separator: ",").map { String($0.trimmed) }
  }
  /// The names of all variables that are set.
  var names: [String] { ProcessEnvironment.values.keys.sorted() }

  func fill(_ option: inout Bool, _ setting: Setting) throws {
    guard let text = value(setting) else { return }
    guard let isOn = Self.flags[text.lowercased()] else {
      throw Failure(
        text:
          "\(setting.variable): expected 1, true, yes or on, or 0, false, no or off, found \"\(text)\""
      )
    }
    option = option || isOn
  }

  private static let flags = [
    "1": true, "true": true, "yes": true, "on": true,
    "0": false, "false": false, "no": false, "off": false,
  ]
}

/// What the environment of the tool itself says, for commands that get it on.
enum Inherited {
  /// Empty where nothing is said.
  static subscript(name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// A variable that is lengthened and not replaced.
  static func lengthened(_ name: String, _ more: [String]) -> String {
    ([self[name]].filter { !$0.isEmpty } + more).joined(separator: " ")
  }
}
