// Follows addresses through the registers, to find the space of generic loads and stores. The debug
// build forms a shared address with the window's upper half (S2R SR_SWINHI), and a local one with
// the driver's values in the first constants (c[0x0][0x20], c[0x0][0x24]); a pointer that is a
// parameter (the rest of c[0x0]) or a variable's address (c[0x4]) is global. Control flow is
// ignored: a register has what was last written above.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "kernels/measure/machine_code/listing_text.hpp"

namespace warplens::measure::machine_code {

// In order of evidence: an address formed from several registers is in the greatest of their
// spaces.
enum class AddressSpace : uint8_t { kUnknown, kGlobal, kLocal, kShared };

class AddressTracker {
 public:
  // Of the address that the instruction uses; to be called before follow().
  AddressSpace space_of(const RawInstruction& instruction) const;
  void follow(const RawInstruction& instruction);

 private:
  AddressSpace sources(std::string_view operands) const;
  std::map<uint32_t, AddressSpace> registers_;  // by number; missing: kUnknown
};

}  // namespace warplens::measure::machine_code
