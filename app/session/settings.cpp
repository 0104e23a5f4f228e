#include "app/session/settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/session/state.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using json = nlohmann::ordered_json;

constexpr float kLeastScale = 0.75f, kMostScale = 2.0f;
constexpr float kLeastShare = 0.15f, kMostShare = 0.6f;  // of the width

Arrangement arrangement_of(const Settings& settings) {
  return {.open = settings.open,
          .picture = settings.picture,
          .has_strip = settings.has_strip,
          .lit = {},
          .covered = {}};
}

// 0 where it is no share.
float share_in(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number() || found->get<float>() <= 0) return 0;
  return std::clamp(found->get<float>(), kLeastShare, kMostShare);
}

}  // namespace

Settings settings_of(const ViewOptions& options) {
  return {options.light,
          options.scale,
          options.left_share,
          options.right_share,
          options.arrangement.open,
          options.arrangement.picture,
          options.arrangement.has_strip};
}

void apply(const Settings& settings, ViewOptions& options) {
  options.light = settings.light;
  options.scale = settings.scale;
  options.left_share = settings.left_share;
  options.right_share = settings.right_share;
  options.arrangement.open = settings.open;
  options.arrangement.picture = settings.picture;
  options.arrangement.has_strip = settings.has_strip;
}

std::string print(const Settings& settings) {
  const json root{{"version", 1},
                  {"theme", settings.light ? "light" : "dark"},
                  {"scale", settings.scale},
                  {"left", settings.left_share},
                  {"right", settings.right_share},
                  {"arrangement", print(arrangement_of(settings))}};
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
  settings.open = arrangement->open;
  settings.picture = arrangement->picture;
  settings.has_strip = arrangement->has_strip;
  return settings;
}

}  // namespace warplens::gui
