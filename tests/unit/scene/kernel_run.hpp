// Runs a kernel's text for the scene's tests and makes its moments.
#pragma once

#include <memory>
#include <string>

#include "app/scene/backdrop.hpp"
#include "app/scene/moment.hpp"

namespace warplens::test {

struct Recorded {
  std::shared_ptr<const run::Run> run;
  std::shared_ptr<replay::Replay> replay;
  std::shared_ptr<const scene::Backdrop> backdrop;

  std::shared_ptr<const scene::Moment> at(uint32_t step, uint32_t warp = 0, uint32_t lane = 0);
  uint32_t steps() const { return run->recording->size(); }
};

// `words`: launch options as on the command line. Fails the test if the kernel does not run.
Recorded record(const std::string& text, const std::string& words, trace::BlockId block = {});
// A file of kernels/lessons, launched as its first comment says.
Recorded record_lesson(const std::string& file, trace::BlockId block = {});

// The grid of that name; fails the test if there is none.
const scene::Grid& grid_of(const scene::Moment& moment, const std::string& name);

}  // namespace warplens::test
