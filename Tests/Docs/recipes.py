"""Tries a recipe of docs/ci.md: python3 Tests/Docs/recipes.py KIND FILE…

The file is parsed and fits the schema of its CI service. Its shell steps are run here, one after the other, with
the variables of the recipe. In place of a container, a server of the tool is started with the container's command and variables.
`--test` tries this program itself.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
IMAGE = "registry.example/understudy:0.1.0"
DEFAULT_COMMAND = json.loads(re.findall(r"^CMD (\[.*\])$", (ROOT / "docker/Dockerfile").read_text(), re.MULTILINE)[-1])


class Loader(yaml.SafeLoader):
    """YAML 1.2's booleans alone: `on` is a name."""


Loader.yaml_implicit_resolvers = {
    key: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool"] for key, found in Loader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))


def read(name):
    return yaml.load(Path(name).read_text(), Loader)


def valid(file, schema):
    """Checks a file with the schema of its service."""
    done = subprocess.run(["check-jsonschema", "--builtin-schema", f"vendor.{schema}", file], capture_output=True, text=True)
    need(done.returncode == 0, f"{file} does not fit the schema of {schema}: {done.stdout}{done.stderr}")


def need(truth, message):
    if not truth:
        raise SystemExit(f"recipe: {message}")


@contextlib.contextmanager
def server(command=None, environment=None, **replaced):
    """A server with a container's command and variables, at free ports: its ready file."""
    arguments = [replaced.get(each, each) for each in command or DEFAULT_COMMAND]
    if "--https" in arguments:
        arguments[arguments.index("--https") + 1] = "0"
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.json"
        started = ["understudy", *arguments, "--port", "0", "--quiet", "--ready-file", str(ready)]
        process = subprocess.Popen(started, env=os.environ | (environment or {}), stdout=subprocess.PIPE, text=True)
        try:
            need(process.stdout.readline(), f"the server did not start: {started}")
            yield json.loads(ready.read_text())
        finally:
            process.terminate()
            process.wait()


def loopback(ready):
    return ready["url"].replace("0.0.0.0", "127.0.0.1")


def run(steps, environment=None, shell=("bash", "-eo", "pipefail", "-c")):
    """Runs shell steps, and lets each add to PATH as GitHub's runner does."""
    with tempfile.TemporaryDirectory() as folder:
        added = Path(folder) / "path"
        added.touch()
        settings = os.environ | {"HOME": folder, "RUNNER_TEMP": folder, "GITHUB_PATH": str(added), "GITHUB_STEP_SUMMARY": f"{folder}/summary"}
        settings |= environment or {}
        for step in steps:
            path = ":".join([*reversed(added.read_text().splitlines()), os.environ["PATH"]])
            own = step.get("env", {})
            done = subprocess.run([*shell, step["run"]], env=settings | own | {"PATH": path})
            need(done.returncode == step.get("expected", 0), f"exit code {done.returncode} of: {step['run']}")


def filled(text, values):
    """`${{ name }}` with its value; a name without one is a mistake."""
    return re.sub(r"\$\{\{ *([\w.]+) *\}\}", lambda found: values[found[1]], text)


VALUES = {"vars.TARBALL_OF_UNDERSTUDY": os.environ.get("TARBALL_OF_UNDERSTUDY", ""), "github.token": "", "matrix.runner": "ubuntu-24.04"}


def github_steps(file):
    """The steps of all jobs of a workflow of GitHub Actions."""
    valid(file, "github-workflows")
    for job in read(file)["jobs"].values():
        for step in job["steps"]:
            need("uses" not in step or re.fullmatch(r"[\w./-]+@v[\w.]+", step["uses"]), f"no version in {step.get('uses')}")
            yield step


def shell_steps(job):
    return [{"run": filled(step["run"], VALUES)} for step in job["steps"] if "run" in step]


def github(file):
    list(github_steps(file))
    for job in read(file)["jobs"].values():
        environment = dict(job.get("env", {}))
        with contextlib.ExitStack() as started:
            for service in job.get("services", {}).values():
                need(service["image"] == IMAGE and service["ports"] == ["8400:8400"], f"the service {service}")
                environment["UNDERSTUDY_URL"] = loopback(started.enter_context(server(None, service["env"])))
            run(shell_steps(job), environment)


def action(file):
    """A workflow that uses .github/action.yml, with the steps of that."""
    valid(ROOT / ".github/action.yml", "github-actions")
    made = read(ROOT / ".github/action.yml")
    for step in github_steps(file):
        if not step.get("uses", "").startswith("OWNER/understudy/.github@"):
            continue
        need(set(step["with"]) <= set(made["inputs"]), f"the action has no input of {sorted(step['with'])}")
        values = {f"inputs.{name}": "" for name in made["inputs"]}
        values |= {f"inputs.{name}": filled(value, VALUES) for name, value in step["with"].items()}
        steps = []
        for each in made["runs"]["steps"]:
            need(each["shell"] == "bash" and "${{" not in each["run"], f"what is not an input's variable in a script can be a script: {each}")
            if condition := re.fullmatch(r"(inputs\.\w+) != ''", each.get("if", "")):
                if not values[condition[1]]:
                    continue
            own = {name: filled(value, values) for name, value in each.get("env", {}).items()}
            # The client of docs/conform.md is wrong on purpose.
            steps.append({"run": each["run"], "env": own, "expected": int("conform run" in each["run"])})
        run(steps)
        return
    need(False, f"{file} does not use the action")


def workflow(file):
    """A workflow of our own that can't be run here: every command in it exists, as do the targets of make and scripts."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    # What the runners have; here it may be missing.
    known = {"apt-get", "gh", "swift"}
    for step in github_steps(file):
        if "run" not in step:
            continue
        script = step["run"]
        checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
        need(checked.returncode == 0, f"bash: {checked.stderr}{script}")
        for command in re.findall(r"(?:^|[;&|(]|\bdo\b|\bthen\b)\s*([a-z][\w./-]*)", re.sub(r"\\\n", " ", script), re.MULTILINE):
            builtin = subprocess.run(["bash", "-c", f"type -t {command}"], capture_output=True).returncode == 0
            need(builtin or command in known or (ROOT / command).exists(), f"there is no command {command}, in: {script}")
        for target in re.findall(r"^ *make ([a-z-]+)", script, re.MULTILINE):
            need(target in targets, f"make has no target {target}")
        for program in re.findall(r"(?<![\w/])(?:scripts|docker|\.ci)/[\w-]+", script):
            need((ROOT / program).exists(), f"there is no {program}")


def gitlab(file):
    valid(file, "gitlab-ci")
    for name, job in read(file).items():
        environment = dict(job.get("variables", {}))
        with contextlib.ExitStack() as started:
            for service in job.get("services", []):
                need(service["name"] == IMAGE, f"the service {service}")
                ready = started.enter_context(server(service["command"], environment))
                need(environment["UNDERSTUDY_URL"] == f"http://{service['alias']}:8400", f"UNDERSTUDY_URL of {name}")
                answers(loopback(ready), environment["UNDERSTUDY_CONTROL_TOKEN"], f"{service['alias']}:8400")
                environment["UNDERSTUDY_URL"] = loopback(ready)
            # GitLab runs the lines in one shell.
            run([{"run": "\n".join(job["script"])}], environment)


def circleci(file):
    valid(file, "circle-ci")
    document = read(file)
    need(set(document["workflows"]["test"]["jobs"]) <= set(document["jobs"]), f"the workflow of {file} has another job")
    for job in document["jobs"].values():
        environment = dict(job["environment"])
        with contextlib.ExitStack() as started:
            for container in job["docker"][1:]:
                need(container["image"] == IMAGE, f"the container {container}")
                environment["UNDERSTUDY_URL"] = loopback(started.enter_context(server(container.get("command"), container["environment"])))
            run([step for step in job["steps"] if step != "checkout"], environment)


def jenkins(file):
    text = Path(file).read_text()
    need(text.count("{") == text.count("}"), f"the braces of {file}")
    scripts = re.findall(r"sh '''\n(.*?)'''", text, re.DOTALL)
    need(scripts, f"{file} has no sh step")
    # Jenkins runs /bin/sh -xe.
    run([{"run": script} for script in scripts], shell=("sh", "-ec"))


def compose(file):
    valid(file, "compose-spec")
    document = read(file)
    service, app = document["services"]["understudy"], document["services"]["app"]
    need(service["image"] == IMAGE and app["depends_on"]["understudy"]["condition"] == "service_healthy", "the services")
    place = service["volumes"][0].partition(":")[2]
    need(app["volumes"] == [service["volumes"][0] + ":ro"] and set(document["volumes"]) == {"ca"}, "the volumes")
    need(app["environment"]["SSL_CERT_FILE"] == f"{place}/ca.pem", "the app reads the CA from the volume")
    issuer = app["environment"]["OIDC_ISSUER"]
    need(issuer.startswith("https://understudy:8443/"), "the issuer")
    with tempfile.TemporaryDirectory() as folder, server(service["command"], service["environment"], **{place: folder}) as ready:
        port = ready["https_url"].rpartition(":")[2]
        address = issuer.replace(":8443", f":{port}")
        asked = ["curl", "-fsS", "--cacert", f"{folder}/ca.pem", "--resolve", f"understudy:{port}:127.0.0.1"]
        metadata = json.loads(subprocess.check_output([*asked, f"{address}/.well-known/openid-configuration"]))
        need(metadata["issuer"] == address, f"the issuer is {metadata['issuer']}")
        need(Path(folder, "ca-key.pem").stat().st_mode & 0o077 == 0, "the key of the CA can be read by others")


def testcontainers(*files):
    """What all of them ask of the image: its variable, its port, the line that it prints, its health."""
    token = "a-token-for-these-tests"
    for file in files:
        text = Path(file).read_text()
        need(all(each in text for each in (IMAGE, token, "UNDERSTUDY_CONTROL_TOKEN", "8400")), f"{file} lacks the image, its token or its port")
        need("/_understudy/health" in text or "Understudy listens at" in text, f"{file} does not wait")
    with server(None, {"UNDERSTUDY_CONTROL_TOKEN": token}) as ready:
        url = loopback(ready)
        answers(url, token, "localhost:" + url.rpartition(":")[2])


def answers(url, token, host):
    """The server is healthy, and its control API takes the token alone, under this Host."""
    for path, bearer, expected in (("/_understudy/health", "", 200), ("/_understudy/sandboxes", token, 200), ("/_understudy/sandboxes", "", 401)):
        request = urllib.request.Request(url + path, headers={"Host": host, **({"Authorization": f"Bearer {bearer}"} if bearer else {})})
        try:
            with urllib.request.urlopen(request) as response:
                status = response.status
        except urllib.error.HTTPError as error:
            status = error.code
        need(status == expected, f"expected {expected} of {path} under {host}, found {status}")


def test():
    """Wrong recipes are refused."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wrong.yml"
        for kind, text in (
            (github, "on: [push]\njobs: {a: {runs-on: x, steps: [{run: 'exit 3'}]}}"),
            (github, "on: [push]\njobs: {a: {runs-on: x, steps: [{uses: 'actions/checkout'}]}}"),
            (github, "on: [push]\njobs: {a: {runs-on: x, steps: [{runs: 'true'}]}}"),
            (workflow, "on: [push]\njobs: {a: {runs-on: x, steps: [{run: 'make no-such-target'}]}}"),
            (workflow, "on: [push]\njobs: {a: {runs-on: x, steps: [{run: 'no-such-command --x'}]}}"),
            (workflow, "on: [push]\njobs: {a: {runs-on: x, steps: [{run: 'for x in'}]}}"),
            (gitlab, "a: {script: ['false']}"),
            (action, "on: [push]\njobs: {a: {runs-on: x, steps: [{run: 'true'}]}}"),
        ):
            file.write_text(text)
            try:
                kind(file)
            except SystemExit:
                continue
            raise SystemExit(f"recipe: {kind.__name__} accepts {text}")


if __name__ == "__main__":
    kinds = {each.__name__: each for each in (github, action, workflow, gitlab, circleci, jenkins, compose, testcontainers)}
    if sys.argv[1:] == ["--test"]:
        test()
    elif len(sys.argv) > 2 and sys.argv[1] in kinds:
        need(shutil.which("understudy"), "expected understudy on PATH")
        kinds[sys.argv[1]](*sys.argv[2:])
    else:
        sys.exit(f"usage: recipes.py {'|'.join(kinds)} FILE…")
