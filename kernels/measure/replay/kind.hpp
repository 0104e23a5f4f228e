// What all accesses of one kind have in common: space, operation, width and, of an atomic, which
// one. Accesses of one kind share a timing kernel and a calibration.
#pragma once

#include <compare>
#include <string>

#include "kernels/measure/record/job.hpp"

namespace warplens::measure::replay {

struct Kind {
  Space space = Space::kShared;
  Operation operation = Operation::kLoad;
  uint32_t bytes = 4;  // a lane
  std::string atomic;  // kAtomic: PTX's operation and type, "add.u32"; else ""
  auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const WarpAccess& access);
std::string print(const Kind& kind);  // "shared load of 4 bytes", "global add.f64"

// The type that PTX gives an atomic: "u32" of "add.u32"; "" if there is none.
std::string type_of(const std::string& atomic);

// One sentence: why no GPU can execute this access ("" if one can). Unknown widths and atomics, an
// address that is no multiple of the width, no active lane.
std::string refusal(const WarpAccess& access);

// The accesses' bytes from the lowest active address on, which is rounded down so that banks,
// sectors and lines stay what they are.
struct Placement {
  uint64_t base = 0;   // subtracted from every address
  uint64_t bytes = 0;  // from there to the last byte of an active lane
};
Placement placement(const WarpAccess& access);

}  // namespace warplens::measure::replay
