#include "kernels/measure/machine_code/address_space.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "kernels/measure/machine_code/opcode.hpp"

namespace warplens::measure::machine_code {

namespace {

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

// The first register in the text, "R12" or "R12.64"; `at` moves past it. UR and RZ are no address
// registers.
std::optional<uint32_t> next_register(std::string_view text, size_t& at) {
  for (; at < text.size(); ++at) {
    if (text[at] != 'R' || (at > 0 && is_word(text[at - 1]))) {
      continue;
    }
    uint32_t number = 0;
    const char* from = text.data() + at + 1;
    const auto [end, error] = std::from_chars(from, text.data() + text.size(), number);
    if (error == std::errc{}) {
      at = static_cast<size_t>(end - text.data());
      return number;
    }
  }
  return std::nullopt;
}

// The brackets with the address: the last pair that has a register in it ("desc[UR4][R12.64]",
// "[R4+UR5]").
std::string_view address_in(std::string_view operands) {
  std::string_view address;
  for (size_t from = operands.find('['); from != operands.npos;
       from = operands.find('[', from + 1)) {
    const std::string_view inside = operands.substr(from + 1, operands.find(']', from) - from - 1);
    size_t at = 0;
    if (next_register(inside, at)) {
      address = inside;
    }
  }
  return address;
}

bool is_wide(std::string_view opcode) {
  return opcode.find(".64") != opcode.npos;
}

}  // namespace

AddressSpace AddressTracker::sources(std::string_view operands) const {
  size_t at = 0;
  AddressSpace found = AddressSpace::kUnknown;
  while (const auto number = next_register(operands, at)) {
    const bool is_pair = operands.substr(at).starts_with(".64");
    for (uint32_t part = 0; part < (is_pair ? 2 : 1); ++part) {
      const auto entry = registers_.find(*number + part);
      if (entry != registers_.end()) {
        found = std::max(found, entry->second);
      }
    }
  }
  return found;
}

AddressSpace AddressTracker::space_of(const RawInstruction& instruction) const {
  return sources(address_in(instruction.operands));
}

void AddressTracker::follow(const RawInstruction& instruction) {
  const std::string_view operands = instruction.operands;
  const std::string_view target = operands.substr(0, operands.find(','));
  size_t at = 0;
  const auto number = next_register(target, at);
  if (!number || target.find('[') != target.npos) {
    return;  // a store, a predicate, a jump
  }
  const std::string_view rest = operands.substr(target.size());
  AddressSpace space = AddressSpace::kUnknown;
  if (rest.find("SR_SWINHI") != rest.npos) {
    space = AddressSpace::kShared;
  } else if (rest.find("c[0x0][0x20]") != rest.npos || rest.find("c[0x0][0x24]") != rest.npos) {
    space = AddressSpace::kLocal;
  } else if (rest.find("c[0x0]") != rest.npos || rest.find("c[0x4]") != rest.npos) {
    space = AddressSpace::kGlobal;
  } else if (accesses_of(instruction.opcode).empty() && rest.find('[') == rest.npos) {
    space = sources(rest);  // a loaded value is no address that can be followed
  }
  for (uint32_t part = 0; part < (is_wide(instruction.opcode) ? 2 : 1); ++part) {
    registers_.insert_or_assign(*number + part, space);
  }
}

}  // namespace warplens::measure::machine_code
