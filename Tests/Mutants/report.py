"""Equivalent mutants, and what is printed."""

import json
import os

from source import AREAS, HERE

EQUIVALENT = os.path.join(HERE, "equivalent.json")
SURVIVED = ("passed", "unreached")


def equivalents():
    """Reasons, by file, line of source and change."""
    with open(EQUIVALENT) as file:
        entries = json.load(file)
    reasons = {}
    for entry in entries:
        if not entry["reason"].strip():
            raise ValueError(f"{EQUIVALENT}: {entry['file']}: {entry['change']} has no reason")
        reasons[entry["file"], entry["source"], entry["kind"], entry["change"]] = entry["reason"]
    return reasons


def key(mutant):
    return mutant["file"], mutant["source"], mutant["kind"], mutant["change"]


def stale(reasons, mutants):
    known = {key(mutant) for mutant in mutants}
    return [f"{file}: {kind}: {source}  [{change}]"
            for file, source, kind, change in reasons if (file, source, kind, change) not in known]


def line(mutant, result):
    place = f"{mutant['file']}:{mutant['line']}: {mutant['kind']}: {mutant['source']}"
    if result["outcome"] == "unreached":
        note = "no test reaches it"
    elif result.get("transcript"):
        note = "only a transcript notices"
    else:
        note = f"{result['tests']} tests reach it"
    return f"{place}\n    {mutant['change']}; {note}; ID={mutant['id']}"


def table(mutants, results):
    """Prints a row for each area, and returns the overall percentage."""
    print(f"{'area':12} {'mutants':>8} {'killed':>8} {'survived':>9} {'equivalent':>11} {'killed %':>9}")
    total = [0, 0, 0]
    for area in [*AREAS, "all"]:
        if area == "all":
            killed, survived, equal = total
        else:
            own = [results[mutant["id"]]["outcome"] for mutant in mutants
                   if mutant["area"] == area and mutant["id"] in results]
            equal = own.count("equivalent")
            survived = sum(outcome in SURVIVED for outcome in own)
            killed = len(own) - equal - survived
            total = [total[0] + killed, total[1] + survived, total[2] + equal]
        if killed + survived + equal:
            share = 100 * killed / (killed + survived) if killed + survived else 100
            print(f"{area:12} {killed + survived + equal:8} {killed:8} {survived:9} {equal:11} {share:8.1f}%")
    killed, survived, _ = total
    return 100 * killed / (killed + survived) if killed + survived else 100
