// The verdict on one pair of simulated and measured counts.
#pragma once

#include "app/compare/comparison.hpp"
#include "app/compare/rows.hpp"

namespace warplens::compare {

// As written, by line or replayed: equal, or explained by what the debug build is known to do with
// such text, or kDiffers.
Cell judge_as_written(const RowKey& key, const SimulatedRow& simulated,
                      const measure::Counts& measured, measure::Method method);

// As compiled: equal, or the compiler's doing, with the record's cause if it has one.
Cell judge_as_compiled(const RowKey& key, const SimulatedRow& simulated,
                       const measure::Counts& measured, measure::Method method,
                       const std::vector<measure::Cause>& causes);

// Whether the counts agree wherever both have one. `is_counted`: everything that matters was
// measured, wavefronts of shared memory, sectors and lines of global memory.
struct CountsAgreement {
  bool agrees = true;
  bool is_counted = true;
};
CountsAgreement agreement(const measure::Counts& simulated, const measure::Counts& measured);

// Of wavefronts (shared) or sectors (global); where those were not counted, of lines or requests.
int64_t difference(measure::Space space, const measure::Counts& simulated,
                   const measure::Counts& measured);

// More wavefronts by at most this share, with equal requests, are lost arbitration.
inline constexpr double kMostArbitration = 0.05;
bool is_arbitration(const measure::Counts& simulated, const measure::Counts& measured);

}  // namespace warplens::compare
