// Each pair of phase and barrier interval collects which kinds of access occur in it; the name
// follows from the kinds (activity_of).
#include "sim/observe/recorded/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::observe {
namespace {

using trace::Operation;
using trace::Space;

bool comes_from_global(const trace::Access& access) {
  return std::any_of(access.origins.begin(), access.origins.end(), [](trace::Origin origin) {
    return origin != 0 && (origin & trace::kSharedOrigin) == 0;
  });
}

}  // namespace

std::string_view name_of(Activity activity) {
  switch (activity) {
    case Activity::kNone:
      return "";
    case Activity::kLoad:
      return label("load");
    case Activity::kLoadAndCompute:
      return label("load and compute");
    case Activity::kFill:
      return label("fill");
    case Activity::kCompute:
      return label("compute");
    case Activity::kRead:
      return label("read");
    case Activity::kStore:
      return label("store");
    case Activity::kReadAndStore:
      return label("read and store");
    case Activity::kLoadAndStore:
      return label("load and store");
  }
  return "";
}

Activity PhaseReader::activity_of(const Seen& seen) {
  const bool loads_tile = seen.stored_from_global || (seen.shared_store && seen.global_load);
  if (seen.global_store && loads_tile) return Activity::kLoadAndStore;
  if (seen.global_store) return seen.global_load ? Activity::kReadAndStore : Activity::kStore;
  if (loads_tile) return seen.shared_load ? Activity::kLoadAndCompute : Activity::kLoad;
  if (seen.shared_load) return Activity::kCompute;
  if (seen.shared_store) return Activity::kFill;
  return seen.global_load ? Activity::kRead : Activity::kNone;
}

void PhaseReader::read(const trace::Access& access) {
  if (!parts_.empty() && parts_.back().interval != access.interval) index_of_.clear();
  const auto [part, is_new] = index_of_.try_emplace(access.phase, parts_.size());
  if (is_new) {
    parts_.push_back({access.phase, access.interval, Activity::kNone});
    seen_.emplace_back();
  }
  Seen& what = seen_[part->second];
  access.for_each_side([&what](const trace::Access& side) { note(side, what); });
}

void PhaseReader::note(const trace::Access& access, Seen& what) {
  const bool stores = access.operation != Operation::kLoad;
  if (access.space == Space::kGlobal) {
    what.global_load |= access.operation == Operation::kLoad;
    what.global_store |= stores;
  } else {
    what.shared_load |= access.operation != Operation::kStore;
    what.shared_store |= stores;
    if (access.operation == Operation::kStore && !what.stored_from_global)
      what.stored_from_global = comes_from_global(access);
  }
}

std::vector<PhasePart> PhaseReader::parts() const {
  std::vector<PhasePart> parts = parts_;
  for (size_t i = 0; i < parts.size(); ++i) parts[i].activity = activity_of(seen_[i]);
  return parts;
}

std::string phase_name(const code::Program& program, const trace::Phase& phase) {
  if (phase.loop == trace::Phase::kOutside) return "";
  const lang::Loop* loop = program.phase_loops[phase.loop].loop;
  if (phase.has_value && loop != nullptr && loop->induction != nullptr) {
    return fmt::format("{} = {}", loop->induction->name, phase.value);
  }
  return say("iteration {number}", "number"_a = phase.iteration);
}

}  // namespace warplens::observe
