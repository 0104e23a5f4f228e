// An access pass by pass: what memory does one after another for the lanes of a warp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/study/counts.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::scene {

struct Moment;

// Three kinds of work, which are never added: each has a unit of its own.
enum class Work : uint8_t { kWavefronts, kBroadcasts, kSectors };
inline constexpr size_t kWorks = 3;
Work work_of(trace::Space space);
study::Measure measure_of(Work work);
trace::Space space_of(Work work);

// A pass is a wavefront (shared memory), a broadcast (constant) or a sector (global, line by line).
// Their number is exact, their order an illustration.
struct Passes {
  Work work = Work::kWavefronts;
  std::vector<uint32_t> lanes;  // by pass: those that it serves, wholly or in part
  // By lane that takes part: the first and the last pass that serves it; a lane is done after its
  // last word or retry.
  std::array<uint32_t, trace::kWarpSize> first{}, last{};
  uint32_t least = 0;  // passes that the access would need at best

  uint32_t count() const { return static_cast<uint32_t>(lanes.size()); }
};

// Of a moment whose banks, broadcasts or sectors are there.
Passes passes_of(const Moment& moment);

// "pass 7 of 32", "sector 3 of 8"; `pass` from 1.
std::string pass_counter(const Passes& passes, uint32_t pass);

// "done in 32 wavefronts", "done in 1 sector".
std::string done_words(const Passes& passes);

// What a pass does, in some words: "lane 6: word 192; 31 banks idle". `banks`: of the device.
std::string pass_words(const Moment& moment, uint32_t pass, uint32_t banks);

}  // namespace warplens::scene
