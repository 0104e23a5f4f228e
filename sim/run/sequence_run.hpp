// Launches one after another, in slices: who calls advance() decides how often it looks around, can
// say how far it is, and can have the runs as they are so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

// Where the launches of a sequence come from.

class LaunchSource {
 public:
  virtual ~LaunchSource() = default;
  // The next launch, each as a request of its own, given what the one before it left; `before` is
  // null for the first one. Nothing: there is none.
  virtual std::optional<prepare::Request> next(const Run* before) = 0;
};

// Launches that are known from the start.
class ListedLaunches : public LaunchSource {
 public:
  explicit ListedLaunches(std::vector<prepare::Request> launches)
      : launches_(std::move(launches)) {}
  std::optional<prepare::Request> next(const Run*) override {
    if (next_ == launches_.size()) return std::nullopt;
    return std::move(launches_[next_++]);
  }

 private:
  std::vector<prepare::Request> launches_;
  size_t next_ = 0;
};

class SequenceRun {
 public:
  // `request`: what all launches have in common; its own launch is not executed unless `launches`
  // has it.
  SequenceRun(prepare::Request request, std::unique_ptr<LaunchSource> launches);
  // The request's launch and those that follow it.
  explicit SequenceRun(const prepare::Request& request);
  ~SequenceRun();

  // Compiling is not cut, nor is binding a launch but for the contents of its arrays.
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
