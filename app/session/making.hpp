// How the launches that a session shows are made: executed, or taken from those that are shown, as
// far as what differs lets that be.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/base/slice.hpp"
#include "sim/run/run.hpp"
#include "sim/run/sequence_run.hpp"

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

// Makes them, to be continued later. Taking block or device from what is shown is not cut, nor is
// what compiles.
class RunMaking {
 public:
  // `from`: the launches that are shown. Where they are not enough, the request is executed, until
  // its `cancelled`.
  RunMaking(prepare::Request request, run::Runs from, Making making);
  base::Progress advance(base::Slice& slice);
  // What is executed; null: nothing is yet.
  const run::SequenceRun* sequence() const { return sequence_.get(); }
  Made take();  // when it is done

 private:
  void begin();
  void execute();
  void end_sequence();

  prepare::Request request_;
  const run::Runs from_;
  const Making making_;
  bool has_begun_ = false, is_counting_ = false;
  std::unique_ptr<run::SequenceRun> sequence_;
  std::optional<Made> made_;
};

}  // namespace warplens::gui
