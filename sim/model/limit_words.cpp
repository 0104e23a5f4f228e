#include "sim/model/limit_words.hpp"

#include <algorithm>

#include "sim/base/byte_count.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::model {

std::string amount_words(const Limit& limit, uint64_t value) {
  return limit.is_bytes ? base::byte_count(value) : base::grouped(value);
}

std::string most_words(const Limit& limit) {
  if (!limit.value) return label("differs by board");
  return *limit.value == 0 ? label("none") : amount_words(limit, *limit.value);
}

std::string meaning_words(const Limit& limit) {
  const std::string what = meaning(limit.kind);
  if (limit.board.empty()) return what;
  return say("{meaning} The figure is of one board, {board}.", "meaning"_a = what,
             "board"_a = limit.board);
}

std::string excess_words(const std::vector<LimitUse>& exceeded) {
  std::string words;
  for (const LimitUse& use : exceeded)
    words += (words.empty() ? "" : "; ") +
             say("{limit}: {used} are more than {most}", "limit"_a = name(use.limit.kind),
                 "used"_a = amount_words(use.limit, *use.used),
                 "most"_a = amount_words(use.limit, *use.limit.value));
  return words;
}

StartingDevices starting_devices(const LaunchNeeds& needs) {
  struct Alike {
    std::vector<std::string> devices;
    std::string limits;
  };
  std::vector<Alike> all;
  StartingDevices result;
  for (const Device& one : devices()) {
    const std::vector<LimitUse> excess = exceeded_limits(one, needs);
    if (excess.empty()) {
      ++result.count;
      continue;
    }
    result.refusing.push_back(one.id);
    const std::string limits = excess_words(excess);
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const Alike& alike) { return alike.limits == limits; });
    if (found == all.end()) found = all.insert(all.end(), Alike{{}, limits});
    found->devices.push_back(one.id);
  }
  for (const Alike& alike : all)
    result.reasons.push_back(say("{devices}: {limits}",
                                 "devices"_a = base::list_words(alike.devices),
                                 "limits"_a = alike.limits));
  return result;
}

}  // namespace warplens::model
