#include "sim/lang/device/device_items.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/lang/library/predefined.hpp"
#include "sim/lang/text/library_types.hpp"

namespace warplens::lang {
namespace {

struct Row {
  std::string_view name, text;
};

// As nvcc's headers have them on 64-bit Linux. size_t, ptrdiff_t and clock_t are NVRTC's own.
constexpr auto kTypes = std::to_array<Row>({
    {"int8_t", "signed char"},
    {"uint8_t", "unsigned char"},
    {"int16_t", "short"},
    {"uint16_t", "unsigned short"},
    {"int32_t", "int"},
    {"uint32_t", "unsigned int"},
    {"int64_t", "long"},
    {"uint64_t", "unsigned long"},
    {"intptr_t", "long"},
    {"uintptr_t", "unsigned long"},
    {"uchar", "unsigned char"},
    {"ushort", "unsigned short"},
    {"uint", "unsigned int"},
    {"ulong", "unsigned long"},
});

// The header of cooperative groups includes CUDA's own <cuda/std/cstdint>, which has them otherwise
// where it is compiled without a host's headers.
std::string type_text(const Row& type, bool has_groups_header) {
  const bool is_wide = type.text == "long" || type.text == "unsigned long";
  const bool is_theirs = is_wide && is_library_integer(type.name);
  return std::string(type.text) + (has_groups_header && is_theirs ? " long" : "");
}

constexpr auto kHalfWords = std::to_array<std::string_view>({"half", "__half", "half2", "__half2"});
constexpr auto kBfloatWords = std::to_array<std::string_view>(
    {"nv_bfloat16", "__nv_bfloat16", "nv_bfloat162", "__nv_bfloat162"});

// The names after `std::` that device code may use; of `cuda::std::` if `is_cuda`. Others occur
// only where the host uses a kept struct.
std::set<std::string_view> library_names(const std::vector<Token>& tokens, bool is_cuda) {
  std::set<std::string_view> names;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    const bool is_std =
        tokens[i].is("std") && tokens[i + 1].is("::") && tokens[i + 2].is_identifier();
    const bool is_of_cuda = i >= 2 && tokens[i - 1].is("::") && tokens[i - 2].is("cuda");
    if (is_std && is_of_cuda == is_cuda && is_known_library_name(tokens[i + 2].text))
      names.insert(tokens[i + 2].text);
  }
  return names;
}

// Integer types lose their std:: before they are kept; in the text they have it.
std::set<std::string_view> library_integers(const std::vector<Token>& raw, bool is_cuda) {
  std::set<std::string_view> names = library_names(raw, is_cuda);
  std::erase_if(names, [](std::string_view name) { return !is_library_integer(name); });
  return names;
}

std::string using_names(const std::set<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += "using ::" + std::string(name) + ";\n";
  return text;
}

}  // namespace

std::string device_prelude(const PreludeNeeds& needs) {
  std::set<std::string_view> used, in_code;
  for (const Token& token : needs.raw) {
    if (token.is_identifier()) used.insert(token.text);
  }
  for (const Token& token : needs.kept) {
    if (token.is_identifier()) in_code.insert(token.text);
  }
  std::string text;
  // One GPU is measured and the host does not access the memory: device memory is enough. NVRTC
  // provides no address of managed memory.
  if (used.contains("__managed__")) text += "#undef __managed__\n#define __managed__ __device__\n";
  const auto is_in_code = [&](std::string_view word) { return in_code.contains(word); };
  const bool has_half = std::any_of(kHalfWords.begin(), kHalfWords.end(), is_in_code);
  const bool has_bfloat = std::any_of(kBfloatWords.begin(), kBfloatWords.end(), is_in_code);
  if (has_half && !needs.has_half_header) text += "#include <cuda_fp16.h>\n";
  if (has_bfloat && !needs.has_bfloat_header) text += "#include <cuda_bf16.h>\n";
  for (const Row& type : kTypes) {
    if (used.contains(type.name) && !needs.own_macros.contains(std::string(type.name)))
      text += "typedef " + type_text(type, needs.has_groups_header) + " " + std::string(type.name) +
              ";\n";
  }
  for (const Predefined& macro : predefined_macros()) {
    const std::string name(macro.name);
    if (!used.contains(macro.name) || needs.own_macros.contains(name)) continue;
    text += "#ifndef " + name + "\n#define " + name + " " + std::string(macro.text) + "\n#endif\n";
  }
  std::set<std::string_view> of_std = library_names(needs.kept, false);
  of_std.merge(library_integers(needs.raw, false));
  std::set<std::string_view> of_cuda = library_names(needs.kept, true);
  of_cuda.merge(library_integers(needs.raw, true));
  if (used.contains("std")) text += "namespace std {\n" + using_names(of_std) + "}\n";
  if (!of_cuda.empty())
    text += "namespace cuda { namespace std {\n" + using_names(of_cuda) + "} }\n";
  return text;
}

}  // namespace warplens::lang
