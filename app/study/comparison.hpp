// Counts of the simulation, of a GPU and of recordings beside each other: of the launches of one
// text by line, or of many texts a row each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/compare/comparison.hpp"
#include "app/study/section.hpp"

namespace warplens::study {

// The table has the number that matters of a row: wavefronts of shared memory, sectors of global
// memory. Requests are shown where they differ and the number does not. Programs get all counts.
Section describe(const compare::Comparison& comparison);

enum class Outcome : uint8_t { kEqual, kExplained, kDiffers, kFailed };

// The launches of one text, as written.
struct ComparedLaunch {
  // "1,024", or simulated and measured: "1,024 / 1,056"; empty: not counted on both sides.
  struct Sum {
    std::optional<uint64_t> simulated, measured;
  };
  std::string name;
  Outcome outcome = Outcome::kEqual;
  uint64_t equal = 0, rows = 0;  // of (line, space, op)
  Sum wavefronts, sectors;
  Text arrays;  // "3 agree; P: 4 of 256 differ (bit-equal)"
  std::vector<Text>
      reasons;  // one a line that is not equal; what is wrong before what is explained
};
ComparedLaunch compared_launch(std::string name, const compare::Comparison& comparison);
ComparedLaunch not_compared(std::string name, std::string reason);

// What a launch was measured by.
struct MeasuredBy {
  measure::Provenance provenance;
  measure::Method method = measure::Method::kCountersByLine;
  bool is_recorded = false;
};

struct ComparedLaunches {
  std::string command;
  std::optional<MeasuredBy> by;  // the first that was measured; none was
  std::vector<ComparedLaunch> launches;
};
Section describe(const ComparedLaunches& compared);

}  // namespace warplens::study
