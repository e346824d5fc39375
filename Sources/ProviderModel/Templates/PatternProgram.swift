/// A pattern as a list of instructions that is run over a text with a set of positions.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case take([ClosedRange<UInt32>])
    case fork(Int, Int)
    case jump(Int)
    case accept
  }

  private var instructions: [Instruction] = []
  /// Keeps a pattern such as `((a{4096}){4096})` from filling the memory.
  private static let largest = 20_000
  /// Keeps a pattern such as `((){4096}){4096}` from taking for ever.
  private static let mostNodes = 4 * largest

  /// - Throws: that the program would be too large.
  static func check(_ root: Pattern.Node) throws(Pattern.Problem) {
    let size = size(root)
    guard size.instructions < largest, size.nodes < mostNodes else {
      throw Pattern.Problem(sentence: "the pattern is too large once its counts are written out")
    }
  }

  /// What a node takes once it is written out; saturates beyond what is allowed.
  private static func size(_ node: Pattern.Node) -> (instructions: Int, nodes: Int) {
    func sum(_ nodes: [Pattern.Node]) -> (instructions: Int, nodes: Int) {
      nodes.reduce((0, 1)) { total, node in
        let size = size(node)
        return (
          min(total.0 + size.instructions, largest), min(total.1 + size.nodes, mostNodes)
        )
      }
    }
    switch node {
    case .scalars: return (1, 1)
    case .sequence(let nodes): return sum(nodes)
    case .choice(let nodes):
      let all = sum(nodes)
      return (all.instructions + 2 * max(nodes.count - 1, 0), all.nodes)
    case .repeated(let node, let least, let most):
      // No count is larger than 4096, and no size larger than allowed, so the products fit.
      let one = size(node)
      let times = most ?? least + 1
      return (
        min(times * (one.instructions + 1) + 1, largest), min(times * one.nodes + 1, mostNodes)
      )
    }
  }

  init(_ root: Pattern.Node) {
    append(root)
    instructions.append(.accept)
  }

  private mutating func append(_ node: Pattern.Node) {
    switch node {
    case .scalars(let ranges): instructions.append(.take(ranges))
    case .sequence(let nodes): for node in nodes { append(node) }
    case .choice(let nodes):
      var exits: [Int] = []
      for (offset, node) in nodes.enumerated() {
        if offset < nodes.count - 1 {
          let fork = instructions.count
          instructions.append(.fork(fork + 1, 0))
          append(node)
          exits.append(instructions.count)
          instructions.append(.jump(0))
          instructions[fork] = .fork(fork + 1, instructions.count)
        } else {
          append(node)
        }
      }
      for exit in exits { instructions[exit] = .jump(instructions.count) }
    case .repeated(let node, let least, let most):
      for _ in 0..<least { append(node) }
      if let most {
        var forks: [Int] = []
        for _ in least..<most {
          forks.append(instructions.count)
          instructions.append(.fork(instructions.count + 1, 0))
          append(node)
        }
        for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
      } else {
        let fork = instructions.count
        instructions.append(.fork(fork + 1, 0))
        append(node)
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
