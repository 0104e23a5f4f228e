// What moves along the timeline, then texts; the legend goes below them where the window is narrow.
#include "app/window/frame/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/option_changes.hpp"
#include "app/window/frame/timeline.hpp"
#include "app/window/frame/transport_line.hpp"
#include "app/window/split/split.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

void draw_moves(ui::Ui&, TransportLine& line, const gui::State& model, gui::Actions& actions) {
  const gui::StepUnit unit = model.selection.unit;
  if (line.sign("timeline:first", Sign::kFirst, sentence("First access (Home)"), false)) {
    actions.push_back(gui::action::GoToEnd{false});
  }
  if (line.sign("timeline:back", Sign::kBack, sentence("One step back (←)"), false)) {
    actions.push_back(gui::action::Step{-1, unit});
  }
  const bool is_playing = model.options.playing;
  if (line.sign("timeline:play", is_playing ? Sign::kPause : Sign::kPlay,
                sentence("Play or pause (Space)"), true)) {
    actions.push_back(gui::action::ChangeOptions{toggle_playing});
  }
  if (line.sign("timeline:forward", Sign::kForward, sentence("One step forward (→)"), false)) {
    actions.push_back(gui::action::Step{1, unit});
  }
  if (line.sign("timeline:last", Sign::kLast, sentence("Last access (End)"), false)) {
    actions.push_back(gui::action::GoToEnd{true});
  }
}

void draw_units(TransportLine& line, const gui::State& model, gui::Actions& actions) {
  constexpr struct {
    gui::StepUnit unit;
    Sentence label;
    const char* name;
  } kUnits[] = {{gui::StepUnit::kPass, sentence("pass"), "timeline:unit:pass"},
                {gui::StepUnit::kAccess, sentence("access"), "timeline:unit:access"},
                {gui::StepUnit::kLine, sentence("line"), "timeline:unit:line"},
                {gui::StepUnit::kPhase, sentence("phase"), "timeline:unit:phase"}};
  for (const auto& choice : kUnits) {
    if (line.word(
            choice.name, label(choice.label),
            sentence("What one step is: a pass of an access, an access, a source line, a phase"),
            model.selection.unit == choice.unit)) {
      actions.push_back(gui::action::SetUnit{choice.unit});
    }
  }
}

// What the timeline counts, where it has room up to `right` [pixels]; its key is always there.
void draw_axis(TransportLine& line, const gui::State& model, float right, gui::Actions& actions) {
  const scene::Axis axis = model.options.axis;
  const bool is_by_work = scene::work_axis(*model.timeline, axis) != nullptr;
  const char* words = label(scene::axis_words(is_by_work ? axis : scene::Axis::kSteps));
  if (line.end_of(words) > right) return;
  if (!line.word("timeline:axis", words,
                 sentence("How wide an access is: all alike, or by its work of one kind, which is "
                          "not time (T)"),
                 is_by_work))
    return;
  actions.push_back(gui::action::ChangeOptions{[timeline = model.timeline](gui::ViewOptions& o) {
    o.axis = scene::next_axis(*timeline, o.axis);
  }});
}

// That not all accesses of the block are recorded: as much as has room up to `right` [pixels].
void draw_cut(ui::Ui& ui, TransportLine& line, const scene::TimelineScene& scene, float right) {
  line.gap(2);
  const std::string kept = study::grouped(scene.size());
  const std::string count = study::grouped(scene.accesses_in_block);
  const std::string whole =
      say("recording cut after {kept} of {count} accesses", "kept"_a = kept, "count"_a = count);
  const std::string brief = say("cut after {kept} of {count}", "kept"_a = kept, "count"_a = count);
  const ImVec2 min(line.x(), ImGui::GetCursorScreenPos().y);
  line.text(ui.fonts.body, ui.theme.warning,
            ui::first_fitting(ui.fonts.body, right - min.x,
                              {whole, brief, label("recording cut"), label("cut")}));
  if (is_hovered({min, ImVec2(line.x(), min.y + line.height())})) tip(ui, whole);
}

// Of two sides, whose steps these are: up to `right`. Returns its width [pixels].
float draw_owner(ui::Ui& ui, const gui::State& model, float from, ImVec2 right, float height) {
  if (model.split.run == nullptr) return 0;
  const std::string name = side_names(model).right;
  const std::string whole = say("the steps of {run}", "run"_a = name);
  const std::string_view text =
      ui::first_fitting(ui.fonts.small, right.x - from, {whole, name, ""});
  const ImVec2 size = ui::text_size(ui.fonts.small, text);
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
              ImVec2(right.x - size.x, right.y + (height - size.y) / 2), ui.theme.text_dim, text);
  return size.x + ui.theme.unit * 2;
}

}  // namespace

ImU32 work_color(const ui::Theme& theme, scene::Work work) {
  constexpr float kStrength[] = {0.90f, 0.60f, 0.30f};  // by Work
  return ui::mix(theme.panel_raised, theme.text_dim, kStrength[static_cast<size_t>(work)]);
}

void draw_transport(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = theme.unit * 3.5f;
  const scene::TimelineScene& scene = *model.timeline;
  // Everything at its full length takes about this many units; a larger scale leaves fewer.
  // So does a step of a long recording.
  const float wider = ui::text_size(ui.fonts.title, study::grouped(scene.size())).x -
                      ui::text_size(ui.fonts.title, "999").x;
  const bool is_compact = width < 112 * theme.unit + 2 * std::max(wider, 0.0f);
  TransportLine line(ui, height, is_compact);
  draw_moves(ui, line, model, actions);
  line.gap(is_compact ? 0.25f : 1);
  draw_units(line, model, actions);
  line.gap(is_compact ? 1 : 2);
  const auto step_text = [&](uint32_t step) {
    if (is_outcome_hidden(model)) return say("step {step}", "step"_a = "?");
    return is_compact ? fmt::format("{} / {}", study::grouped(step), study::grouped(scene.size()))
                      : say("step {step} of {count}", "step"_a = study::grouped(step),
                            "count"_a = study::grouped(scene.size()));
  };
  // As wide as the last step's, so that what follows stays in its place.
  line.text(ui.fonts.title, theme.text, step_text(model.selection.step + 1),
            ui::text_size(ui.fonts.title, step_text(scene.size())).x);
  if (steps_by_pass(model) && model.moment != nullptr && !counts_hidden(model)) {
    line.gap(1);
    line.text(ui.fonts.body, theme.text_dim, pass_counter_text(model));
  }
  line.gap(is_compact ? 1 : 2);
  if (line.word("timeline:follow", is_compact ? label("follow") : label("follow this thread"),
                sentence("Visit only accesses in which the chosen thread takes part (F)"),
                model.selection.follow_thread)) {
    actions.push_back(gui::action::SetFollow{!model.selection.follow_thread});
  }
  line.gap(is_compact ? 0.5f : 1);
  draw_speed(ui, line, model, is_compact, actions);
  line.gap(is_compact ? 0.5f : 1);
  draw_axis(line, model, at.x + width, actions);
  if (scene.is_cut) draw_cut(ui, line, scene, at.x + width);
  const float owner =
      draw_owner(ui, model, line.x() + theme.unit * 2, ImVec2(at.x + width, at.y), height);
  const ImVec2 right(at.x + width - owner, at.y);
  const float below =
      draw_timeline_legend(ui, model, line.x() + theme.unit * 2, right, height, at.x);
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height + below + theme.unit * 0.75f));
}

}  // namespace warplens::views
