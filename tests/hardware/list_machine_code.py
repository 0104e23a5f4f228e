#!/usr/bin/env python3
"""Lists the machine code of kernels, for the tests of kernels/measure/machine_code.

Compiles a .cu file with NVRTC for sm_90 as `warplens measure` does (as written: -G --fmad=false; as compiled:
-lineinfo), disassembles both with `nvdisasm -gi -c`, and writes NAME.as-written.sass and NAME.as-compiled.sass without
padding and without this machine's folders. Needs the CUDA Toolkit, but no GPU.

    tests/hardware/list_machine_code.py tests/data/sass FILE.cu [-D NAME=VALUE]...
"""
import argparse
import ctypes
import pathlib
import re
import subprocess
import tempfile

BUILDS = {"as-written": [b"-G", b"--fmad=false"], "as-compiled": [b"-lineinfo"]}


def check(result, what):
    if result != 0:
        raise SystemExit(f"{what}: NVRTC error {result}")


def compile_text(nvrtc, path, text, options):
    program = ctypes.c_void_p()
    headers = sorted(path.parent.glob("*.cuh"))
    texts = (ctypes.c_char_p * (len(headers) + 1))(*[h.read_bytes() for h in headers])
    names = (ctypes.c_char_p * (len(headers) + 1))(*[h.name.encode() for h in headers])
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), path.name.encode(), len(headers), texts, names),
          path.name)
    for kernel in re.findall(r"__global__\s+void\s+(\w+)\s*\(", text):
        check(nvrtc.nvrtcAddNameExpression(program, kernel.encode()), kernel)
    array = (ctypes.c_char_p * len(options))(*options)
    check(nvrtc.nvrtcCompileProgram(program, len(options), array), path.name)
    size = ctypes.c_size_t()
    check(nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size)), path.name)
    cubin = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetCUBIN(program, cubin), path.name)
    return cubin.raw[: size.value]


def listing(cubin):
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        text = subprocess.run(["nvdisasm", "-gi", "-c", file.name], check=True, capture_output=True, text=True).stdout
    lines = [line for line in text.splitlines() if line.strip() and not re.search(r"\bNOP\b", line)]
    text = "\n".join(re.sub(r"^\s+", "  ", line) for line in lines) + "\n"
    return re.sub(r'"/[^"]*/', '"/folder/', text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("-D", dest="defines", action="append", default=[])
    parser.add_argument("--nvrtc", default="/usr/local/cuda/lib64/libnvrtc.so")
    given = parser.parse_args()
    text = re.split(r"^(?:int|void) \w+\(", given.file.read_text(), flags=re.M)[0]
    nvrtc = ctypes.CDLL(given.nvrtc)
    for build, options in BUILDS.items():
        options = [b"--gpu-architecture=sm_90", b"--std=c++17", *options, *[b"-D" + d.encode() for d in given.defines]]
        (given.output / f"{given.file.stem}.{build}.sass").write_text(
            listing(compile_text(nvrtc, given.file, text, options)))


if __name__ == "__main__":
    main()
