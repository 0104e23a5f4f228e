// A visit to every lesson, step, tab and page at every size and scale that is promised, reading
// what is drawn: no text is cut off, shortened or on top of another one. The course is walked by
// tests/gui/course_walk.
//
//   warplens_tour LESSON|FILE.cu|all|some [WIDTHxHEIGHT SCALE]
// all: every lesson; some: every lesson at a third of the screens, each screen with some lesson.
//
// Status 0: all can be read. 1: each line names a place and what is wrong there, once a text. 77:
// nothing can be drawn here.
#include <fmt/format.h>
#include <stdlib.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/pages/pages.hpp"
#include "app/window/platform/egl/offscreen.hpp"
#include "app/window/platform/headless.hpp"
#include "tests/support/window_visit.hpp"

namespace {

using namespace warplens;
using tests::Screen;
using tests::WindowVisit;

constexpr Screen kScreens[] = {
    {1280, 720, 1},     {1280, 720, 1.5f},  {1366, 768, 1},   {1440, 900, 1},     {1600, 1000, 1},
    {1920, 1080, 1},    {1920, 1080, 1.5f}, {1920, 1080, 2},  {3840, 2160, 1.5f}, {3840, 2160, 2},
    {3840, 2160, 2.5f}, {1280, 720, 2},     {1024, 600, 1.5f}};

// Every word and bank of an access is seen.
bool shows_all(const Screen& screen) {
  return static_cast<float>(screen.width) >= 850 * screen.scale &&
         static_cast<float>(screen.height) >= 480 * screen.scale;
}

class Tour : private WindowVisit {
 public:
  explicit Tour(platform::Headless& window) : WindowVisit(window) {}

  void visit(const std::string& text, const Screen& screen, bool needs_all) {
    needs_all_ = needs_all;
    // An odd number of screens: each sees both themes.
    begin(text, screen, ++visits_ % 2 == 0);
    if (text.ends_with(".cu")) {
      act(gui::action::OpenFile{text});
    } else {
      act(gui::action::OpenLesson{text});
    }
    act(gui::action::SetUnit{gui::StepUnit::kAccess});
    visit_steps();
    visit_stage();
    visit_pages();
    visit_split();
    visit_popups();
    visit_guide();
  }

  using WindowVisit::problems;

 private:
  std::vector<std::string> tabs() {
    std::vector<std::string> result;
    for (const ui::WidgetRect& rect : probe().widgets()) {
      if (rect.visible && rect.name.starts_with("tab.")) result.push_back(rect.name);
    }
    return result;
  }

  // Widgets of all that the access touches.
  std::set<std::string> parts() {
    std::set<std::string> result;
    const scene::Moment& moment = *model().moment;
    if (moment.access.space == trace::Space::kGlobal) {
      for (size_t i = 0; i < moment.sectors.size(); ++i) result.insert(fmt::format("sector:{}", i));
    }
    if (moment.access.space != trace::Space::kShared) return result;
    const uint32_t bytes = model().run->device.bank_bytes;
    for (const scene::LaneRow& lane : moment.lanes) {
      if (lane.active) result.insert(fmt::format("word:{}", lane.address / bytes));
    }
    for (size_t i = 0; i < moment.banks.wavefronts.size(); ++i) {
      for (const auto& service : moment.banks.wavefronts[i])
        result.insert(fmt::format("bank:{}:{}", i, service.bank));
    }
    return result;
  }

  void take_seen(std::set<std::string>& parts) {
    for (const ui::WidgetRect& rect : probe().widgets()) {
      if (!rect.visible) continue;
      parts.erase(rect.name);
      // A word that a lane waits for in the queue over its bank is seen in any wavefront.
      if (!rect.name.starts_with("queue:")) continue;
      const std::string bank = rect.name.substr(5, rect.name.rfind(':') - 5);
      std::erase_if(parts, [&](const std::string& part) {
        return part.starts_with("bank:") && part.ends_with(bank);
      });
    }
  }

  void read_step() {
    std::set<std::string> missing = parts();
    const std::string place = fmt::format("step {}", model().selection.step);
    read(place);
    take_seen(missing);
    for (const std::string& tab : tabs()) {
      if (!press(tab)) continue;
      read(place + ", " + tab);
      take_seen(missing);
    }
    if (missing.empty() || !needs_all_) return;
    fail(place, fmt::format("not to be seen: {}", fmt::join(missing, " ")));
  }

  void read_tabs(const std::string& place) {
    read(place);
    for (const std::string& tab : tabs()) {
      if (!press(tab)) continue;
      read(place + ", " + tab);
    }
  }

  void visit_steps() {
    constexpr uint32_t kStops = 6;
    for (uint32_t i = 0; i < kStops; ++i) {
      act(gui::action::GoToEnd{false});
      act(gui::action::GoToStep{last_step() * i / (kStops - 1)});
      read_step();
    }
    act(gui::action::Step{-1, gui::StepUnit::kPass});
    read_tabs("before the last pass");
    act(gui::action::SetUnit{gui::StepUnit::kPass});
    for (const uint32_t i : {1, 4}) {
      act(gui::action::GoToStep{last_step() * i / 4});
      read_tabs("after all passes");
    }
    act(gui::action::SetUnit{gui::StepUnit::kAccess});
    change([](gui::ViewOptions& options) { options.axis = scene::Axis::kWavefronts; });
    read_tabs("timeline by wavefronts");
    change([](gui::ViewOptions& options) { options.ask_first = true; });
    read_tabs("asked first");
    change([](gui::ViewOptions& options) {
      options.ask_first = false;
      options.heat = true;
    });
    read_tabs("fetches");
    change([](gui::ViewOptions& options) {
      options.heat = false;
      options.axis = scene::Axis::kSteps;
    });
  }

  uint32_t last_step() {
    act(gui::action::GoToEnd{true});
    return model().selection.step;
  }

  void visit_stage() {
    window().take_pointer_away();  // what is under it is offered over the text
    for (const gui::Stage stage :
         {gui::Stage::kAccess, gui::Stage::kTiles, gui::Stage::kMemory, gui::Stage::kSource}) {
      change([stage](gui::ViewOptions& options) { options.stage = stage; });
      for (const uint32_t part : {0, 1, 2}) {
        act(gui::action::GoToStep{last_step() * part / 2});
        const std::string place =
            fmt::format("stage {}, step {}", static_cast<int>(stage), model().selection.step);
        read(place);
        read_small(place);
      }
    }
    change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
  }

  // Beside another lesson.
  void visit_split() {
    const std::string shown = model().lesson == nullptr ? "" : model().lesson->id;
    if (shown.empty()) return;
    act(gui::action::SetSplit{true, true});
    act(gui::action::OpenLesson{shown == "matmul-tiled" ? "matmul-naive" : "matmul-tiled"});
    change([](gui::ViewOptions& options) { options.differences = true; });
    read("what differs");
    change([](gui::ViewOptions& options) { options.differences = false; });
    act(gui::action::SetSplit{false, false});
    act(gui::action::OpenLesson{shown});
    act(gui::action::SetUnit{gui::StepUnit::kAccess});
  }

  void visit_pages() {
    for (const views::PageView* view : views::page_views()) {
      change([&](gui::ViewOptions& options) { options.page = view->page; });
      read_tabs(std::string(view->widget));
      read_caveats(view->widget);
      window().take_pointer_away();
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
      const std::string place = std::string("stage ") + view->widget;
      read(place);
      read_small(place);
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
    }
    change([](gui::ViewOptions& options) { options.page = gui::Page::kSteps; });
  }

  void read_caveats(const char* page) {
    if (!press("page.caveats")) return;
    read(std::string("how far off ") + page);
    window().press_key(ui::Key::kEscape);
    window().settle();
  }

  void visit_popups() {
    for (const std::string popup :
         {"chooser", "about", "block", "device", "pages", "keys", "split", "form"}) {
      if (!press(popup)) continue;
      read(popup);
      window().press_key(ui::Key::kEscape);
      window().settle();
    }
  }

  // A topic that is mostly lists, and the one with the widest table.
  void visit_guide() {
    for (const char* topic : {"guide.start", "guide.limits"}) {
      change([](gui::ViewOptions& options) { options.guide = 0; });
      if (!press(topic)) continue;  // the list of topics scrolls
      read(topic);
    }
    change([](gui::ViewOptions& options) { options.guide.reset(); });
  }

  bool needs_all_ = true;
  uint32_t visits_ = 0;
};

int visit(int count, char** arguments) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  gui::App app(std::move(options));
  if (!app.session().open("")) return 1;
  auto screen = platform::Offscreen::create(1280, 720);
  if (!screen) {
    std::fprintf(stderr, "%s\n", screen.error().c_str());
    return 77;
  }
  ui::map_keys_without_window();
  platform::Headless window(app, **screen);
  Tour tour(window);
  std::vector<std::string> texts{arguments[1]};
  const bool is_part = texts[0] == "some";
  if (texts[0] == "all" || is_part) {
    texts.clear();
    for (const lessons::Lesson* lesson : app.session().model().lessons) texts.push_back(lesson->id);
  }
  for (size_t index = 0; index < texts.size(); ++index) {
    const std::string& text = texts[index];
    if (count == 4) {
      Screen named;
      if (std::sscanf(arguments[2], "%dx%d", &named.width, &named.height) != 2) return 2;
      named.scale = std::stof(arguments[3]);
      tour.visit(text, named, false);
      continue;
    }
    for (size_t screen_index = is_part ? index % 3 : 0; screen_index < std::size(kScreens);
         screen_index += is_part ? 3 : 1)
      tour.visit(text, kScreens[screen_index], shows_all(kScreens[screen_index]));
  }
  return tour.problems() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 4) return 2;
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  const int status = visit(count, arguments);
  ImGui::DestroyContext();
  return status;
}
