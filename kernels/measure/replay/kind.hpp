// The common properties of accesses of one kind: space, operation, width and, for an atomic, which
// one. Accesses of one kind share a timing kernel and a calibration.
#pragma once

#include <array>
#include <compare>
#include <string>

#include "kernels/measure/format/job.hpp"

namespace warplens::measure::replay {

struct AccessKind {
  Space space = Space::kShared;
  Operation operation = Operation::kLoad;
  uint32_t bytes = 4;  // a lane
  // kAtomic: PTX's operation and type, "add.u32"; "red.add.u32" where the old value is not used.
  // Else
  // "".
  std::string atomic;
  auto operator<=>(const AccessKind&) const = default;
};

AccessKind kind_of(const WarpAccess& access);
std::string print(const AccessKind& kind);  // "shared load of 4 bytes", "global add.f64"

// The parts of an atomic's name: "add", "u32"; whether the old value is used.
std::string operation_of(const std::string& atomic);
std::string type_of(const std::string& atomic);
bool has_result(const std::string& atomic);

// One sentence: why no GPU can execute this access ("" if one can). Unknown widths and atomics, an
// address that is no multiple of the width, no active lane.
std::string refusal(const WarpAccess& access);
// The same, and also why its lanes are too far apart for the available memory; a block has
// `most_shared` bytes.
std::string refusal(const WarpAccess& access, uint64_t most_shared);

// The accesses' bytes from the lowest active address on, which is rounded down so that banks,
// sectors and lines do not change.
struct Placement {
  uint64_t base = 0;   // subtracted from every address
  uint64_t bytes = 0;  // from there to the last byte of an active lane
};
Placement placement(const WarpAccess& access);
// Every lane's address from there on; inactive lanes have 0.
std::array<uint64_t, kWarpSize> placed_addresses(const WarpAccess& access);

}  // namespace warplens::measure::replay
