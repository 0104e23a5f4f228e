#include "sim/lang/library/headers.hpp"

#include <algorithm>
#include <array>

namespace warplens::lang {
namespace {

// C, C++, and what the system's and the compiler's folders hold for host programs.
constexpr auto kStandardNames = std::to_array<std::string_view>({
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
    "shared_mutex",
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
    "typeindex",
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
});

// Of the CUDA Toolkit's folder of headers.
constexpr auto kCudaNames = std::to_array<std::string_view>({
    "driver_types.h",
    "channel_descriptor.h",
    "device_launch_parameters.h",
    "device_functions.h",
    "device_atomic_functions.h",
    "math_constants.h",
    "math_functions.h",
    "vector_types.h",
    "vector_functions.h",
    "vector_functions.hpp",
    "texture_types.h",
    "surface_types.h",
    "builtin_types.h",
    "host_defines.h",
    "host_config.h",
    "common_functions.h",
    "cuda.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cuda_fp4.h",
    "cuda_fp6.h",
    "cuda_awbarrier.h",
    "cuda_awbarrier_primitives.h",
    "cuda_device_runtime_api.h",
    "cuda_egl_interop.h",
    "cuda_gl_interop.h",
    "cuda_occupancy.h",
    "cuda_profiler_api.h",
    "cuda_stdint.h",
    "cuda_surface_types.h",
    "cuda_texture_types.h",
    "cuda_vdpau_interop.h",
    "cuda_d3d9_interop.h",
    "cuda_d3d10_interop.h",
    "cuda_d3d11_interop.h",
    "cudaGL.h",
    "cudaEGL.h",
    "cudaVDPAU.h",
    "cudaProfiler.h",
    "cudaProfilerTypedefs.h",
    "cudaTypedefs.h",
    "cublas.h",
    "cublas_api.h",
    "cublas_v2.h",
    "cublasLt.h",
    "cublasXt.h",
    "curand.h",
    "curand_globals.h",
    "curand_mtgp32.h",
    "curand_mtgp32_host.h",
    "curand_mtgp32_kernel.h",
    "curand_normal.h",
    "curand_poisson.h",
    "curand_precalc.h",
    "curand_uniform.h",
    "curand_philox4x32_x.h",
    "cufft.h",
    "cufftw.h",
    "cufftXt.h",
    "cusparse.h",
    "cusparse_v2.h",
    "cusolverDn.h",
    "cusolverMg.h",
    "cusolverRf.h",
    "cusolverSp.h",
    "cusolver_common.h",
    "nvToolsExt.h",
    "nvToolsExtCuda.h",
    "nvToolsExtCudaRt.h",
    "nvrtc.h",
    "nvml.h",
    "cupti.h",
    "cupti_activity.h",
    "cupti_callbacks.h",
    "cupti_events.h",
    "cupti_metrics.h",
    "sm_20_atomic_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_atomic_functions.h",
    "sm_32_intrinsics.h",
    "sm_35_atomic_functions.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "sm_61_intrinsics.h",
});

// What CUDA's samples bring along. Host code needs most of it.
constexpr auto kSampleNames = std::to_array<std::string_view>({
    "exception.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_string.h",
    "helper_timer.h",
    "helper_image.h",
    "helper_gl.h",
    "helper_cuda_drvapi.h",
    "helper_cusolver.h",
    "helper_multiprocess.h",
});

// Whole folders of libraries: what begins so is never a file of the user's.
constexpr auto kCudaFolders = std::to_array<std::string_view>(
    {"cuda/", "thrust/", "nvtx3/", "crt/", "nv/", "cutlass/", "cute/"});
constexpr auto kSystemFolders = std::to_array<std::string_view>({"sys/", "bits/"});

template <size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <size_t N>
bool begins_with_one(const std::array<std::string_view, N>& folders, std::string_view name) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view folder) { return name.starts_with(folder); });
}

// "a/./b/../c.h" is "a/c.h"; a leading ".." stays.
std::string normal(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..")
      parts.pop_back();
    else
      parts.push_back(part);
  }
  std::string joined = is_absolute ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) joined += (i > 0 ? "/" : "") + std::string(parts[i]);
  return joined;
}

}  // namespace

HeaderKind header_kind(std::string_view name) {
  if (name == "cooperative_groups.h" || name.starts_with("cooperative_groups/")) {
    return HeaderKind::kCooperativeGroups;
  }
  if (name == "cuda_fp16.h" || name == "cuda_fp16.hpp") return HeaderKind::kHalf;
  if (name == "cuda_bf16.h" || name == "cuda_bf16.hpp") return HeaderKind::kBfloat;
  if (name == "cuda_fp8.h" || name == "cuda_fp8.hpp") return HeaderKind::kFp8;
  if (name == "cuComplex.h") return HeaderKind::kComplex;
  if (name == "curand_kernel.h") return HeaderKind::kRandom;
  if (name == "cuda/atomic" || name == "cuda/std/atomic") return HeaderKind::kAtomic;
  if (name == "cuda/barrier" || name == "cuda/std/barrier") return HeaderKind::kBarrier;
  if (name == "cuda/pipeline") return HeaderKind::kPipeline;
  if (name == "cuda_pipeline.h" || name == "cuda_pipeline_primitives.h")
    return HeaderKind::kPipelinePrimitives;
  if (name == kSpacesHeader) return HeaderKind::kSpaces;
  if (name == kCopiesHeader) return HeaderKind::kCopies;
  if (name == "mma.h") return HeaderKind::kTensor;
  if (name.starts_with("cub/")) return HeaderKind::kCub;
  if (name == kDeviceAlgorithms) return HeaderKind::kBuiltIn;
  if (holds(kCudaNames, name) || begins_with_one(kCudaFolders, name)) return HeaderKind::kBuiltIn;
  if (holds(kStandardNames, name) || begins_with_one(kSystemFolders, name))
    return HeaderKind::kStandard;
  return holds(kSampleNames, name) ? HeaderKind::kSample : HeaderKind::kOther;
}

bool needs_no_file(HeaderKind kind) {
  return kind != HeaderKind::kOther;
}

std::vector<IncludeCandidate> include_candidates(std::string_view includer, std::string_view name,
                                                 const std::vector<std::string>& folders) {
  std::vector<IncludeCandidate> candidates;
  const auto add = [&](const std::string& path, bool is_neighbour) {
    const auto is_same = [&](const IncludeCandidate& known) { return known.path == path; };
    if (std::none_of(candidates.begin(), candidates.end(), is_same))
      candidates.push_back({path, is_neighbour});
  };
  const std::string file(name);
  const size_t slash = includer.find_last_of('/');
  if (slash != std::string_view::npos && !name.starts_with("/"))
    add(normal(std::string(includer.substr(0, slash + 1)) + file), false);
  add(normal(file), false);
  if (name.starts_with("/")) return candidates;
  for (const std::string& folder : folders) add(normal(folder + "/" + file), false);
  if (header_kind(name) == HeaderKind::kStandard) return candidates;
  for (const std::string_view level : kNeighbourLevels) {
    for (const std::string_view neighbour : kNeighbourNames)
      add(normal(std::string(level) + std::string(neighbour) + "/" + file), true);
  }
  return candidates;
}

}  // namespace warplens::lang
