// What kinds of findings there are, and what is true of all findings of a kind: findings.def.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/diagnostic.hpp"

namespace warplens::observe {

enum class FindingKind : uint8_t {
#define WL_FINDING(name, ...) name,
#include "sim/observe/finding/findings.def"
};

enum class FindingAbout : uint8_t { kMistake, kWaste };
enum class FindingCounts : uint8_t {
  kAccesses,
  kRaces,
  kThreads,
  kTimes,
  kElements,
  kSectors,
  kWavefronts,
  kLanes,
  kLaneSlots,
  kPlaces
};
enum class FindingOrder : uint8_t { kFixed, kAnyOrder };
enum class FindingMending : uint8_t { kByHand, kFixable };

struct FindingTraits {
  std::string_view word;
  base::Severity severity;
  FindingAbout about;
  FindingCounts counts;
  FindingOrder order;
  FindingMending mending;
};

const FindingTraits& traits(FindingKind kind);
std::string_view word(FindingCounts counts);  // "lane_accesses", in JSON
inline std::string_view word(FindingKind kind) {
  return traits(kind).word;
}
// Of host code: it is in no thread of a grid.
inline bool is_of_host(FindingKind kind) {
  return word(kind).starts_with("host_");
}

}  // namespace warplens::observe
