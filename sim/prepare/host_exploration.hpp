// The launches of host code that nothing says how to begin: of functions in a text without main(),
// and of a main() that did not reach them. Host code is executed with arguments and input that are
// not known, and a launch is known as far as it does not depend on them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct FoundLaunch {
  // What one of the kernel's parameters receives, as far as that is known.
  struct Argument {
    std::string parameter;
    std::string value;  // of a scalar; empty: not known
    std::optional<uint64_t>
        array;           // that a pointer points to: the same in all launches that use it
    uint64_t bytes = 0;  // of that array; 0: not known
  };
  base::Span span;     // in the text
  std::string kernel;  // lang::Kernel::name
  launch::Dim3 grid, block;
  uint64_t shared_bytes = 0;
  bool knows_block = false;
  bool is_known = false;  // grid, block and shared bytes
  std::vector<Argument> arguments;
};

// In the order in which they are executed; behind them those that only another way through the
// program leads to. `unit`: the request's text, compiled; without launches in it nothing is
// executed. Bounded: at most kMostExplored steps of host code in all, no kernel is executed.
std::vector<FoundLaunch> explore_host(const Request& request, const lang::Unit& unit);

// The same, to be continued later. Both outlive it.
class HostLaunchSearch {
 public:
  HostLaunchSearch(const Request& request, const lang::Unit& unit);
  ~HostLaunchSearch();
  base::Progress advance(base::Slice& slice);
  std::vector<FoundLaunch> take();  // when it is done

 private:
  class Explorer;
  std::unique_ptr<Explorer> explorer_;  // null: there is nothing to look for
};

// What it finds, as launches to run.
HostDefaults defaults_of(const lang::Unit& unit, const std::vector<FoundLaunch>& found);

inline constexpr uint64_t kMostExplored = 200'000'000;  // [instructions]

}  // namespace warplens::prepare
