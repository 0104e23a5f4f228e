#include "tests/gui/walk/walker.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "app/window/pages/pages.hpp"
#include "app/window/platform/glfw/input.hpp"

namespace warplens::tests {

namespace {

using Clock = std::chrono::steady_clock;
using gui::action::Cancel;

constexpr double kPatience = 0.4;    // [seconds] for a job before it is cancelled
constexpr size_t kMostTyped = 2000;  // [bytes] at once, by hands; what is longer is pasted
constexpr double kTooLong = 30;      // [seconds] for one action; ten without sanitizers
constexpr int kFarStep = 100'000;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// For the log: one line, nothing that a terminal obeys.
std::string shown(const std::string& text) {
  std::string out;
  for (const unsigned char c : text.substr(0, 200)) {
    out +=
        c >= 0x20 && c < 0x7f ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
  }
  return text.size() > 200 ? fmt::format("{}... ({} bytes)", out, text.size()) : out;
}

}  // namespace

Walker::Walker(platform::Headless& window, uint64_t seed)
    : window_(window), chance_(seed), log_(std::fopen("walk.log", "w"), &std::fclose) {}

const std::vector<Walker::Entry> Walker::kEntries = {
    {24, &Walker::press_widget},
    {4, &Walker::press_twice},
    {6, &Walker::drag},
    {4, &Walker::turn_wheel},
    {16, &Walker::press_key},
    {3, &Walker::hold_key},
    {12, &Walker::press_letter},
    {10, &Walker::type_text},
    {3, &Walker::paste_text},
    {5, &Walker::edit_field},
    {3, &Walker::open_lesson},
    {3, &Walker::open_file},
    {3, &Walker::set_parameter},
    {2, &Walker::change_window},
    {1, &Walker::change_scale},
    {3, &Walker::save},
    {3, &Walker::write_file_elsewhere},
    {2, &Walker::turn_page},
    {4, &Walker::go_somewhere},
    {2, &Walker::pass_time},
    {1, &Walker::quit_or_cancel},
};

std::string Walker::walk(int actions) {
  int total = 0;
  for (const Entry& entry : kEntries) total += entry.weight;
  settle();
  for (number_ = 1; number_ <= actions; ++number_) {
    int left = static_cast<int>(chance_.below(static_cast<uint32_t>(total)));
    const Entry* entry = kEntries.data();
    while (left >= entry->weight) left -= entry++->weight;
    const Clock::time_point begin = Clock::now();
    (this->*entry->act)();
    // What comes next often comes while a job is out.
    if (chance_.one_in(3)) {
      window_.frame();
    } else {
      settle();
    }
    const double took = seconds_since(begin);
    if (took > kTooLong) return fmt::format("action {} took {:.1f} s", number_, took);
    if (std::string words = complaint(); !words.empty()) {
      return fmt::format("action {}: {}", number_, words);
    }
  }
  return "";
}

std::string Walker::complaint() {
  constexpr std::string_view head = "This failed because of a bug in Warplens";
  const gui::State& model = window_.app().session().model();
  if (model.notice.starts_with(head)) return model.notice;
  for (const base::Diagnostic& diagnostic : model.diagnostics) {
    if (diagnostic.message.starts_with(head)) return diagnostic.message;
  }
  return "";
}

void Walker::settle() {
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < 300; ++i) {
    window_.frame();
    const gui::Session& session = window_.app().session();
    if (!window_.app().is_moving() || session.model().options.playing) return;
    if (seconds_since(begin) > kPatience) window_.app().session().apply({Cancel{}});
    if (seconds_since(begin) > 3 * kPatience) return;
  }
}

void Walker::log(const std::string& what) {
  std::fprintf(log_.get(), "%d %s\n", number_, what.c_str());
  std::fflush(log_.get());
}

void Walker::act(gui::Action action) {
  window_.app().session().apply({std::move(action)});
}

const ui::WidgetRect* Walker::some_widget() {
  std::vector<const ui::WidgetRect*> visible;
  for (const ui::WidgetRect& widget : window_.app().ui().probe.widgets()) {
    if (widget.visible) visible.push_back(&widget);
  }
  return visible.empty() ? nullptr : visible[chance_.below(static_cast<uint32_t>(visible.size()))];
}

ImVec2 Walker::some_point() {
  const auto within = [this](int size) {
    return static_cast<float>(chance_.below(static_cast<uint32_t>(size + 200))) - 100;
  };
  return ImVec2(within(window_.screen().width()), within(window_.screen().height()));
}

void Walker::press_widget() {
  const ui::WidgetRect* widget = some_widget();
  if (widget == nullptr) return;
  const std::string name = widget->name;
  log("press " + shown(name));
  const auto ignored = window_.press(name);
  static_cast<void>(ignored);
}

void Walker::press_twice() {
  const ui::WidgetRect* widget = some_widget();
  if (widget == nullptr) return;
  const std::string name = widget->name;
  log("press twice " + shown(name));
  for (int i = 0; i < 2 + static_cast<int>(chance_.below(2)); ++i) {
    const auto ignored = window_.press(name);
    static_cast<void>(ignored);
  }
}

void Walker::drag() {
  const ui::WidgetRect* widget = some_widget();
  const ImVec2 from = widget == nullptr ? some_point() : widget->min, to = some_point();
  log(fmt::format("drag {} from {} {} to {} {}", widget == nullptr ? "" : shown(widget->name),
                  from.x, from.y, to.x, to.y));
  platform::send_pointer(ImVec2(from.x + 1, from.y + 1));
  window_.frame();
  platform::send_button(true);
  window_.frame();
  for (int i = 1; i <= 4; ++i) {
    const float share = static_cast<float>(i) / 4;
    platform::send_pointer(
        ImVec2(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share));
    window_.frame();
  }
  platform::send_button(false);
  window_.frame();
}

void Walker::turn_wheel() {
  const float notches = static_cast<float>(chance_.below(41)) - 20;
  const ImVec2 at = some_point();
  log(fmt::format("wheel {} at {} {}", notches, at.x, at.y));
  platform::send_pointer(at);
  window_.frame();
  platform::send_wheel(notches);
  window_.frame();
}

void Walker::press_key() {
  const auto key = static_cast<ui::Key>(chance_.below(static_cast<uint32_t>(ui::Key::kCtrl)));
  const ui::Modifiers with{chance_.one_in(4), chance_.one_in(5), chance_.one_in(6)};
  log(fmt::format("key {}{}{}{}", with.control ? "ctrl+" : "", with.shift ? "shift+" : "",
                  with.alt ? "alt+" : "", static_cast<int>(key)));
  window_.press_key(key, with);
}

// Outside of a text each of them is a key of its own.
void Walker::press_letter() {
  constexpr std::string_view kLetters = "acrlfmnpstvgbh,.[]+-0?1234 ";
  const std::string letter(1, kLetters[chance_.below(static_cast<uint32_t>(kLetters.size()))]);
  log("letter " + letter);
  window_.type(letter);
}

void Walker::hold_key() {
  const auto key = static_cast<ui::Key>(chance_.below(static_cast<uint32_t>(ui::Key::kCtrl)));
  const int frames = static_cast<int>(chance_.below(60));
  log(fmt::format("hold {} for {} frames", static_cast<int>(key), frames));
  ui::send_key(key, true);
  for (int i = 0; i < frames; ++i) window_.frame();
  ui::send_key(key, false);
  window_.frame();
}

void Walker::type_text() {
  const std::string text = nasty_text(chance_).substr(0, kMostTyped);
  log("type " + shown(text));
  if (chance_.one_in(2)) {
    const auto ignored = window_.press("source.text");
    static_cast<void>(ignored);
  }
  window_.type(text);
}

void Walker::paste_text() {
  const std::string text = chance_.one_in(2) ? nasty_text(chance_) : some_kernel(chance_);
  log("paste " + shown(text));
  const auto ignored = window_.press("source.text");
  static_cast<void>(ignored);
  if (chance_.one_in(2)) window_.press_key(ui::Key::kA, {true});
  ImGui::SetClipboardText(text.c_str());
  window_.press_key(ui::Key::kV, {true});
}

void Walker::edit_field() {
  std::vector<std::string> fields;
  for (const ui::WidgetRect& widget : window_.app().ui().probe.widgets()) {
    const bool is_field = widget.name.starts_with("form.") || widget.name.starts_with("set.") ||
                          widget.name == "block" || widget.name == "device";
    if (widget.visible && is_field) fields.push_back(widget.name);
  }
  if (fields.empty()) return;
  const std::string name = fields[chance_.below(static_cast<uint32_t>(fields.size()))];
  const std::string text = nasty_field(chance_);
  log("field " + shown(name) + " = " + shown(text));
  const auto ignored = window_.press(name);
  static_cast<void>(ignored);
  window_.press_key(ui::Key::kA, {true});
  window_.type(text);
  window_.press_key(ui::Key::kEnter);
}

void Walker::open_lesson() {
  const std::vector<const lessons::Lesson*>& lessons = window_.app().session().model().lessons;
  const std::string id = lessons[chance_.below(static_cast<uint32_t>(lessons.size()))]->id;
  log("lesson " + id);
  act(gui::action::OpenLesson{id});
}

void Walker::open_file() {
  const std::string path = fmt::format("file-{}.cu", chance_.below(4));
  const std::string text = chance_.one_in(4) ? nasty_text(chance_) : some_kernel(chance_);
  std::error_code ignored;
  if (chance_.one_in(2) || !std::filesystem::exists(path, ignored)) {
    std::ofstream(path, std::ios::binary) << text;
  }
  log("open " + path);
  act(gui::action::OpenFile{path});
}

void Walker::set_parameter() {
  const gui::State& model = window_.app().session().model();
  if (model.lesson == nullptr || model.lesson->parameters.empty()) return;
  const std::vector<lessons::Parameter>& all = model.lesson->parameters;
  const lessons::Parameter& one = all[chance_.below(static_cast<uint32_t>(all.size()))];
  const int64_t value =
      one.minimum - 1 +
      static_cast<int64_t>(chance_.below(static_cast<uint32_t>(one.maximum - one.minimum + 3)));
  log(fmt::format("set {} {}", one.name, value));
  act(gui::action::SetParameter{one.name, value});
}

void Walker::change_window() {
  const int width = 320 + static_cast<int>(chance_.below(1800));
  const int height = 200 + static_cast<int>(chance_.below(1000));
  log(fmt::format("size {}x{}", width, height));
  window_.resize(width, height);
}

void Walker::change_scale() {
  const float scale = 0.5f + 0.25f * static_cast<float>(chance_.below(9));
  log(fmt::format("scale {}", scale));
  act(gui::action::ChangeOptions{[=](gui::ViewOptions& o) { o.scale = scale; }});
}

void Walker::save() {
  log("save");
  window_.press_key(ui::Key::kS, {true});
}

// Another program has its way with the file that is open.
void Walker::write_file_elsewhere() {
  const std::string path = window_.app().session().model().path;
  if (path.empty() || !path.starts_with("file-")) return;
  const uint32_t what = chance_.below(5);
  log(fmt::format("elsewhere {} {}", what, path));
  std::error_code ignored;
  if (what == 0) std::filesystem::remove_all(path, ignored);
  if (what == 1) std::filesystem::resize_file(path, 0, ignored);
  if (what == 2 && std::filesystem::remove(path, ignored)) {
    std::filesystem::create_directory(path, ignored);
  }
  if (what >= 3) {
    std::filesystem::remove_all(path, ignored);
    std::ofstream(path, std::ios::binary)
        << (what == 3 ? some_kernel(chance_) : nasty_text(chance_));
  }
}

void Walker::turn_page() {
  const auto pages = static_cast<uint32_t>(views::page_views().size());
  const uint32_t index = chance_.below(pages + 1);
  const gui::Page page = index == pages ? gui::Page::kSteps : views::page_views()[index]->page;
  log(fmt::format("page {}", static_cast<int>(page)));
  act(gui::action::ChangeOptions{[=](gui::ViewOptions& o) { o.page = page; }});
}

void Walker::go_somewhere() {
  const uint32_t number = chance_.one_in(4) ? chance_.below(kFarStep) : chance_.below(100);
  log(fmt::format("go {}", number));
  switch (chance_.below(6)) {
    case 0:
      act(gui::action::GoToStep{number});
      break;
    case 1:
      act(gui::action::SelectThread{chance_.below(40), chance_.below(32)});
      break;
    case 2:
      act(gui::action::SelectBlock{chance_.below(8), chance_.below(8), chance_.below(2)});
      break;
    case 3:
      act(gui::action::SelectAddress{trace::Space::kShared, uint64_t{number} * 4});
      break;
    case 4:
      act(gui::action::SelectLaunch{chance_.below(3)});
      break;
    default:
      act(gui::action::Step{static_cast<int>(number % 9) - 4,
                            static_cast<gui::StepUnit>(chance_.below(3))});
  }
}

void Walker::pass_time() {
  const int frames = static_cast<int>(chance_.below(90));
  log(fmt::format("{} frames", frames));
  for (int i = 0; i < frames; ++i) window_.frame();
}

void Walker::quit_or_cancel() {
  log("quit, cancel");
  act(gui::action::Quit{});
  act(Cancel{});
  act(gui::action::CancelMeasuring{});
}

}  // namespace warplens::tests
