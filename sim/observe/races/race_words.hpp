// What is said of a race: who accesses what without waiting for whom, and where a barrier is
// missing.
#pragma once

#include <string>

#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/race_causes.hpp"

namespace warplens::observe {

class RaceWords {
 public:
  // `block`: extents. The others must outlive this.
  RaceWords(const code::Program& program, const MemoryLayout& layout, trace::BlockId block)
      : program_(program), layout_(layout), block_(block) {}

  // Of the cause's first race; `finding` and its other access have their places and threads.
  std::string of(const Finding& finding, const RaceCause& cause) const;
  // Of threads that change a place and lose what others did.
  std::string of_update(const Finding& finding, const Race& race) const;

 private:
  // The words of one race.
  struct Parts {
    std::string later, earlier, element;  // in order of execution
    uint32_t line = 0;                    // of the earlier one
  };
  Parts parts_of(const Finding& finding, const Race& race) const;
  std::string accesses(const Parts& parts, const Race& race) const;
  std::string remedy(const RaceCause& cause) const;
  std::string missing(const RaceCause& cause) const;
  uint32_t line_of(uint32_t site) const;

  const code::Program& program_;
  const MemoryLayout& layout_;
  const trace::BlockId block_;
};

}  // namespace warplens::observe
