#!/usr/bin/env python3
"""Counts on a real GPU what the kernels of tests/kernels/textbook do to memory.

Each .cu file says its own launch in its first comment (`// warplens: --grid ...`). nvcc makes a debug build of the
kernel (every access of the text executes as one instruction), and this script launches it through the driver under
Nsight Compute with the metrics of measure_kernels.py, every kernel in a process of its own. Needs nvcc, ncu, readelf,
c++filt and a GPU whose counters may be read. Prints CSV: kernel and the metrics' columns.

    tests/hardware/measure_textbook.py tests/kernels/textbook > tests/data/h200_textbook_counts.csv
"""
import concurrent.futures
import csv
import ctypes
import io
import json
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

from measure_kernels import METRICS

CODES = {  # of the struct module
    "bool": "B", "char": "b", "signed char": "b", "int8_t": "b", "unsigned char": "B", "uint8_t": "B",
    "short": "h", "int16_t": "h", "unsigned short": "H", "uint16_t": "H", "int": "i", "int32_t": "i",
    "unsigned": "I", "unsigned int": "I", "uint": "I", "uint32": "I", "uint32_t": "I", "long": "q", "long long": "q",
    "int64_t": "q", "unsigned long long": "Q", "uint64_t": "Q", "size_t": "Q", "float": "f", "double": "d"}


def packed(code, value):
    if code in "fd":
        return struct.pack("<" + code, float(value))
    size = struct.calcsize(code)
    return (int(value) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def random_bits(seed, index):  # splitmix64, as in sim/launch/fill.cpp
    mask = (1 << 64) - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def random_value(code, bits):
    return (bits >> 40) * 2.0**-24 if code == "f" else (bits >> 11) * 2.0**-53 if code == "d" else bits


def filled(code, count, fill):
    kind, _, value = (fill or "mod=1021").partition("=")
    if kind in ("zero", "none"):
        return (b"\0" if kind == "zero" else b"\xcd") * (struct.calcsize(code) * count)
    if kind == "values":
        given = b"".join(packed(code, v if code in "fd" else int(v, 0)) for v in value.split(","))
        return given.ljust(struct.calcsize(code) * count, b"\0")
    element = {"iota": lambda i: i,
               "mod": lambda i: i % int(value),
               "const": lambda i: float(value) if code in "fd" else int(value, 0),
               "random": lambda i: random_value(code, random_bits(int(value), i))}[kind]
    return b"".join(packed(code, element(i)) for i in range(count))


def read_launch(text):
    """The options of the file's first comment: a dictionary, with the arguments and definitions in it."""
    lines = re.findall(r"^// warplens:(.*)$", text, re.MULTILINE)
    launch = {"kernel": "", "shared": "0", "arguments": {}, "definitions": []}
    words = iter(shlex.split(" ".join(lines)))
    for option in words:
        value = next(words)
        if option == "-D":
            launch["definitions"].append("-D" + value)
        elif option == "--arg":
            name, _, argument = value.partition("=")
            launch["arguments"][name] = argument
        else:
            launch[option.removeprefix("--")] = value
    return launch


def arguments_of(path, launch, parameters, folder):
    """For each parameter the name of a file with an array's bytes, or a scalar's bytes in hexadecimal."""
    arguments = []
    for parameter in parameters.split(","):
        kind, name = re.fullmatch(r"\s*(.*?)(\w+)\s*", parameter, re.DOTALL).groups()
        value = launch["arguments"][name]
        array = re.fullmatch(r"([\w ]+?)((?:\[\d+\])+)(?::(.*))?", value)
        if array:
            count = 1
            for extent in re.findall(r"\d+", array[2]):
                count *= int(extent)
            file = folder / f"{path.stem}.{name}"
            file.write_bytes(filled(CODES[array[1]], count, array[3]))
            arguments.append({"array": file.name})
        else:
            code = CODES[re.sub(r"\b(const|volatile)\b", "", kind).strip()]
            number = value if code in "fd" else int(value, 0)
            arguments.append({"scalar": packed(code, number).hex()})
    return arguments


def symbol_of(path, kernel, binary):
    """The mangled name of the one function of the binary that is the kernel, or the instance asked for."""
    listing = subprocess.run(["readelf", "-sW", binary], capture_output=True, text=True, check=True).stdout
    symbols = [line.split()[-1] for line in listing.splitlines() if " FUNC " in line]
    names = subprocess.run(["c++filt"], input="\n".join(symbols), capture_output=True, text=True, check=True)
    plain = [re.sub(r"\s|(?<=\d)u\b", "", name) for name in names.stdout.splitlines()]
    wanted = re.sub(r"\s", "", kernel)
    base = wanted.split("<")[0]
    found = [i for i, name in enumerate(plain) if re.match(r"(void)?" + base + r"[(<]", name)]
    if len(found) > 1:
        found = [i for i in found if wanted in plain[i]]
    if len(found) != 1:
        raise SystemExit(f"{path.name}: {len(found)} functions are {kernel}")
    return symbols[found[0]]


def build(path, folder):
    text = path.read_text()
    launch = read_launch(text)
    heads = dict(re.findall(r"__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)\s*\{", text))
    kernel = launch["kernel"] or next(iter(heads))
    if "<" in kernel and "<<<" not in text and "template __global__" not in text:
        text += f"\nvoid* instance() {{ return (void*)&{kernel}; }}\n"  # so that it is compiled at all
    source, binary = folder / path.name, folder / (path.stem + ".cubin")
    source.write_text(text)
    subprocess.run(["nvcc", "-std=c++17", "-G", "--fmad=false", "-arch=sm_90", "-cubin", *launch["definitions"],
                    "-I", path.parent, "-o", binary, source], check=True)
    sizes = [[int(n) for n in (launch[of] + ",1,1").split(",")[:3]] for of in ("grid", "block")]
    job = {"binary": binary.name, "symbol": symbol_of(path, kernel, binary), "sizes": sizes[0] + sizes[1],
           "shared": int(launch["shared"]),
           "arguments": arguments_of(path, launch, heads[kernel.split("<")[0].strip()], folder)}
    (folder / (path.stem + ".json")).write_text(json.dumps(job))


def launch_one(file):
    """What the profiled process does: load, fill, launch, wait."""
    driver = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        if (error := getattr(driver, name)(*arguments)) != 0:
            raise SystemExit(f"{file}: {name}: error {error}")

    job = json.loads(file.read_text())
    context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
    call("cuModuleLoadData", ctypes.byref(module), (file.parent / job["binary"]).read_bytes())
    call("cuModuleGetFunction", ctypes.byref(function), module, job["symbol"].encode())
    values = []
    for argument in job["arguments"]:
        if "scalar" in argument:
            values.append(ctypes.create_string_buffer(bytes.fromhex(argument["scalar"]), 8))
            continue
        content = (file.parent / argument["array"]).read_bytes()
        values.append(ctypes.c_uint64())
        call("cuMemAlloc_v2", ctypes.byref(values[-1]), ctypes.c_size_t(len(content)))
        call("cuMemcpyHtoD_v2", values[-1], content, ctypes.c_size_t(len(content)))
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
    call("cuLaunchKernel", function, *job["sizes"], job["shared"], None, pointers, None)
    call("cuCtxSynchronize")


def measure(stem, folder):
    out = subprocess.run(["ncu", "--csv", "--print-units", "base", "--metrics", ",".join(METRICS.values()),
                          sys.executable, __file__, "--launch", folder / (stem + ".json")], capture_output=True, text=True)
    lines = [line for line in out.stdout.splitlines() if line.startswith('"')]
    values = {row["Metric Name"]: row["Metric Value"] for row in csv.DictReader(io.StringIO("\n".join(lines)))}
    if not values:
        raise SystemExit(f"{stem}: {out.stdout[-500:]} {out.stderr[-500:]}")
    return [str(int(float(values[metric].replace(",", "")))) for metric in METRICS.values()]


def main():
    if sys.argv[1] == "--launch":
        return launch_one(pathlib.Path(sys.argv[2]))
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.cu"))
    print(",".join(["kernel", *METRICS]))
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor() as pool:
        folder = pathlib.Path(name)
        list(pool.map(build, paths, [folder] * len(paths)))
        for path in paths:
            print(",".join([path.stem, *measure(path.stem, folder)]), flush=True)


if __name__ == "__main__":
    main()
