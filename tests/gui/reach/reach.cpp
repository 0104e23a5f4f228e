// Everything that can be pressed is reached with the keyboard: in many states of the window, Tab
// and arrows have to come to each widget that is drawn.
//
//   warplens_reach [--list]     --list: every widget, and the keys that lead to it
//
// Status 0: all are reached. 1: each line names a state and a widget that is not. 77: nothing can
// be drawn here.
#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/window/pages/pages.hpp"
#include "app/window/platform/egl/offscreen.hpp"
#include "app/window/platform/headless.hpp"

namespace {

using namespace warplens;

constexpr int kMostKeys = 5000;  // of one state

class Reach {
 public:
  Reach(platform::Headless& window, bool is_listing) : window_(window), is_listing_(is_listing) {}

  void visit_all() {
    open("matmul-tiled");
    walk("steps of a tiled product");
    open("transpose-column");
    act(gui::action::GoToStep{1});
    walk("a store with bank conflicts");
    change([](gui::ViewOptions& options) { options.ask_first = true; });
    walk("a question");
    change([](gui::ViewOptions& options) { options.ask_first = false; });
    act(gui::action::SetSplit{true, false});
    walk("two runs side by side");
    act(gui::action::SetSplit{false, false});
    act(gui::action::ShowLaunch{true});
    walk("the launch form");
    act(gui::action::ShowLaunch{false});
    change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
    walk("the stage");
    change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
    change([](gui::ViewOptions& options) { options.guide = 0; });
    walk("the guide");
    change([](gui::ViewOptions& options) { options.guide.reset(); });
    for (const views::PageView* view : views::page_views()) {
      change([&](gui::ViewOptions& options) { options.page = view->page; });
      walk(std::string("page ") + view->widget);
    }
    for (const auto& [page, widget] : {std::pair{gui::Page::kRoofline, "roofline.bandwidth"},
                                       std::pair{gui::Page::kRoofline, "roofline.peak"},
                                       std::pair{gui::Page::kOccupancy, "occupancy.registers"},
                                       std::pair{gui::Page::kOccupancy, "occupancy.threads"},
                                       std::pair{gui::Page::kDram, "dram.strip"}})
      nudge(page, widget);
    change([](gui::ViewOptions& options) { options.page = gui::Page::kSteps; });
    for (const char* popup : {"chooser", "device", "block", "keys"}) {
      if (!window_.press(popup)) {
        std::printf("%s: there is no such button\n", popup);
        ++missed_;
        continue;
      }
      window_.settle();
      walk(std::string("list ") + popup);
      window_.press_key(ui::Key::kEscape);
      window_.settle();
      window_.press_key(ui::Key::kEscape);
      window_.settle();
    }
  }

  int missed() const { return missed_; }

 private:
  void act(gui::Action action) {
    window_.app().session().apply({std::move(action)});
    window_.settle();
  }
  void change(const std::function<void(gui::ViewOptions&)>& how) {
    act(gui::action::ChangeOptions{how});
  }
  void open(const char* lesson) { act(gui::action::OpenLesson{lesson}); }

  const ui::Focus& focus() { return window_.app().ui().focus; }

  const std::string& press(ui::Key key) {
    window_.press_key(key);
    window_.frame();
    return focus().name();
  }

  // All that Tab comes to, and from there the arrow to the right.
  void walk(const std::string& state) {
    std::map<std::string, std::string> keys;  // that lead to a widget
    int tabs = 0, pressed = 0;
    for (std::string at = press(ui::Key::kTab); !keys.contains(at); at = press(ui::Key::kTab)) {
      keys[at] = fmt::format("Tab x {}", ++tabs);
      const gui::Selection before = window_.app().session().model().selection;
      const gui::ViewOptions was = window_.app().session().model().options;
      int arrows = 0;
      for (std::string next = press(ui::Key::kRight); !keys.contains(next) && ++pressed < kMostKeys;
           next = press(ui::Key::kRight)) {
        keys[next] = fmt::format("Tab x {}, Right x {}", tabs, ++arrows);
      }
      // Where a widget is alone, the arrow is a step, or changes what can be dragged.
      if (!(window_.app().session().model().selection == before))
        act(gui::action::GoToStep{before.step});
      else if (arrows == 0)
        change([&](gui::ViewOptions& options) { options = was; });
    }
    for (const std::string& name : focus().order()) {
      if (!keys.contains(name) && missed_names_.insert(name).second) {
        std::printf("%s: no key leads to %s\n", state.c_str(), name.c_str());
        ++missed_;
      }
    }
    if (is_listing_) {
      for (const auto& [name, how] : keys)
        std::printf("%s: %s: %s\n", state.c_str(), name.c_str(), how.c_str());
    }
    std::printf("%s: %zu widgets, %d stops of Tab\n", state.c_str(), focus().order().size(), tabs);
    window_.press_key(ui::Key::kEscape);
    window_.settle();
  }

  // What can be dragged is changed by arrows, too.
  void nudge(gui::Page page, const std::string& widget) {
    change([&](gui::ViewOptions& options) { options.page = page; });
    for (int tabs = 0; tabs < kMostKeys && press(ui::Key::kTab) != widget; ++tabs) {
    }
    const std::string before = all_texts();
    press(ui::Key::kRight);
    window_.settle();
    if (all_texts() == before) press(ui::Key::kLeft);  // it was at its end
    window_.settle();
    if (focus().name() != widget || all_texts() == before) {
      std::printf("%s: an arrow changes nothing\n", widget.c_str());
      ++missed_;
    }
    window_.press_key(ui::Key::kEscape);
    window_.settle();
  }
  std::string all_texts() {
    std::string all;
    for (const auto& text : window_.app().ui().probe.texts()) all += text.text + "\n";
    return all;
  }

  platform::Headless& window_;
  const bool is_listing_;
  std::set<std::string> missed_names_;
  int missed_ = 0;
};

int visit(bool is_listing) {
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
  window.settle();
  Reach reach(window, is_listing);
  reach.visit_all();
  return reach.missed() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const bool is_listing = count == 2 && std::string(arguments[1]) == "--list";
  if (count > 1 && !is_listing) return 2;
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  const int status = visit(is_listing);
  ImGui::DestroyContext();
  return status;
}
