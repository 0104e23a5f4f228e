#include "sim/prepare/launch_verdict.hpp"

#include <utility>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/model/limit_words.hpp"

namespace warplens::prepare {
namespace {

std::string devices_words(const model::StartingDevices& on) {
  const size_t all = model::devices().size();
  if (on.refusing.empty()) return say("starts on all {all} devices", "all"_a = all);
  if (on.count == 0) return say("starts on none of the {all} devices", "all"_a = all);
  return say("starts on {count} of {all} devices; not on {devices}", "count"_a = on.count,
             "all"_a = all, "devices"_a = base::list_words(on.refusing));
}

std::string verdict_words(const TextLaunch& launch, const LaunchVerdict& verdict) {
  std::string words = !verdict.exceeded.empty() ? model::excess_words(verdict.exceeded)
                      : !launch.lacking_call.empty()
                          ? say("fails: more than 48 KiB of shared memory without {call}",
                                "call"_a = launch.lacking_call)
                          : label("stays within every limit");
  if (launch.of.is_ready) return words;
  return say("{verdict} (the kernel cannot be run here, so its shared arrays are not counted)",
             "verdict"_a = words);
}

}  // namespace

LaunchVerdict verdict_of(const TextLaunch& launch, const model::Device& device) {
  LaunchVerdict verdict;
  verdict.exceeded = model::exceeded_limits(device, launch.needs);
  verdict.starts = verdict.exceeded.empty() && launch.lacking_call.empty();
  verdict.words = verdict_words(launch, verdict);
  model::StartingDevices on = model::starting_devices(launch.needs);
  verdict.devices = devices_words(on);
  verdict.reasons = std::move(on.reasons);
  verdict.refusing = std::move(on.refusing);
  return verdict;
}

std::string words(const TextLaunch& launch) {
  const std::string place = words(launch.of.place);
  const std::string sizes = sizes_words(launch.of.launch);
  const bool says_all = launch.times == 1 && place.find(sizes) != std::string::npos;
  if (!launch.reached || says_all) return place;
  return say_count("{launch}; reached {count} time, with {sizes}",
                   "{launch}; reached {count} times, with {sizes}", launch.times,
                   "launch"_a = place, "sizes"_a = sizes);
}

std::vector<std::string> notes_on(const TextLaunches& launches) {
  std::vector<std::string> notes;
  if (!launches.launches.empty())
    notes.push_back(say(
        "These verdicts do not count registers: how many a thread takes is up to the compiler."));
  if (launches.unknown > 0)
    notes.push_back(say_count(
        "{count} launch of the host code is not listed: the text does not say its sizes.",
        "{count} launches of the host code are not listed: the text does not say their sizes.",
        launches.unknown));
  if (launches.left_out > 0)
    notes.push_back(say_count("{count} further launch is not listed.",
                              "{count} further launches are not listed.", launches.left_out));
  return notes;
}

}  // namespace warplens::prepare
