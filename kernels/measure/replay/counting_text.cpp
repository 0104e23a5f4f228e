// All accesses are volatile PTX. Atomics take generic addresses, as CUDA's functions do in the
// debug build: the assembler decides what they become, one instruction or a loop around a
// compare-and-swap. (The functions themselves would be calls there, with lines of their own.)
#include "kernels/measure/replay/kernel_texts.hpp"

#include <algorithm>

namespace warplens::measure::replay {
namespace {

// An atomic's operand and old value: the letter of their registers in an asm statement, and their
// variables.
struct Operand {
  std::string letter, one, old;
};
Operand operand_of(const std::string& type) {
  if (type == "f32") return {"f", "one_f32", "old_f32"};
  if (type == "f64") return {"d", "one_f64", "old_f64"};
  if (type == "f16") return {"h", "one_f16", "half"};
  if (type == "f16x2") return {"r", "one_f16x2", "word"};
  if (type == "b16") return {"h", "one_b16", "half"};
  return type.ends_with("64") ? Operand{"l", "one_64", "old_64"} : Operand{"r", "one_32", "word"};
}

std::string pointer(const AccessKind& kind) {
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

std::string move_text(const AccessKind& kind) {
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

std::string atomic_text(const AccessKind& kind) {
  const Operand operand = operand_of(type_of(kind.atomic));
  const std::string in = "\"l\"(at), \"" + operand.letter + "\"(" + operand.one + ")";
  if (!has_result(kind.atomic))
    return "asm volatile(\"" + kind.atomic + " [%0], %1;\" : : " + in + ");";
  const std::string compare = operation_of(kind.atomic) == "cas" ? ", 0" : "";
  return "asm volatile(\"atom." + kind.atomic + " %0, [%1]" + compare +
         ", %2;\" : \"=" + operand.letter + "\"(" + operand.old + ") : " + in + ");";
}

// An atomic's memory before each repeat: a value that a minimum with 1 changes, else 0.
std::string preparation(const AccessKind& kind) {
  if (kind.operation != Operation::kAtomic) return "";
  const std::string word = kind.bytes == 2   ? "unsigned short"
                           : kind.bytes == 8 ? "unsigned long long"
                                             : "unsigned";
  const std::string value = operation_of(kind.atomic) == "min" ? "2" : "0";
  return "if (is_active) *(volatile " + word + "*)at = " + value + ";";
}

}  // namespace

CountingText counting_text(const std::vector<AccessKind>& kinds) {
  CountingText out;
  uint32_t line = 1;
  const auto add = [&](const std::string& text) {
    out.text += text + "\n";
    ++line;
  };
  add("extern __shared__ __align__(1024) char shared_memory[];");
  add("extern \"C\" __global__ void " + std::string(kCountingKernel) +
      "(const unsigned long long* addresses, const unsigned* masks, char* memory) {");
  add("const unsigned lane = threadIdx.x;");
  add("unsigned word = 0, word0 = 0, word1 = 0, word2 = 0, word3 = 0; unsigned short half = 0;");
  add("const unsigned one_32 = 1, one_f16x2 = 0x3c003c00; const unsigned long long one_64 = 1;");
  add("const unsigned short one_b16 = 1, one_f16 = 0x3c00;");
  add("const float one_f32 = 1; const double one_f64 = 1;");
  add("float old_f32 = 0; double old_f64 = 0; unsigned long long old_64 = 0;");
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
