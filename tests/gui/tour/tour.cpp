// A visit to every lesson, step, tab and page, and to every stop of the course, at every size and
// scale that is promised, reading what is drawn: no text is cut off, shortened or on top of another
// one.
//
//   warplens_tour LESSON|FILE.cu|course:LESSON|all|some [WIDTHxHEIGHT SCALE]
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

#include "app/course/test_items.hpp"
#include "app/window/pages/pages.hpp"
#include "app/window/platform/egl/offscreen.hpp"
#include "app/window/platform/headless.hpp"

namespace {

using namespace warplens;

struct Screen {
  int width = 0, height = 0;
  float scale = 1;
  bool shows_all = true;  // every word and bank of an access is seen
};

constexpr Screen kScreens[] = {{1280, 720, 1},          {1280, 720, 1.5f},  {1366, 768, 1},
                               {1440, 900, 1},          {1600, 1000, 1},    {1920, 1080, 1},
                               {1920, 1080, 1.5f},      {1920, 1080, 2},    {3840, 2160, 1.5f},
                               {3840, 2160, 2},         {3840, 2160, 2.5f}, {1280, 720, 2, false},
                               {1024, 600, 1.5f, false}};

constexpr Screen kOldProjector{1024, 768, 1};      // of the course
constexpr std::string_view kOfCourse = "course:";  // before a lesson of the course

class Tour {
 public:
  explicit Tour(platform::Headless& window) : window_(window) {}

  void visit(const std::string& text, const Screen& screen) {
    name_ = fmt::format("{} {}x{} scale {}", text, screen.width, screen.height, screen.scale);
    window_.resize(screen.width, screen.height);
    shows_all_ = screen.shows_all;
    const bool is_light = ++visits_ % 2 == 0;  // an odd number of screens: each sees both themes
    change([&](gui::ViewOptions& options) {
      options = {};
      options.scale = screen.scale;
      options.light = is_light;
    });
    if (text.starts_with(kOfCourse)) return visit_stops(text.substr(kOfCourse.size()));
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

  size_t problems() const { return seen_.size() + hidden_; }

 private:
  void act(gui::Action action) {
    window_.app().session().apply({std::move(action)});
    window_.settle();
  }

  const gui::State& model() { return window_.app().session().model(); }

  void change(const std::function<void(gui::ViewOptions&)>& how) {
    act(gui::action::ChangeOptions{how});
  }

  // Each text's problem once, where it is met first.
  void read(const std::string& place) {
    for (const std::string& problem : ui::unreadable(window_.app().ui().probe.texts())) {
      const std::string key = problem.substr(0, problem.rfind(" at "));
      if (seen_.insert(key).second)
        std::printf("%s, %s: %s\n", name_.c_str(), place.c_str(), problem.c_str());
    }
  }

  // Letters on the stage that the last row of a room can't read.
  void read_small(const std::string& place) {
    const float least = 12 * model().options.scale;
    for (const ui::DrawnText& text : window_.app().ui().probe.texts()) {
      if (text.size == 0 || text.size >= least || !seen_.insert(text.text + " small").second)
        continue;
      std::printf("%s, %s: \"%s\" has letters of %.1f pixels\n", name_.c_str(), place.c_str(),
                  text.text.c_str(), static_cast<double>(text.size));
    }
  }

  std::vector<std::string> tabs() {
    std::vector<std::string> result;
    for (const ui::WidgetRect& rect : window_.app().ui().probe.widgets()) {
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
    for (const ui::WidgetRect& rect : window_.app().ui().probe.widgets()) {
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
      if (!window_.press(tab)) continue;
      window_.settle();
      read(place + ", " + tab);
      take_seen(missing);
    }
    if (missing.empty() || !shows_all_) return;
    ++hidden_;
    std::printf("%s, %s: not to be seen: %s\n", name_.c_str(), place.c_str(),
                fmt::format("{}", fmt::join(missing, " ")).c_str());
  }

  void read_tabs(const std::string& place) {
    read(place);
    for (const std::string& tab : tabs()) {
      if (!window_.press(tab)) continue;
      window_.settle();
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
    window_.take_pointer_away();  // what is under it is offered over the text
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

  // Each stop with its question open and answered, on stage, too; the lesson's end, its tasks and
  // the start page.
  void visit_stops(const std::string& lesson) {
    act(gui::action::ClearProgress{});
    act(gui::action::OpenStop{lesson});
    if (!model().course.at) {
      ++hidden_;
      std::printf("%s: no such lesson\n", name_.c_str());
      return;
    }
    for (size_t stop = 0; stop <= model().course.lesson()->stops.size(); ++stop) {
      act(gui::action::GoToStop{stop});
      const std::string place = fmt::format("stop {}", stop + 1);
      read(place);
      if (!model().course.is_asking()) continue;
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
      read(place + " on stage");
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
      act(gui::action::AnswerStop{stop % 2});
      act(gui::action::RevealStop{});  // of one that is typed
      read(place + ", answered");
    }
    visit_tasks();
    if (lesson == model().course.lessons.front()->id) visit_test();
    act(gui::action::ShowHome{true});
    read("the start page");
    act(gui::action::ShowHome{false});
  }

  // The test before the course: its first question, open and answered, and what came out.
  void visit_test() {
    act(gui::action::OpenTest{});
    read("the test");
    for (size_t i = 0; i < model().course.test.items.size(); ++i) {
      act(gui::action::GoToStop{i});
      act(gui::action::RevealStop{});
      if (i == 0) read("the test, answered");
    }
    act(gui::action::OpenTest{});
    read("what came out");
  }

  // Each task of the lesson with its starter, a hint, a half-typed line, and solved.
  void visit_tasks() {
    const size_t first = model().course.lesson()->stops.size() + 1;
    const size_t count = model().course.task_count(model().course.at->lesson);
    for (size_t i = 0; i < count; ++i) {
      act(gui::action::GoToStop{first + i});
      const std::string place = fmt::format("task {}", i + 1);
      read(place);
      const std::string reference = model().course.task->exercise->reference;
      for (size_t hint = 0; hint < model().course.task->hints.size(); ++hint) {
        act(gui::action::ShowHint{});
        read(fmt::format("{}, hint {}", place, hint + 1));
      }
      for (const std::string& text : {reference + "int half =", reference}) {
        act(gui::action::Edit{[text](gui::TextBuffer& buffer) { buffer.replace_all(text); }});
        read(place + (text == reference ? ", solved" : ", not finished"));
      }
      act(gui::action::ShowReference{});
      read(place + ", our way beside");
      act(gui::action::SetSplit{false, false});
    }
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
      window_.take_pointer_away();
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kAccess; });
      const std::string place = std::string("stage ") + view->widget;
      read(place);
      read_small(place);
      change([](gui::ViewOptions& options) { options.stage = gui::Stage::kOff; });
    }
    change([](gui::ViewOptions& options) { options.page = gui::Page::kSteps; });
  }

  void read_caveats(const char* page) {
    if (!window_.press("page.caveats")) return;
    window_.settle();
    read(std::string("how far off ") + page);
    window_.press_key(ui::Key::kEscape);
    window_.settle();
  }

  void visit_popups() {
    for (const std::string popup :
         {"chooser", "about", "block", "device", "pages", "keys", "split", "form"}) {
      if (!window_.press(popup)) continue;
      window_.settle();
      read(popup);
      window_.press_key(ui::Key::kEscape);
      window_.settle();
    }
  }

  // A topic that is mostly lists, and the one with the widest table.
  void visit_guide() {
    for (const char* topic : {"guide.start", "guide.limits"}) {
      change([](gui::ViewOptions& options) { options.guide = 0; });
      if (!window_.press(topic)) continue;  // the list of topics scrolls
      window_.settle();
      read(topic);
    }
    change([](gui::ViewOptions& options) { options.guide.reset(); });
  }

  platform::Headless& window_;
  std::string name_;
  std::set<std::string> seen_;
  size_t hidden_ = 0;
  bool shows_all_ = true;
  uint32_t visits_ = 0;
};

int visit(int count, char** arguments) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  for (const course::Lesson& lesson : course::built_in_lessons())
    options.course.push_back(std::make_shared<const course::Lesson>(lesson));
  if (auto test = course::load_test("", course::built_in_lessons()))
    options.course_test = std::move(test->items);
  for (const course::Exercise& exercise : course::built_in())
    options.exercises.push_back(std::make_shared<const course::Exercise>(exercise));
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
    for (const auto& lesson : app.session().model().course.lessons)
      texts.push_back(std::string(kOfCourse) + lesson->id);
  }
  for (size_t index = 0; index < texts.size(); ++index) {
    const std::string& text = texts[index];
    if (count == 4) {
      Screen named{.shows_all = false};
      if (std::sscanf(arguments[2], "%dx%d", &named.width, &named.height) != 2) return 2;
      named.scale = std::stof(arguments[3]);
      tour.visit(text, named);
      continue;
    }
    for (size_t screen_index = is_part ? index % 3 : 0; screen_index < std::size(kScreens);
         screen_index += is_part ? 3 : 1)
      tour.visit(text, kScreens[screen_index]);
    if (text.starts_with(kOfCourse)) tour.visit(text, kOldProjector);
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
