// What two runs differ in: lines of their texts, what they were launched with, and the first
// accesses of their recorded blocks that do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/passes.hpp"
#include "sim/base/slice.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

// A line that only one of the texts has: the other's number is 0.
struct LineDifference {
  uint32_t left = 0, right = 0;  // from 1
  std::string text;
};

// "PAD", "0", "1"; "" on the side that has none. Those that only one side has come last.
struct TraitDifference {
  std::string name, left, right;
};

enum class AccessDifferenceKind : uint8_t {
  kPasses,  // wavefronts, broadcasts or sectors
  kLanes,   // that take part
  kValues,  // that the lanes get or write
  kAlone,   // the other text or block does not make this access
};

// The first of its kind, by steps of the right run.
struct AccessDifference {
  AccessDifferenceKind kind = AccessDifferenceKind::kPasses;
  uint32_t step = 0;  // of the right run
  uint32_t line = 0;  // there
  std::string text;   // "tile[threadIdx.x][threadIdx.y]"
  Work work = Work::kWavefronts;
  uint32_t left = 0, right = 0;  // kPasses: how many of that work
  uint32_t lanes = 0;            // kLanes, kValues: those that differ
  uint64_t count = 0;            // of the block's accesses that differ in this way
};

struct Differences {
  std::vector<LineDifference> lines;  // in order of the texts, the left's before the right's
  uint32_t more_lines = 0;            // that are left out
  bool differ_in_comments = false;    // and in nothing else
  std::vector<TraitDifference> traits;
  std::vector<AccessDifference> accesses;  // in order of the kinds
  bool are_accesses_compared = false;      // both have a recording
};

inline constexpr size_t kMostLineDifferences = 400;

// To be continued later; less of them once the slice is cancelled. Both runs outlive it.
class DifferencesOfRuns {
 public:
  DifferencesOfRuns(const run::Run& left, const run::Run& right);
  ~DifferencesOfRuns();
  base::Progress advance(base::Slice& slice);
  Differences take();  // when it is done

 private:
  class Looking;
  std::unique_ptr<Looking> looking_;
};

// Lines of one text that the other does not have in this place. Comments and blank lines are left
// out.
std::vector<LineDifference> differing_lines(std::string_view left, std::string_view right);

}  // namespace warplens::scene
