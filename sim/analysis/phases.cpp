// One pass over a recording's accesses collects, for each pair of phase and barrier interval, which
// kinds of access occur in it; the name follows from the kinds (activity_of).
#include "sim/analysis/phases.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace warplens::analysis {
namespace {

using trace::Operation;
using trace::Space;

// What happens in one part, as seen so far.
struct Seen {
  bool shared_load = false, shared_store = false, stored_from_global = false;
  bool global_load = false, global_store = false;
};

Activity activity_of(const Seen& seen) {
  const bool loads_tile = seen.stored_from_global || (seen.shared_store && seen.global_load);
  if (seen.global_store && loads_tile) return Activity::kLoadAndStore;
  if (seen.global_store) return seen.global_load ? Activity::kReadAndStore : Activity::kStore;
  if (loads_tile) return Activity::kLoad;
  if (seen.shared_load) return Activity::kCompute;
  if (seen.shared_store) return Activity::kFill;
  return seen.global_load ? Activity::kRead : Activity::kNone;
}

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
      return "load";
    case Activity::kFill:
      return "fill";
    case Activity::kCompute:
      return "compute";
    case Activity::kRead:
      return "read";
    case Activity::kStore:
      return "store";
    case Activity::kReadAndStore:
      return "read and store";
    case Activity::kLoadAndStore:
      return "load and store";
  }
  return "";
}

std::vector<PhasePart> phase_parts(const trace::Recording& recording) {
  std::map<uint32_t, size_t> index_of;  // of the present interval, by phase: intervals only grow
  std::vector<PhasePart> parts;
  std::vector<Seen> seen;
  for (uint32_t step = 0; step < recording.size(); ++step) {
    const trace::AccessHead& head = recording.heads[step];
    if (!parts.empty() && parts.back().interval != head.interval) index_of.clear();
    const auto [place, is_new] = index_of.try_emplace(head.phase, parts.size());
    if (is_new) {
      parts.push_back({head.phase, head.interval, Activity::kNone, step, step, 0});
      seen.emplace_back();
    }
    PhasePart& part = parts[place->second];
    Seen& what = seen[place->second];
    part.last_step = step;
    ++part.accesses;
    const bool loads = head.operation != Operation::kStore;
    const bool stores = head.operation != Operation::kLoad;
    if (head.space == Space::kGlobal) {
      what.global_load |= head.operation == Operation::kLoad;
      what.global_store |= stores;
    } else {
      what.shared_load |= loads;
      what.shared_store |= stores;
      if (head.operation == Operation::kStore && !what.stored_from_global) {
        what.stored_from_global = comes_from_global(recording.at(step));
      }
    }
  }
  for (size_t i = 0; i < parts.size(); ++i) parts[i].activity = activity_of(seen[i]);
  return parts;
}

std::string phase_name(const code::Program& program, const trace::Phase& phase) {
  if (phase.loop == trace::Phase::kOutside) return "";
  const lang::Loop* loop = program.phase_loops[phase.loop].loop;
  if (phase.has_value && loop != nullptr && loop->induction != nullptr) {
    return loop->induction->name + " = " + std::to_string(phase.value);
  }
  return "iteration " + std::to_string(phase.iteration);
}

std::string phase_label(const code::Program& program, const trace::Recording& recording,
                        const std::vector<PhasePart>& parts, uint32_t phase) {
  std::string activities;
  for (const PhasePart& part : parts) {
    if (part.phase != phase || part.activity == Activity::kNone) continue;
    if (!activities.empty()) activities += " | ";
    activities += name_of(part.activity);
  }
  const std::string name = phase_name(program, recording.phases[phase]);
  if (name.empty() || activities.empty()) return name + activities;
  return name + ": " + activities;
}

}  // namespace warplens::analysis
