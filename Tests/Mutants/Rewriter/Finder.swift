import SwiftSyntax

/// Finds the mutants of one file and the edits that add their switches.
///
/// No edit adds a line break: an error of the compiler names the line of the original file.
final class Finder: SyntaxVisitor {
  private let file: String
  private let source: String
  private let lines: [Substring]
  private let converter: SourceLocationConverter
  private let excluded: Set<String>
  private var ids = MutantIDs()
  private(set) var mutants: [Mutant] = []
  private(set) var edits = Edits()

  init(file: String, source: String, tree: some SyntaxProtocol, excluded: Set<String>) {
    self.file = file
    self.source = source
    self.excluded = excluded
    lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  /// Returns the call that asks for the switch of a new mutant, or nil if the mutant is excluded.
  private func add(_ kind: Mutant.Kind, _ change: String, at node: some SyntaxProtocol) -> String? {
    let start = node.startLocation(converter: converter)
    let end = node.endLocation(converter: converter)
    let text = lines[start.line - 1].trimmingSpaces
    let id = ids.next(file, kind.rawValue, change, text)
    guard !excluded.contains(id) else { return nil }
    mutants.append(
      Mutant(
        id: id, file: file, line: start.line, lastLine: end.line, kind: kind, change: change,
        source: text))
    return "mutantIsOn(0x\(id))"
  }

  private func force(_ expression: ExprSyntax, _ value: Bool, _ kind: Mutant.Kind) {
    let change = "\(expression.quoted) is always \(value)"
    guard let isOn = add(kind, change, at: expression) else { return }
    edits.wrap(expression, "(\(isOn) ? \(value) : (", "))")
  }

  private func negate(_ expression: ExprSyntax, _ kind: Mutant.Kind) {
    guard let isOn = add(kind, "\(expression.quoted) is negated", at: expression) else { return }
    edits.wrap(expression, "((", ") != \(isOn))")
  }

  // MARK: Conditions

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    for element in node.conditions {
      switch element.condition {
      case .expression(let expression): force(expression, true, .guardRemoved)
      case .matchingPattern(let match) where !match.pattern.bindsNames:
        let change = "`\(match.collapsed)` is always true"
        guard let isOn = add(.guardRemoved, change, at: match) else { continue }
        edits.wrap(match, "\(isOn) ? true : { if ", " { return true }; return false }()")
      default: break
      }
    }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    let isCheck = node.elseBody == nil && node.body.statements.endsElsewhere
    let change = "`if \(node.conditions.collapsed)` is never true"
    if let isOn = add(isCheck ? .checkRemoved : .branchSkipped, change, at: node.conditions) {
      edits.insert("!\(isOn), ", before: node.conditions)
    }
    // A check that always refuses would be noticed by the first test that passes it.
    if isCheck, node.conditions.count == 1 { return .visitChildren }
    let kind: Mutant.Kind = node.conditions.count == 1 ? .branchForced : .clauseRemoved
    for element in node.conditions {
      if case .expression(let expression) = element.condition { force(expression, true, kind) }
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    force(node.condition, true, .branchForced)
    force(node.condition, false, .branchSkipped)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    force(node.condition, true, .clauseRemoved)
    return .visitChildren
  }

  // MARK: Operators

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.symbol {
    case "&&", "||":
      for operand in [node.leftOperand, node.rightOperand] {
        let isChained = operand.as(InfixOperatorExprSyntax.self)?.symbol == node.symbol
        if !isChained { force(operand, node.symbol == "&&", .clauseRemoved) }
      }
    case "<": moveBoundary(node, "mutantLess", "<=")
    case "<=": moveBoundary(node, "mutantLessOrEqual", "<")
    case ">": moveBoundary(node, "mutantGreater", ">=")
    case ">=": moveBoundary(node, "mutantGreaterOrEqual", ">")
    // Forcing a condition is harder to notice than flipping it, so one of the two is enough.
    case "==", "!=": if !node.isCondition { negate(ExprSyntax(node), .comparisonFlipped) }
    default: break
    }
    return .visitChildren
  }

  private func moveBoundary(
    _ node: InfixOperatorExprSyntax, _ function: String, _ other: String
  ) {
    // The boundary of a sort order is the order of equals. A tuple is not `Comparable`.
    if node.isSortOrder { return negate(ExprSyntax(node), .comparisonFlipped) }
    if node.leftOperand.is(TupleExprSyntax.self), node.rightOperand.is(TupleExprSyntax.self) {
      return
    }
    let change = "`\(node.collapsed)` has \(other)"
    guard let isOn = add(.boundaryMoved, change, at: node) else { return }
    let id = isOn.dropFirst("mutantIsOn(".count).dropLast()
    edits.wrap(node, "\(function)(\(id), ", ")")
    edits.replace(node.operator, ",")
  }

  // MARK: Results

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { result(expression, isBool: node.isInBoolFunction) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item else { return .visitChildren }
    if let call = expression.uncheckedCall, !node.isValue {
      if let isOn = add(.callRemoved, "`\(call.collapsed)` is not called", at: node) {
        edits.wrap(expression, "if !\(isOn) { ", " }")
      }
    } else if expression.is(BooleanLiteralExprSyntax.self) || node.isValue {
      result(expression, isBool: node.isInBoolFunction && node.isBodyOfFunction)
    }
    return .visitChildren
  }

  private func result(_ expression: ExprSyntax, isBool: Bool) {
    if expression.is(BooleanLiteralExprSyntax.self) {
      negate(expression, .resultNegated)
    } else if isBool, !expression.isDecidedByParts {
      negate(expression, .resultNegated)
    }
  }

  // MARK: Limits

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(MemberBlockItemSyntax.self) == true else { return .visitChildren }
    for binding in node.bindings {
      guard let value = binding.initializer?.value, value.isNumber, value.collapsed.count > 1
      else { continue }
      let name = binding.pattern.collapsed
      for (sign, word) in [("+", "more"), ("-", "less")] {
        guard let isOn = add(.limitMoved, "`\(name)` is one \(word)", at: value) else { continue }
        edits.wrap(value, "(", " \(sign) (\(isOn) ? 1 : 0))")
      }
    }
    return .visitChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
