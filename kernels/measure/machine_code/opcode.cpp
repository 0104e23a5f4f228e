#include "kernels/measure/machine_code/opcode.hpp"

#include <algorithm>
#include <array>

namespace warplens::measure::machine_code {

namespace {

struct Mnemonic {
  std::string_view name;
  Access access;
};

// NVIDIA, "CUDA Binary Utilities" 13.0, instruction set of Hopper; the names are the same from
// Volta on.
constexpr std::array kMnemonics{
    Mnemonic{"LDS", {Space::kShared, Operation::kLoad, 4, false}},
    Mnemonic{"LDSM", {Space::kShared, Operation::kLoad, 16, false}},
    Mnemonic{"STS", {Space::kShared, Operation::kStore, 4, false}},
    Mnemonic{"STSM", {Space::kShared, Operation::kStore, 16, false}},
    Mnemonic{"ATOMS", {Space::kShared, Operation::kAtomic, 4, false}},
    Mnemonic{"LDG", {Space::kGlobal, Operation::kLoad, 4, false}},
    Mnemonic{"STG", {Space::kGlobal, Operation::kStore, 4, false}},
    Mnemonic{"ATOMG", {Space::kGlobal, Operation::kAtomic, 4, false}},
    Mnemonic{"REDG", {Space::kGlobal, Operation::kAtomic, 4, false}},
    Mnemonic{"RED", {Space::kGlobal, Operation::kAtomic, 4, false}},
    Mnemonic{"LD", {Space::kGlobal, Operation::kLoad, 4, true}},
    Mnemonic{"ST", {Space::kGlobal, Operation::kStore, 4, true}},
    Mnemonic{"ATOM", {Space::kGlobal, Operation::kAtomic, 4, true}},
};

struct Width {
  std::string_view suffix;
  uint32_t bytes;
};

constexpr std::array kWidths{Width{"U8", 1},   Width{"S8", 1},  Width{"U16", 2}, Width{"S16", 2},
                             Width{"64", 8},   Width{"F64", 8}, Width{"U64", 8}, Width{"S64", 8},
                             Width{"128", 16}, Width{"256", 32}};

uint32_t width_of(std::string_view suffixes, uint32_t otherwise) {
  while (!suffixes.empty()) {
    suffixes.remove_prefix(1);  // the dot
    const std::string_view suffix = suffixes.substr(0, suffixes.find('.'));
    const auto* width = std::ranges::find(kWidths, suffix, &Width::suffix);
    if (width != kWidths.end()) {
      return width->bytes;
    }
    suffixes.remove_prefix(suffix.size());
  }
  return otherwise;
}

}  // namespace

std::vector<Access> accesses_of(std::string_view opcode) {
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const std::string_view suffixes = opcode.substr(name.size());
  if (name == "LDGSTS") {
    const uint32_t bytes = width_of(suffixes, 4);
    return {{Space::kGlobal, Operation::kCpAsync, bytes, false},
            {Space::kShared, Operation::kCpAsync, bytes, false}};
  }
  const auto* mnemonic = std::ranges::find(kMnemonics, name, &Mnemonic::name);
  if (mnemonic == kMnemonics.end()) {
    return {};
  }
  Access access = mnemonic->access;
  access.bytes_per_lane = width_of(suffixes, access.bytes_per_lane);
  return {access};
}

}  // namespace warplens::measure::machine_code
