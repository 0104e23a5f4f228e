// Launches one after another, in slices: who calls advance() decides how often it looks around, can
// say how far it is, and can have the runs as they are so far.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/base/slice.hpp"
#include "sim/prepare/bind.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/execution.hpp"
#include "sim/run/launch_run.hpp"
#include "sim/run/launch_source.hpp"
#include "sim/run/run.hpp"
#include "sim/run/unwritten_outputs.hpp"

namespace warplens::run {

class SequenceRun {
 public:
  // `request`: what all launches have in common; its own launch is not executed unless `launches`
  // has it.
  SequenceRun(prepare::Request request, std::unique_ptr<LaunchSource> launches);
  // The request's launch and those that follow it.
  explicit SequenceRun(const prepare::Request& request);
  ~SequenceRun();
  SequenceRun(const SequenceRun&) = delete;
  SequenceRun& operator=(const SequenceRun&) = delete;

  // Goes on for so many steps, as base::Slice counts them: of Request::cancelled. Compiling and
  // binding a launch are not cut.
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
  // Of the present launch.
  enum class Stage : uint8_t { kBind, kExecute, kLookAtOutputs, kKeep };

  base::Progress go_on(base::Slice& slice);
  void compile();
  void bind();
  void look_for_next();
  void find_unwritten_outputs();
  void add_unwritten_outputs();
  void keep();
  void fail(base::Diagnostics errors);

  prepare::Request request_;
  std::unique_ptr<LaunchSource> source_;
  std::optional<prepare::Compiled> compiled_;
  std::optional<prepare::Request> next_;  // the launch that comes next
  Stage stage_ = Stage::kBind;
  prepare::Earlier earlier_;
  Allowance allowance_;
  std::optional<prepare::BoundLaunch> bound_;
  bool is_alone_ = false;  // no other launch was before the present one
  std::shared_ptr<Run> run_;
  std::unique_ptr<LaunchRun> launch_;
  observe::MemoryLayout layout_;
  std::unique_ptr<UnwrittenOutputs> outputs_;
  Runs runs_;  // those that have ended
  bool is_done_ = false;
  base::Diagnostics errors_;
};

}  // namespace warplens::run
