/// A pattern as a list of instructions that is run over a text with a set of positions.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case take([ClosedRange<UInt32>])
    case fork(Int, Int)
    case jump(Int)
    case accept
  }

  private var instructions: [Instruction] = []
  /// How many nodes have been written out. Empty ones make no instruction, and take their time all the same.
  private var nodes = 0
  /// Keeps a pattern such as `((a{4096}){4096})` from filling the memory.
  private static let largest = 20_000
  /// Keeps a pattern such as `((){4096}){4096}` from taking for ever.
  private static let mostNodes = 4 * largest

  init(_ root: Pattern.Node) throws(Pattern.Problem) {
    try append(root)
    instructions.append(.accept)
  }

  private mutating func append(_ node: Pattern.Node) throws(Pattern.Problem) {
    nodes += 1
    guard instructions.count < Self.largest, nodes < Self.mostNodes else {
      throw Pattern.Problem(sentence: "the pattern is too large once its counts are written out")
    }
    switch node {
    case .scalars(let ranges): instructions.append(.take(ranges))
    case .sequence(let nodes): for node in nodes { try append(node) }
    case .choice(let nodes):
      var exits: [Int] = []
      for (offset, node) in nodes.enumerated() {
        if offset < nodes.count - 1 {
          let fork = instructions.count
          instructions.append(.fork(fork + 1, 0))
          try append(node)
          exits.append(instructions.count)
          instructions.append(.jump(0))
          instructions[fork] = .fork(fork + 1, instructions.count)
        } else {
          try append(node)
        }
      }
      for exit in exits { instructions[exit] = .jump(instructions.count) }
    case .repeated(let node, let least, let most):
      for _ in 0..<least { try append(node) }
      if let most {
        var forks: [Int] = []
        for _ in least..<most {
          forks.append(instructions.count)
          instructions.append(.fork(instructions.count + 1, 0))
          try append(node)
        }
        for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
      } else {
        let fork = instructions.count
        instructions.append(.fork(fork + 1, 0))
        try append(node)
        instructions.append(.jump(fork))
        instructions[fork] = .fork(fork + 1, instructions.count)
      }
    }
  }

  func matches(_ text: String) -> Bool {
    var marks = [Int](repeating: -1, count: instructions.count)
    var current: [Int] = []
    var step = 0
    follow(0, into: &current, marks: &marks, step: step)
    for scalar in text.unicodeScalars {
      step += 1
      var following: [Int] = []
      for index in current {
        guard case .take(let ranges) = instructions[index] else { continue }
        if ranges.contains(where: { $0.contains(scalar.value) }) {
          follow(index + 1, into: &following, marks: &marks, step: step)
        }
      }
      if following.isEmpty { return false }
      current = following
    }
    return current.contains {
      if case .accept = instructions[$0] { true } else { false }
    }
  }

  private func follow(_ start: Int, into set: inout [Int], marks: inout [Int], step: Int) {
    var pending = [start]
    while let index = pending.popLast() {
      guard index < instructions.count, marks[index] != step else { continue }
      marks[index] = step
      switch instructions[index] {
      case .jump(let target): pending.append(target)
      case .fork(let first, let second):
        pending.append(second)
        pending.append(first)
      case .take, .accept: set.append(index)
      }
    }
  }
}
