import SwiftSyntax

extension StringProtocol {
  var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension SyntaxProtocol {
  /// The code on one line.
  var collapsed: String { trimmedDescription.split { $0.isWhitespace }.joined(separator: " ") }

  var quoted: String { "`\(collapsed)`" }

  /// Whether the enclosing function, accessor or property returns a `Bool`. Closures do not tell.
  var isInBoolFunction: Bool {
    var node = parent
    while let each = node {
      if each.is(ClosureExprSyntax.self) { return false }
      if let function = each.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.collapsed == "Bool"
      }
      if let binding = each.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.collapsed == "Bool"
      }
      if let member = each.as(SubscriptDeclSyntax.self) {
        return member.returnClause.type.collapsed == "Bool"
      }
      if each.is(InitializerDeclSyntax.self) { return false }
      node = each.parent
    }
    return false
  }
}

extension InfixOperatorExprSyntax {
  var symbol: String { self.operator.collapsed }

  /// Whether the comparison puts the two arguments of a closure in order.
  var isSortOrder: Bool {
    let names = Set(tokens(viewMode: .sourceAccurate).map(\.text))
    return names.contains("$0") && names.contains("$1")
  }

  /// Whether another mutant forces the whole comparison.
  var isCondition: Bool {
    guard let parent else { return false }
    if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) { return true }
    if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == id }
    return ["&&", "||"].contains(parent.as(InfixOperatorExprSyntax.self)?.symbol)
  }
}

extension PatternSyntax {
  var bindsNames: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      [.keyword(.let), .keyword(.var)].contains($0.tokenKind)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the last statement leaves the block.
  var endsElsewhere: Bool {
    guard let last else { return false }
    switch last.item {
    case .stmt(let statement):
      return statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
        || statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self)
    default: return false
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether the item may be the value of its block: it stands alone where a value is wanted.
  var isValue: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let block = list.parent
    else { return false }
    if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self)
      || block.is(SwitchCaseSyntax.self)
    {
      return true
    }
    guard let owner = block.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return owner.is(IfExprSyntax.self) || owner.is(AccessorDeclSyntax.self)
  }

  var isBodyOfFunction: Bool {
    guard let block = parent?.parent else { return false }
    return block.is(AccessorBlockSyntax.self)
      || (block.is(CodeBlockSyntax.self)
        && (block.parent?.is(FunctionDeclSyntax.self) == true
          || block.parent?.is(AccessorDeclSyntax.self) == true))
  }
}

extension ExprSyntax {
  /// The call, if the expression is `try f(…)` or `_ = try f(…)`.
  var uncheckedCall: FunctionCallExprSyntax? {
    if let assignment = self.as(InfixOperatorExprSyntax.self),
      assignment.leftOperand.is(DiscardAssignmentExprSyntax.self)
    {
      return assignment.rightOperand.uncheckedCall
    }
    guard let attempt = self.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil
    else { return nil }
    guard let call = attempt.expression.as(FunctionCallExprSyntax.self) else { return nil }
    // An initializer must call another one on every path.
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    return member?.declName.baseName.tokenKind == .keyword(.`init`) ? nil : call
  }

  /// Whether the expression's parts have mutants that change each result of it.
  var isDecidedByParts: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return ["&&", "||", "==", "!="].contains(infix.symbol)
    }
    return self.is(TernaryExprSyntax.self) || self.is(SwitchExprSyntax.self)
      || self.is(IfExprSyntax.self)
  }

  /// Whether the expression is a number, or a product or shift of numbers.
  var isNumber: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return ["*", "<<", "+", "-"].contains(infix.symbol)
        && infix.leftOperand.isNumber && infix.rightOperand.isNumber
    }
    return self.is(IntegerLiteralExprSyntax.self)
  }
}
