#include "app/session/settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/session/state.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using json = nlohmann::ordered_json;

constexpr float kLeastShare = 0.15f, kMostShare = 0.6f;  // of the width

Arrangement without_stop(Arrangement arrangement) {
  arrangement.lit = {};
  arrangement.covered = {};
  return arrangement;
}

// 0 where it is no share.
float share_in(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number() || found->get<float>() <= 0) return 0;
  return std::clamp(found->get<float>(), kLeastShare, kMostShare);
}

}  // namespace

Settings settings_of(const ViewOptions& options) {
  return {options.light, options.scale, options.left_share, options.right_share,
          without_stop(options.arrangement)};
}

void apply(const Settings& settings, ViewOptions& options) {
  options.light = settings.light;
  options.scale = settings.scale;
  options.left_share = settings.left_share;
  options.right_share = settings.right_share;
  Arrangement arrangement = settings.arrangement;
  arrangement.lit = options.arrangement.lit;
  arrangement.covered = options.arrangement.covered;
  options.arrangement = std::move(arrangement);
}

std::string print(const Settings& settings) {
  const json root{{"version", 1},
                  {"theme", settings.light ? "light" : "dark"},
                  {"scale", settings.scale},
                  {"left", settings.left_share},
                  {"right", settings.right_share},
                  {"arrangement", print(settings.arrangement)}};
  return root.dump(2) + "\n";
}

base::Result<Settings, std::string> parse_settings(std::string_view text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(std::move(problem));
  const json root = json::parse(text, nullptr, false);
  if (root.is_discarded() || !root.is_object())
    return base::fail(std::string(label("has no settings of Warplens")));
  Settings settings;
  const auto theme = root.find("theme"), scale = root.find("scale");
  settings.light = theme != root.end() && *theme == "light";
  if (scale != root.end() && scale->is_number())
    settings.scale = std::clamp(scale->get<float>(), kLeastScale, kMostScale);
  settings.left_share = share_in(root, "left");
  settings.right_share = share_in(root, "right");
  const auto words = root.find("arrangement");
  if (words == root.end() || !words->is_string())
    return base::fail(say("'{member}' is no text", "member"_a = "arrangement"));
  std::string problem;
  const auto arrangement = parse_arrangement(words->get<std::string>(), problem);
  if (!arrangement) return base::fail(std::move(problem));
  settings.arrangement = without_stop(*arrangement);
  return settings;
}

}  // namespace warplens::gui
