#include "sim/lang/words.hpp"

#include <algorithm>
#include <array>

#include "sim/base/scalar.hpp"

namespace warplens::lang {
namespace {

constexpr std::array<std::string_view, 70> kKeywords{"if",
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
                                                     "static_assert",
                                                     "__align__"};

const std::vector<std::string> kTypeWords{
    "void",    "bool",     "char",    "short",    "int",     "long",    "unsigned",
    "signed",  "float",    "double",  "size_t",   "uint",    "int8_t",  "uint8_t",
    "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"};

struct Row {
  std::string_view word;
  std::string_view message;
  std::string_view hint;
};

std::optional<Refusal> find(const Row* begin, const Row* end, std::string_view word) {
  const Row* row =
      std::find_if(begin, end, [&](const Row& candidate) { return candidate.word == word; });
  if (row == end) return std::nullopt;
  return Refusal{std::string(row->message), std::string(row->hint)};
}

constexpr std::array<Row, 29> kRefusedKeywords{{
    {"goto", "goto is not supported", "write a loop, or an if with a flag"},
    {"asm", "inline PTX (asm) is not supported", "write the same in C"},
    {"__asm__", "inline PTX (asm) is not supported", "write the same in C"},
    {"new", "new is not supported in a kernel",
     "use a local array, or one that the launch passes in"},
    {"delete", "delete is not supported in a kernel", "remove it"},
    {"try", "exceptions are not supported on a GPU", "write the checks with if"},
    {"catch", "exceptions are not supported on a GPU", "write the checks with if"},
    {"throw", "exceptions are not supported on a GPU", "write the checks with if"},
    {"struct", "structs are not supported yet", "use one variable or array for each member"},
    {"class", "classes are not supported", "use plain variables and arrays"},
    {"union", "unions are not supported", "use one variable for each member"},
    {"enum", "enums are not supported yet", "write const int NAME = VALUE;"},
    {"typedef", "typedef is not supported yet", "write the type itself, or #define NAME TYPE"},
    {"using", "'using' is not supported yet inside a kernel",
     "write the type itself, or #define NAME TYPE"},
    {"namespace", "a namespace cannot stand in a kernel", ""},
    {"template", "templates are not supported yet", "write the function for one type"},
    {"typename", "templates are not supported yet", "write the function for one type"},
    {"operator", "operator functions are not supported", "write the computation out"},
    {"this", "'this' is not supported: there are no classes", "use plain variables"},
    {"decltype", "decltype is not supported", "write the type"},
    {"dynamic_cast", "dynamic_cast is not supported on a GPU", "write (TYPE)value"},
    {"typeid", "typeid is not supported on a GPU", ""},
    {"alignof", "alignof is not supported yet", "write the number"},
    {"static_assert", "static_assert is not supported yet inside a kernel", "use #if and #error"},
    {"__device__", "a __device__ function or variable cannot stand inside a kernel", "move it out"},
    {"__constant__", "__constant__ memory is not supported yet",
     "pass the array as a const parameter"},
    {"__global__", "a kernel cannot begin inside another", "is a '}' missing above?"},
    {"__align__", "__align__ is not supported yet",
     "remove it; arrays have their natural alignment"},
    {"alignas", "alignas is not supported yet", "remove it; arrays have their natural alignment"},
}};

constexpr std::string_view kComesLater =
    "it comes with warp intrinsics; use shared memory and __syncthreads()";

constexpr std::array<Row, 42> kRefusedNames{{
    {"printf", "printf in a kernel is not supported yet",
     "watch the variable in the thread view instead"},
    {"assert", "assert in a kernel is not supported yet",
     "remove it; accesses out of bounds are reported anyway"},
    {"malloc", "malloc in a kernel is not supported",
     "use a local array, or one that the launch passes in"},
    {"free", "free in a kernel is not supported", "remove it"},
    {"memcpy", "memcpy in a kernel is not supported", "write a loop"},
    {"memset", "memset in a kernel is not supported", "write a loop"},
    {"std", "the standard library (std::) is not supported in a kernel",
     "CUDA's own functions have no std:: before them"},
    {"cooperative_groups", "cooperative groups are not supported yet", "use __syncthreads()"},
    {"cg", "cooperative groups are not supported yet", "use __syncthreads()"},
    {"nvcuda", "tensor core fragments are not supported", "write the multiplication as loops"},
    {"wmma", "tensor core fragments are not supported", "write the multiplication as loops"},
    {"__syncwarp", "__syncwarp is not supported yet", "use __syncthreads()"},
    {"__syncthreads_count", "__syncthreads_count is not supported yet",
     "use atomicAdd on a shared counter"},
    {"__syncthreads_and", "__syncthreads_and is not supported yet",
     "use a shared flag and __syncthreads()"},
    {"__syncthreads_or", "__syncthreads_or is not supported yet",
     "use a shared flag and __syncthreads()"},
    {"__threadfence", "__threadfence is not supported yet",
     "remove it; here a store is seen at once"},
    {"__threadfence_block", "__threadfence_block is not supported yet",
     "remove it; here a store is seen at once"},
    {"__threadfence_system", "__threadfence_system is not supported yet",
     "remove it; here a store is seen at once"},
    {"__activemask", "__activemask is not supported yet", kComesLater},
    {"__popc", "__popc is not supported yet", "count the bits in a loop"},
    {"__clz", "__clz is not supported yet", "shift in a loop"},
    {"__ffs", "__ffs is not supported yet", "shift in a loop"},
    {"__brev", "__brev is not supported yet", "reverse the bits in a loop"},
    {"__ldg", "__ldg is not supported yet", "write *address; the access is the same one"},
    {"__fdividef", "__fdividef is not supported yet", "write a / b"},
    {"__mul24", "__mul24 is not supported yet", "write a * b"},
    {"__umul24", "__umul24 is not supported yet", "write a * b"},
    {"__trap", "__trap is not supported yet", "return instead"},
    {"clock", "clock is not supported yet", "the timeline shows the order of the accesses"},
    {"clock64", "clock64 is not supported yet", "the timeline shows the order of the accesses"},
    {"atomicSub", "atomicSub is not supported yet", "write atomicAdd(address, -value)"},
    {"atomicExch", "atomicExch is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicMin", "atomicMin is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicMax", "atomicMax is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicInc", "atomicInc is not supported yet", "write atomicAdd(address, 1)"},
    {"atomicDec", "atomicDec is not supported yet", "write atomicAdd(address, -1)"},
    {"atomicCAS", "atomicCAS is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicAnd", "atomicAnd is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicOr", "atomicOr is not supported yet", "atomicAdd is the one atomic so far"},
    {"atomicXor", "atomicXor is not supported yet", "atomicAdd is the one atomic so far"},
    {"blockDimension", "unknown name 'blockDimension'", "did you mean 'blockDim'?"},
    {"laneid", "unknown name 'laneid'", "write threadIdx.x % warpSize"},
}};

bool is_vector_type(std::string_view word) {
  constexpr std::array<std::string_view, 12> kScalars{"float", "double",   "int",   "uint",
                                                      "char",  "uchar",    "short", "ushort",
                                                      "long",  "longlong", "ulong", "ulonglong"};
  if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
  word.remove_suffix(1);
  return std::find(kScalars.begin(), kScalars.end(), word) != kScalars.end();
}

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

bool is_type_word(std::string_view word) {
  return std::find(kTypeWords.begin(), kTypeWords.end(), word) != kTypeWords.end();
}

const std::vector<std::string>& type_words() {
  return kTypeWords;
}

std::optional<Builtin> builtin_triple(std::string_view word) {
  if (word == "threadIdx") return Builtin::kThreadIdxX;
  if (word == "blockIdx") return Builtin::kBlockIdxX;
  if (word == "blockDim") return Builtin::kBlockDimX;
  if (word == "gridDim") return Builtin::kGridDimX;
  return std::nullopt;
}

std::optional<Refusal> refused_keyword(std::string_view word) {
  return find(kRefusedKeywords.data(), kRefusedKeywords.data() + kRefusedKeywords.size(), word);
}

std::optional<Refusal> refused_type(std::string_view word) {
  const std::string name(word);
  if (is_vector_type(word)) {
    return Refusal{"the vector type " + name + " is not supported yet",
                   "use " + name.substr(0, name.size() - 1) + " variables or an array of them"};
  }
  if (word == "dim3")
    return Refusal{"dim3 is not supported yet in a kernel", "use three int variables"};
  if (word == "half" || word == "__half" || word == "half2" || word == "__half2" ||
      word == "__nv_bfloat16") {
    return Refusal{"the 16-bit floating type " + name + " is not supported yet", "use float"};
  }
  if (word == "cudaTextureObject_t" || word == "cudaSurfaceObject_t" || word == "texture") {
    return Refusal{"textures and surfaces are not supported",
                   "pass a pointer and compute the index"};
  }
  if (word == "wchar_t" || word == "char16_t" || word == "char32_t") {
    return Refusal{"the type " + name + " is not supported", "use char or int"};
  }
  if (word == "ptrdiff_t" || word == "intptr_t") {
    return Refusal{"the type " + name + " is not supported", "write long long"};
  }
  if (word == "uintptr_t") {
    return Refusal{"the type " + name + " is not supported", "write unsigned long long"};
  }
  return std::nullopt;
}

std::optional<Refusal> refused_name(std::string_view word) {
  const auto row = find(kRefusedNames.data(), kRefusedNames.data() + kRefusedNames.size(), word);
  if (row) return row;
  const std::string name(word);
  for (const auto prefix : {"__shfl", "__ballot", "__any", "__all", "__match", "__reduce"}) {
    if (word.starts_with(prefix))
      return Refusal{name + " is not supported yet", std::string(kComesLater)};
  }
  if (word.starts_with("tex1D") || word.starts_with("tex2D") || word.starts_with("tex3D") ||
      word.starts_with("surf1D") || word.starts_with("surf2D") || word.starts_with("surf3D")) {
    return Refusal{"textures and surfaces are not supported",
                   "pass a pointer and compute the index"};
  }
  if (word.starts_with("make_") && is_vector_type(word.substr(5))) {
    return Refusal{"vector types such as " + name.substr(5) + " are not supported yet",
                   "use scalar variables"};
  }
  if (word.starts_with("cuda")) {
    return Refusal{"'" + name + "' belongs to host code: a kernel cannot use it",
                   "move it out of the kernel"};
  }
  return std::nullopt;
}

}  // namespace warplens::lang
