#include "tests/gui/course_walk/covered.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "app/course/stop_facts.hpp"
#include "sim/base/slice.hpp"

namespace warplens::tests {

namespace {

constexpr Screen kScreen{1920, 1080, 1};  // with room for much
constexpr std::string_view kButtons[] = {"answer."};
constexpr std::string_view kGiven[] = {"answer.", "question", "course", "source"};

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// A text with # in the place of each of its numbers: "128→4,096" is "#→#".
struct Numbers {
  std::string around;
  std::vector<int64_t> values;
};

// Where a number ends that begins at `at`; "4,096" is one, "2,31" two, "1.5" none of interest.
size_t end_of_number(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  const auto is_group = [&](size_t comma) {
    const auto is_digit_at = [&](size_t i) { return i < text.size() && is_digit(text[i]); };
    return comma < text.size() && text[comma] == ',' && is_digit_at(comma + 1) &&
           is_digit_at(comma + 2) && is_digit_at(comma + 3) && !is_digit_at(comma + 4);
  };
  while (end - at <= 3 * 7 && is_group(end)) end += 4;
  return end;
}

Numbers numbers_of(std::string_view text) {
  Numbers result;
  const auto is_of_name = [&](size_t i) {
    return i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 ||
                     text[i - 1] == '_' || (text[i - 1] == '.' && i > 1 && is_digit(text[i - 2])));
  };
  for (size_t i = 0; i < text.size();) {
    if (!is_digit(text[i]) || is_of_name(i)) {
      // One and many are counted by one place: "1 sector", "4 sectors".
      const bool is_plural =
          text[i] == 's' && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == ',');
      if (!is_plural) result.around += text[i];
      ++i;
      continue;
    }
    const size_t end = end_of_number(text, i);
    const bool is_fraction = end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]);
    std::string digits(text.substr(i, end - i));
    std::erase(digits, ',');
    int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec == std::errc() && !is_fraction) result.values.push_back(value);
    result.around += is_fraction ? "~" : "#";
    i = end;
  }
  return result;
}

bool is_seen(const ui::DrawnText& text) {
  if (text.max.x <= text.min.x) return true;  // a widget of ImGui's draws it
  return std::max(text.min.x, text.clip_min.x) < std::min(text.max.x, text.clip_max.x) &&
         std::max(text.min.y, text.clip_min.y) < std::min(text.max.y, text.clip_max.y);
}

// Its middle is in a widget with such a name.
bool is_in(const ui::DrawnText& text, const ui::Probe& frame,
           std::span<const std::string_view> names) {
  const ImVec2 middle((text.min.x + text.max.x) / 2, (text.min.y + text.max.y) / 2);
  const auto& widgets = frame.widgets();
  return std::any_of(widgets.begin(), widgets.end(), [&](const ui::WidgetRect& widget) {
    return widget.min.x <= middle.x && middle.x <= widget.max.x && widget.min.y <= middle.y &&
           middle.y <= widget.max.y &&
           std::any_of(names.begin(), names.end(), [&](std::string_view name) {
             return name.ends_with('.') ? widget.name.starts_with(name) : widget.name == name;
           });
  });
}

bool is_looked_at(const ui::DrawnText& text, const ui::Probe& frame, Part part) {
  if (!is_seen(text)) return false;
  if (part == Part::kAll) return !is_in(text, frame, kButtons);
  const ui::WidgetRect* strip = frame.find("course");
  const bool is_in_bar = strip != nullptr && text.max.y <= strip->min.y;
  return !is_in_bar && !is_in(text, frame, kGiven);
}

// Counts of the run among the facts that decide which choice is right; those that the stop's own
// texts name are given.
std::vector<std::string> deciding_facts(const course::Stop& stop) {
  constexpr std::array kCounts{"access.", "accesses.", "totals."};
  std::vector<std::string> result;
  for (const auto& [name, path] : stop.facts) {
    const size_t colon = path.find(':');
    const std::string rest = colon == std::string::npos ? path : path.substr(colon + 1);
    const bool is_count = std::any_of(kCounts.begin(), kCounts.end(),
                                      [&](const char* word) { return rest.starts_with(word); });
    const std::string place = "{" + name + "}";
    const bool is_given = stop.text.find(place) != std::string::npos ||
                          stop.question->text.find(place) != std::string::npos;
    const bool decides = std::any_of(stop.question->choices.begin(), stop.question->choices.end(),
                                     [&, named = name](const course::Choice& one) {
                                       return one.holds.find(named) != std::string::npos;
                                     });
    if (is_count && !is_given && decides) result.push_back(name);
  }
  return result;
}

}  // namespace

std::vector<course::Lesson> variants(const course::Lesson& lesson) {
  size_t count = 0;
  for (const course::Stop& stop : lesson.stops) count = std::max(count, stop.twins.size());
  std::vector<course::Lesson> result(count, lesson);
  for (size_t twin = 0; twin < count; ++twin) {
    result[twin].id += fmt::format("~{}", twin + 1);
    for (course::Stop& stop : result[twin].stops) {
      if (twin >= stop.twins.size()) continue;
      for (lessons::Parameter& parameter : stop.shown.parameters) {
        const auto set = stop.twins[twin].find(parameter.name);
        if (set != stop.twins[twin].end()) parameter.value = set->second;
      }
    }
  }
  return result;
}

void TellingPlaces::add(const ui::Probe& frame, int64_t sought) {
  struct Text {
    const ui::DrawnText* text;
    Numbers numbers;
  };
  std::vector<Text> texts;
  std::map<std::string, size_t> count;  // by what is around
  for (const ui::DrawnText& text : frame.texts()) {
    if (!is_looked_at(text, frame, part_)) continue;
    texts.push_back({&text, numbers_of(text.text)});
    ++count[texts.back().numbers.around];
  }
  std::map<std::string, size_t> met;
  std::set<std::string> here;
  for (const auto& [text, numbers] : texts) {
    const size_t before = met[numbers.around]++;
    for (size_t i = 0; i < numbers.values.size(); ++i) {
      if (numbers.values[i] != sought) continue;
      const std::string place = fmt::format("number {} of \"{}\"", i + 1, numbers.around);
      here.insert(fmt::format("{}, text {}", place, before + 1));
      here.insert(fmt::format("{}, last text but {}", place, count[numbers.around] - before - 1));
      here.insert(fmt::format("{} from {:.0f},{:.0f}", place, text->min.x, text->min.y));
      here.insert(fmt::format("{} to {:.0f},{:.0f}", place, text->max.x, text->min.y));
    }
  }
  sought_.insert(sought);
  if (std::exchange(is_first_, false))
    places_ = std::move(here);
  else
    std::erase_if(places_, [&](const std::string& place) { return !here.contains(place); });
}

std::set<std::string> TellingPlaces::found() const {
  return sought_.size() > 1 ? places_ : std::set<std::string>();
}

CoverVisit::Values CoverVisit::sought() {
  const gui::Course& course = model().course;
  if (course.asked() == nullptr) return {};
  if (course.asked()->truth) return {{"the answer", *course.asked()->truth}};
  const auto lesson = course.lessons[course.at->lesson];
  const course::Stop& stop = *course.stop();
  const std::vector<std::string> names = deciding_facts(stop);
  if (names.empty()) return {};
  course::StopRun run(lesson, course.at->stop, *course::parameters_of(stop, {}), {});
  const auto facts = base::whole(run);
  Values values;
  for (const std::string& name : names) {
    const auto fact = facts ? facts->find(name) : course::Facts::const_iterator();
    if (!facts || fact == facts->end()) continue;
    if (const auto whole = course::whole_of(fact->second)) values.emplace(name, *whole);
  }
  return values;
}

void CoverVisit::visit(const course::Lesson& lesson, const course::Stop& stop) {
  std::map<std::string, Found> all;
  for (size_t variant = 0; variant <= stop.twins.size(); ++variant) {
    const std::string id = variant == 0 ? lesson.id : fmt::format("{}~{}", lesson.id, variant);
    act(gui::action::OpenStop{id + "." + stop.id});
    if (!model().course.is_asking() || model().course.asked() == nullptr)
      return fail(id + " " + stop.id, "nothing is asked");
    const Values values = sought();
    const lessons::Values parameters = *course::parameters_of(*model().course.stop(), {});
    for (const auto& [name, value] : values) {
      Found& found = all[name];
      found.open.add(probe(), value);
      found.beside_given.add(probe(), value);
      for (const auto& [parameter, given] : parameters) {
        if (given != value)
          found.given.erase(parameter);
        else if (found.frames == 0)
          found.given.insert(parameter);
      }
      ++found.frames;
    }
    change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
    for (const auto& [name, value] : values) {
      all[name].on_stage.add(probe(), value);
      all[name].beside_given_on_stage.add(probe(), value);
    }
    change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
    act(gui::action::RevealStop{});
    for (const auto& [name, value] : values) all[name].afterwards.add(probe(), value);
  }
  bool is_told_afterwards = false;
  for (const auto& [name, found] : all) {
    const bool is_given = !found.given.empty();
    const auto tell = [&](const std::string& place, const TellingPlaces& places) {
      for (const std::string& telling : places.found())
        fail(place, fmt::format("{} is told by {}", name, telling));
    };
    tell(stop.id, is_given ? found.beside_given : found.open);
    tell(stop.id + " on stage", is_given ? found.beside_given_on_stage : found.on_stage);
    is_told_afterwards = is_told_afterwards || !found.afterwards.found().empty();
  }
  if (stop.arrangement.find("cover=") == std::string::npos) return;
  ++covered_;
  told_afterwards_ += is_told_afterwards ? 1 : 0;
}

void CoverVisit::visit_all() {
  const auto lessons = model().course.lessons;
  for (const auto& lesson : lessons) {
    if (lesson->id.find('~') != std::string::npos) continue;
    begin(lesson->id, kScreen, false);
    for (const course::Stop& stop : lesson->stops) {
      if (stop.question) visit(*lesson, stop);
    }
  }
  // Else this test sees nothing.
  if (told_afterwards_ == 0)
    fail("every covered stop", fmt::format("none of {} tells its answer uncovered", covered_));
}

}  // namespace warplens::tests
