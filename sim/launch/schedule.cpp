#include "sim/launch/schedule.hpp"

#include <charconv>

#include "sim/base/say.hpp"
#include "sim/base/visible.hpp"

namespace warplens::launch {

base::Result<Schedule, std::string> parse_order(std::string_view word) {
  Schedule schedule;
  constexpr std::string_view kRandom = "random=";
  if (word == "in-order") return schedule;
  if (word == "round-robin") {
    schedule.order = Order::kRoundRobin;
    return schedule;
  }
  if (word == "adversarial") {
    schedule.order = Order::kAdversarial;
    return schedule;
  }
  if (word.starts_with(kRandom)) {
    const std::string_view seed = word.substr(kRandom.size());
    schedule.order = Order::kRandom;
    const char* const end = seed.data() + seed.size();
    const auto [at, error] = std::from_chars(seed.data(), end, schedule.seed);
    if (error == std::errc{} && at == end && !seed.empty()) return schedule;
    return base::fail(say("'{word}' is not a seed: random=SEED takes a whole number below 2^64",
                          "word"_a = base::visible(seed)));
  }
  return base::fail(
      say("there is no schedule '{word}'; there are in-order, round-robin, random=SEED and "
          "adversarial",
          "word"_a = base::visible(word)));
}

std::string print_order(const Schedule& schedule) {
  switch (schedule.order) {
    case Order::kInOrder:
      return "in-order";
    case Order::kRoundRobin:
      return "round-robin";
    case Order::kRandom:
      return "random=" + std::to_string(schedule.seed);
    case Order::kAdversarial:
      break;
  }
  return "adversarial";
}

std::string words(const Schedule& schedule) {
  const std::string order = print_order(schedule);
  return schedule.independent_lanes ? say("{order}, independent lanes", "order"_a = order) : order;
}

base::Result<bool, std::string> parse_lanes(std::string_view word) {
  if (word == "lockstep") return false;
  if (word == "independent") return true;
  return base::fail(
      say("lanes are 'lockstep' or 'independent', not '{word}'", "word"_a = base::visible(word)));
}

}  // namespace warplens::launch
