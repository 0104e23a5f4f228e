#!/usr/bin/env python3
"""Compiles branches.cu for the tests of kernels/measure/cubin, as `warplens measure` does as compiled.

Writes branches.sm_XX.cubin for the capabilities given (default 75 90 120), by the compiling process of the program.
Needs the CUDA Toolkit, but no GPU.

    tests/data/cubin/compile.py .build/release/warplens [75 90 120]
"""
import json
import pathlib
import re
import subprocess
import sys


def main():
    folder = pathlib.Path(__file__).parent
    text = (folder / "branches.cu").read_text()
    for compute in sys.argv[2:] or ["75", "90", "120"]:
        request = {"file_name": "branches.cu", "text": text, "names": re.findall(r"void (\w+)\(", text), "build": "as-compiled",
                   "compute_major": int(compute) // 10, "compute_minor": int(compute) % 10}
        line = json.dumps({"do": "compile", "protocol": 2, "request": request})
        # In another folder, whose name is in the file.
        done = subprocess.run([pathlib.Path(sys.argv[1]).resolve(), "compile-child"], input=line + "\n", cwd="/", text=True,
                              capture_output=True, check=True)
        answer = json.loads(done.stdout.splitlines()[-1])
        if "answer" not in answer:
            raise SystemExit(answer["problem"]["message"])
        (folder / f"branches.sm_{compute}.cubin").write_bytes(bytes.fromhex(answer["answer"]["cubin"]))
        for kernel in answer["answer"]["kernels"]:
            print(compute, kernel["kernel"], kernel["registers"], kernel["static_shared"], kernel["stack"])


main()
