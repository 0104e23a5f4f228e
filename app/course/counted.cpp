// Which of a stop's questions ask to count what its access takes.
#include <optional>
#include <string_view>
#include <utility>

#include "app/course/stop_run.hpp"

namespace warplens::course {

namespace {

// Of a question whose truth is that fact of the stop's own access, and nothing else.
std::optional<study::Counted> counted_by(const Stop& stop) {
  constexpr std::pair<std::string_view, study::Counted> kPaths[] = {
      {"access.wavefronts", study::Counted::kWavefronts},
      {"access.sectors", study::Counted::kSectors},
      {"access.lines", study::Counted::kLines}};
  if (!stop.question) return std::nullopt;
  const auto fact = stop.facts.find(stop.question->truth);
  if (fact == stop.facts.end()) return std::nullopt;
  for (const auto& [path, counted] : kPaths) {
    if (fact->second == path) return counted;
  }
  return std::nullopt;
}

}  // namespace

study::CountingLanes counting_lanes(const Stop& stop, const StopRun& run) {
  const std::optional<study::Counted> counted = counted_by(stop);
  const std::optional<StopRun::Access> access = run.access("");
  if (!counted || !access || access->run == nullptr) return {};
  const study::TraceFacts trace = study::trace_facts(access->run, {}, 0);
  return study::counting_lanes(*access->run, study::access_facts(trace, access->step, access->lane),
                               *counted);
}

}  // namespace warplens::course
