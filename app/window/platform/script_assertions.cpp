// Actions of a script that hold what is drawn against what it says.
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "app/window/platform/script_actions.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

ScriptEnd assert_text(Headless& window, const std::string& text) {
  return window.app().ui().probe.has_text(text)
             ? good()
             : failed(say("\"{text}\" is not drawn", "text"_a = text));
}

ScriptEnd assert_no_text(Headless& window, const std::string& text) {
  return window.app().ui().probe.has_text(text)
             ? failed(say("\"{text}\" is drawn", "text"_a = text))
             : good();
}

ScriptEnd assert_widget(Headless& window, const std::string& name) {
  const ui::WidgetRect* rect = window.app().ui().probe.find(name);
  return rect != nullptr && rect->visible
             ? good()
             : failed(say("no widget {widget} can be seen", "widget"_a = name));
}

ScriptEnd assert_no_widget(Headless& window, const std::string& name) {
  const ui::WidgetRect* rect = window.app().ui().probe.find(name);
  return rect == nullptr || !rect->visible
             ? good()
             : failed(say("the widget {widget} is drawn", "widget"_a = name));
}

ScriptEnd assert_readable(Headless& window, const std::string&) {
  const std::vector<std::string> found = ui::unreadable(window.app().ui().probe.texts());
  return found.empty() ? good() : failed(fmt::format("{}", fmt::join(found, "\n")));
}

namespace {

bool is_seen(const ui::DrawnText& text) {
  return text.min.x < text.clip_max.x && text.min.y < text.clip_max.y &&
         text.max.x > text.clip_min.x && text.max.y > text.clip_min.y;
}

}  // namespace

ScriptEnd assert_letters(Headless& window, const std::string& rest) {
  const auto part = number_of<float>(rest);
  if (!part || !(*part >= 1))
    return mistake(label("assert-letters needs a part of the height, 30"));
  const float least = static_cast<float>(window.screen().height()) / *part;
  for (const ui::DrawnText& text : window.app().ui().probe.texts()) {
    if (text.size == 0 || text.size >= least || !is_seen(text)) continue;
    return failed(say("\"{text}\" has letters of {size} pixels, {least} are needed",
                      "text"_a = text.text, "size"_a = text.size, "least"_a = least));
  }
  return good();
}

ScriptEnd assert_color(Headless& window, const std::string& rest) {
  const ui::Theme& theme = window.app().ui().theme;
  const std::map<std::string, ImU32> colors{{"good", theme.good},
                                            {"waste", theme.waste},
                                            {"error", theme.error},
                                            {"text", theme.text},
                                            {"faint", theme.text_faint}};
  const size_t space = rest.find(' ');
  const auto color = colors.find(rest.substr(0, space));
  if (color == colors.end() || space == std::string::npos)
    return mistake(label("assert-color needs good, waste, error, text or faint, and words"));
  const std::string words = rest.substr(space + 1);
  return window.app().ui().probe.has_colored(words, color->second)
             ? good()
             : failed(say("\"{text}\" is not drawn in the colour {color}", "text"_a = words,
                          "color"_a = color->first));
}

ScriptEnd assert_not_color(Headless& window, const std::string& rest) {
  const ScriptEnd end = assert_color(window, rest);
  if (end.status == 2) return end;
  return end.status == 1 ? good() : failed(say("\"{text}\" is drawn so", "text"_a = rest));
}

}  // namespace warplens::platform
