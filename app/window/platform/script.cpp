// One table of actions; each takes the rest of its line and answers with an end, status 0 if it
// went well.
#include "app/window/platform/script_actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "app/files/exit_status.hpp"
#include "app/lecture/playlist.hpp"
#include "app/session/course/path.hpp"
#include "sim/base/names.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

using gui::action::ChangeOptions;
using gui::action::GoToStep;
using gui::action::OpenFile;
using gui::action::OpenLesson;
using gui::action::SelectLaunch;
using gui::action::SetParameter;
using gui::action::Step;

constexpr std::string_view kBlanks = " \t\r";
constexpr int kMaxSize = 8192;      // [pixels]
constexpr int kMostSteps = 10'000;  // of one action: each draws its frames

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

void act(Headless& window, gui::Action action) {
  window.app().session().apply({std::move(action)});
  window.settle();
}

ScriptEnd open_lesson(Headless& window, const std::string& id) {
  for (const lessons::Lesson* lesson : window.app().session().model().lessons) {
    if (lesson->id == id) {
      act(window, OpenLesson{id});
      return good();
    }
  }
  return mistake(say("there is no lesson {lesson}", "lesson"_a = id));
}

// "threads", "threads blocks-needed", or "threads blocks-needed 2": its second twin.
ScriptEnd open_stop(Headless& window, const std::string& rest) {
  constexpr size_t kMostWords = 3;
  std::vector<std::string> words = words_of(rest);
  const gui::Course& course = window.app().session().model().course;
  std::optional<size_t> twin;
  if (words.size() == kMostWords) {
    twin = number_of<size_t>(words.back());
    words.pop_back();
    const auto place = gui::find_stop(course, fmt::format("{}", fmt::join(words, ".")));
    const auto& stops = place ? course.lessons[place->lesson]->stops : std::vector<course::Stop>();
    const size_t twins = place && place->stop < stops.size() ? stops[place->stop].twins.size() : 0;
    if (place && (!twin || *twin == 0 || *twin > twins))
      return mistake(say("{name} has {count} twins; one is given by its number, from 1",
                         "name"_a = words.back(), "count"_a = twins));
    if (twin) --*twin;
  }
  const std::string name = fmt::format("{}", fmt::join(words, "."));
  const bool is_there =
      !words.empty() && words.size() < kMostWords && gui::find_stop(course, name).has_value();
  if (!is_there) return mistake(say("the course has no lesson or stop '{name}'", "name"_a = rest));
  act(window, gui::action::OpenStop{name, twin});
  return good();
}

// "conflicts", or a file's path.
ScriptEnd open_lecture(Headless& window, const std::string& rest) {
  const std::string name = path_of_action(rest);
  auto playlist = lecture::open(name, window.app().session().model().course.lessons);
  if (!playlist) return mistake(lecture::rendered(name, playlist.error()));
  act(window,
      gui::action::OpenLecture{std::make_shared<const lecture::Playlist>(std::move(*playlist))});
  return good();
}

// By its exercise's id; none: the first of the lesson that is open.
ScriptEnd open_task(Headless& window, const std::string& rest) {
  const gui::Course& course = window.app().session().model().course;
  const bool has_first = rest.empty() && course.at && course.task_count(course.at->lesson) > 0;
  const std::string name = has_first ? course.tasks[course.at->lesson].front()->id : rest;
  const auto place = gui::find_stop(course, name);
  if (!place || course.task_at(*place) == nullptr)
    return mistake(say("the course has no task '{name}'", "name"_a = name));
  act(window, gui::action::OpenStop{name});
  return good();
}

ScriptEnd show_hint(Headless& window, const std::string&) {
  if (!window.app().session().model().course.task)
    return failed(label("no task of the course is open"));
  act(window, gui::action::ShowHint{});
  return good();
}

ScriptEnd go_home(Headless& window, const std::string&) {
  act(window, gui::action::ShowHome{});
  return good();
}

// Of the question that is open: its N-th choice, from 1.
ScriptEnd answer(Headless& window, const std::string& rest) {
  const auto number = number_of<size_t>(rest);
  const course::Asked* asked = window.app().session().model().course.asked();
  const bool is_open = window.app().session().model().course.is_asking() && asked != nullptr;
  if (!is_open || asked->is_typed) return failed(label("no question with choices is open"));
  if (!number || *number == 0 || *number > asked->choices.size())
    return mistake(
        say("answer needs a number from 1 to {count}", "count"_a = asked->choices.size()));
  act(window, gui::action::AnswerStop{*number - 1});
  return good();
}

ScriptEnd type_answer(Headless& window, const std::string& rest) {
  const auto number = number_of<int64_t>(rest);
  if (!number) return mistake(label("type-answer needs a whole number"));
  const course::Asked* asked = window.app().session().model().course.asked();
  const bool is_open = window.app().session().model().course.is_asking() && asked != nullptr;
  if (!is_open || !asked->truth) return failed(label("no question that takes a number is open"));
  act(window, gui::action::TypeAnswer{*number});
  return good();
}

ScriptEnd reveal_answer(Headless& window, const std::string&) {
  if (!window.app().session().model().course.is_asking())
    return failed(label("no question of the course is open"));
  act(window, gui::action::RevealStop{});
  return good();
}

ScriptEnd next_stop(Headless& window, const std::string&) {
  if (!window.app().session().model().course.at)
    return failed(label("no stop of the course is open"));
  act(window, gui::action::NextStop{});
  return good();
}

// "a.cu", or "a.cu -- --block 64".
ScriptEnd open_file(Headless& window, const std::string& rest) {
  constexpr std::string_view kMark = "-- ";
  const auto [path, behind] = path_then_rest(rest);
  const bool has_options = behind.starts_with(kMark);
  const auto options =
      launch::parse_options(launch::split_words(has_options ? behind.substr(kMark.size()) : ""));
  if (!options) return mistake(options.error());
  act(window, OpenFile{path, *options});
  const gui::State& model = window.app().session().model();
  return model.path == path ? good() : mistake(model.notice);
}

ScriptEnd set_parameter(Headless& window, const std::string& rest) {
  const std::vector<std::string> words = words_of(rest);
  const auto value = words.size() == 2 ? number_of<int64_t>(words[1]) : std::nullopt;
  if (!value) {
    return mistake(label("set needs a parameter's name and a number"));
  }
  const lessons::Lesson* lesson = window.app().session().model().lesson;
  for (const lessons::Parameter& parameter :
       lesson == nullptr ? std::vector<lessons::Parameter>() : lesson->parameters) {
    if (parameter.name == words[0]) {
      act(window, SetParameter{words[0], *value});
      return good();
    }
  }
  return mistake(say("what is open has no parameter {parameter}", "parameter"_a = words[0]));
}

ScriptEnd step(Headless& window, const std::string& rest) {
  const std::vector<std::string> words = words_of(rest);
  const int count = words.empty() || words.size() > 2 ? 0 : number_of<int>(words[0]).value_or(0);
  if (count > kMostSteps || count < -kMostSteps) {
    return mistake(
        say("step goes at most {count} steps; goto goes to any", "count"_a = kMostSteps));
  }
  const std::string unit = words.size() == 2 ? words[1] : "access";
  const std::map<std::string, gui::StepUnit> units{{"pass", gui::StepUnit::kPass},
                                                   {"access", gui::StepUnit::kAccess},
                                                   {"line", gui::StepUnit::kLine},
                                                   {"phase", gui::StepUnit::kPhase}};
  const auto found = units.find(unit);
  if (count == 0 || found == units.end()) {
    return mistake(label("step needs a number, and pass, access, line or phase"));
  }
  for (int i = 0; i < std::abs(count); ++i) {
    act(window, Step{count < 0 ? -1 : 1, found->second});
  }
  return good();
}

ScriptEnd go_to(Headless& window, const std::string& rest) {
  const auto step = number_of<uint32_t>(rest);
  if (!step) {
    return mistake(label("goto needs a step's number, counted from 0"));
  }
  act(window, GoToStep{*step});
  return good();
}

ScriptEnd arrange(Headless& window, const std::string& rest) {
  if (rest.empty())
    return mistake(label("arrange needs what is open, as in 'arrange first' or 'arrange all'"));
  std::string problem;
  const auto arrangement = gui::parse_arrangement(rest, problem);
  if (!arrangement) return mistake(std::move(problem));
  act(window, gui::action::Arrange{*arrangement});
  return good();
}

ScriptEnd go_back(Headless& window, const std::string&) {
  if (!window.app().session().model().arranged)
    return mistake(label("back needs an arrangement to go back to: arrange comes first"));
  act(window, gui::action::BackToArranged{});
  return good();
}

ScriptEnd set_stage(Headless& window, const std::string& rest) {
  const std::map<std::string, gui::Stage> pictures{{"off", gui::Stage::kOff},
                                                   {"access", gui::Stage::kAccess},
                                                   {"tiles", gui::Stage::kTiles},
                                                   {"memory", gui::Stage::kMemory},
                                                   {"source", gui::Stage::kSource}};
  const auto found = pictures.find(rest);
  if (found == pictures.end())
    return mistake(label("stage is off, access, tiles, memory or source"));
  act(window, ChangeOptions{[stage = found->second](gui::ViewOptions& o) { o.stage = stage; }});
  return good();
}

// No page covers the pictures of the steps.
ScriptEnd show_steps(Headless& window, const std::string&) {
  act(window, ChangeOptions{[](gui::ViewOptions& o) { o.page = gui::Page::kSteps; }});
  return good();
}

ScriptEnd choose_launch(Headless& window, const std::string& rest) {
  const auto number = number_of<uint32_t>(rest);
  const size_t count = window.app().session().model().launch_count();
  if (!number || *number == 0 || *number > count) {
    return mistake(say("launch needs a number from 1 to {count}", "count"_a = count));
  }
  act(window, SelectLaunch{*number - 1});
  return good();
}

ScriptEnd press(Headless& window, const std::string& widget) {
  const auto result = window.press(widget);
  window.settle();
  return result ? good() : failed(result.error());
}

// "source.number.4.2 60": the pointer takes hold of the widget and moves so far to the right;
// "drop" lets go.
ScriptEnd drag(Headless& window, const std::string& rest) {
  const std::vector<std::string> words = words_of(rest);
  const auto by = words.size() == 2 ? number_of<float>(words[1]) : std::nullopt;
  if (!by) return mistake(label("drag needs a widget and a number of pixels"));
  const auto result = window.drag(words[0], *by);
  window.settle();
  return result ? good() : failed(result.error());
}

ScriptEnd drop(Headless& window, const std::string&) {
  window.drop();
  window.settle();
  return good();
}

// Where it rests on nothing.
ScriptEnd take_pointer_away(Headless& window, const std::string&) {
  window.take_pointer_away();
  window.settle();
  return good();
}

ScriptEnd type(Headless& window, const std::string& text) {
  window.type(text);
  window.settle();
  return good();
}

// "left", "ctrl+z", "ctrl+shift+left", or a single character.
ScriptEnd press_key(Headless& window, const std::string& rest) {
  ui::Modifiers with;
  std::string name = rest;
  for (size_t plus = name.find('+'); plus != std::string::npos && plus + 1 < name.size();
       plus = name.find('+')) {
    const std::string modifier = name.substr(0, plus);
    bool* const held = modifier == "ctrl"    ? &with.control
                       : modifier == "shift" ? &with.shift
                       : modifier == "alt"   ? &with.alt
                                             : nullptr;
    if (held == nullptr)
      return mistake(say("unknown modifier {modifier}", "modifier"_a = modifier));
    *held = true;
    name = name.substr(plus + 1);
  }
  if (name.size() == 1 && !with.control) {
    window.type(name);
    window.settle();
    return good();
  }
  const auto key = ui::key_from_name(name);
  if (!key) {
    return mistake(say("unknown key {key}", "key"_a = name));
  }
  window.press_key(*key, with);
  window.settle();
  return good();
}

ScriptEnd wait(Headless& window, const std::string& rest) {
  const auto seconds = rest.empty() ? std::optional(0.0) : number_of<double>(rest);
  if (!seconds || !(*seconds >= 0 && *seconds <= 60)) {
    return mistake(label("wait takes at most 60 seconds"));
  }
  for (int i = 0; i < static_cast<int>(*seconds * 60) && !window.is_interrupted(); ++i) {
    window.app().session().wait_idle();
    window.frame();
  }
  window.settle();
  return good();
}

ScriptEnd save_picture(Headless& window, const std::string& rest) {
  std::string problem = window.save_picture(path_of_action(rest));
  return problem.empty() ? good() : mistake(std::move(problem));
}

ScriptEnd set_size(Headless& window, const std::string& rest) {
  const size_t x = rest.find('x');
  const auto width = x == std::string::npos ? std::nullopt : number_of<int>(rest.substr(0, x));
  const auto height = x == std::string::npos ? std::nullopt : number_of<int>(rest.substr(x + 1));
  if (!width || !height || *width < 320 || *height < 200 || *width > kMaxSize ||
      *height > kMaxSize) {
    return mistake(label("size is written like 1600x1000, from 320x200 to 8192x8192"));
  }
  window.resize(*width, *height);
  window.settle();
  return good();
}

// "on" and "off" are of what is filmed at all (--film); "begin" and "save OUT.gif" are of a film
// that the script makes by itself.
ScriptEnd set_film(Headless& window, const std::string& rest) {
  constexpr std::string_view kSave = "save ";
  if (rest == "begin") {
    window.start_film();
    return good();
  }
  if (rest.starts_with(kSave)) {
    window.end_film();
    std::string problem = window.save_film(path_of_action(rest.substr(kSave.size())));
    return problem.empty() ? good() : mistake(std::move(problem));
  }
  if (rest != "on" && rest != "off")
    return mistake(label("film is on, off, begin, or save and a path"));
  window.roll(rest == "on");
  return good();
}

ScriptEnd set_scale(Headless& window, const std::string& rest) {
  const auto scale = number_of<float>(rest);
  if (!scale || !(*scale >= 0.5f && *scale <= 3.0f)) {
    return mistake(label("scale is a number from 0.5 to 3"));
  }
  act(window, ChangeOptions{[scale](gui::ViewOptions& o) { o.scale = *scale; }});
  return good();
}

ScriptEnd set_theme(Headless& window, const std::string& rest) {
  if (rest != "light" && rest != "dark") return mistake(label("theme is light or dark"));
  act(window,
      ChangeOptions{[is_light = rest == "light"](gui::ViewOptions& o) { o.light = is_light; }});
  return good();
}

// A film for readers has neither the clock nor the keys of the stage.
ScriptEnd set_stage_hints(Headless& window, const std::string& rest) {
  if (rest != "on" && rest != "off") return mistake(label("stage-hints is on or off"));
  act(window,
      ChangeOptions{[is_on = rest == "on"](gui::ViewOptions& o) { o.stage_hints = is_on; }});
  return good();
}

ScriptEnd set_paper(Headless& window, const std::string& rest) {
  const std::map<std::string, gui::Paper> parts{{"off", gui::Paper::kOff},
                                                {"stop", gui::Paper::kStop},
                                                {"text", gui::Paper::kText},
                                                {"picture", gui::Paper::kPicture}};
  const auto found = parts.find(rest);
  if (found == parts.end()) return mistake(label("paper is off, stop, text or picture"));
  act(window, ChangeOptions{[paper = found->second](gui::ViewOptions& o) { o.paper = paper; }});
  return good();
}

ScriptEnd print_renderer(Headless& window, const std::string& expected) {
  const std::string renderer = window.screen().renderer();
  std::printf("%s\n", renderer.c_str());
  return renderer.find(expected) != std::string::npos
             ? good()
             : failed(say("the renderer is {renderer}, not {expected}", "renderer"_a = renderer,
                          "expected"_a = expected));
}

constexpr size_t kLongestLine = size_t{64} << 10;  // [bytes] an action and a text to type

struct Entry {
  const char* name;
  ScriptEnd (*run)(Headless&, const std::string&);
};
constexpr Entry kActions[] = {
    {"lesson", open_lesson},
    {"open", open_file},
    {"course", open_stop},
    {"lecture", open_lecture},
    {"task", open_task},
    {"hint", show_hint},
    {"home", go_home},
    {"answer", answer},
    {"type-answer", type_answer},
    {"reveal", reveal_answer},
    {"next", next_stop},
    {"set", set_parameter},
    {"step", step},
    {"goto", go_to},
    {"arrange", arrange},
    {"back", go_back},
    {"stage", set_stage},
    {"steps", show_steps},
    {"launch", choose_launch},
    {"press", press},
    {"drag", drag},
    {"drop", drop},
    {"pointer-away", take_pointer_away},
    {"type", type},
    {"key", press_key},
    {"assert", assert_text},
    {"assert-not", assert_no_text},
    {"assert-widget", assert_widget},
    {"assert-no-widget", assert_no_widget},
    {"assert-color", assert_color},
    {"assert-not-color", assert_not_color},
    {"assert-readable", assert_readable},
    {"assert-letters", assert_letters},
    {"wait", wait},
    {"film", set_film},
    {"screenshot", save_picture},
    {"size", set_size},
    {"scale", set_scale},
    {"theme", set_theme},
    {"stage-hints", set_stage_hints},
    {"paper", set_paper},
    {"renderer", print_renderer},
};

ScriptEnd run_line(Headless& window, const std::string& line) {
  const size_t space = line.find(' ');
  const std::string name = line.substr(0, space);
  const std::string rest(
      base::trimmed(std::string_view(line).substr(std::min(space, line.size())), kBlanks));
  std::vector<std::string> names;
  for (const Entry& entry : kActions) {
    if (name == entry.name) {
      return entry.run(window, rest);
    }
    names.emplace_back(entry.name);
  }
  const std::string nearest = base::nearest_name(name, names);
  return mistake(nearest.empty() ? say("unknown action {action}; there are {actions}",
                                       "action"_a = name, "actions"_a = fmt::join(names, ", "))
                                 : say("unknown action {action}; is it {nearest}?",
                                       "action"_a = name, "nearest"_a = nearest));
}

}  // namespace

ScriptEnd run_script(Headless& window, const std::string& name, const std::string& text) {
  std::istringstream stream(text);
  window.settle();
  int number = 0;
  for (std::string raw; std::getline(stream, raw);) {
    ++number;
    const std::string line(base::trimmed(raw, kBlanks));
    if (line.empty() || line[0] == '#') {
      continue;
    }
    if (window.is_interrupted()) return {files::kExitInterrupted, ""};
    ScriptEnd end =
        line.size() <= kLongestLine
            ? run_line(window, line)
            : mistake(say("a line of a script has at most {limit} bytes; this has {count}",
                          "limit"_a = kLongestLine, "count"_a = line.size()));
    if (end.status != 0) {
      end.message = fmt::format("{}:{}: {}", name, number, end.message);
      return end;
    }
  }
  return good();
}

}  // namespace warplens::platform
