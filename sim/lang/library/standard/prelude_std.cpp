// The parts of the C++ standard library that whole programs use, as text in the language that
// Warplens supports: each is included by its header, or, where it is small, seen by every program.
#include <array>
#include <string>
#include <utility>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// <utility>, the C library's names in std.
constexpr std::string_view kBasics = R"cuda(
namespace std {
template <class T>
__host__ __device__ inline T&& move(T& x) { return static_cast<T&&>(x); }
template <class T>
struct warplens_referred {
  using type = T;
};
template <class T>
struct warplens_referred<T&> {
  using type = T;
};
template <class T>
struct warplens_referred<T&&> {
  using type = T;
};
template <class T>
__host__ __device__ constexpr T&& forward(typename warplens_referred<T>::type& x) {
  return static_cast<T&&>(x);
}
template <class T>
__host__ __device__ constexpr const T& as_const(T& x) { return x; }
template <class T, class U = T>
__host__ __device__ inline T exchange(T& x, U&& value) {
  T kept = std::move(x);
  x = static_cast<T>(static_cast<U&&>(value));  // nullptr is a void* here
  return kept;
}
template <class T>
__host__ __device__ inline void swap(T& a, T& b) {
  T kept = std::move(a);
  a = std::move(b);
  b = std::move(kept);
}
__host__ __device__ inline int abs(int x) { return x < 0 ? -x : x; }
__host__ __device__ inline long abs(long x) { return x < 0 ? -x : x; }
__host__ __device__ inline long long abs(long long x) { return x < 0 ? -x : x; }
__host__ __device__ inline float abs(float x) { return fabsf(x); }
__host__ __device__ inline double abs(double x) { return fabs(x); }

template <class A, class B>
struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  __host__ __device__ pair() : first(), second() {}
  __host__ __device__ pair(const A& a, const B& b) : first(a), second(b) {}
  __host__ __device__ pair(A&& a, B&& b) : first(static_cast<A&&>(a)), second(static_cast<B&&>(b)) {}
  template <class C, class D>
  __host__ __device__ pair(const pair<C, D>& other) : first(other.first), second(other.second) {}
  __host__ __device__ void swap(pair& other) {
    std::swap(first, other.first);
    std::swap(second, other.second);
  }
};
template <class A, class B>
__host__ __device__ inline pair<A, B> make_pair(A a, B b) {
  return pair<A, B>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <class A, class B>
__host__ __device__ inline bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B>
__host__ __device__ inline bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class A, class B>
__host__ __device__ inline bool operator!=(const pair<A, B>& a, const pair<A, B>& b) {
  return !(a == b);
}
template <class A, class B>
__host__ __device__ inline bool operator>(const pair<A, B>& a, const pair<A, B>& b) {
  return b < a;
}
template <class A, class B>
__host__ __device__ inline bool operator<=(const pair<A, B>& a, const pair<A, B>& b) {
  return !(b < a);
}
template <class A, class B>
__host__ __device__ inline bool operator>=(const pair<A, B>& a, const pair<A, B>& b) {
  return !(a < b);
}
template <class T, size_t N>
__host__ __device__ constexpr T* begin(T (&array)[N]) { return array; }
template <class T, size_t N>
__host__ __device__ constexpr T* end(T (&array)[N]) { return array + N; }
template <class T, size_t N>
__host__ __device__ constexpr size_t size(T (&array)[N]) { return N; }
template <class C>
__host__ __device__ constexpr auto begin(C& container) -> decltype(container.begin()) { return container.begin(); }
template <class C>
__host__ __device__ constexpr auto end(C& container) -> decltype(container.end()) { return container.end(); }
template <class C>
__host__ __device__ constexpr auto size(const C& container) -> decltype(container.size()) { return container.size(); }
template <class C>
__host__ __device__ constexpr auto data(C& container) -> decltype(container.data()) { return container.data(); }
)cuda";

// The headers of CUDA's samples: helper_cuda.h and its like, where the folder has none.
constexpr std::string_view kSamples = R"cuda(
#pragma once
#define checkCudaErrors(value) \
  warplens_check((cudaError_t)(value), #value, __FILE__, __LINE__)
#define getLastCudaError(message) warplens_check_last(message, __FILE__, __LINE__)
#define DEVICE_RESET cudaDeviceReset();
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
#ifndef MIN
#define MIN(a, b) (a < b ? a : b)
#endif
inline void warplens_check(cudaError_t error, const char* text, const char* file, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)error,
          cudaGetErrorName(error), text);
  exit(EXIT_FAILURE);
}
inline void warplens_check_last(const char* text, const char* file, int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, text,
          (int)error, cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}
inline const char* warplens_flag(int argc, const char** argv, const char* name) {
  const size_t size = strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    if (strncasecmp(word, name, size) == 0 && (word[size] == 0 || word[size] == '=')) return word;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return warplens_flag(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* word = warplens_flag(argc, argv, name);
  return word != nullptr && word[strlen(name)] == '=' ? atoi(word + strlen(name) + 1) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* word = warplens_flag(argc, argv, name);
  return word != nullptr && word[strlen(name)] == '=' ? (float)atof(word + strlen(name) + 1) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** to) {
  const char* word = warplens_flag(argc, argv, name);
  if (word == nullptr || word[strlen(name)] != '=') {
    *to = nullptr;
    return false;
  }
  *to = (char*)word + strlen(name) + 1;
  return true;
}
inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return 128;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
  if (major == 7) return minor == 5 ? "Turing" : "Volta";
  if (major == 8) return minor == 9 ? "Ada" : "Ampere";
  return major == 9 ? "Hopper" : "Graphics Device";
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int gpuDeviceInit(int device) { return 0; }
inline int findCudaDevice(int argc, const char** argv) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", 0,
         _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major,
         properties.minor);
  return 0;
}
inline bool checkCudaCapabilities(int major, int minor) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  return properties.major > major || (properties.major == major && properties.minor >= minor);
}
struct StopWatchInterface {
  long long begun, total;
  int sessions;
  bool is_running;
};
inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = (StopWatchInterface*)calloc(1, sizeof(StopWatchInterface));
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  free(*timer);
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  (*timer)->begun = warplens_nanoseconds(1);
  (*timer)->is_running = true;
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  (*timer)->total += warplens_nanoseconds(1) - (*timer)->begun;
  (*timer)->is_running = false;
  ++(*timer)->sessions;
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  (*timer)->total = 0;
  (*timer)->sessions = 0;
  (*timer)->begun = warplens_nanoseconds(1);
  return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
  const long long now = (*timer)->is_running ? warplens_nanoseconds(1) - (*timer)->begun : 0;
  return (float)(((*timer)->total + now) / 1e6);
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return (*timer)->sessions > 0 ? (float)((*timer)->total / 1e6 / (*timer)->sessions) : 0.0f;
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned size,
                           float epsilon) {
  float error = 0, length = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float difference = reference[i] - data[i];
    error += difference * difference;
    length += reference[i] * reference[i];
  }
  if (fabs(sqrtf(length)) < 1e-7) return false;
  return sqrtf(error) / sqrtf(length) < epsilon;
}
template <class T>
inline bool compareData(const T* reference, const T* data, unsigned size, float epsilon,
                        float threshold) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float difference = (float)reference[i] - (float)data[i];
    if (!(difference <= epsilon && difference >= -epsilon)) ++wrong;
  }
  return threshold == 0.0f ? wrong == 0 : size * threshold > wrong;
}
inline char* sdkFindFilePath(const char* name, const char* program) {
  FILE* file = fopen(name, "rb");
  if (file == nullptr) return nullptr;
  fclose(file);
  return strdup(name);
}
)cuda";

// Names of the C library that std has, too: its functions, and those of prelude_host.cpp.
constexpr auto kAlsoInStd = std::to_array<std::string_view>(
    {"fopen",    "putchar", "getchar", "rewind",   "atoi",       "atol",    "atoll",
     "atof",     "strtof",  "strtoll", "strtoull", "strcpy",     "strncpy", "strcat",
     "strncat",  "strcmp",  "strncmp", "strchr",   "strrchr",    "strstr",  "strtok",
     "tolower",  "toupper", "isdigit", "isupper",  "islower",    "isalpha", "isalnum",
     "isspace",  "isprint", "ispunct", "isxdigit", "getenv",     "clock",   "time",
     "difftime", "labs",    "exit",    "atexit",   "quick_exit", "_Exit"});

std::string basics() {
  std::string text(kBasics);
  text += "typedef ::time_t time_t;\ntypedef ::FILE FILE;\n";
  for (const std::string_view name : kAlsoInStd) text += "using ::" + std::string(name) + ";\n";
#define WL_PROVIDED(name, prototype)                      \
  if (!std::string_view(#name).starts_with("warplens") && \
      !std::string_view(#name).starts_with("cuda"))       \
    text += "using ::" #name ";\n";
#include "sim/lang/library/provided.def"
  return text + "}\n";
}

}  // namespace

std::string_view std_text() {
  static const std::string text = basics();
  return text;
}

std::optional<Prelude> program_header(std::string_view name) {
  // Some include others in libstdc++, and programs rely on it.
  for (const std::string_view header : {"iostream", "ostream", "istream", "ios", "iosfwd"}) {
    if (name == header) return Prelude{"iostream", iostream_header()};
  }
  if (name == "vector" || name == "initializer_list") return Prelude{"vector", vector_header()};
  if (name == "array") return Prelude{"array", array_header()};
  if (name == "map" || name == "set") return Prelude{"map", map_header()};
  if (name == "limits") return Prelude{"limits", limits_header()};
  if (name == "random") return Prelude{"random", random_header()};
  if (name == "string") return Prelude{"string", string_header()};
  if (name == "string_view")
    return Prelude{"string_view",
                   "#pragma once\n#include <string>\n#include <bits/string_view.h>\n"};
  if (name == "bits/string_view.h") return Prelude{"bits/string_view.h", string_view_header()};
  if (name == "bitset") return Prelude{"bitset", bitset_header()};
  if (name == "algorithm" || name == "numeric" || name == "iterator")
    return Prelude{"algorithm", algorithm_header()};
  if (name == "chrono" || name == "ratio") return Prelude{"chrono", chrono_header()};
  if (name == "thread" || name == "mutex" || name == "atomic" || name == "shared_mutex")
    return Prelude{"thread", threads_header()};
  if (name == "future") return Prelude{"future", future_header()};
  if (name == "condition_variable")
    return Prelude{"condition_variable", condition_variable_header()};
  if (name == "sstream" || name == "iomanip") return Prelude{"sstream", sstream_header()};
  if (name == "exception" || name == "new") return Prelude{"exception", exception_header()};
  if (name == "typeinfo") return Prelude{"typeinfo", typeinfo_header()};
  if (name == "typeindex") return Prelude{"typeindex", typeindex_header()};
  if (name == "stdexcept") return Prelude{"stdexcept", stdexcept_header()};
  if (name == "bits/functexcept.h") return Prelude{"bits/functexcept.h", failures_header()};
  if (name == "filesystem") return Prelude{"filesystem", filesystem_header()};
  if (name == "variant") return Prelude{"variant", variant_header()};
  if (name == "any") return Prelude{"any", any_header()};
  if (name == "complex") return Prelude{"complex", std_complex_header()};
  if (name == "fstream") return Prelude{"fstream", fstream_header()};
  if (name == "memory") return Prelude{"memory", memory_header()};
  if (name == "optional") return Prelude{"optional", optional_header()};
  if (name == "list") return Prelude{"list", list_header()};
  if (name == "deque") return Prelude{"deque", deque_header()};
  if (name == "queue" || name == "stack") return Prelude{"queue", queue_header()};
  if (name == "bits/stl_iterator.h") return Prelude{"bits/stl_iterator.h", iterators_header()};
  if (name == "bits/stream_iterator.h")
    return Prelude{"bits/stream_iterator.h", stream_iterators_header()};
  if (name == "bits/stl_algobase.h")
    return Prelude{"bits/stl_algobase.h", base_algorithms_header()};
  if (name == "functional") return Prelude{"functional", functional_header()};
  if (name == "bits/invoke.h") return Prelude{"bits/invoke.h", invoke_header()};
  if (name == "bits/functional_hash.h")
    return Prelude{"bits/functional_hash.h", hash_functions_header()};
  if (name == "bits/stl_function.h")
    return Prelude{"bits/stl_function.h", function_objects_header()};
  if (name == "type_traits") return Prelude{"type_traits", traits_header()};
  if (name == "tuple") return Prelude{"tuple", tuple_header()};
  if (name == "unordered_map" || name == "unordered_set")
    return Prelude{"unordered_map", hash_header()};
  if (name.starts_with("cub/")) return Prelude{"cub/cub.cuh", cub_device_text()};
  if (name == kDeviceAlgorithms)
    return Prelude{"the device's algorithms", device_algorithms_text()};
  if (name.starts_with("thrust/")) return Prelude{"thrust", thrust_header()};
  if (name == "cublas_v2.h") return Prelude{"cublas_v2.h", cublas_header()};
  if (name == "curand.h") return Prelude{"curand.h", curand_host_text()};
  if (name.starts_with("helper_")) return Prelude{"the samples' helpers", kSamples};
  return posix_header(name);
}

}  // namespace warplens::lang
