import Examiner

/// Fixtures have checks too; in the tool a check is one of a client.
typealias Check = Examiner.Check
