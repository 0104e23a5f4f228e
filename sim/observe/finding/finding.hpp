// What is wrong, or could be better, in a run: where, by whom, how often, and the sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/observe/finding/detail.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

// What kinds of findings there are, and what is true of all findings of a kind: findings.def.

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

// The other of two accesses that a finding is about.
struct OtherAccess {
  std::string file;  // the included file that holds the line; "" for the root
  base::Span span;
  uint32_t line = 0, column = 0;
  trace::BlockId block;
  uint32_t thread[3] = {0, 0, 0};
  std::optional<uint32_t> step;  // as Finding::step
};

// Two places of the text whose accesses race for the same reason as those of a finding.
struct AlsoRacing {
  FindingKind kind = FindingKind::kRaceInWarp;
  struct Place {
    std::string file;  // as OtherAccess::file
    base::Span span;
    uint32_t line = 0, column = 0;
  };
  Place one, other;  // in order of execution
};

// A change of the text that mends a finding, as it was tried: with it the finding is gone, and
// nothing else is different.
struct Mend {
  base::Span place;           // of the root text: what is replaced
  std::string text;           // by what, with as many line ends
  uint32_t line = 0;          // of the change, from 1
  std::string added;          // "if (i < n)"
  std::string replaced = {};  // "i <= n", which `added` replaces
  std::string message = {};   // what to add and where, a sentence
};

struct Finding {
  base::Severity severity = base::Severity::kError;
  FindingKind kind = FindingKind::kOutOfBounds;
  std::string file;  // as OtherAccess::file
  base::Span span;
  uint32_t line = 0, column = 0;
  uint64_t count = 0;    // lane accesses, or lanes; of a race, those that meet an earlier one
  trace::BlockId block;  // first occurrence
  uint32_t thread[3] = {0, 0, 0};
  trace::BlockId extent{1, 1, 1};  // of a block
  Detail detail;
  std::string message;  // sentence.hpp's, of all this
  // The access that it happened in, counted in the block from 0 (trace::Recording), if it is one;
  // of a barrier, the last one that the thread's warp made before it waited.
  std::optional<uint32_t> step;
  std::optional<OtherAccess> other;
  std::vector<AlsoRacing> also;      // that the same barrier would order
  std::vector<base::Span> alike;     // other accesses that are the same mistake: a load's store
  std::shared_ptr<const Mend> mend;  // null: none is known
  // Options of the launch that nobody gave, "--arg n=64", without which it might be none.
  std::vector<std::string> rests_on;

  bool is_at(base::Span place) const;  // one of its accesses is there
  // Which of several orders happens decides what is read or left.
  bool is_race() const { return traits(kind).counts == FindingCounts::kRaces; }
};

// Null: none of them is an error.
const Finding* first_error(const std::vector<Finding>& findings);
uint64_t errors_among(const std::vector<Finding>& findings);

}  // namespace warplens::observe
