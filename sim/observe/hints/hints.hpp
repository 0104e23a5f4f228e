// Advice on a run: what costs more than it has to, and what depends on an order.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

// Longer recordings are not looked at: about 0.1 s. [steps]
inline constexpr uint32_t kMostSteps = 200'000;

// Looks for all hints in a whole recording.
class HintSearch {
 public:
  // What `subject` refers to outlives this.
  explicit HintSearch(const Subject& subject);
  HintSearch(const HintSearch&) = delete;
  HintSearch& operator=(const HintSearch&) = delete;
  base::Progress advance(base::Slice& slice);
  std::vector<Finding> take() { return std::move(found_); }  // when it is done

 private:
  const Subject subject_;
  std::vector<std::unique_ptr<Hint>> hints_;  // none: there is nothing to look for
  uint32_t step_ = 0;                         // the next one
  size_t hint_ = 0;                           // the next one whose findings are added
  std::vector<Finding> found_;
};
// Of the launch alone: a block whose last warp is not full.
std::vector<Finding> launch_hints(const code::Program& program, trace::BlockId block);

}  // namespace warplens::observe
