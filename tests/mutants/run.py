#!/usr/bin/env python3
"""Runs mutants of correct kernels, and counts how many of those that can go wrong Warplens finds.

    tests/mutants/run.py --binary .build/release/warplens

Every mutant runs with all checks, then without checks under other schedules. README.md says what is counted.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import mutate

FEW_SCHEDULES = 40
SLOW_SECONDS = 2.0  # of a mutant under few schedules: more are not tried
STEP_LIMIT = "20000000"


class Refused(Exception):
    pass


class Crashed(Exception):
    pass


@dataclasses.dataclass
class Outcome:
    mutant: mutate.Mutant
    verdict: str  # "ran", or why there is no result: "refused", "timed out", "crashed"
    can_go_wrong: bool = False
    is_found: bool = False
    errors: tuple = ()  # "kind in line N"
    schedules: str = ""


def warplens(binary, path, options, timeout):
    command = [binary, "run", str(path), "--json", "--step-limit", STEP_LIMIT, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if done.returncode == 2:
        raise Refused(done.stdout)
    if done.returncode not in (0, 1, 3):
        raise Crashed(done.stderr)
    return json.loads(done.stdout)


def run_schedules(options, path):
    """The schedules' results: of a few, and of all where the few do not differ and are quick."""
    started = time.monotonic()
    count = min(FEW_SCHEDULES, options.schedules)
    without_checks = ["--checks", "none", "--schedules"]
    results = warplens(options.binary, path, [*without_checks, str(count)], options.timeout)["schedules"]
    is_quick = time.monotonic() - started < SLOW_SECONDS
    if results["different"] == 0 and is_quick and count < options.schedules:
        results = warplens(options.binary, path, [*without_checks, str(options.schedules)], options.timeout)["schedules"]
    return results


def places(mutant, run, schedules):
    """The mutated lines, the first that differs, and all lines that access these lines' arrays, or one that ends otherwise."""
    lines = set(mutant.lines)
    if "first_moment" in schedules:
        lines.add(schedules["first_moment"]["line"])
    arrays = {access["array"] for access in run["accesses"] if access["line"] in lines}
    arrays |= {difference["array"] for result in schedules["results"] for difference in result["differences"]}
    return lines | {access["line"] for access in run["accesses"] if access["array"] in arrays}


def lines_of(error):
    """Of its accesses, and of those that race for the same reason."""
    pairs = [error, *error.get("also", [])]
    return {pair["line"] for pair in pairs} | {pair["other"]["line"] for pair in pairs if "other" in pair}


def run_mutant(options, folder, mutant):
    path = pathlib.Path(folder) / f"{mutant.kernel}.cu"
    path.write_text(mutant.text)
    try:
        run = warplens(options.binary, path, [], options.timeout)
        schedules = run_schedules(options, path)
    except Refused:
        return Outcome(mutant, "refused")
    except Crashed:
        return Outcome(mutant, "crashed")
    except subprocess.TimeoutExpired:
        return Outcome(mutant, "timed out")
    errors = [finding for finding in run["findings"] if finding["severity"] == "error"]
    lines = places(mutant, run, schedules)
    return Outcome(
        mutant, "ran", schedules["different"] > 0,
        any(lines & lines_of(error) for error in errors),
        tuple(sorted({f"{error['kind']} in line {error['line']}" for error in errors})),
        f"{schedules['different']} of {schedules['tried']} differ, first in line "
        f"{schedules.get('first_moment', {}).get('line', '?')}")


def without_schedule_dependence(options, path):
    """Whether the kernel itself ends the same under other schedules; otherwise its mutants show nothing."""
    return warplens(options.binary, path, ["--checks", "none", "--schedules", str(FEW_SCHEDULES)],
                    options.timeout)["schedules"]["different"] == 0


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else ""


def print_table(outcomes):
    print("| mutation | mutants | can go wrong | found | found % | error, but ends the same | refused | timed out |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = [(kind, [one for one in outcomes if one.mutant.kind == kind]) for kind in mutate.KINDS]
    for title, group in [*rows, ("all", outcomes)]:
        verdicts = collections.Counter(one.verdict for one in group)
        wrong = [one for one in group if one.can_go_wrong]
        found = sum(one.is_found for one in wrong)
        same = sum(bool(one.errors) for one in group if not one.can_go_wrong)
        print(f"| {title} | {len(group)} | {len(wrong)} | {found} | {share(found, len(wrong))} | {same} | "
              f"{verdicts['refused']} | {verdicts['timed out']} |")


def print_list(title, outcomes):
    print(f"\n{title}: {len(outcomes)}")
    for one in outcomes:
        mutant = one.mutant
        print(f"- {mutant.name}: {mutant.kind}: `{mutant.before}` -> `{mutant.after}`; {one.schedules}; "
              f"{', '.join(one.errors) or 'no error'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the program warplens")
    parser.add_argument("--schedules", type=int, default=200)
    parser.add_argument("--most", type=int, help="run a sample of this many mutants")
    parser.add_argument("--only", metavar="KERNEL", help="only mutants of this kernel")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a run of a mutant")
    options = parser.parse_args()

    chosen = [path for path in mutate.kernels() if options.only in (None, path.stem)]
    steady = [path for path in chosen if without_schedule_dependence(options, path)]
    print("left out, ending otherwise without a mutation:", ", ".join(sorted({p.stem for p in chosen} - {p.stem for p in steady})))
    mutants = [mutant for path in steady for mutant in mutate.mutants(path)]
    if options.most and options.most < len(mutants):
        mutants = random.Random(1).sample(mutants, options.most)
    print(f"{len(mutants)} mutants of {len({mutant.kernel for mutant in mutants})} kernels\n")

    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        for mutant in mutants:
            outcomes.append(run_mutant(options, folder, mutant))
            print(f"\r{len(outcomes)}", end="", file=sys.stderr, flush=True)

    print_table(outcomes)
    ran = [one for one in outcomes if one.verdict == "ran"]
    print_list("Survivors", [one for one in ran if one.can_go_wrong and not one.is_found])
    print_list("Errors of mutants that end the same", [one for one in ran if one.errors and not one.can_go_wrong])
    print_list("Without a result", [one for one in outcomes if one.verdict in ("timed out", "crashed")])


if __name__ == "__main__":
    main()
