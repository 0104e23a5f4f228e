// How the launches that a session shows are made: executed, or taken from those that are shown, as
// far as what differs lets that be.
#pragma once

#include <cstdint>

#include "sim/run/run.hpp"

namespace warplens::gui {

enum class Making : uint8_t {
  kExecute,
  kBlock,   // the same with another recorded block
  kDevice,  // the same on another device
  kCounts,  // the totals that another device's rules lack (Run::is_counted)
};

// The shortest way from what is shown, which was requested by `shown`, to `wanted`.
Making making_of(const prepare::Request& shown, const prepare::Request& wanted);

struct Made {
  base::Checked<run::Runs> runs;
  bool is_executed = false;  // the whole grid of each launch
};
// `from`: the launches that are shown. Where they are not enough, the request is executed,
// `after_slice` as run::run_sequence() has it.
Made make_runs(prepare::Request request, const run::Runs& from, Making making,
               const run::AfterSlice& after_slice = {});

}  // namespace warplens::gui
