"""The areas, and a copy of the package whose sources have switches."""

import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# An area: its files or folders, and the targets whose tests answer for it.
GUARD = ("RequestGuard JudgedFields RequestHead FramingFields ChunkedBody MicroHTTPServer+Options TrustedProxies "
         "ProxyRequest OriginForm Rejection UInt8+Characters").split()
AREAS = {
    "JOSE": (["Sources/JOSE"], ["JOSETests"]),
    "UserAgent": (["Sources/UserAgent"], ["UserAgentTests"]),
    "Sandboxes": (["Sources/Server/Sandboxes"], ["ServerTests", "UnderstudyKitTests"]),
    "Redaction": (["Sources/Server/Redaction", "Sources/Examiner/Reports/ReportRedactor.swift"],
                  ["ServerTests", "ExaminerTests"]),
    "Transport": ([f"Sources/Transport/{name}.swift" for name in GUARD], ["TransportTests"]),
    "Judges": (["Sources/Examiner/Judging", "Sources/Examiner/Passive"],
               ["ExaminerTests"]),
    "ControlAPI": (["Sources/Server/ControlAPI"], ["ServerTests", "UnderstudyKitTests"]),
    "Engine": (["Sources/Engine"], ["EngineTests", "ServerTests", "UnderstudyKitTests"]),
}

# The copied manifest goes on with this: only the tests of the areas are built, and a warning about a mutant is no error.
MANIFEST = """
// Added by scripts/mutants.
let areaTests: Set<String> = {tests}
let mutated: Set<String> = {mutated}
package.products = []
package.targets.removeAll {{ ($0.type == .test && !areaTests.contains($0.name)) || $0.type == .executable }}
for target in package.targets {{
  target.swiftSettings = []
  if mutated.contains(target.name) {{ target.dependencies.append("Mutants") }}
}}
package.targets += [
  .target(name: "CMutants", path: "Tests/Mutants/Switch"),
  .target(name: "Mutants", dependencies: ["CMutants"], path: "Tests/Mutants/Helpers"),
]
"""


class Trouble(Exception):
    """A message for the user."""


def swift_list(names):
    return json.dumps(sorted(names))


def files_of(area):
    found = []
    for place in AREAS[area][0]:
        path = os.path.join(ROOT, place)
        if os.path.isfile(path):
            found.append(place)
        elif os.path.isdir(path):
            for folder, _, names in os.walk(path):
                found += [os.path.relpath(os.path.join(folder, name), ROOT)
                          for name in names if name.endswith(".swift")]
        else:
            raise Trouble(f"the area {area} names {place}, which does not exist: edit AREAS in "
                          "Tests/Mutants/source.py")
    return sorted(found)


def area_of(file):
    for area, (places, _) in AREAS.items():
        if any(file == place or file.startswith(place + "/") for place in places):
            return area
    raise Trouble(f"{file} belongs to no area")


def put(path, data):
    """Writes the file unless it has these bytes already: an unchanged file is not compiled again."""
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


class Copy:
    """The package in a scratch folder, with switches in the sources of all areas."""

    def __init__(self, scratch):
        self.tree = os.path.join(scratch, "tree")
        self.build_folder = os.path.join(scratch, "build")
        self.excluded_path = os.path.join(scratch, "excluded")
        self.rewriter = os.path.join(scratch, "rewriter")
        os.makedirs(self.tree, exist_ok=True)
        open(self.excluded_path, "a").close()

    def excluded(self):
        with open(self.excluded_path) as file:
            return file.read().split()

    def copy(self):
        mutated = {file for area in AREAS for file in files_of(area)}
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard"],
                                check=True, capture_output=True).stdout
        wanted = set()
        for name in filter(None, listed.decode().split("\0")):
            path = os.path.join(ROOT, name)
            if not os.path.isfile(path):
                continue
            wanted.add(name)
            if name in mutated:
                continue
            with open(path, "rb") as file:
                data = file.read()
            if name == "Package.swift":
                data += self.manifest().encode()
            put(os.path.join(self.tree, name), data)
        for folder in ("Sources", "Tests"):
            for where, _, names in os.walk(os.path.join(self.tree, folder)):
                for name in names:
                    path = os.path.join(where, name)
                    if os.path.relpath(path, self.tree) not in wanted:
                        os.remove(path)
        for name in mutated:
            os.makedirs(os.path.dirname(os.path.join(self.tree, name)), exist_ok=True)

    @staticmethod
    def manifest():
        tests = {test for _, names in AREAS.values() for test in names}
        mutated = {place.split("/")[1] for places, _ in AREAS.values() for place in places}
        return MANIFEST.format(tests=swift_list(tests), mutated=swift_list(mutated))

    def make_rewriter(self):
        """Compiles the rewriter with the SwiftSyntax of the toolchain: that takes seconds, and no dependency."""
        folder = os.path.join(HERE, "Rewriter")
        parts = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        if os.path.exists(self.rewriter) and all(
                os.path.getmtime(part) < os.path.getmtime(self.rewriter) for part in parts):
            return
        compiler = os.path.realpath(shutil.which("swiftc") or "swiftc")
        host = os.path.join(os.path.dirname(os.path.dirname(compiler)), "lib", "swift", "host")
        if not os.path.isdir(os.path.join(host, "SwiftSyntax.swiftmodule")):
            raise Trouble(f"{host} has no SwiftSyntax: use a toolchain of swift.org, or of Xcode")
        subprocess.run(["swiftc", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host,
                        *parts, "-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators",
                        "-o", self.rewriter], check=True)

    def rewrite(self):
        """Returns the mutants."""
        files = [file for area in AREAS for file in files_of(area)]
        done = subprocess.run([self.rewriter, ROOT, self.tree, self.excluded_path, *files],
                              check=True, capture_output=True)
        mutants = json.loads(done.stdout)
        for mutant in mutants:
            mutant["area"] = area_of(mutant["file"])
        return mutants

    def build(self):
        """Builds the tests. Mutants that do not compile are left out. Returns the others and the number left out."""
        while True:
            mutants = self.rewrite()
            done = subprocess.run(
                ["swift", "build", "--build-tests", "--package-path", self.tree,
                 "--scratch-path", self.build_folder], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace")
            if done.returncode == 0:
                return mutants, len(self.excluded())
            errors = set(re.findall(r"^(\S+?\.swift):(\d+):\d+: error:", done.stdout, re.M))
            broken = set()
            for path, line in errors:
                file = os.path.relpath(path, os.path.realpath(self.tree))
                own = [mutant for mutant in mutants if mutant["file"] == file]
                # An error that names another line, such as the end of a function, is about a line shortly before.
                for reach in (0, 20):
                    found = {mutant["id"] for mutant in own
                             if mutant["line"] <= int(line) <= mutant["lastLine"] + reach}
                    if found:
                        break
                broken |= found
            if not broken:
                sys.stderr.write(done.stdout[-6000:])
                raise Trouble("the copy with the mutants does not build (above); does the package itself?")
            print(f"mutants: {len(broken)} do not compile, building again without them", flush=True)
            with open(self.excluded_path, "a") as file:
                file.writelines(each + "\n" for each in sorted(broken))

    def bundle(self):
        folder = os.path.join(self.build_folder, "debug")
        for name in os.listdir(folder):
            if name.endswith("PackageTests.xctest"):
                return os.path.join(folder, name)
        raise Trouble(f"no test bundle in {folder}")
