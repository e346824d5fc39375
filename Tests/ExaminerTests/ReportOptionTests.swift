import Examiner
import Testing

@Suite("--report")
struct ReportOptionTests {
  @Test("takes several, in one value or in many")
  func several() throws {
    let options = try ReportOption.parse(
      ["junit=a.xml,json=out/b=c.json", "tap=-", "github"].dropLast() + ["md=s.md"])
    #expect(
      options == [
        ReportOption(.junit, .file("a.xml")), ReportOption(.json, .file("out/b=c.json")),
        ReportOption(.tap, .standardOutput), ReportOption(.md, .file("s.md")),
      ])
    #expect(try ReportOption.parse(["github"]) == [ReportOption(.github, .standardOutput)])
    #expect(try ReportOption.parse([]) == [])
  }

  @Test(
    "says what is wrong and what was expected",
    arguments: [
      ("junt=a", "--report junt=a: unknown format \"junt\"; did you mean \"junit\"?"),
      (
        "pdf=a",
        "--report pdf=a: unknown format \"pdf\"; known here: github, html, json, junit, md, sarif, tap"
      ),
      (
        "junit",
        "--report junit: junit has no file; expected FORMAT=FILE, such as junit=report.xml; - is standard output"
      ),
      (
        "junit=",
        "--report junit=: junit has no file; expected FORMAT=FILE, such as junit=report.xml; - is standard output"
      ),
      (
        "",
        "--report : expected FORMAT=FILE, such as junit=report.xml; - is standard output, found nothing"
      ),
      (
        "tap=-,",
        "--report tap=-,: expected FORMAT=FILE, such as junit=report.xml; - is standard output, found nothing"
      ),
      ("tap=-,tap=-", "--report tap=-,tap=-: tap is given twice"),
      (
        "tap=-,json=-",
        "--report tap=-,json=-: tap and json both go to standard output. Give each a file of its own"
      ),
      (
        "github,json=-",
        "--report github,json=-: github and json both go to standard output. Give each a file of its own"
      ),
      (
        "tap=x,json=x",
        "--report tap=x,json=x: tap and json both go to x. Give each a file of its own"
      ),
      (
        "github=x",
        "--report github=x: github takes no file: it writes to standard output and to the file that GITHUB_STEP_SUMMARY names"
      ),
    ])
  func wrong(_ value: String, _ message: String) {
    #expect(throws: UsageError(message)) { try ReportOption.parse([value]) }
  }
}
