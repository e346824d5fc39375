"""The package against the OpenAPI document of the binary in it."""

import ast
import difflib
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

from understudy import Rule, api

# Read before the fixture that hides the machine's settings.
RECORD = os.environ.get("UNDERSTUDY_RECORD") == "1"
HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "src" / "understudy"


def test_the_generated_module_is_that_of_the_document(understudy_server, tmp_path):
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(understudy_server.describe()))
    generated = subprocess.run(
        [sys.executable, HERE.parent / "generate.py", document], capture_output=True, text=True, check=True
    ).stdout
    committed = PACKAGE / "api.py"
    if RECORD:
        committed.write_text(generated)
    difference = difflib.unified_diff(committed.read_text().splitlines(), generated.splitlines(), "api.py", "document", lineterm="")
    assert "\n".join(difference) == "", "UNDERSTUDY_RECORD=1 scripts/test-wheel TOOL writes src/understudy/api.py anew"


def test_each_operation_has_a_method(understudy_server):
    operations = {
        operation["operationId"] for methods in understudy_server.describe()["paths"].values() for operation in methods.values()
        if "operationId" in operation
    }
    methods = {name for owner in (api.ServerOperations, api.SandboxOperations) for name in vars(owner) if name[0] != "_"}
    assert len(methods) == len(operations)


def test_each_method_is_tried():
    tried = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    methods = [name for owner in (api.ServerOperations, api.SandboxOperations) for name in vars(owner) if name[0] != "_"]
    assert [name for name in methods if f".{name}(" not in tried] == []


def test_rules_have_the_members_of_the_document(understudy_server):
    rule = understudy_server.describe()["components"]["schemas"]["NewRule"]["properties"]
    match, then = rule.pop("match")["properties"], rule.pop("then")["properties"]
    assert set(inspect.signature(Rule.__init__).parameters) - {"self"} == set(rule) | set(match)
    effects = {name for name in vars(Rule) if name[0] != "_"}
    assert effects == set(then)
    assert set(inspect.signature(Rule.answer).parameters) - {"self"} == set(then["answer"]["properties"])
    assert set(inspect.signature(Rule.drip).parameters) - {"self"} == set(then["drip"]["properties"])
    # The words that an effect takes.
    enums = {name: each.get("enum") or each.get("items", {}).get("enum") for name, each in then.items()}
    assert literals(PACKAGE / "_rule.py") == {name: set(words) for name, words in enums.items() if words}


def literals(path):
    """The words of each Literal in the arguments of methods."""
    found = {}
    for function in ast.walk(ast.parse(path.read_text())):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function.args):
                if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal":
                    found[function.name] = {each.value for each in ast.walk(node.slice) if isinstance(each, ast.Constant)}
    return found
