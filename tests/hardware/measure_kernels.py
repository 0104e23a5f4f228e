#!/usr/bin/env python3
"""Counts on a real GPU what the kernels of tests/kernels/measured (or textbook) do to memory.

For each .cu file it writes a host program from the file's own comment (`// warplens: --grid ...`). The program
compiles the kernel's text with NVRTC's debug build (every access of the text executes as one instruction) and launches
it under Nsight Compute, whose SASS metrics count instructions and not lost arbitration. Needs nvcc, ncu and a GPU whose
counters may be read. Prints CSV: kernel, requests and wavefronts of shared loads, stores and atomics, requests and
sectors of global ones, lines of all global accesses, and a 64-bit FNV-1a hash of every array's bytes after the run.

    tests/hardware/measure_kernels.py tests/kernels/measured > tests/data/h200_kernel_counts.csv
"""
import concurrent.futures
import csv
import io
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

METRICS = {
    "shared_load_requests": "smsp__sass_inst_executed_op_shared_ld.sum",
    "shared_store_requests": "smsp__sass_inst_executed_op_shared_st.sum",
    "shared_atomic_requests": "smsp__sass_inst_executed_op_shared_atom.sum",
    "shared_load_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_atomic_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "global_load_requests": "smsp__sass_inst_executed_op_global_ld.sum",
    "global_store_requests": "smsp__sass_inst_executed_op_global_st.sum",
    "global_load_sectors": "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_sectors": "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_tags": "smsp__sass_l1tex_tags_mem_global.sum",
}


# The toolkit's own headers, for kernels that include <cuda_fp16.h> and the like.
INCLUDES = pathlib.Path(shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc").resolve().parent.parent / "include"


# What the text's own #includes would bring, for a compiler that has no system headers.
STANDARD = """using int8_t = signed char; using uint8_t = unsigned char; using int16_t = short; using uint16_t = unsigned short;
using int32_t = int; using uint32_t = unsigned; using int64_t = long long; using uint64_t = unsigned long long;
#define FLT_MAX 3.402823466e+38F
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define INFINITY __int_as_float(0x7f800000)
"""


def device_text(text):
    """The text without its host program and without headers that NVRTC does not have."""
    text = re.split(r"^(?:int|void) \w+\(", text, flags=re.M)[0]
    own = r"^[ \t]*#include\s*<(?!cuda_fp16|cooperative_groups)[^>]*>"
    return STANDARD + re.sub(own, "", text, flags=re.M)


def filled(element, count, fill):
    """A C++ expression in `i` for an array's first elements, as sim/launch/fill.cpp fills them."""
    kind, _, value = (fill or "mod=1021").partition("=")
    if kind in ("zero", "none"):
        return "0"
    if kind == "mod":
        return f"({element})(i % {value})"
    if kind == "iota":
        return f"({element})i"
    if kind == "const":
        return f"({element})({value})"
    if kind == "values":
        values = value.split(",")
        return f"i < {len(values)} ? ({element})(std::vector<double>{{{value}}}[i]) : ({element})0"
    if kind == "random":
        bits = f"random_bits({value}ull, i)"
        if element == "float":
            return f"(float)({bits} >> 40) * 0x1p-24f"
        if element == "double":
            return f"(double)({bits} >> 11) * 0x1p-53"
        return f"({element}){bits}"
    raise SystemExit(f"the fill {fill} is not understood here")


def host_program(name, text, words):
    kernel, grid, block, shared, arguments = "", "1", "1", "0", []
    for option, value in zip(words[::2], words[1::2]):
        if option == "--kernel":
            kernel = value
        elif option == "--grid":
            grid = value
        elif option == "--block":
            block = value
        elif option == "--shared":
            shared = value
        elif option == "--arg":
            arguments.append(value.split("=", 1))
        else:
            raise SystemExit(f"{name}: {option} is not understood here")
    text = device_text(text)
    heads = re.findall(r"__global__\s+void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)", text)
    parameters = dict(heads)[kernel.split("<")[0].strip() or heads[0][0]]
    kernel = kernel or heads[0][0]
    given = dict(arguments)
    setup, call, finish = [], [], []
    for parameter in re.sub(r"//[^\n]*", "", parameters).split(","):
        parameter_name = re.search(r"(\w+)\s*(?:\[\d*\])?\s*$", parameter).group(1)
        value = given.pop(parameter_name)
        array = re.fullmatch(r"([\w ]+?)((?:\[\d+\])+)(?::(.*))?", value)
        if not array:
            written = re.sub(r"\bconst\b|\w+\s*$", "", parameter).strip()
            known = re.fullmatch(r"(unsigned |long |short |char |int |float |double |u?int\d+_t |size_t |bool )+", written + " ")
            call.append((written if known else "auto", value))
            continue
        element, extents, fill = array.groups()
        element = {"half": "__half"}.get(element, element)
        count = 1
        for extent in re.findall(r"\d+", extents):
            count *= int(extent)
        setup.append(f"""  {element}* array_{parameter_name}; cudaMalloc(&array_{parameter_name}, {count} * sizeof({element}));
  {{ std::vector<{element}> h({count}); for (long i = 0; i < {count}; ++i) h[i] = {filled(element, count, fill)};
    cudaMemcpy(array_{parameter_name}, h.data(), {count} * sizeof({element}), cudaMemcpyHostToDevice); }}""")
        call.append((None, "array_" + parameter_name))
        finish.append(f"""  {{ std::vector<unsigned char> h({count} * sizeof({element}));
    cudaMemcpy(h.data(), array_{parameter_name}, h.size(), cudaMemcpyDeviceToHost);
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (unsigned char c : h) hash = (hash ^ c) * 0x100000001b3ull;
    std::printf("array {parameter_name}=%016llx\\n", hash); }}""")
    if given:
        raise SystemExit(f"{name}: contents of {', '.join(given)} are not set here")
    return f"""#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda.h>
#include <nvrtc.h>
#include <cstdint>
#include <cstdio>
#include <vector>
#define CHECK(call) do {{ int e = (int)(call); if (e) {{ std::fprintf(stderr, "{name}: %s: %d\\n", #call, e); return 1; }} }} while (0)
[[maybe_unused]] static unsigned long long random_bits(unsigned long long seed, unsigned long long index) {{
  unsigned long long z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}}
static const char text[] = R"WARPLENS({text})WARPLENS";
int main() {{
{chr(10).join(setup)}
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, text, "{name}.cu", 0, nullptr, nullptr));
  CHECK(nvrtcAddNameExpression(program, "{kernel}"));
  const char* options[] = {{"--gpu-architecture=sm_90", "--device-debug", "--fmad=false", "--include-path={INCLUDES}",
                           "--include-path={INCLUDES}/cccl"}};
  CHECK(nvrtcCompileProgram(program, 5, options));
  const char* lowered;
  CHECK(nvrtcGetLoweredName(program, "{kernel}", &lowered));
  size_t size;
  CHECK(nvrtcGetCUBINSize(program, &size));
  std::vector<char> cubin(size);
  CHECK(nvrtcGetCUBIN(program, cubin.data()));
  CUmodule module;
  CUfunction function;
  CHECK(cuModuleLoadData(&module, cubin.data()));
  CHECK(cuModuleGetFunction(&function, module, lowered));
  {chr(10).join(f"auto argument_{i} = {value};" if typed is None else f"{typed} argument_{i} = {value};" for i, (typed, value) in enumerate(call))}
  void* arguments[] = {{{", ".join(f"&argument_{i}" for i in range(len(call)))}}};
  dim3 grid({grid}), block({block});
  CHECK(cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, {shared}, nullptr, arguments, nullptr));
  CHECK(cudaDeviceSynchronize());
{chr(10).join(finish)}
  return 0;
}}
"""


def build(path, folder):
    text = path.read_text()
    lines = re.findall(r"^// warplens:(.*)$", text, flags=re.M)
    words = shlex.split(" ".join(lines))
    source = folder / path.name
    source.write_text(host_program(path.stem, text, words))
    subprocess.run(["nvcc", "-arch=sm_90", "-o", folder / path.stem, source, "-lnvrtc", "-lcuda"], check=True, stderr=subprocess.DEVNULL)


def measure(path, folder):
    binary = folder / path.stem
    out = subprocess.run(["ncu", "--csv", "--print-units", "base", "--metrics", ",".join(METRICS.values()), binary],
                         capture_output=True, text=True)
    lines = [line for line in out.stdout.splitlines() if line.startswith('"')]
    values = {row["Metric Name"]: row["Metric Value"].replace(",", "") for row in csv.DictReader(io.StringIO("\n".join(lines)))}
    if not values:
        print(out.stdout[-500:], out.stderr[-500:], file=sys.stderr)
    arrays = ";".join(line.removeprefix("array ") for line in out.stdout.splitlines() if line.startswith("array "))
    return [*(values.get(metric, "") for metric in METRICS.values()), arrays]


def main():
    print(",".join(["kernel", *METRICS, "arrays"]))
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.cu"))
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor() as pool:
        folder = pathlib.Path(name)
        list(pool.map(build, paths, [folder] * len(paths)))
        for path in paths:
            print(",".join([path.stem, *measure(path, folder)]), flush=True)


if __name__ == "__main__":
    main()
