// One frame from input to picture, the same for a window and for a script.
#include "app/window/platform/app.hpp"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/window/frame/paper.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// At what scale the window is drawn, and the least of its letters: of fonts at scale 1, and as they
// are drawn (Ui::least_letters). [pixels]
struct Letters {
  float scale = 1, least = 0, least_drawn = 0;
};

// `display` [pixels]
Letters letters_of(const State& model, ImVec2 display, float density) {
  const float usual = model.options.scale;
  const bool is_printed = views::is_on_paper(model);
  const bool is_lecture =
      is_printed ? model.options.paper == Paper::kStop : views::is_lecture_on_stage(model);
  // What is large already has no room for more: a stage is at least so many units high.
  constexpr float kLeastHeight = 41, kUnit = 8;  // [units], [pixels at scale 1]
  const float most = display.y / density / (kLeastHeight * kUnit);
  if (is_lecture) {
    const float needed = views::lecture_scale(display);
    const float large = needed / density;
    return {density * std::max(large, std::min(large * usual, most)), ui::kBodyLetters,
            needed * ui::kBodyLetters};
  }
  if (is_printed)
    return {density * usual, views::kPaperLetters,
            std::floor(views::kPaperLetters * density * usual)};
  const bool is_on_stage = model.options.stage != gui::Stage::kOff;
  const float on_stage = std::max(usual, std::min(usual * views::kStageScale, most));
  return {density * (is_on_stage ? on_stage : usual), 0, 0};
}

}  // namespace

App::App(SessionOptions options) : session_(std::move(options)), files_(ui::find_fonts()) {}

bool App::prepare(float density) {
  const State& model = session_.model();
  const auto [scale, least, least_drawn] = letters_of(model, ImGui::GetIO().DisplaySize, density);
  ui_.is_on_paper = views::is_on_paper(model);
  ui_.least_letters = least_drawn;
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
