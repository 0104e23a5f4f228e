// The observers of a run (observers.def), made of what is wanted.
#pragma once

#include <optional>

#include "sim/observe/checks.hpp"
#include "sim/observe/device_totals.hpp"
#include "sim/observe/observed.hpp"
#include "sim/observe/print_log.hpp"
#include "sim/observe/streams/stream_keeper.hpp"
#include "sim/observe/wanted.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::observe {

class Observers {
 public:
  explicit Observers(const Wanted& of);

  trace::Observer& all() { return all_; }
  // Adds what they found so far; what the extra ones found, when the grid `has_ended`: once.
  void put(Observed& to, bool has_ended);

#define WL_OBSERVER(name, Class) Class name;
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) std::optional<Class> name;
#include "sim/observe/observers.def"

 private:
  trace::FanOut all_;
};

}  // namespace warplens::observe
