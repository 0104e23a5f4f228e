#!/usr/bin/env python3
"""Counts which kernels of public CUDA files Warplens accepts, each in the file where it is defined.

    tests/acceptance/count_accepted.py --program .build/release/warplens FOLDER...

A folder is a repository. For every definition of a kernel in its .cu, .cuh and .h files the program is started as
`warplens run FILE --kernel NAME --guess`. README.md says what counts as accepted and what is out of scope.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import resource
import shlex
import subprocess
import sys

import cuda_text

# Constructs that Warplens does not mean to support, looked for in the text that a refused kernel reaches.
OUT_OF_SCOPE = {
    "textures, surfaces": r"\btexture\s*<|\bsurface\s*<|\bcuda(?:Texture|Surface)Object_t\b|\btex[123]D\w*\s*[(<]"
                          r"|\bsurf[123]D\w*\s*[(<]",
    "wgmma, clusters": r"\b(?:wgmma|tcgen05|mapa)\.|\bbarrier\.cluster\b|\bthis_cluster\b",
    "CuTe": r"\bcute::|\bCUTE_\w+|\bcutlass\b",
    "cuRAND": r"\bcurand\w*",
    "cuFFT": r"\bcufft\w+",
    "libcu++": r"\bcuda::\w+|\bnvcuda::std\b",
    "dynamic parallelism": r"<<<",
    "virtual functions": r"\bvirtual\b",
    "grid-wide sync": r"\bthis_grid\b|\bgrid_group\b|\bthis_multi_grid\b|\bmulti_grid_group\b",
}
# What an instance of a template meets says more than that the instance is a wrong one or missing.
VAGUE = re.compile(r"templates of kernels|cannot be deduced from|make no sense with|a template's value is")
ACCEPTING = (0, 1, 3)  # it ran; it ran with findings; it was cut at the step limit


def only_arguments_missing(errors):
    """Whether a program without --guess understood the text and only asked for arguments."""
    return bool(errors) and all("needs a value for" in error for error in errors)


def run(options, words):
    limit = options.memory << 20

    def limit_memory():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    command = [options.program, "run", *words, "--step-limit", str(options.step_limit)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=options.timeout, check=False, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return None, [f"no end within {options.timeout} s"]
    text = done.stderr.decode(errors="replace")
    return done.returncode, re.findall(r"^(?:.*?: )?error: (.*)$", text, re.M) or (
        [f"exit status {done.returncode} without a message"] if done.returncode not in ACCEPTING else [])


def is_accepted(status, errors):
    return status in ACCEPTING or only_arguments_missing(errors)


def judge(options, folder, path, kernel):
    """One kernel's row of the result."""
    guess = [] if options.no_guess else ["--guess"]
    names = [kernel.name]
    if kernel.template:
        names += [f"{kernel.name}<{arguments}>" for arguments in cuda_text.instance_guesses(kernel.template)]
    first = None
    for name in names:
        status, errors = run(options, [str(path), "--kernel", name, *guess])
        if is_accepted(status, errors):
            return {"file": str(path.relative_to(folder.root)), "kernel": name, "accepted": True, "status": status}
        if first is None or VAGUE.search(first[1][0]) and not VAGUE.search(errors[0]):
            first = (status, errors, name)
    status, errors, name = first
    reached = folder.reached(path, kernel)
    out = [what for what, pattern in OUT_OF_SCOPE.items() if re.search(pattern, reached)]
    return {"file": str(path.relative_to(folder.root)), "kernel": name, "accepted": False, "status": status,
            "message": errors[0], "out_of_scope": out}


def reason(message):
    """The kind of a message: what it quotes, and numbers, do not matter."""
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'|\"[^\"]*\"|<[^>]*>", "'...'", message))[:110]


def count(options):
    jobs = []
    for root in options.folders:
        folder = cuda_text.Folder(root)
        for path in folder.kernel_files():
            for kernel in cuda_text.kernels(folder.text(path)):
                jobs.append((folder, path, kernel))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda job: {"repository": job[0].root.name, **judge(options, *job)}, jobs))
    return rows


def print_table(rows):
    print(f"{'repository':<48} {'kernels':>8} {'in scope':>9} {'accepted':>9} {'share':>7}")
    groups = collections.OrderedDict()
    for row in rows:
        groups.setdefault(row["repository"], []).append(row)
    for name, group in [*groups.items(), ("all", rows)]:
        scope = [row for row in group if row["accepted"] or not row["out_of_scope"]]
        accepted = [row for row in scope if row["accepted"]]
        share = f"{100 * len(accepted) / len(scope):.1f} %" if scope else "-"
        print(f"{name:<48} {len(group):>8} {len(scope):>9} {len(accepted):>9} {share:>7}")


def print_reasons(rows):
    refused = [row for row in rows if not row["accepted"]]
    outside = collections.Counter(what for row in refused for what in row["out_of_scope"][:1])
    print("\nout of scope (refused, by the first construct that the kernel reaches)")
    for what, number in outside.most_common():
        print(f"{number:>6}  {what}")
    inside = [row for row in refused if not row["out_of_scope"]]
    print("\nrefused in scope, by the kind of the first message")
    for what, number in collections.Counter(reason(row["message"]) for row in inside).most_common():
        print(f"{number:>6}  {what}")
    print("\nrefused in scope")
    for row in inside:
        print(f"{row['repository']}/{row['file']}: {row['kernel']}: {row['message'][:160]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--program", required=True, help="the warplens to judge")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time; default 1")
    parser.add_argument("--step-limit", type=int, default=20000, help="warp instructions a run; default 20000")
    parser.add_argument("--timeout", type=int, default=20, help="seconds a run; default 20")
    parser.add_argument("--memory", type=int, default=4096, help="address space a run, in MiB; default 4096")
    parser.add_argument("--no-guess", action="store_true",
                        help="for programs without --guess: a text counts as accepted that only lacks arguments")
    parser.add_argument("--json", metavar="FILE", help="write every kernel's row, too")
    options = parser.parse_args()
    rows = count(options)
    if not rows:
        sys.exit("no kernel found in " + shlex.join(options.folders))
    print_table(rows)
    print_reasons(rows)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
