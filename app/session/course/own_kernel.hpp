// Somebody's own kernel behind the course: once it has run, what its accesses take is asked, one
// access of the text after another.
#pragma once

#include <cstdint>
#include <memory>
#include <set>

#include "sim/run/run.hpp"

namespace warplens::gui {

enum class OwnStage : uint8_t {
  kWaiting,     // it has not run to its end yet
  kAsking,      // about an access
  kNotRunning,  // it does not compile, or its launch has a mistake
  kEndless,     // something else than its end has ended it
  kNoQuestion,  // none of its accesses has one
  kAllAsked,    // there are no others
};

struct OwnKernel {
  OwnStage stage = OwnStage::kWaiting;
  uint32_t step = 0;       // that is asked about, of the recording
  bool has_more = false;   // accesses that were not asked about
  bool has_asked = false;  // one of them had a question
  // Sites that were gone to, of that version of the text.
  std::set<uint32_t> sites;
  uint64_t version = 0;
  std::shared_ptr<const run::Run> of;  // that the stage is known of
  bool had_ask_first = false;          // as the user had it before
};

}  // namespace warplens::gui
