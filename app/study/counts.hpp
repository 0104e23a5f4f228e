// What is counted of a launch's accesses, and what each count is called: a row a count, which
// tables, charts, tooltips and sentences ask, so that one thing has one name everywhere.
#pragma once

#include <cstdint>

#include "sim/base/text.hpp"
#include "sim/trace/event.hpp"

namespace warplens::study {

// Scripts name the window's totals by these numbers.
enum class Measure : uint8_t {
  kRequests,
  kWavefronts,
  kConflicts,
  kWavefrontsARequest,
  kSectors,
  kLines,
  kSectorsARequest,
  kBytesUsed,
  kBytesMoved,
  kEfficiency,
  kBroadcasts,
  kBroadcastsARequest,
  kBytesRequested,
  kIdeal,
  kInstructions,
};
inline constexpr size_t kMeasures = 15;

// For programs; null: they get what it is a rate of.
const char* word(Measure measure);
Sentence name_of(Measure measure);
// As a column's head, where the table says what it is about: "per req.".
Sentence head_of(Measure measure);
// What is counted, as a tooltip has it.
Sentence meaning_of(Measure measure);
// With its memory, where counts of several stand together: "shared: wavefronts".
Text name_of(trace::Space space, Measure measure);

// "1 wavefront", "32 wavefronts": of requests, wavefronts, sectors, lines and broadcasts.
Text counted(Measure measure, uint64_t number);
// The same with groups of digits: "8,192 wavefronts".
Text grouped_count(Measure measure, uint64_t number);

// What requests of this memory take: wavefronts, sectors or broadcasts.
Measure cost_in(trace::Space space);

}  // namespace warplens::study
