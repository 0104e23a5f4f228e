// A model without an engine behind it, and frames of ImGui without a screen: what the panels' tests
// look at.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::test {

// A block of `warps` full warps whose threads are `width` wide. Each warp loads a row (global),
// stores it to shared memory with `stride` words between lanes, waits at a barrier, and loads it
// back; `rounds` times, as a phase loop.
struct PanelCase {
  uint32_t warps = 4;
  uint32_t width = 16;
  uint32_t stride = 1;
  uint32_t rounds = 2;
  uint64_t budget = uint64_t{64} << 20;  // of the recording [bytes]
};

// Run, recording and timeline, with totals that say one request a step.
std::shared_ptr<run::Run> make_run(const PanelCase& wanted);
// The lanes, costs and grouping of a step; sentence, variables and unfolded index are left to the
// test.
std::shared_ptr<scene::Moment> make_moment(const run::Run& run, uint32_t step, uint32_t warp,
                                           uint32_t lane);
gui::State make_model(const PanelCase& wanted, uint32_t step = 1);

// Draws a view alone in a window of the given size.
class Stage {
 public:
  explicit Stage(ImVec2 size);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  using View = std::function<void(ui::Ui&, const gui::State&, gui::Actions&)>;
  // One frame; what the user did in it.
  gui::Actions draw(const View& view, const gui::State& model);
  gui::Actions draw(const views::Panel& panel, const gui::State& model);
  // Presses and releases at a named widget's centre; fails the test if it was not drawn. All
  // actions of the frames.
  gui::Actions press(const View& view, const gui::State& model, const std::string& widget);
  gui::Actions press(const views::Panel& panel, const gui::State& model, const std::string& widget);
  void move_pointer(ImVec2 at);
  void turn_wheel(float amount);
  ui::Ui& ui() { return ui_; }
  const ui::Probe& probe() const { return ui_.probe; }

 private:
  View view_of(const views::Panel& panel);

  ImVec2 size_;
  views::PanelStates states_;
  ui::Ui ui_;
  void* previous_ = nullptr;  // ImGui's context of before
};

// The first action of a kind, or null.
template <typename T>
const T* find_action(const gui::Actions& actions) {
  for (const gui::Action& action : actions) {
    if (const T* found = action.get_if<T>()) return found;
  }
  return nullptr;
}

// The options that the actions make of those; nothing if none changes any.
inline std::optional<gui::ViewOptions> changed_options(gui::ViewOptions options,
                                                       const gui::Actions& actions) {
  bool is_any = false;
  for (const gui::Action& action : actions) {
    const auto* change = action.get_if<gui::action::ChangeOptions>();
    if (change == nullptr) continue;
    change->change(options);
    is_any = true;
  }
  return is_any ? std::optional(options) : std::nullopt;
}

}  // namespace warplens::test
