"""Mutation tests: python3 Tests/Mutants SCRATCH [--area NAME] [--file PATH] [--sample N] [--seed N] [--id ID] [--quick] [--least PERCENT]

Builds the tests once with a switch for every mutant, and runs for each mutant the tests that reach it.
"""

import argparse
import concurrent.futures
import json
import os
import random
import sys
import time

import report
from source import AREAS, Copy, Trouble
from tests import Bundle, Reach


def options():
    parser = argparse.ArgumentParser(prog="scripts/mutants")
    parser.add_argument("scratch", help="a folder for the copy and its build")
    parser.add_argument("--area", choices=AREAS, action="append", help="only this area (may be repeated)")
    parser.add_argument("--file", action="append", help="only mutants of this file or folder (may be repeated)")
    parser.add_argument("--sample", type=int, help="so many mutants, evenly over the areas")
    parser.add_argument("--seed", type=int, default=1, help="the choice of the sample")
    parser.add_argument("--id", action="append", help="only this mutant, with the failing test")
    parser.add_argument("--quick", action="store_true",
                        help="run only the quickest tests of each mutant: some listed survivors may be killed by a slower one")
    parser.add_argument("--least", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="so many mutants at a time")
    return parser.parse_args()


def chosen(mutants, reasons, wanted):
    """The mutants to try."""
    if wanted.id:
        found = [mutant for mutant in mutants if mutant["id"] in wanted.id]
        if len(found) < len(set(wanted.id)):
            raise Trouble("no mutant has that ID; `make mutants` prints the IDs of survivors")
        return found
    if wanted.file:
        mutants = [mutant for mutant in mutants
                   if any(mutant["file"] == file or mutant["file"].startswith(file.rstrip("/") + "/")
                          for file in wanted.file)]
        if not mutants:
            raise Trouble(f"no mutant is in {', '.join(wanted.file)}: name a file or folder of an area")
    areas = wanted.area or list(AREAS)
    queues = []
    for area in areas:
        own = sorted((mutant for mutant in mutants if mutant["area"] == area), key=lambda each: each["id"])
        if wanted.sample is None:
            queues.append(own)
            continue
        own = [mutant for mutant in own if report.key(mutant) not in reasons]
        random.Random(f"{wanted.seed} {area}").shuffle(own)
        queues.append(own)
    if wanted.sample is None:
        return [mutant for queue in queues for mutant in queue]
    taken = []
    while len(taken) < wanted.sample and any(queues):
        for queue in queues:
            if queue and len(taken) < wanted.sample:
                taken.append(queue.pop())
    return taken


def attempt(reach, reasons, mutant, wanted):
    if report.key(mutant) in reasons and not wanted.id:
        return {"outcome": "equivalent", "line": "", "tests": 0}
    targets = AREAS[mutant["area"]][1]
    outcome, line, tests = reach.attempt(mutant["id"], targets, quick=wanted.quick)
    result = {"outcome": outcome, "line": line, "tests": tests}
    if outcome in report.SURVIVED and not wanted.quick:
        other = reach.attempt(mutant["id"], targets, transcripts=True)
        if other[0] not in report.SURVIVED:
            result.update(outcome="passed", transcript=other[1])
    return result


def run(wanted):
    start = time.monotonic()
    reasons = report.equivalents()
    copy = Copy(os.path.realpath(wanted.scratch))
    copy.make_rewriter()
    copy.copy()
    mutants, excluded = copy.build()
    print(f"mutants: {len(mutants)} built, {excluded} left out that do not compile "
          f"({time.monotonic() - start:.0f} s)", flush=True)
    for each in report.stale(reasons, mutants):
        print(f"mutants: equivalent.json has an entry for no mutant: {each}")
    mutants = chosen(mutants, reasons, wanted)
    start = time.monotonic()
    reach = Reach(Bundle(copy.bundle(), copy_scratch(wanted)), copy.tree)
    failing = reach.record({target for mutant in mutants for target in AREAS[mutant["area"]][1]}, wanted.jobs)
    for name in failing:
        print(f"mutants: {name} fails when it runs alone, and is not used")
    print(f"mutants: {len(reach.tests)} tests looked at ({time.monotonic() - start:.0f} s)", flush=True)
    start = time.monotonic()
    results = {}
    try:
        with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
            futures = {pool.submit(attempt, reach, reasons, mutant, wanted): mutant for mutant in mutants}
            try:
                for future in concurrent.futures.as_completed(futures):
                    mutant, result = futures[future], future.result()
                    results[mutant["id"]] = result
                    if result["outcome"] in report.SURVIVED:
                        print(report.line(mutant, result), flush=True)
                    elif wanted.id:
                        print(f"{report.line(mutant, result)}\n    {result['outcome']}: {result['line']}")
            finally:
                pool.shutdown(cancel_futures=True)
    finally:
        # After Ctrl-C too: a whole run takes an hour or more.
        mutants = [mutant for mutant in mutants if mutant["id"] in results]
        keep(copy_scratch(wanted), mutants, results)
    print(f"mutants: {len(mutants)} tried ({time.monotonic() - start:.0f} s)")
    share = report.table(mutants, results)
    if share < wanted.least:
        raise Trouble(f"{share:.1f} % were killed; at least {wanted.least:g} % must be")


def copy_scratch(wanted):
    return os.path.realpath(wanted.scratch)


def keep(scratch, mutants, results):
    with open(os.path.join(scratch, "results.json"), "w") as file:
        json.dump([{**mutant, **results[mutant["id"]]} for mutant in mutants], file, indent=1)


try:
    run(options())
except Trouble as trouble:
    sys.exit(f"mutants: {trouble}")
