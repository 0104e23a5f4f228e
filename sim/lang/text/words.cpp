#include "sim/lang/text/words.hpp"

#include <algorithm>
#include <array>

#include "sim/base/say.hpp"
#include "sim/base/word_set.hpp"

namespace warplens::lang {
namespace {

constexpr base::WordSet kKeywords(std::to_array<std::string_view>({"if",
                                                                   "else",
                                                                   "for",
                                                                   "while",
                                                                   "do",
                                                                   "switch",
                                                                   "case",
                                                                   "default",
                                                                   "break",
                                                                   "continue",
                                                                   "return",
                                                                   "goto",
                                                                   "const",
                                                                   "constexpr",
                                                                   "static",
                                                                   "extern",
                                                                   "volatile",
                                                                   "register",
                                                                   "inline",
                                                                   "auto",
                                                                   "sizeof",
                                                                   "true",
                                                                   "false",
                                                                   "nullptr",
                                                                   "struct",
                                                                   "class",
                                                                   "union",
                                                                   "enum",
                                                                   "typedef",
                                                                   "using",
                                                                   "namespace",
                                                                   "template",
                                                                   "typename",
                                                                   "operator",
                                                                   "new",
                                                                   "delete",
                                                                   "this",
                                                                   "try",
                                                                   "catch",
                                                                   "throw",
                                                                   "public",
                                                                   "private",
                                                                   "protected",
                                                                   "virtual",
                                                                   "friend",
                                                                   "explicit",
                                                                   "mutable",
                                                                   "noexcept",
                                                                   "static_cast",
                                                                   "const_cast",
                                                                   "reinterpret_cast",
                                                                   "dynamic_cast",
                                                                   "decltype",
                                                                   "alignas",
                                                                   "alignof",
                                                                   "asm",
                                                                   "restrict",
                                                                   "__restrict__",
                                                                   "__restrict",
                                                                   "__global__",
                                                                   "__device__",
                                                                   "__host__",
                                                                   "__shared__",
                                                                   "__constant__",
                                                                   "__managed__",
                                                                   "__forceinline__",
                                                                   "__noinline__",
                                                                   "__launch_bounds__",
                                                                   "__maxnreg__",
                                                                   "static_assert",
                                                                   "__align__",
                                                                   "__asm__",
                                                                   "__asm",
                                                                   "typeid",
                                                                   "concept",
                                                                   "requires",
                                                                   "thread_local",
                                                                   "__inline__",
                                                                   "__grid_constant__",
                                                                   "__cluster_dims__",
                                                                   "__attribute__"}));

constexpr base::WordSet kTypeWords(std::to_array<std::string_view>(
    {"void",    "bool",     "char",     "short",     "int",       "long",    "unsigned",
     "signed",  "float",    "double",   "size_t",    "uint",      "uchar",   "ushort",
     "ulong",   "int8_t",   "uint8_t",  "int16_t",   "uint16_t",  "int32_t", "uint32_t",
     "int64_t", "uint64_t", "intptr_t", "uintptr_t", "ptrdiff_t", "clock_t"}));

struct RefusedWord {
  std::string_view word;
  Sentence message;
  Sentence hint;
};

constexpr auto kRefusedKeywords = std::to_array<RefusedWord>({
    {"asm", sentence("assembly (asm) is not supported here"), sentence("write the same in C++")},
    {"__asm__", sentence("assembly (asm) is not supported here"),
     sentence("write the same in C++")},
    {"__asm", sentence("assembly (asm) is not supported here"), sentence("write the same in C++")},
    {"try", sentence("exceptions are not supported on a GPU"),
     sentence("write the checks with if")},
    {"catch", sentence("exceptions are not supported on a GPU"),
     sentence("write the checks with if")},
    {"throw", sentence("exceptions are not supported on a GPU"),
     sentence("write the checks with if")},
    {"class", sentence("a class with private members is not supported in a kernel"),
     sentence("write struct")},
    {"namespace", sentence("a namespace cannot be declared in a kernel"),
     sentence("move it out of the kernel")},
    {"template", sentence("a template cannot be declared in a kernel"),
     sentence("move it out of the kernel")},
    {"operator", sentence("operator overloading is not supported"),
     sentence("write a function with a name: add(a, b)")},
    {"dynamic_cast", sentence("dynamic_cast is not supported on a GPU"),
     sentence("write (TYPE)value")},
    {"typeid", sentence("typeid is not supported on a GPU"), sentence("remove it")},
    {"__cluster_dims__", sentence("clusters of blocks (__cluster_dims__) are not supported"),
     sentence("leave it out, and use one block's shared memory, or global memory")},
    {"virtual", sentence("virtual functions are not supported"),
     sentence("write a plain function, or a switch")},
    {"friend", sentence("friend is not supported"), sentence("make the members public")},
    {"concept", sentence("concepts are not supported"),
     sentence("write the template without them")},
    {"requires", sentence("concepts are not supported"),
     sentence("write the template without them")},
    {"thread_local", sentence("thread_local is not supported on a GPU"),
     sentence("a variable of a kernel is each thread's own anyway: remove the word")},
    {"alignof", sentence("alignof is not supported"), sentence("write the number")},
    {"using", sentence("'using' is not allowed here"),
     sentence("move it to the beginning of the kernel")},
    {"__device__", sentence("a __device__ function or variable cannot be declared inside a kernel"),
     sentence("move it out")},
    {"__constant__", sentence("__constant__ memory belongs to the file, not to a kernel"),
     sentence("move the declaration out of the kernel")},
    {"__managed__", sentence("a __managed__ variable cannot be declared inside a kernel"),
     sentence("move it out")},
    {"__global__", sentence("a kernel cannot begin inside another"),
     sentence("is a '}}' missing above?")},
});

constexpr Sentence kPassArray = sentence("use a local array, or one that the launch passes in");
constexpr Sentence kNoTextures =
    sentence("textures and surfaces are only known in a program with a main()");
constexpr Sentence kPassPointer = sentence("pass a pointer and compute the index");
constexpr Sentence kNoCopies = sentence("this asynchronous copy is in a header of CUDA's");
constexpr Sentence kIncludeCopies = sentence(
    "write #include <cuda_pipeline.h> (__pipeline_memcpy_async), <cuda/pipeline> or <cuda/barrier> "
    "(cuda::memcpy_async), or <cooperative_groups/memcpy_async.h>");
constexpr Sentence kNoFragments = sentence("tensor core fragments (wmma) are in <mma.h>");
constexpr Sentence kIncludeFragments =
    sentence("write #include <mma.h>, and nvcuda::wmma:: before the name");
constexpr Sentence kNoLibrary =
    sentence("the standard library (std::) is not supported in a kernel");
constexpr Sentence kNoRandom = sentence("cuRAND's generators are in <curand_kernel.h>");
constexpr Sentence kIncludeRandom =
    sentence("write #include <curand_kernel.h>: XORWOW and Philox are supported");
constexpr Sentence kOwnRandom = sentence(
    "pass an array of random numbers, or write a generator: x ^= x << 13; x ^= x >> 17; x ^= x << "
    "5;");
constexpr Sentence kNoLibcuxx = sentence(
    "of libcu++ (cuda::), only <cuda/atomic>, <cuda/barrier> and <cuda/pipeline> are supported, "
    "where they are included");
constexpr Sentence kNoCub =
    sentence("this name of CUB is not supported, or <cub/cub.cuh> is not included");
constexpr Sentence kSupportedOfCub = sentence(
    "kernels may use its WarpReduce, WarpScan, BlockReduce, BlockScan, BlockLoad, BlockStore, "
    "BlockExchange, BlockRadixSort, BlockDiscontinuity and BlockHistogram");
constexpr Sentence kNoBlockClusters = sentence("thread block clusters are not supported");
constexpr Sentence kBlockAlone = sentence("use one block's shared memory, or global memory");
constexpr Sentence kNoFp8 = sentence("8-bit floating numbers are in <cuda_fp8.h>");
constexpr Sentence kIncludeFp8 = sentence("write #include <cuda_fp8.h>");

constexpr auto kRefusedNames = std::to_array<RefusedWord>({
    {"calloc", sentence("calloc in a kernel is not supported"), kPassArray},
    {"alloca", sentence("alloca in a kernel is not supported"), kPassArray},
    {"memmove", sentence("memmove is for host code: nvcc has none for kernels"),
     sentence("write memcpy, or a loop")},
    {"std", kNoLibrary, sentence("write a fixed array (float values[16];) or a loop")},
    {"swap", kNoLibrary, sentence("exchange the two with a third variable")},
    {"thrust", sentence("the library thrust is for host code: a kernel cannot use it"),
     sentence("write the loop, or call it from the host")},
    {"cub", kNoCub, kSupportedOfCub},
    {"cuda", kNoLibcuxx, sentence("use CUDA's own functions: atomicAdd, __syncthreads")},
    {"nvcuda", kNoFragments, kIncludeFragments},
    {"wmma", kNoFragments, kIncludeFragments},
    {"mma_sync", kNoFragments, kIncludeFragments},
    {"load_matrix_sync", kNoFragments, kIncludeFragments},
    {"store_matrix_sync", kNoFragments, kIncludeFragments},
    {"fill_fragment", kNoFragments, kIncludeFragments},
    {"memcpy_async", kNoCopies, kIncludeCopies},
    {"__pipeline_memcpy_async", kNoCopies, kIncludeCopies},
    {"__pipeline_commit", kNoCopies, kIncludeCopies},
    {"__pipeline_wait_prior", kNoCopies, kIncludeCopies},
    {"this_cluster", kNoBlockClusters, kBlockAlone},
    {"this_multi_grid", sentence("groups of several grids are not supported"),
     sentence("launch one kernel each")},
    {"exit", sentence("a kernel cannot call exit"),
     sentence("write return, or __trap() to stop the whole grid")},
    {"abort", sentence("a kernel cannot call abort"), sentence("write __trap()")},
    {"rand", sentence("rand() belongs to host code: a kernel cannot use it"), kOwnRandom},
    {"puts", sentence("puts in a kernel is not supported"), sentence("write printf")},
    {"putchar", sentence("putchar in a kernel is not supported"), sentence("write printf")},
    {"sprintf", sentence("sprintf in a kernel is not supported"), sentence("write printf")},
    {"fprintf", sentence("fprintf in a kernel is not supported"), sentence("write printf")},
    {"cout", sentence("cout belongs to host code: a kernel cannot use it"),
     sentence("write printf")},
    {"cerr", sentence("cerr belongs to host code: a kernel cannot use it"),
     sentence("write printf")},
    {"endl", sentence("endl belongs to host code: a kernel cannot use it"),
     sentence("write printf")},
    {"blockDimension", sentence("unknown name 'blockDimension'"),
     sentence("did you mean 'blockDim'?")},
    {"laneid", sentence("unknown name 'laneid'"), sentence("write threadIdx.x % warpSize")},
    {"lane_id", sentence("unknown name 'lane_id'"), sentence("write threadIdx.x % warpSize")},
    {"barrier", sentence("unknown name 'barrier'"),
     sentence("a barrier is written __syncthreads()")},
});

constexpr auto kRefusedTypes = std::to_array<RefusedWord>({
    {"std", kNoLibrary, sentence("use arrays, structs and CUDA's own functions")},
    {"string", kNoLibrary, sentence("use an array of char")},
    {"thrust", sentence("the library thrust is for host code: a kernel cannot use it"),
     sentence("pass the vector's pointer: thrust::raw_pointer_cast(v.data())")},
    {"cub", kNoCub, kSupportedOfCub},
    {"cuda", kNoLibcuxx, sentence("use CUDA's own functions: atomicAdd, __syncthreads")},
    {"nvcuda", kNoFragments, kIncludeFragments},
    {"wmma", kNoFragments, kIncludeFragments},
    {"fragment", kNoFragments, kIncludeFragments},
    {"cluster_group", kNoBlockClusters, kBlockAlone},
    {"block_tile_memory",
     sentence("memory for tiles of several warps (block_tile_memory) is not supported"),
     sentence("use tiles of up to 32 threads, and combine their results in shared memory")},
    {"texture", kNoTextures, kPassPointer},
    {"surface", kNoTextures, kPassPointer},
    {"cudaTextureObject_t", kNoTextures, kPassPointer},
    {"cudaSurfaceObject_t", kNoTextures, kPassPointer},
    {"__nv_fp8_e4m3", kNoFp8, kIncludeFp8},
    {"__nv_fp8_e5m2", kNoFp8, kIncludeFp8},
    {"__int128", sentence("the type __int128 is not supported"),
     sentence("write long long, or two of them")},
    {"wchar_t", sentence("the type wchar_t is not supported"), sentence("use char or int")},
    {"char8_t", sentence("the type char8_t is not supported"), sentence("use unsigned char")},
    {"char16_t", sentence("the type char16_t is not supported"), sentence("use unsigned short")},
    {"char32_t", sentence("the type char32_t is not supported"), sentence("use unsigned int")},
});

constexpr auto kRoundings = std::to_array<std::string_view>({"_rn", "_rz", "_ru", "_rd"});
// CUDA's mathematical functions that are not supported, without the f of their float forms.
constexpr auto kMissingMath = std::to_array<std::string_view>(
    {"cyl_bessel_i0", "cyl_bessel_i1", "j0", "j1", "jn", "y0", "y1", "yn"});

// "__fmul_rz", "__int2float_ru", "__vadd4": names of CUDA rather than of the text.
bool is_of_cuda(std::string_view word) {
  if (!word.starts_with("__")) return false;
  const bool is_rounded = std::any_of(kRoundings.begin(), kRoundings.end(),
                                      [&](std::string_view mode) { return word.ends_with(mode); });
  const bool is_video = word.starts_with("__v") && (word.ends_with('2') || word.ends_with('4'));
  return is_rounded || is_video;
}

std::optional<Refusal> refused_math(std::string_view word) {
  if (is_of_cuda(word))
    return Refusal{say("CUDA's function {name} is not supported", "name"_a = word),
                   say("write a __device__ function with what it computes")};
  std::string_view base = word;
  if (base.ends_with('f')) base.remove_suffix(1);
  if (std::find(kMissingMath.begin(), kMissingMath.end(), base) == kMissingMath.end())
    return std::nullopt;
  return Refusal{say("CUDA's function {name} is not supported", "name"_a = word),
                 say("write a __device__ function with what it computes")};
}

// The namespace of a library decides: "std::vector", "nvcuda::wmma::fragment".
std::string_view first_part(std::string_view name) {
  return name.substr(0, name.find("::"));
}

template <size_t Rows>
std::optional<Refusal> find(const std::array<RefusedWord, Rows>& rows, std::string_view word) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const RefusedWord& candidate) {
    return candidate.word == word;
  });
  if (row == rows.end()) return std::nullopt;
  return Refusal{say(row->message), say(row->hint)};
}

}  // namespace

bool is_keyword(std::string_view word) {
  return kKeywords.contains(word);
}

bool is_type_word(std::string_view word) {
  return kTypeWords.contains(word);
}

bool is_type_name(std::string_view word) {
  constexpr std::string_view kOfTheLanguage[] = {"void", "bool",     "char",   "short", "int",
                                                 "long", "unsigned", "signed", "float", "double"};
  return is_type_word(word) && std::find(std::begin(kOfTheLanguage), std::end(kOfTheLanguage),
                                         word) == std::end(kOfTheLanguage);
}

std::span<const std::string_view> type_words() {
  return kTypeWords.words();
}

std::optional<Builtin> builtin_triple(std::string_view word) {
  if (word == "threadIdx") return Builtin::kThreadIdxX;
  if (word == "blockIdx") return Builtin::kBlockIdxX;
  if (word == "blockDim") return Builtin::kBlockDimX;
  if (word == "gridDim") return Builtin::kGridDimX;
  return std::nullopt;
}

std::optional<Refusal> refused_keyword(std::string_view word) {
  return find(kRefusedKeywords, word);
}

std::optional<Refusal> refused_type(std::string_view word) {
  if (word.starts_with("curandState") || word.starts_with("curandGenerator")) {
    return Refusal{say(kNoRandom), say(kIncludeRandom)};
  }
  if (const auto row = find(kRefusedTypes, word)) return row;
  return find(kRefusedTypes, first_part(word));
}

std::optional<Refusal> refused_name(std::string_view word) {
  if (const auto row = find(kRefusedNames, word)) return row;
  if (const auto row = find(kRefusedNames, first_part(word))) return row;
  if (const size_t last = word.rfind("::"); last != std::string_view::npos) {
    return refused_name(word.substr(last + 2));  // cooperative_groups::memcpy_async
  }
  for (const auto prefix :
       {"tex1D", "tex2D", "tex3D", "surf1D", "surf2D", "surf3D", "texCubemap"}) {
    if (word.starts_with(prefix)) return Refusal{say(kNoTextures), say(kPassPointer)};
  }
  if (word.starts_with("curand")) return Refusal{say(kNoRandom), say(kIncludeRandom)};
  if (const auto math = refused_math(word)) return math;
  // __clusterRelativeBlockIdx, __cluster_barrier_arrive...
  if (word.starts_with("__cluster")) return Refusal{say(kNoBlockClusters), say(kBlockAlone)};
  if (word.starts_with("__mma") || word.starts_with("__wmma")) {
    return Refusal{say(kNoFragments), say(kIncludeFragments)};
  }
  if (word.starts_with("cuda")) {
    return Refusal{say("'{name}' belongs to host code: a kernel cannot use it", "name"_a = word),
                   say("move it out of the kernel")};
  }
  return std::nullopt;
}

}  // namespace warplens::lang
