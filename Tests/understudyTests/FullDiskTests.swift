import Foundation
import Testing

/// A limit of file sizes (`ulimit -f 0`) fails each write to a file, as a full disk does, and needs no root.
@Suite("Where nothing can be written", .serialized, .timeLimit(.minutes(15)))
struct FullDiskTests {
  private static let full = "ulimit -f 0; "

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  #if os(Linux)
    @Test(
      "what does not arrive at standard output is an error, and exit code 2",
      arguments: [
        "providers", "providers vk --format json", "hosts", "scenarios", "--help", "--version",
        "conform list", "ca --pem --ca-dir ca", "check broken.json",
        "--generate-completion-script bash",
      ])
    func output(_ command: String) throws {
      let scratch = try Scratch()
      _ = try scratch.write("{", to: "broken.json")
      let result = try Tool.shell("cd '\(scratch.folder.path)' && $tool \(command) >/dev/full")
        .finish()
      #expect(result.status == 2, "\(result)")
      let why = "error: can't write standard output: No space left on device\n"
      #expect(result.errors.hasSuffix(why), "\(result.errors)")
    }

    @Test("a server whose first line does not arrive ends, and takes its ready file away")
    func serve() throws {
      let scratch = try Scratch()
      let result = try Tool.shell(
        "$tool serve --port 0 --quiet --ready-file '\(scratch.path("ready"))' >/dev/full"
      ).finish()
      #expect(result.status == 2, "\(result)")
      #expect(result.errors == "error: can't write standard output: No space left on device\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
      let conform = try Tool.shell("$tool conform serve --profile web-rp --port 0 >/dev/full")
        .finish()
      #expect(conform.status == 2 && conform.errors.contains("can't write standard output"))
    }

    /// A file system of one page that is full, which others do not see.
    private static let canMount =
      geteuid() == 0
      && {
        let tool = try? Tool(
          ["-c", "unshare -m mount -t tmpfs -o size=4k none /mnt"], program: "/bin/sh")
        return tool?.finish().status == 0
      }()

    @Test(
      "a full file system is no empty ready file",
      .enabled(if: canMount, "only root mounts a file system of its own"))
    func tmpfs() throws {
      let scratch = try Scratch()
      let script = """
        mount -t tmpfs -o size=4k none "$folder" && cd "$folder" && head -c 4096 /dev/zero >fill
        $tool serve --port 0 --quiet --ready-file ready; echo $?; ls -A
        """
      let result = try Tool.shell(
        "unshare -m /bin/sh -c '\(script)'", environment: ["folder": scratch.folder.path]
      ).finish()
      #expect(result.errors == "--ready-file: can't write ready: No space left on device\n")
      #expect(result.output == "2\nfill\n", "\(result)")
    }
  #endif

  @Test("a server without its ready file ends with 2, and the former file stays")
  func ready() throws {
    let scratch = try Scratch()
    let former = #"{"url": "http://127.0.0.1:1", "pid": 1}"#
    let file = try scratch.write(former, to: "ready")
    let result = try Tool.shell(Self.full + "exec $tool serve --port 0 --ready-file '\(file)'")
      .finish()
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.errors == "--ready-file: can't write \(file): File too large\n")
    #expect(try text(file) == former)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["ready"])
  }

  @Test(
    "a visit prints its place, says that the jar was not written, and ends with 2; the former jar stays"
  )
  func jar() throws {
    let scratch = try Scratch()
    let served = try Served(["--quiet"])
    let url = "http://127.0.0.1:\(served.port)\(VisitTests.starts[0].target)"
    let jar = scratch.path("jar.json")
    #expect(try Tool.run("visit", url, "--as", "alice", "--cookie-jar", jar).status == 0)
    let former = try text(jar)
    let visit = "exec $tool visit '\(url)' --cookie-jar \(jar)"
    let result = try Tool.shell(Self.full + visit + " --as alice").finish()
    #expect(result.status == 2, "\(result)")
    #expect(result.output.hasPrefix(VisitTests.starts[0].place))
    #expect(result.errors == "can't write \(jar): File too large\n")
    // Who is not signed in yet is asked, and denies: the exit code is still that of the visit.
    let denied = try Tool.shell(Self.full + visit + ".new --as bob --deny").finish()
    #expect(denied.status == 1 && denied.output.contains("error=access_denied"), "\(denied)")
    #expect(denied.errors == "can't write \(jar).new: File too large\n")
    #expect(try text(jar) == former)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["jar.json"])
    _ = served.stop()
  }

  @Test("a report, a trace and a summary are errors, and the former ones stay")
  func reports() throws {
    let scratch = try Scratch()
    let journal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Recorded/journal.json").path
    let file = try scratch.write("former", to: "report")
    for command in [
      "$tool conform observe '\(journal)' --report json='\(file)'",
      "'\(try Tool.location(of: "self-test").path)' --trace '\(file)'",
    ] {
      let result = try Tool.shell(Self.full + "exec \(command)").finish()
      #expect(result.status == 2, "\(result)")
      #expect(result.errors.hasSuffix("can't write \(file): File too large\n"), "\(result.errors)")
    }
    // A part of it fits in.
    let summary = try Tool.shell(
      "ulimit -f 1; exec $tool conform observe '\(journal)' --report github",
      environment: ["GITHUB_STEP_SUMMARY": file]
    ).finish()
    #expect(summary.status == 2 && summary.errors.contains("can't write \(file): File too large"))
    #expect(try text(file) == "former")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["report"])
  }

  @Test("a CA that can't be written is none: exit code 2, and no file that is half there")
  func authority() throws {
    let scratch = try Scratch()
    let folder = scratch.path("ca")
    for command in ["ca --ca-dir '\(folder)'", "serve --port 0 --https 0 --ca-dir '\(folder)'"] {
      let result = try Tool.shell(Self.full + "exec $tool \(command)").finish()
      #expect(result.status == 2 && result.output == "", "\(result)")
      #expect(
        result.errors.hasPrefix("error: Can't write \(folder)/ca-key.pem: File too large."),
        "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test(
    "the files of one run, such as Java's trust store, are errors too, and nothing stays of them")
  func run() throws {
    let scratch = try Scratch()
    for command in ["run -- true", "serve --port 0 --https 0 --ca-once"] {
      let result = try Tool.shell(
        Self.full + "exec $tool \(command)", environment: ["TMPDIR": scratch.folder.path]
      ).finish()
      #expect(result.status == 2, "\(result)")
      #expect(result.errors.contains(": File too large"), "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
    }
  }

  @Test("a command that is run dies of the limit of file sizes, as it would without us")
  func child() throws {
    let scratch = try Scratch()
    let result = try Tool.run(
      "run", "--", "/bin/sh", "-c",
      "ulimit -f 0; exec dd if=/dev/zero of='\(scratch.path("a"))' count=1")
    #expect(result.status == 128 + SIGXFSZ, "\(result)")
  }

  @Test(
    "a folder that nobody may write to is told",
    .enabled(if: geteuid() != 0, "root may write to every folder"))
  func readOnly() throws {
    let scratch = try Scratch()
    chmod(scratch.folder.path, 0o555)
    defer { chmod(scratch.folder.path, 0o755) }
    let result = try Tool.run("serve", "--port", "0", "--ready-file", scratch.path("ready"))
    #expect(result.status == 2)
    #expect(result.errors == "can't write \(scratch.path("ready")): Permission denied\n")
  }

  @Test("the ready file of a server that runs is not taken, and stays until that one ends")
  func others() throws {
    let scratch = try Scratch()
    let file = scratch.path("ready")
    let first = try Served(["--quiet", "--ready-file", file])
    let result = try Tool.run("serve", "--port", "0", "--quiet", "--ready-file", file)
    #expect(result.status == 2)
    #expect(result.errors.contains("has written it, and still runs"), "\(result)")
    #expect(try text(file).contains(":\(first.port)\""))
    #expect(first.stop().status == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
