// What building a frame of the window costs, without a graphics card: milliseconds on one core at
// 1920 x 1080, for the places where most is drawn, beside a table of ImGui with as many cells as
// the lanes have. Prints, asserts no time. Arguments: the number of frames, 300.
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/window/platform/app.hpp"

namespace {

using namespace warplens;
using Clock = std::chrono::steady_clock;

double milliseconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class Window {
 public:
  Window() {
    ImGui::CreateContext();
    ImGui::GetIO().DisplaySize = ImVec2(1920, 1080);
    ImGui::GetIO().IniFilename = nullptr;
    gui::SessionOptions options;
    options.lessons = lessons::built_in();
    options.threads = false;
    app_ = std::make_unique<gui::App>(std::move(options));
    make_fonts();
  }
  ~Window() {
    app_.reset();
    ImGui::DestroyContext();
  }

  gui::Session& session() { return app_->session(); }
  void act(gui::Action action) {
    session().apply({std::move(action)});
    session().wait_idle();
    frame();
    frame();
  }
  void frame() {
    make_fonts();
    now_ += 1.0 / 60;
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    app_->draw(now_);
    ImGui::Render();
  }
  // The table that the others are held against.
  void peer_frame() {
    ImGui::NewFrame();
    ImGui::Begin("peer");
    if (ImGui::BeginTable("lanes", 8)) {
      for (int cell = 0; cell < 32 * 8; ++cell) {
        ImGui::TableNextColumn();
        ImGui::Text("%d", cell);
      }
      ImGui::EndTable();
    }
    ImGui::End();
    ImGui::Render();
  }

 private:
  void make_fonts() {
    app_->prepare(1.0f);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }

  std::unique_ptr<gui::App> app_;
  double now_ = 0;
};

// [milliseconds] median, and the one of a hundred that is slowest.
struct Cost {
  double median = 0, slow = 0;
};

Cost cost_of(size_t frames, const std::function<void()>& frame) {
  std::vector<double> times;
  for (size_t i = 0; i < frames; ++i) times.push_back(milliseconds(frame));
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

}  // namespace

int main(int count, char** words) {
  const size_t frames = count > 1 ? std::max(1ul, std::strtoul(words[1], nullptr, 10)) : 300;
  Window window;
  const double peer = cost_of(frames, [&] { window.peer_frame(); }).median;
  std::printf("%-28s %8s %8s %8s %10s\n", "frame", "median", "1 of 100", "ratio", "vertices");
  const auto print = [&](const char* name) {
    const Cost cost = cost_of(frames, [&] { window.frame(); });
    std::printf("%-28s %5.2f ms %5.2f ms %8.1f %10d\n", name, cost.median, cost.slow,
                cost.median / peer, ImGui::GetDrawData()->TotalVtxCount);
  };
  const auto options = [&](auto change) { window.act(gui::action::ChangeOptions{change}); };
  std::printf("%-28s %5.2f ms %8s %8.1f\n", "a table of ImGui, 32 x 8", peer, "", 1.0);
  window.act(gui::action::OpenLesson{"matmul-tiled"});
  print("tiled product");
  window.act(gui::action::OpenLesson{"transpose-column"});
  window.act(gui::action::GoToStep{5});
  print("column of 32 wavefronts");
  window.act(gui::action::Step{7, gui::StepUnit::kPass});
  print("its doors, pass 7 of 32");
  window.act(gui::action::SetSplit{true, true});
  print("two runs side by side");
  window.act(gui::action::SetSplit{false, false});
  options([](gui::ViewOptions& of) { of.stage = gui::Stage::kAccess; });
  print("stage");
  options([](gui::ViewOptions& of) { of.stage = gui::Stage::kOff, of.ask_first = true; });
  print("a question");
}
