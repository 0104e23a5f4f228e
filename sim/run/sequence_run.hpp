// Launches one after another, in slices: who calls advance() decides how often it looks around, can
// say how far it is, and can have the runs as they are so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/base/slice.hpp"
#include "sim/run/launch_source.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

class SequenceRun {
 public:
  // `request`: what all launches have in common; its own launch is not executed unless `launches`
  // has it.
  SequenceRun(prepare::Request request, std::unique_ptr<LaunchSource> launches);
  // The request's launch and those that follow it.
  explicit SequenceRun(const prepare::Request& request);
  ~SequenceRun();

  // Compiling and binding a launch are not cut.
  base::Progress advance(base::Slice& slice);
  // Goes on for so many steps, as base::Slice counts them, until Request::cancelled.
  base::Progress advance(uint64_t steps);
  // When it is done: the runs, or what is wrong. Once.
  base::Checked<Runs> take();

  struct Position {
    size_t launch = 0;                     // the one that runs
    uint64_t blocks_done = 0, blocks = 0;  // of it; 0: it has not begun
  };
  Position position() const;
  // The launches before the present one, and that one as it is now, kRunning, once its recorded
  // block is through and others are left; else empty.
  Runs so_far() const;

 private:
  class Sequence;
  std::unique_ptr<Sequence> sequence_;
};

}  // namespace warplens::run
