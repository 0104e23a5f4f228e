// The window driven by chance, offscreen: keys, presses on whatever can be seen, drags, nasty text,
// other programs that write the open file, sizes and scales. A seed repeats a walk.
//
//   random_walk SEED ACTIONS     in a scratch folder of its own; each action is a line of walk.log
//
// Status 0: all went well. 1: the window reported a failure itself, or an action took too long.
// 77: nothing can be drawn here. Anything else is a crash; the log's last line is what led to it.
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/window/platform/egl/offscreen.hpp"
#include "tests/gui/walk/walker.hpp"
#include "tests/support/stand_in_measurer.hpp"

namespace {

using namespace warplens;

// ImGui's context for the whole walk.
struct Context {
  Context() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
  }
  ~Context() { ImGui::DestroyContext(); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

int walk(uint64_t seed, int actions) {
  const Context context;
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.measurer = std::make_shared<test::StandInMeasurer>();
  gui::App app(std::move(options));
  if (!app.session().open("")) return 1;
  auto screen = platform::Offscreen::create(1280, 800);
  if (!screen) {
    std::fprintf(stderr, "%s\n", screen.error().c_str());
    return 77;
  }
  ui::map_keys_without_window();
  platform::Headless window(app, **screen);
  tests::Walker walker(window, seed);
  const std::string problem = walker.walk(actions);
  if (!problem.empty())
    std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.c_str());
  return problem.empty() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::string folder = (std::filesystem::temp_directory_path() / "warplens-walk-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr || ::chdir(folder.c_str()) != 0) return 2;
  const int status = walk(std::strtoull(arguments[1], nullptr, 10), std::atoi(arguments[2]));
  std::error_code ignored;
  if (status == 0 || status == 77) {
    std::filesystem::current_path("/", ignored);
    std::filesystem::remove_all(folder, ignored);
  } else {
    std::fprintf(stderr, "the log is %s/walk.log\n", folder.c_str());
  }
  return status;
}
