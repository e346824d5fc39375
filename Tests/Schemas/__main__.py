"""python3 Tests/Schemas: the schemas of fixtures, held against somebody else's validator.

That they say what the readers say is the Swift tests' to prove, with a validator of their own; here it is proved that
others read them in the same way.
"""

import json
import sys
from pathlib import Path
from typing import Any, Iterator

from jsonschema import Draft202012Validator

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FILES = {
    "provider": sorted((FIXTURES / "providers").glob("*.json")),
    "cast": sorted((FIXTURES / "casts").glob("*.json")),
    "scenario": sorted((FIXTURES / "scenarios").glob("*.json")),
}


def main() -> int:
    wrong: list[str] = []
    tried = 0
    for kind, files in FILES.items():
        schema = json.loads((FIXTURES / f"{kind}.schema.json").read_text())
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for file in files:
            fixture = json.loads(file.read_text())
            wrong += [f"{file.name}{error.json_path[1:]}: {error.message}" for error in validator.iter_errors(fixture)]
        for pointer, value in misspelt(kind, files):
            tried += 1
            if validator.is_valid(value):
                wrong.append(f"{kind}: {pointer} may be misspelt")
    print("".join(f"{each}\n" for each in wrong), end="", file=sys.stderr)
    print(f"test-schemas: {sum(map(len, FILES.values()))} fixtures, {tried} misspelt members, {len(wrong)} mistakes")
    return 1 if wrong else 0


def misspelt(kind: str, files: list[Path]) -> Iterator[tuple[str, Any]]:
    """Files of which one member has another name: those at the top, and those of objects of one form."""
    for file in files:
        text = file.read_text()
        fixture = json.loads(text)
        for name in fixture:
            yield f"{file.name} /{name}", {(name + "_" if each == name else each): value for each, value in fixture.items()}
        for path in paths(kind, fixture):
            changed = json.loads(text)
            target = changed
            for part in path[:-1]:
                target = target[part]
            target[path[-1] + "_"] = target.pop(path[-1])
            yield f"{file.name} /" + "/".join(map(str, path)), changed


def paths(kind: str, fixture: Any) -> Iterator[list[Any]]:
    """Members of objects that know all of theirs."""
    if kind == "provider":
        for each in ("endpoints", "links", "pages", "credentials", "answers", "vars", "tables"):
            for name, value in fixture.get(each, {}).items():
                for member in value or ():
                    yield [each, name, member]
        for number, quirk in enumerate(fixture.get("quirks", [])):
            for member in quirk:
                yield ["quirks", number, member]
            for member in quirk["evidence"]:
                yield ["quirks", number, "evidence", member]
    elif kind == "cast":
        for number, client in enumerate(fixture["clients"]):
            for member in client:
                yield ["clients", number, member]
    else:
        for number, rule in enumerate(fixture["rules"]):
            for member in rule:
                yield ["rules", number, member]
            for member in rule.get("then", ()):
                yield ["rules", number, "then", member]


if __name__ == "__main__":
    sys.exit(main())
