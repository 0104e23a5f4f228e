#!/usr/bin/env python3
"""Compares what `warplens exec` prints for public programs with what the same programs printed on a GPU.

    tests/acceptance/compare_outputs.py --program .build/release/warplens [--include DIR] FOLDER...

A program is a source with a recorded output beside it: NAME.cu and NAME.cu.out, what it printed on a GPU. Beside those
may be NAME.cu.out2 (a second run; what differs between the two is not compared), NAME.cu.status (its exit status, 0
without the file), NAME.cu.args (its arguments, separated by spaces) and NAME.cu.files (further sources, a line each).
README.md says what counts as equal.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

NUMBER = re.compile(r"[-+]?(?:0x[0-9a-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)(?:[nmu]?s|x|%)?(?![\w.])")
# A line about time, however it agrees between two runs.
TIMED = re.compile(r"time|elapsed|duration|bandwidth|throughput|speed|latency|clock|cycles|overhead|perf"
                   r"|\b(?:\d[\d.e+-]*\s*)?(?:ns|us|ms|msec|s|sec|secs|seconds|milliseconds|microseconds)\b"
                   r"|/s\b|flops?\b|occupancy", re.I)
COLOUR = re.compile(r"\x1b\[[\d;]*m")
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,16}\b")


# Of two alternatives that a time decides.
DECIDED = re.compile(r"\b(?:slower|faster)\b", re.I)
MEASURED = re.compile(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?(?:[nmu]?s|x|%)?(?![\w.])")
RULE = re.compile(r"[\s|+=_-]*$")


def tokens(line):
    """The line's words and numbers; numbers of lines about time, and addresses, are left out."""
    line = ADDRESS.sub("@", line.rstrip())
    if TIMED.search(line):
        line = NUMBER.sub("#", line)
    if DECIDED.search(line):
        line = DECIDED.sub("@", NUMBER.sub("#", line))
    return line.split()


def without_timed_columns(text):
    """The text without the fractions in rows of tables whose heading is about time: a heading has no number, and the
    rows behind it, up to a line without a fraction, have one at least."""
    lines, is_timed = [], False
    for line in text.splitlines():
        if MEASURED.search(line):
            lines.append(MEASURED.sub("#", line) if is_timed else line)
            continue
        if not RULE.match(line) or not line.strip():
            is_timed = bool(TIMED.search(line)) and not re.search(r"\d", line) and len(line.split()) > 1
        lines.append(line)
    return "\n".join(lines)


def is_same_number(ours, theirs, tolerance):
    try:
        a, b = (float(word.strip(",;:()[]{}")) for word in (ours, theirs))
    except ValueError:
        return False
    return a == b or abs(a - b) <= tolerance * max(abs(a), abs(b)) or a != a and b != b


def is_same_line(ours, theirs, second, tolerance):
    ours, theirs, second = tokens(ours), tokens(theirs), tokens(second)
    if len(theirs) != len(second):
        return True  # differs between the two runs as a whole
    if len(ours) != len(theirs):
        return False
    if 8 * sum(b != c for b, c in zip(theirs, second)) > len(theirs):
        return True  # random numbers: the rest agrees by chance
    return all(a == b or b != c or is_same_number(a, b, tolerance) for a, b, c in zip(ours, theirs, second))


def verdict(ours, theirs, second, tolerance):
    """Whether two outputs agree, and the first line that does not."""
    a, b, c = ours.splitlines(), theirs.splitlines(), second.splitlines()
    if len(b) != len(c):
        if sorted(map(tokens, a)) == sorted(map(tokens, b)) or sorted(map(tokens, a)) == sorted(map(tokens, c)):
            return "other order", ""
        return "unsteady", ""
    wrong = [i for i in range(max(len(a), len(b)))
             if i >= len(a) or i >= len(b) or not is_same_line(a[i], b[i], c[i], tolerance)]
    if not wrong:
        return "same", ""
    if sorted(map(tokens, a)) == sorted(map(tokens, b)):
        return "other order", ""
    i = wrong[0]
    return "different", f"line {i + 1}: {a[i] if i < len(a) else '(nothing)'!r}, on a GPU {b[i] if i < len(b) else '(nothing)'!r}"


def read(path, otherwise=""):
    return path.read_text(errors="replace") if path.exists() else otherwise


def as_compared(options, path, text):
    """The text without what is another's by right: the compiled program's name, the device's."""
    for pattern, by in ((options.recorded_name, path.name), (options.same, "@")):
        text = re.sub(pattern, by.replace("\\", "\\\\"), text) if pattern else text
    text = COLOUR.sub("", text)
    return without_timed_columns(text)


def judge(options, path):
    """One program's row of the result."""
    def beside(ending):
        return path.with_name(path.name + ending)

    theirs = read(beside(".out"))
    second = as_compared(options, path, read(beside(".out2"), theirs))
    theirs = as_compared(options, path, theirs)
    sources = [path.name, *read(beside(".files")).split()]
    include = [word for folder in options.include for word in ("-I", str(pathlib.Path(folder).resolve()))]
    command = [str(pathlib.Path(options.program).resolve()), "exec", *include, *shlex.split(options.options), *sources,
               *read(beside(".args")).split()]
    row = {"file": str(path)}
    try:
        done = subprocess.run(command, cwd=path.parent, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=options.timeout, check=False)
    except subprocess.TimeoutExpired:
        return row | {"verdict": "too long", "cause": f"no end within {options.timeout} s"}
    ours = as_compared(options, path, done.stdout.decode(errors="replace"))
    errors = done.stderr.decode(errors="replace")
    refused = re.search(r"^(?:.*?: )?error: (.*)$", errors, re.M)
    if refused:
        return row | {"verdict": "refused", "cause": refused.group(1)}
    status = int(read(beside(".status"), "0"))
    if status < 0:  # by a signal, whose number a shell adds to 128; what was not flushed is lost on a GPU's side
        status = 128 - status
        lines = len(theirs.splitlines())
        ours = "\n".join(ours.splitlines()[:lines])
    what, cause = verdict(ours, theirs, second, options.tolerance)
    if what in ("same", "other order") and done.returncode != status % 256:
        what, cause = "different", f"status {done.returncode}, on a GPU {status}"
    if what == "different" and not cause.startswith("status") and done.returncode != status % 256:
        cause += f"; status {done.returncode}, on a GPU {status}: {errors.strip().splitlines()[-1:]}"
    return row | {"verdict": what, "cause": cause}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--program", default=".build/release/warplens")
    parser.add_argument("--include", action="append", default=[], metavar="DIR", help="as -I of warplens exec")
    parser.add_argument("--options", default="", help="further options of warplens exec")
    parser.add_argument("--recorded-name", default="", metavar="REGEX",
                        help="the name that programs had when they were recorded: the source's name here")
    parser.add_argument("--same", default="", metavar="REGEX", help="texts that count as equal, as devices' names")
    parser.add_argument("--timeout", type=float, default=10, help="seconds a program may take (default: 10)")
    parser.add_argument("--tolerance", type=float, default=1e-5, help="of numbers, relative (default: 1e-5)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="also writes the rows there")
    parser.add_argument("--only", default="", help="programs whose path has this text")
    options = parser.parse_args()
    paths = [recorded.with_suffix("") for folder in options.folders for recorded in sorted(folder.rglob("*.cu.out"))]
    paths = [path for path in paths if path.is_file() and options.only in str(path)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda path: judge(options, path), paths))
    count = collections.Counter(row["verdict"] for row in rows)
    for row in rows:
        if row["verdict"] not in ("same", "other order", "unsteady"):
            print(f"{row['verdict']}: {row['file']}: {row['cause'][:200]}")
    good = count["same"] + count["other order"]
    compared = len(rows) - count["unsteady"]
    print(", ".join(f"{n} {what}" for what, n in count.most_common()))
    print(f"{good} of {compared} print what they print on a GPU: {100 * good / max(compared, 1):.1f} %")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
