import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// rewriter ROOT TARGET EXCLUDED FILE…: reads each FILE below ROOT and writes it below TARGET with switches.
// EXCLUDED holds the ids of mutants that do not compile. The mutants go to the standard output as JSON.

let arguments = CommandLine.arguments
guard arguments.count > 4 else {
  FileHandle.standardError.write(Data("usage: rewriter ROOT TARGET EXCLUDED FILE…\n".utf8))
  exit(2)
}
let root = URL(filePath: arguments[1])
let target = URL(filePath: arguments[2])
let excluded = try String(contentsOf: URL(filePath: arguments[3]), encoding: .utf8)
var mutants: [Mutant] = []
for file in arguments[4...] {
  let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
  let tree = OperatorTable.standardOperators.foldAll(
    Parser.parse(source: source), errorHandler: { _ in })
  let finder = Finder(
    file: file, source: source, tree: tree,
    excluded: Set(excluded.split(separator: "\n").map(String.init)))
  finder.walk(tree)
  mutants += finder.mutants
  let result = finder.edits.applied(to: source) + "\nimport Mutants\n"
  let place = target.appending(path: file)
  // An unchanged file is left alone, so that it is not compiled again.
  if (try? String(contentsOf: place, encoding: .utf8)) != result {
    try result.write(to: place, atomically: true, encoding: .utf8)
  }
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
FileHandle.standardOutput.write(try encoder.encode(mutants))
