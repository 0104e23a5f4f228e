#include "sim/lang/headers.hpp"

#include <algorithm>
#include <array>

namespace warplens::lang {
namespace {

// By whole name: C, C++, CUDA, its samples, and what host programs around a kernel include.
constexpr auto kNames = std::to_array<std::string_view>({
    "algorithm",
    "any",
    "array",
    "atomic",
    "barrier",
    "bit",
    "bitset",
    "cassert",
    "cctype",
    "cerrno",
    "cfenv",
    "cfloat",
    "charconv",
    "chrono",
    "cinttypes",
    "climits",
    "cmath",
    "compare",
    "complex",
    "concepts",
    "condition_variable",
    "csignal",
    "cstdarg",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "deque",
    "exception",
    "execution",
    "filesystem",
    "forward_list",
    "fstream",
    "functional",
    "future",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "limits",
    "list",
    "locale",
    "map",
    "memory",
    "mutex",
    "new",
    "numbers",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ranges",
    "ratio",
    "regex",
    "set",
    "source_location",
    "span",
    "sstream",
    "stack",
    "stdexcept",
    "streambuf",
    "string",
    "string_view",
    "system_error",
    "thread",
    "tuple",
    "type_traits",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "version",
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "omp.h",
    "mpi.h",
    "pthread.h",
    "signal.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "time.h",
    "unistd.h",
    "getopt.h",
    "windows.h",
    "exception.h",
    "driver_types.h",
    "channel_descriptor.h",
    "cuComplex.h",
    "device_launch_parameters.h",
    "device_functions.h",
    "device_atomic_functions.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_string.h",
    "helper_timer.h",
    "helper_image.h",
    "math_constants.h",
    "math_functions.h",
    "mma.h",
    "vector_types.h",
    "vector_functions.h",
    "vector_functions.hpp",
    "texture_types.h",
    "surface_types.h",
    "builtin_types.h",
    "host_defines.h",
    "host_config.h",
    "common_functions.h",
});

// Whole families: what begins so is CUDA's.
constexpr auto kBeginnings = std::to_array<std::string_view>({
    "cuda.h", "cuda_",    "cudaProfiler", "cuda/",      "cub/",   "thrust/",  "cublas", "curand",
    "cufft",  "cusparse", "cusolver",     "nvToolsExt", "nvtx3/", "nvrtc",    "nvml",   "cupti",
    "sm_",    "crt/",     "sys/",         "nv/",        "bits/",  "cutlass/", "cute/",
});

}  // namespace

HeaderKind header_kind(std::string_view name) {
  if (name == "cooperative_groups.h" || name.starts_with("cooperative_groups/")) {
    return HeaderKind::kCooperativeGroups;
  }
  if (name == "cuda_fp16.h" || name == "cuda_fp16.hpp") return HeaderKind::kHalf;
  const bool is_known =
      std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
      std::any_of(kBeginnings.begin(), kBeginnings.end(),
                  [&](std::string_view beginning) { return name.starts_with(beginning); });
  return is_known ? HeaderKind::kBuiltIn : HeaderKind::kOther;
}

std::vector<std::string> include_candidates(std::string_view includer, std::string_view name) {
  std::vector<std::string> candidates;
  const size_t slash = includer.find_last_of('/');
  if (slash != std::string_view::npos && !name.starts_with("/")) {
    candidates.push_back(std::string(includer.substr(0, slash + 1)) + std::string(name));
  }
  candidates.emplace_back(name);
  return candidates;
}

}  // namespace warplens::lang
