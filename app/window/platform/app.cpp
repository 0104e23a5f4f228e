// One frame from input to picture, the same for a window and for a script.
#include "app/window/platform/app.hpp"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/base/say.hpp"

namespace warplens::gui {

App::App(SessionOptions options) : session_(std::move(options)), files_(ui::find_fonts()) {}

bool App::prepare(float density) {
  const State& model = session_.model();
  const bool is_on_stage = model.options.stage != gui::Stage::kOff;
  // What is large already has no room for more: a stage is at least so many units high.
  constexpr float kLeastHeight = 41, kUnit = 8;  // [units], [pixels at scale 1]
  const float usual = model.options.scale;
  const float most = ImGui::GetIO().DisplaySize.y / density / (kLeastHeight * kUnit);
  const bool is_lecture = views::is_lecture_on_stage(model);
  const float large = is_lecture ? views::lecture_scale(ImGui::GetIO().DisplaySize) / density
                                 : usual * views::kStageScale;
  const float on_stage = is_lecture ? std::max(large, std::min(large * usual, most))
                                    : std::max(usual, std::min(large, most));
  const float scale = density * (is_on_stage ? on_stage : usual);
  // No words are smaller than the usual ones then.
  const float least = is_lecture ? ui::kBodyLetters : 0;
  bool changed = std::abs(scale - made_for_) > 1e-3f || least != least_letters_;
  if (model.buffer.version() != seen_version_) {
    seen_version_ = model.buffer.version();
    changed |= needs_.add(model.text());
    changed |= needs_.add(model.path);
  }
  const ui::Ground ground = model.options.light ? ui::Ground::kLight : ui::Ground::kDark;
  if (changed || ground != ground_) {
    ground_ = ground;
    ui_.theme = ui::make_theme(scale, ground);
    ui::apply_style(ui_.theme, scale);
    frames_to_settle_ = 3;
  }
  if (!changed) {
    return false;
  }
  made_for_ = scale;
  least_letters_ = least;
  ui_.scale = scale;
  const ui::FontExtent before = extent_;
  ui_.fonts = ui::make_fonts(files_, scale, needs_, fonts_, extent_, least);
  if (extent_ > before) {
    std::fprintf(stderr, "warplens: %s\n",
                 label("there is not enough memory for the usual fonts; plainer ones are used"));
  }
  return true;
}

void App::draw(double now) {
  session_.update(now);
  ui_.probe.begin_frame();
  ui_.focus.begin_frame();
  const bool was_pointer_hidden = frame_.lecture.is_pointer_hidden;
  Actions actions;
  views::draw_frame(ui_, session_.model(), frame_, actions);
  drawn_ticks_ = views::stage_ticks(session_.model(), frame_.lecture);
  // A few frames more than the last change needs: ImGui lays out in two, and one may be lost
  // (image.hpp).
  const bool is_changing = !actions.empty() ||
                           (session_.is_moving() && !session_.is_only_running()) ||
                           was_pointer_hidden != frame_.lecture.is_pointer_hidden;
  frames_to_settle_ = is_changing ? 3 : std::max(frames_to_settle_ - 1, 0);
  session_.apply(actions);
}

bool App::is_moving() const {
  return frames_to_settle_ > 0 || session_.is_moving();
}

bool App::is_clock_due() const {
  return views::stage_ticks(session_.model(), frame_.lecture) != drawn_ticks_;
}

bool App::is_moving_slowly() const {
  return frames_to_settle_ == 0 && session_.is_only_running();
}

void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

}  // namespace warplens::gui
