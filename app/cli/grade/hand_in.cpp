#include "app/cli/grade/hand_in.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/json.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kNewestVersion = 1;
constexpr size_t kMostEntries = 2'000;  // of a stranger's file
constexpr size_t kLongestId = 100;      // [bytes]

bool is_id(const Json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty() &&
         value.get_ref<const std::string&>().size() <= kLongestId;
}

// False: it is damaged.
bool take_answers(const Json& list, std::vector<HandIn::Answer>& answers) {
  if (!list.is_array() || list.size() > kMostEntries) return false;
  std::set<std::string> stops;
  for (const Json& one : list) {
    if (!one.is_object() || !one.contains("stop") || !is_id(one["stop"]) ||
        !one.contains("right") || !one["right"].is_boolean())
      return false;
    if (one.contains("belief") && !is_id(one["belief"])) return false;
    HandIn::Answer answer{one["stop"].get<std::string>(), one["right"].get<bool>(),
                          one.value("belief", "")};
    if (!stops.insert(answer.stop).second) return false;  // there is one first answer
    answers.push_back(std::move(answer));
  }
  return true;
}

bool take_texts(const Json& all, HandIn& hand_in) {
  if (!all.is_object() || all.size() > kMostEntries) return false;
  for (const auto& [id, text] : all.items()) {
    if (!text.is_string()) return false;
    hand_in.texts[id] = text.get<std::string>();
  }
  return true;
}

}  // namespace

base::Result<HandIn, std::string> parse_hand_in(std::string_view text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(std::move(problem));
  const Json root = Json::parse(text, nullptr, false);
  if (!root.is_object() || root.value("course", Json()) != "warplens" ||
      !root.contains("version") || !root["version"].is_number_unsigned())
    return base::fail(say("holds no hand-in of Warplens"));
  if (root["version"].get<uint64_t>() > kNewestVersion)
    return base::fail(say("is from a newer version of Warplens"));
  HandIn hand_in;
  if (!root.contains("first_answers") || !take_answers(root["first_answers"], hand_in.answers) ||
      !root.contains("exercises") || !take_texts(root["exercises"], hand_in))
    return base::fail(say("holds no hand-in of Warplens"));
  return hand_in;
}

}  // namespace warplens::cli
