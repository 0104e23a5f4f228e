// Launches that do again what they did, as benchmarks' loops have them: one that finds memory as an
// equal launch found it leaves what that left, and is not executed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/machine/context.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::host {

// Whether all arrays hold the same bytes: of pages that both share, a comparison of pointers.
bool is_equal(const machine::GlobalMemory& a, const machine::GlobalMemory& b);

class RepeatedLaunches {
 public:
  using Context = std::shared_ptr<const machine::GridContext>;

  // If memory is as an equal launch found it: its end, and memory is now as it left it. Else null.
  const machine::GridEnd* repeat(const Context& context, machine::GlobalMemory& memory);
  // Whether what the launch makes of memory is to be kept, for which a copy is made before.
  bool is_worth_keeping(const Context& context, const machine::GlobalMemory& memory);
  // The launch was executed to its end and did nothing but change memory. `before`: as it found
  // memory, or null if that is not known.
  void executed(const Context& context, const machine::GridEnd& end,
                const machine::GlobalMemory* before, machine::GlobalMemory& memory);
  // Forgets what memory was if copies of all arrays, of which `more` bytes are about to be added,
  // might find no room.
  void leave_room(const machine::GlobalMemory& memory, uint64_t more = 0);
  uint64_t repeated() const { return repeated_; }  // launches that were not executed

 private:
  struct States {
    machine::GlobalMemory before, after;
  };
  struct Seen {
    Context context;
    machine::GridEnd end;
    uint32_t misses = 0;  // since it was repeated: it found memory other than before
    std::optional<States> states;
  };
  Seen* find(const machine::GridContext& context);

  std::vector<Seen> seen_;  // the last one used is at the end
  uint64_t repeated_ = 0;
};

}  // namespace warplens::host
