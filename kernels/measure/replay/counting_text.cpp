// Loads and stores are volatile PTX. Atomics are CUDA's own functions, as a text has them: what
// they become (one instruction, or a loop around a compare-and-swap) is the compiler's to say.
#include "kernels/measure/replay/counting_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::measure::replay {
namespace {

// CUDA's name of a PTX type.
std::string cuda_type(const std::string& type) {
  if (type == "s32") return "int";
  if (type == "s64") return "long long";
  if (type == "u64" || type == "b64") return "unsigned long long";
  if (type == "f32") return "float";
  if (type == "f64") return "double";
  if (type == "b16") return "unsigned short";
  return "unsigned";
}

bool is_half(const std::string& type) {
  return type == "f16" || type == "f16x2";
}

// "atomicAdd" of "add.u32".
std::string function_of(const std::string& operation) {
  struct Name {
    std::string_view ptx, cuda;
  };
  constexpr std::array kNames{Name{"add", "Add"},   Name{"min", "Min"}, Name{"max", "Max"},
                              Name{"and", "And"},   Name{"or", "Or"},   Name{"xor", "Xor"},
                              Name{"exch", "Exch"}, Name{"inc", "Inc"}, Name{"dec", "Dec"},
                              Name{"cas", "CAS"}};
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const Name& name) { return name.ptx == operation; });
  return found == kNames.end() ? "" : "atomic" + std::string(found->cuda);
}

std::string pointer(const Kind& kind) {
  return kind.space == Space::kShared ? "\"r\"((unsigned)__cvta_generic_to_shared(at))"
                                      : "\"l\"(__cvta_generic_to_global(at))";
}

std::string vector_type(uint32_t bytes) {
  switch (bytes) {
    case 1:
      return "u8";
    case 2:
      return "u16";
    case 4:
      return "u32";
    case 8:
      return "v2.u32";
    default:
      return "v4.u32";
  }
}

std::string move_text(const Kind& kind) {
  const bool is_load = kind.operation == Operation::kLoad;
  const uint32_t words = std::max(1u, kind.bytes / 4);
  const std::string mode = kind.bytes == 2 ? "h" : "r", value = kind.bytes == 2 ? "half" : "word";
  std::string registers, operands;
  for (uint32_t i = 0; i < words; ++i) {
    registers += (i == 0 ? "" : ", ") + std::string("%") + std::to_string(is_load ? i : i + 1);
    operands += (i == 0 ? "\"" : ", \"") + std::string(is_load ? "=" : "") + mode + "\"(" + value +
                (words == 1 ? "" : std::to_string(i)) + ")";
  }
  if (words > 1) registers = "{" + registers + "}";
  const std::string place = "[%" + std::to_string(is_load ? words : 0) + "]";
  const std::string name = std::string(is_load ? "ld" : "st") + ".volatile." +
                           (kind.space == Space::kShared ? "shared." : "global.") +
                           vector_type(kind.bytes);
  if (is_load) {
    return "asm volatile(\"" + name + " " + registers + ", " + place + ";\" : " + operands + " : " +
           pointer(kind) + ");";
  }
  return "asm volatile(\"" + name + " " + place + ", " + registers + ";\" : : " + pointer(kind) +
         ", " + operands + ");";
}

// Half-precision atomics have no function without a header of their own.
std::string half_text(const Kind& kind) {
  const std::string type = type_of(kind.atomic);
  const std::string mode = type == "f16" ? "h" : "r", value = type == "f16" ? "half" : "word";
  if (!has_result(kind.atomic)) {
    return "asm volatile(\"red." + std::string(kind.space == Space::kShared ? "shared" : "global") +
           kind.atomic.substr(3) + " [%0], %1;\" : : " + pointer(kind) + ", \"" + mode + "\"(one_" +
           value + "));";
  }
  return "asm volatile(\"atom." + std::string(kind.space == Space::kShared ? "shared" : "global") +
         "." + kind.atomic + " %0, [%1], %2;\" : \"=" + mode + "\"(" + value +
         ") : " + pointer(kind) + ", \"" + mode + "\"(one_" + value + "));";
}

std::string atomic_text(const Kind& kind) {
  const std::string type = type_of(kind.atomic);
  if (is_half(type)) return half_text(kind);
  const std::string word = cuda_type(type);
  const std::string operation = operation_of(kind.atomic);
  const std::string compare = operation == "cas" ? "(" + word + ")0, " : "";
  return (has_result(kind.atomic) ? "kept = (double)" : "") + function_of(operation) + "((" + word +
         "*)at, " + compare + "(" + word + ")1);";
}

// An atomic's memory before each repeat: something that a minimum with 1 changes, else 0.
std::string preparation(const Kind& kind) {
  if (kind.operation != Operation::kAtomic) return "";
  const std::string word = kind.bytes == 2   ? "unsigned short"
                           : kind.bytes == 8 ? "unsigned long long"
                                             : "unsigned";
  const std::string value = operation_of(kind.atomic) == "min" ? "2" : "0";
  return "if (is_active) *(volatile " + word + "*)at = " + value + ";";
}

}  // namespace

std::string counting_head() {
  return "extern __shared__ __align__(1024) char shared_memory[];\n";
}

CountingText counting_text(const std::vector<Kind>& kinds, uint32_t number, uint32_t first_line) {
  CountingText out;
  uint32_t line = first_line;
  const auto add = [&](const std::string& text) {
    out.text += text + "\n";
    ++line;
  };
  add("extern \"C\" __global__ void count_" + std::to_string(number) +
      "(const unsigned long long* addresses, const unsigned* masks, char* memory) {");
  add("const unsigned lane = threadIdx.x;");
  add("unsigned word = 0, word0 = 0, word1 = 0, word2 = 0, word3 = 0, one_word = 1006648320;");
  add("unsigned short half = 0, one_half = 15360; volatile double kept;");
  add("for (unsigned repeat = 0; repeat < " + std::to_string(kCountedRepeats) + "; ++repeat) {");
  for (size_t i = 0; i < kinds.size(); ++i) {
    const std::string index = std::to_string(i);
    add(std::string("{ char* at = ") +
        (kinds[i].space == Space::kShared ? "shared_memory" : "memory") + " + addresses[" + index +
        " * 32 + lane]; const bool is_active = masks[" + index + "] >> lane & 1;");
    const std::string prepared = preparation(kinds[i]);
    if (!prepared.empty()) add(prepared + " __syncwarp();");
    add("if (is_active)");
    out.lines.push_back(line);
    add(kinds[i].operation == Operation::kAtomic ? atomic_text(kinds[i]) : move_text(kinds[i]));
    add("__syncwarp(); }");
  }
  add("}");
  add("}");
  return out;
}

}  // namespace warplens::measure::replay
