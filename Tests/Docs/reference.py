"""Pages that the tool itself can write: held against it, or written anew."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from links import LINK, anchor

HEAD = "<!-- generated: by UNDERSTUDY_RECORD=1 make test-docs -->\n"
END = "<!-- generated: end -->\n"
COLUMNS = 5


def outdated(tool: str) -> list[str]:
    """Which of them say something else than the tool. With UNDERSTUDY_RECORD=1 they are written anew first."""
    wrong = []
    pages = {"docs/command-line.md": command_line(tool), "docs/conditions.md": conditions(tool)}
    pages["README.md"] = with_section(Path("README.md").read_text(), providers(tool))
    pages["docs/people-by-provider.md"] = people_by_provider(tool)
    for name, text in [*pages.items(), ("docs/llms.txt", None)]:
        path, text = Path(name), text or llms(Path("docs"))
        if os.environ.get("UNDERSTUDY_RECORD") == "1":
            path.write_text(text)
        if not path.exists() or path.read_text() != text:
            wrong.append(f"{name}: the tool says something else; UNDERSTUDY_RECORD=1 make test-docs writes it anew")
    return wrong


def with_section(page: str, text: str) -> str:
    """The page with this text between its two markers."""
    before, head, rest = page.partition(HEAD)
    return f"{before}{head}\n{text}\n{END}{rest.partition(END)[2]}"


def providers(tool: str) -> str:
    """The bundled providers, as a table that fills one screen."""
    known = json.loads(subprocess.check_output([tool, "providers", "--format", "json"]))
    cells = [f"[{each['title']}](fixtures/PROVIDERS.md#{anchor(each['title'])})" for each in known]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
    return f"{'|  ' * COLUMNS}|\n{'|---' * COLUMNS}|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def llms(docs: Path) -> str:
    """The pages for a program that reads them (llmstxt.org): those of the index, with its descriptions."""
    introduction = Path("README.md").read_text().split("\n\n")[1]
    text = f"# Understudy\n\n> {' '.join(introduction.split())}\n\n"
    text += "Generated from README.md of this folder, by UNDERSTUDY_RECORD=1 make test-docs.\n\n"
    text += "## Overview\n\n" + item(docs, docs / "README.md", "the index of all pages")
    index = (docs / "README.md").read_text()
    listed = {docs / target for target in LINK.findall(index)}
    for line in index.splitlines():
        if heading := re.fullmatch(r"\| ([\w ]+) \| \|", line):
            text += f"\n## {heading[1].capitalize()}\n\n"
        elif line.startswith("| ["):
            cells = line.strip("| ").rsplit(" | ", 1)
            does = LINK.sub("", cells[1]).split(": [")[0].replace("[", "").replace("]", "")
            for target in LINK.findall(line):
                text += item(docs, docs / target, does)
            folder = (docs / LINK.findall(cells[0])[0]).parent
            if folder != docs and folder.name != "decisions":
                for page in sorted(set(folder.rglob("*.md")) - listed):
                    text += item(docs, page, does)
    text += "\n## Optional\n\n"
    for page in sorted((docs / "decisions").glob("0*.md")):
        text += item(docs, page, "a design decision, for contributors")
    return text


def item(docs: Path, page: Path, does: str) -> str:
    title = page.read_text().partition("\n")[0].removeprefix("# ").replace("`", "")
    return f"- [{title}]({page.relative_to(docs)}): {does}\n"


# Claims about the token, not about the person.
PROTOCOL = {"iss", "aud", "azp", "exp", "iat", "nbf", "jti", "nonce", "at_hash", "sid", "auth_time", "acr", "amr"}


def people_by_provider(tool: str) -> str:
    """What each provider tells a client about a person."""
    titles = {each["id"]: each["title"] for each in json.loads(subprocess.check_output([tool, "providers", "--format", "json"]))}
    ask = [tool, "run", "--seed", "1", "--", sys.executable, "Tests/Docs/people.py", tool, *titles]
    told = [json.loads(line) for line in subprocess.check_output(ask, text=True).splitlines()]
    text = f"# What each provider returns about a person\n\n{HEAD}\n"
    text += "The members that a client gets about `alice`, of the bundled cast, in the ID token and from the provider's own API. The\n"
    text += "client asked for all scopes that the provider knows or, if the provider refuses those together, for the usual ones. Claims\n"
    text += "about the token, such as `exp`, are left out. The members of an object have its name before theirs: `data.id`.\n\n"
    text += "[Add people and clients](people.md) says how to set each value, and how to add claims.\n\n"
    text += "| provider | where | members |\n|---|---|---|\n"
    for each in told:
        for place, names in each["shows"].items():
            shown = [f"`{name}`" for name in names if place != "ID token" or name not in PROTOCOL]
            if shown:
                link = f"[{titles[each['id']]}](../fixtures/PROVIDERS.md#{anchor(titles[each['id']])})"
                text += f"| {link} | {place} | {', '.join(shown)} |\n"
    silent = [titles[each["id"]] for each in told if not any(each["shows"].values())]
    text += "\nThe program that writes this page gets no answer about a person from some providers, because they need another\n"
    text += f"request or have no sign-in: {', '.join(silent)}. [PROVIDERS.md](../fixtures/PROVIDERS.md) describes them.\n"
    return text


def command_line(tool: str) -> str:
    """Every command and option, from what swift-argument-parser tells of them."""
    top = json.loads(subprocess.check_output([tool, "--experimental-dump-help"]))["command"]
    commands = visible(top)
    text = f"# The command line\n\n{HEAD}\n{top['abstract']} `understudy help COMMAND` says the same as this page.\n\n"
    text += "| command | does |\n|---|---|\n"
    for each in commands:
        text += f"| [`{each['commandName']}`](#understudy-{each['commandName']}) | {cell(each['abstract'])} |\n"
    text += "\nExit codes: 0 success; 2 wrong usage, a busy port, or a file with mistakes. `visit`: 1 refused, 3 stuck. "
    text += "`conform`: 1 a requirement does not hold, 3 not examined. `run` exits with its command's exit code. "
    text += "`compare`: 1 the responses differ from the recording. `bisect`: 1 no quirk is the reason.\n"
    # `run` and `bisect` take most options of `serve`, which are listed once.
    serve = next(each for each in commands if each["commandName"] == "serve")["arguments"]
    for each in commands:
        text += command(each, serve if each["commandName"] in ("run", "bisect") else [])
        for inner in visible(each):
            text += command(inner | {"commandName": f"{each['commandName']} {inner['commandName']}"}, [])
    return text


def visible(each: dict[str, Any]) -> list[dict[str, Any]]:
    """The commands below one."""
    return [
        inner for inner in each.get("subcommands", [])
        if inner["commandName"] != "help" and inner.get("shouldDisplay", True)
    ]  # fmt: skip


def command(each: dict[str, Any], serve: list[dict[str, Any]]) -> str:
    name = each["commandName"]
    text = f"\n## understudy {name}\n\n{each['abstract']}\n"
    if discussion := each.get("discussion"):
        text += f"\n{discussion.strip()}\n"
    shown = [a for a in each["arguments"] if is_shown(a)]
    own = [a for a in shown if a not in serve]
    below = visible(each)
    if below:
        text += "\n| command | does |\n|---|---|\n"
        for one in below:
            text += f"| [`{name} {one['commandName']}`](#understudy-{name}-{one['commandName']}) | {cell(one['abstract'])} |\n"
    variables = any("[UNDERSTUDY_" in a.get("abstract", "") for a in own)
    if own:
        text += "\n| option | does |" + (" from the environment |\n|---|---|---|\n" if variables else "\n|---|---|\n")
    for argument in own:
        variable = re.search(r" ?\[(UNDERSTUDY_\w+)\]", abstract := argument.get("abstract", ""))
        does = abstract.replace(variable[0], "") if variable else abstract
        if missing := [value for value in argument.get("allValues", []) if value not in does]:
            does += f" One of: {', '.join(missing)}."
        if argument["parsingStrategy"] != "scanningForValue" and "Default" not in does and argument.get("defaultValue"):
            does += f" Default: {argument['defaultValue']}."
        text += f"| `{signature(argument)}` | {cell(does)} |"
        text += (f" `{variable[1]}` |\n" if variable else " |\n") if variables else "\n"
    if len(own) < len(shown):
        left = [f"`{signature(a).split()[0]}`" for a in serve if is_shown(a) and a not in shown]
        text += "\nAnd the options of [serve](#understudy-serve)"
        text += f", except {', '.join(left[:-1])} and {left[-1]}.\n" if left else ".\n"
    return text


def is_shown(argument: dict[str, Any]) -> bool:
    return argument["shouldDisplay"] and argument["valueName"] not in ("help", "version")


def signature(argument: dict[str, Any]) -> str:
    if argument["kind"] == "positional":
        return argument["valueName"].upper() + ("…" if argument["isRepeating"] else "")
    name = "--" + next(each["name"] for each in argument["names"] if each["kind"] == "long")
    if argument["kind"] == "flag":
        return name
    value = argument["valueName"].upper()
    return f"{name} [{value}]" if argument["parsingStrategy"] == "scanningForValue" else f"{name} {value}"


# Kinds of endpoints that refuse in the same way, and what they are called together.
KINDS = {
    "When somebody signs in": ("authorize", "login", "choose", "consent", "grant", "deny", "hop", "page", "logout", "device"),
    "At the token endpoint": ("token", "device_authorization"),
    "At introspection and revocation": ("introspect", "revoke"),
    "At a resource": ("resource",),
    "At the endpoint for pushed requests": ("pushed_authorization",),
    "At an MCP server": ("mcp",),
    "At registration": ("register", "registration"),
    "At documents": ("document",),
}


def conditions(tool: str) -> str:
    """Which conditions a rule can order, where, at which provider."""
    ask = ["sh", "-c", "curl -sSf $UNDERSTUDY_URL/_understudy/sandboxes/default/providers"]
    providers = json.loads(subprocess.check_output([tool, "run", "--", *ask]))
    text = f"# Conditions by provider\n\n{HEAD}\n"
    text += "A condition is the reason why a request is refused. Each provider words and formats it in its own way. A\n"
    text += "[rule](rules.md) can order a condition, as in `{\"match\": {\"provider\": \"vk\", \"endpoint\": \"token\"}, "
    text += "\"then\": {\"condition\": \"code_expired\"}}`,\nand the [journal](journal.md) names the condition of each refusal.\n"
    text += "\nThe last columns show which providers can refuse for it, and at how many of them the wording is inferred: `understudy\n"
    text += "providers ID` says which. The column \"facts\" lists what the texts of a provider may contain. "
    text += "[Conditions](fixtures-conditions.md)\nlists the conditions that every provider has, by kind of endpoint.\n"
    for title, kinds in KINDS.items():
        known: dict[str, dict[str, dict]] = {}
        for provider in providers:
            for endpoint in provider["endpoints"]:
                if endpoint["kind"] in kinds:
                    for each in endpoint["refusals"]:
                        known.setdefault(each["condition"], {}).setdefault(provider["id"], each)
        shown = [each["id"] for each in providers if any(each["id"] in by for by in known.values())]
        text += f"\n## {title}\n\n| condition | cause | facts | clause | providers | inferred |\n|{'---|' * 6}\n"
        for condition, by in sorted(known.items()):
            first = next(iter(by.values()))
            inferred = sum(each.get("evidence", {}).get("grade") == "inferred" for each in by.values())
            at = "all" if len(by) == len(shown) else ", ".join(by) if len(by) < 6 else f"{len(by)} of {len(shown)}"
            facts = ", ".join(f"`err.{fact}`" for fact in first["facts"])
            text += f"| `{condition}` | {cell(first['summary'])} | {facts} | {first.get('clause', '')} | {at} | {inferred or ''} |\n"
    text += "\n## Endpoints\n\nWhat `match.endpoint` may be: a name, or a kind for all of the kind.\n\n"
    text += "| provider | endpoint | kind | methods |\n|---|---|---|---|\n"
    for provider in providers:
        for endpoint in provider["endpoints"]:
            text += f"| {provider['id']} | `{endpoint['name']}` | `{endpoint['kind']}` | {', '.join(endpoint['methods'])} |\n"
    return text


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
