#include "kernels/measure/cuda/call_sites.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "sim/base/names.hpp"

namespace warplens::measure::cuda {
namespace {

constexpr const char* kPrefix = "warplens_at_";
constexpr uint32_t kFnvStart = 0x811c9dc5, kFnvFactor = 0x01000193;

// A site is its line, and the hash of its file in the upper half.
constexpr const char* kSite = R"(
constexpr __host__ __device__ unsigned long long warplens_site(unsigned line, const char* file) {
  unsigned hash = 0x811c9dc5u;
  for (; *file; ++file) hash = *file == '/' ? 0x811c9dc5u : (hash ^ (unsigned char)*file) * 0x01000193u;
  return (unsigned long long)hash << 32 | line;
}
)";

// A function of the toolkit: its argument type, the PTX operation, and the constraint of a register
// of that type.
struct Atomic {
  const char* function;
  const char* type;
  const char* operation;
  const char* constraint;
  const char* value = "value";  // the instruction's operand
};
constexpr Atomic kAtomics[] = {
    {"Add", "int", "add.s32", "r"},
    {"Add", "unsigned int", "add.u32", "r"},
    {"Add", "unsigned long long", "add.u64", "l"},
    {"Add", "float", "add.f32", "f"},
    {"Add", "double", "add.f64", "d"},
    {"Sub", "int", "add.s32", "r", "-value"},
    {"Sub", "unsigned int", "add.u32", "r", "0u - value"},
    {"Exch", "int", "exch.b32", "r"},
    {"Exch", "unsigned int", "exch.b32", "r"},
    {"Exch", "unsigned long long", "exch.b64", "l"},
    {"Exch", "float", "exch.b32", "f"},
    {"Min", "int", "min.s32", "r"},
    {"Min", "unsigned int", "min.u32", "r"},
    {"Min", "long long", "min.s64", "l"},
    {"Min", "unsigned long long", "min.u64", "l"},
    {"Max", "int", "max.s32", "r"},
    {"Max", "unsigned int", "max.u32", "r"},
    {"Max", "long long", "max.s64", "l"},
    {"Max", "unsigned long long", "max.u64", "l"},
    {"Inc", "unsigned int", "inc.u32", "r"},
    {"Dec", "unsigned int", "dec.u32", "r"},
    {"And", "int", "and.b32", "r"},
    {"And", "unsigned int", "and.b32", "r"},
    {"And", "unsigned long long", "and.b64", "l"},
    {"Or", "int", "or.b32", "r"},
    {"Or", "unsigned int", "or.b32", "r"},
    {"Or", "unsigned long long", "or.b64", "l"},
    {"Xor", "int", "xor.b32", "r"},
    {"Xor", "unsigned int", "xor.b32", "r"},
    {"Xor", "unsigned long long", "xor.b64", "l"},
};
struct Exchange {  // atomicCAS
  const char* type;
  const char* size;
  const char* constraint;
};
constexpr Exchange kExchanges[] = {{"int", "b32", "r"},
                                   {"unsigned int", "b32", "r"},
                                   {"unsigned long long", "b64", "l"},
                                   {"unsigned short", "b16", "h"}};

// For whom an atomic is one step: the GPU, only the block, also the host.
struct Scope {
  const char* suffix;     // of the function's name
  const char* qualifier;  // of the instruction
};
constexpr Scope kScopes[] = {{"", ""}, {"_block", "cta."}, {"_system", "sys."}};

// Loads and stores with a cache hint take every type of 1 to 16 bytes; they differ in one word.
struct Hint {
  const char* function;
  const char* word;
};
constexpr Hint kLoads[] = {{"__ldg", "global.nc"},  {"__ldca", "global.ca"},
                           {"__ldcg", "global.cg"}, {"__ldcs", "global.cs"},
                           {"__ldlu", "global.lu"}, {"__ldcv", "global.cv"}};
constexpr Hint kStores[] = {{"__stwb", "global.wb"},
                            {"__stcg", "global.cg"},
                            {"__stcs", "global.cs"},
                            {"__stwt", "global.wt"}};

// $1 is the hint's word. A value goes through integers of its size, in the thread's own memory.
constexpr const char* kLoadBody = R"(
  T value;
  if constexpr (sizeof(T) == 1) {
    asm volatile("{ .reg .u16 byte; ld.$1.u8 byte, [%1]; cvt.u32.u16 %0, byte; }" : "=r"(words[0]) : "l"(from) : "memory");
    *(unsigned char*)&value = (unsigned char)words[0];
  } else if constexpr (sizeof(T) == 2) {
    unsigned short half;
    asm volatile("ld.$1.u16 %0, [%1];" : "=h"(half) : "l"(from) : "memory");
    *(unsigned short*)&value = half;
  } else if constexpr (sizeof(T) == 4) {
    asm volatile("ld.$1.u32 %0, [%1];" : "=r"(words[0]) : "l"(from) : "memory");
    *(unsigned*)&value = words[0];
  } else if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
    unsigned long long wide;
    asm volatile("ld.$1.u64 %0, [%1];" : "=l"(wide) : "l"(from) : "memory");
    *(unsigned long long*)&value = wide;
  } else {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "no such load");
    asm volatile("ld.$1.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3]) : "l"(from) : "memory");
    for (int i = 0; i < 4; ++i) ((unsigned*)&value)[i] = words[i];
  }
  return value;
)";
constexpr const char* kStoreBody = R"(
  if constexpr (sizeof(T) == 1) {
    asm volatile("{ .reg .u16 byte; cvt.u16.u32 byte, %1; st.$1.u8 [%0], byte; }"
                 :: "l"(to), "r"((unsigned)*(unsigned char*)&value) : "memory");
  } else if constexpr (sizeof(T) == 2) {
    asm volatile("st.$1.u16 [%0], %1;" :: "l"(to), "h"(*(unsigned short*)&value) : "memory");
  } else if constexpr (sizeof(T) == 4) {
    asm volatile("st.$1.u32 [%0], %1;" :: "l"(to), "r"(*(unsigned*)&value) : "memory");
  } else if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
    asm volatile("st.$1.u64 [%0], %1;" :: "l"(to), "l"(*(unsigned long long*)&value) : "memory");
  } else {
    static_assert(sizeof(T) == 16 && alignof(T) == 16, "no such store");
    for (int i = 0; i < 4; ++i) words[i] = ((unsigned*)&value)[i];
    asm volatile("st.$1.v4.u32 [%0], {%1, %2, %3, %4};"
                 :: "l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
  }
)";

// For half numbers: functions of the toolkit's headers, which have line information.
constexpr const char* kOtherAdds = R"(
template <unsigned long long kSite, class T> __device__ auto warplens_at_atomicAdd(T* at, T value)
    -> decltype(atomicAdd(at, value)) {
  return atomicAdd(at, value);
}
)";

std::string with_word(std::string body, const std::string& word) {
  for (size_t at = body.find("$1"); at != std::string::npos; at = body.find("$1")) {
    body.replace(at, 2, word);
  }
  return body;
}

std::string function_head(const std::string& result, const std::string& name) {
  return "template <unsigned long long kSite> __device__ " + result + " " + kPrefix + name;
}

std::string define(const std::string& name) {
  return "#define " + name + " " + kPrefix + name + "<warplens_site(__LINE__, __FILE__)>\n";
}

std::string atomic_function(const Atomic& atomic, const Scope& scope, const std::string& name) {
  const std::string type = atomic.type, constraint = atomic.constraint;
  return function_head(type, name) + "(" + type + "* at, " + type + " value) {\n  " + type +
         " old;\n  asm volatile(\"atom." + scope.qualifier + atomic.operation +
         " %0, [%1], %2;\" : \"=" + constraint + "\"(old) : \"l\"(at), \"" + constraint + "\"(" +
         atomic.value + ") : \"memory\");\n  return old;\n}\n";
}

std::string exchange_function(const Exchange& exchange, const Scope& scope,
                              const std::string& name) {
  const std::string type = exchange.type, constraint = exchange.constraint;
  return function_head(type, name) + "(" + type + "* at, " + type + " expected, " + type +
         " value) {\n  " + type + " old;\n  asm volatile(\"atom." + scope.qualifier + "cas." +
         exchange.size + " %0, [%1], %2, %3;\" : \"=" + constraint + "\"(old) : \"l\"(at), \"" +
         constraint + "\"(expected), \"" + constraint +
         "\"(value) : \"memory\");\n  return old;\n}\n";
}

}  // namespace

std::string call_sites_text(const std::vector<std::string>& texts,
                            const std::set<std::string>& own) {
  std::string text = "#pragma once\n";
  text += toolkit_includes(texts);
  text += kSite;
  std::string defines;
  const auto define_once = [&](const std::string& name) {
    const bool is_there = defines.find("#define " + name + " ") != std::string::npos;
    if (!is_there && !own.contains(name)) defines += define(name);
  };
  text += kOtherAdds;
  for (const Scope& scope : kScopes) {
    for (const Atomic& each : kAtomics) {
      const std::string name = std::string("atomic") + each.function + scope.suffix;
      text += atomic_function(each, scope, name);
      define_once(name);
    }
    for (const Exchange& each : kExchanges) {
      const std::string name = std::string("atomicCAS") + scope.suffix;
      text += exchange_function(each, scope, name);
      define_once(name);
    }
  }
  for (const Hint& each : kLoads) {
    text += "template <unsigned long long kSite, class T> __device__ T " + std::string(kPrefix) +
            each.function + "(const T* from) {\n  unsigned words[4];" +
            with_word(kLoadBody, each.word) + "}\n";
    define_once(each.function);
  }
  for (const Hint& each : kStores) {
    text += "template <unsigned long long kSite, class T> __device__ void " + std::string(kPrefix) +
            each.function + "(T* to, T value) {\n  unsigned words[4];" +
            with_word(kStoreBody, each.word) + "}\n";
    define_once(each.function);
  }
  return text + defines;
}

// Without std::regex, which recurses for every character: blanked host code has thousands of
// spaces.
std::string toolkit_includes(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::string_view rest = line;
      for (const std::string_view word : {"#", "include", "<"}) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        rest = rest.starts_with(word) ? rest.substr(word.size()) : "";
      }
      if (const size_t end = rest.find('>'); end != std::string_view::npos)
        result += "#include <" + std::string(rest.substr(0, end)) + ">\n";
    }
  }
  return result;
}

std::set<std::string> own_functions(const std::vector<std::string>& texts) {
  // A call follows an operator or one of these words, a declared name its type.
  const std::set<std::string_view> before_calls{"return", "else", "do", "case"};
  std::set<std::string> names;
  for (const std::string_view text : texts) {
    std::string_view before;  // the name in front, with nothing but blanks, * and & in between
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && base::is_name_character(text[end])) ++end;
      const std::string_view name = text.substr(at, end - at);
      const bool is_candidate =
          (name.starts_with("atomic") || name.starts_with("__ld") || name.starts_with("__st")) &&
          !before.empty() && !before_calls.contains(before);
      if (is_candidate) {
        const size_t next = text.find_first_not_of(" \t\r\n", end);
        if (next != std::string_view::npos && text[next] == '(') names.emplace(name);
      }
      const bool is_between =
          name.empty() && std::string_view(" \t\r\n*&").find(text[at]) != std::string_view::npos;
      if (!is_between) before = name;
      at = std::max(end, at + 1);
    }
  }
  return names;
}

std::optional<CallSite> call_site(const std::string& function) {
  // Mangled: _Z<length>warplens_at_atomicAddILy<number>E...
  const size_t prefix = function.find(kPrefix);
  if (prefix == std::string::npos || function.compare(0, 2, "_Z") != 0) return std::nullopt;
  const size_t begin = function.find("ILy", prefix);
  if (begin == std::string::npos) return std::nullopt;
  uint64_t number = 0;
  const char* digits = function.data() + begin + 3;
  const char* end = function.data() + function.size();
  if (std::from_chars(digits, end, number).ec != std::errc()) return std::nullopt;
  return CallSite{static_cast<uint32_t>(number), static_cast<uint32_t>(number >> 32)};
}

uint32_t file_hash(const std::string& name) {
  uint32_t hash = kFnvStart;
  for (const char each : name) {
    hash = each == '/' ? kFnvStart : (hash ^ static_cast<unsigned char>(each)) * kFnvFactor;
  }
  return hash;
}

}  // namespace warplens::measure::cuda
