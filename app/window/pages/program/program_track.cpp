#include "app/window/pages/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/option_changes.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/frame/transport_line.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using StepKind = prepare::JournalStep::Kind;
using study::ProgramStep;

// What a box says of a step that is no launch.
std::string sign_of(const study::ProgramFacts& facts, const ProgramStep& step) {
  switch (step.kind) {
    case StepKind::kAllocate:
      return "+";
    case StepKind::kFree:
      return "×";
    case StepKind::kFill:
      return "=";
    case StepKind::kCopy: {
      const bool from_host = step.from && facts.arrays[*step.from].is_host();
      const bool to_host = step.to && facts.arrays[*step.to].is_host();
      return from_host == to_host ? "↔" : from_host ? "→" : "←";
    }
    case StepKind::kWrite:
      return "“";
    case StepKind::kEnd:
      return "!";
    case StepKind::kLaunch:
      break;
  }
  return step.launch ? fmt::format("{}  {}", *step.launch + 1, step.kernel) : label("launch");
}

struct Box {
  std::string text;
  float begin = 0, end = 0;  // [pixels] from the track's left end
};

std::vector<Box> boxes_of(const ui::Ui& ui, const study::ProgramFacts& facts) {
  std::vector<Box> boxes;
  const float unit = ui.theme.unit;
  float x = 0;
  for (const ProgramStep& step : facts.steps) {
    Box box{sign_of(facts, step), x, 0};
    const float text = ui::text_size(ui.fonts.body, box.text).x;
    box.end = x + std::max(unit * 3, text + unit * 1.5f);
    x = box.end + unit * 0.5f;
    boxes.push_back(std::move(box));
  }
  return boxes;
}

void draw_box(ui::Ui& ui, ImDrawList* list, const Area& area, const ProgramStep& step,
              const std::string& text, bool is_chosen, bool is_past, bool is_wrong) {
  const ui::Theme& theme = ui.theme;
  const bool is_launch = step.kind == StepKind::kLaunch;
  const ImU32 ground = is_chosen   ? theme.accent
                       : is_launch ? ui::mix(theme.panel_raised, theme.accent, 0.35f)
                                   : theme.panel_raised;
  list->AddRectFilled(area.min, area.max, ground, theme.unit * 0.5f, 0);
  if (is_wrong) outline(list, area, theme.error, std::max(1.0f, 2 * ui.scale));
  const ImU32 ink = is_chosen ? ui::readable_on(theme, ground)
                    : is_past ? theme.text
                              : theme.text_dim;
  const ImVec2 size = ui::text_size(ui.fonts.body, text);
  ui::text_at(ui, list, ui.fonts.body,
              ImVec2(area.center().x - size.x / 2, area.center().y - size.y / 2), ink, text);
}

// What the signs mean.
void draw_legend(ui::Ui& ui) {
  ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_dim,
                   label("+ allocate   → copy to the device   ← copy back   = fill   “ print   × "
                         "free   red: a mistake"));
}

}  // namespace

std::optional<uint32_t> launch_of(const gui::State& model, const ProgramStep& step) {
  const uint32_t first = model.first_launch();
  if (!step.launch || *step.launch < first) return std::nullopt;
  const uint32_t index = *step.launch - first;
  return index < model.launches.size() ? std::optional<uint32_t>(index) : std::nullopt;
}

bool has_kernel_error(const gui::State& model, const ProgramStep& step) {
  const std::optional<uint32_t> launch = launch_of(model, step);
  if (!launch) return false;
  return observe::first_error(model.launches[*launch]->findings) != nullptr;
}

namespace {

// What moves along the steps, and through the launches alone.
void draw_moves(TransportLine& line, const gui::State& model, gui::Actions& actions) {
  const size_t last = model.program_facts->steps.size() - 1;
  if (line.sign("program.first", Sign::kFirst, sentence("First step (Home)"), false))
    go_to_program_step(0, actions);
  if (line.sign("program.previous", Sign::kBack, sentence("One step back (←)"), false))
    step_program(model, -1, actions);
  const bool is_playing = model.options.playing;
  if (line.sign("program.play", is_playing ? Sign::kPause : Sign::kPlay,
                sentence("Play or pause (Space)"), true))
    actions.push_back(gui::action::ChangeOptions{toggle_playing});
  if (line.sign("program.next", Sign::kForward, sentence("One step forward (→)"), false))
    step_program(model, 1, actions);
  if (line.sign("program.last", Sign::kLast, sentence("Last step (End)"), false))
    go_to_program_step(last, actions);
  if (model.program_facts->launches == 0) return;
  line.gap(1);
  const auto look = [&](bool forwards) {
    return next_program_launch(model, forwards) ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint;
  };
  if (line.word("program.launch.previous", label("‹ launch"), sentence("Previous launch (Page Up)"),
                look(false)))
    step_program_launch(model, false, actions);
  line.gap(0.5f);
  if (line.word("program.launch.next", label("launch ›"), sentence("Next launch (Page Down)"),
                look(true)))
    step_program_launch(model, true, actions);
}

void draw_transport(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.theme.unit * 3.5f, width = ImGui::GetContentRegionAvail().x;
  const bool is_compact = width < 112 * ui.theme.unit;
  const ProgramStep& step = *chosen_program_step(model);
  TransportLine line(ui, height, is_compact);
  draw_moves(line, model, actions);
  line.gap(is_compact ? 1 : 2);
  const auto place = [&](size_t number, uint32_t in_line) {
    return say("step {step} of {steps}, line {line}", "step"_a = study::grouped(number),
               "steps"_a = study::grouped(model.program_facts->steps.size()), "line"_a = in_line);
  };
  // As wide as the last step's, so that what follows stays in its place.
  const uint32_t longest = model.program_facts->steps.back().line;
  line.text(is_compact ? ui.fonts.body : ui.fonts.title, ui.theme.text,
            place(chosen_program_index(model) + 1, step.line),
            ui::text_size(is_compact ? ui.fonts.body : ui.fonts.title,
                          place(model.program_facts->steps.size(), std::max(longest, step.line)))
                .x);
  line.gap(is_compact ? 1 : 2);
  if (!is_compact) {
    draw_speed(ui, line, model, is_compact, actions);
    line.gap(2);
  }
  if (step.launch) {
    const std::string text = say("Open launch {number}", "number"_a = *step.launch + 1);
    if (line.word("program.open", text.c_str(),
                  sentence("Steps through what its threads do to memory"), true)) {
      if (*step.launch != shown_launch(model).index)
        actions.push_back(gui::action::SelectLaunch{*step.launch});
      turn_to(gui::Page::kProgram, actions);
    }
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height + ui.theme.unit * 0.75f));
}

void draw_boxes(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  constexpr const char* kDots = "…";
  const study::ProgramFacts& facts = *model.program_facts;
  const std::vector<Box> boxes = boxes_of(ui, facts);
  const size_t chosen = chosen_program_index(model);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
  const float middle = (boxes[chosen].begin + boxes[chosen].end) / 2;
  const float shift =
      std::clamp(middle - width / 2, 0.0f, std::max(0.0f, boxes.back().end - width));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(at, ImVec2(at.x + width, at.y + height), true);
  ui.probe.set_scrolled(true);
  for (size_t i = 0; i < boxes.size(); ++i) {
    const Area area =
        make_area(at.x + boxes[i].begin - shift, at.y, boxes[i].end - boxes[i].begin, height);
    if (area.max.x < at.x || area.min.x > at.x + width) continue;
    const bool is_wrong = facts.steps[i].has_failed || facts.steps[i].is_mistake ||
                          has_kernel_error(model, facts.steps[i]);
    // No text is cut through its letters: of a box that goes on outside, dots are in what is seen.
    const Area seen{ImVec2(std::max(area.min.x, at.x), area.min.y),
                    ImVec2(std::min(area.max.x, at.x + width), area.max.y)};
    const bool is_whole = seen.width() >= area.width();
    const bool has_dots = seen.width() >= ui::text_size(ui.fonts.body, kDots).x;
    draw_box(ui, list, seen, facts.steps[i],
             is_whole   ? boxes[i].text
             : has_dots ? kDots
                        : "",
             i == chosen, i <= chosen, is_wrong);
    if (ui::hit(ui, fmt::format("program.step.{}", i + 1), area.min, area.max))
      go_to_program_step(i, actions);
    ui::tooltip(ui, facts.steps[i].words.rendered());
  }
  ui.probe.set_scrolled(false);
  list->PopClipRect();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(width, height));
}

void draw_track(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  draw_transport(ui, model, actions);
  draw_boxes(ui, model, actions);
  draw_legend(ui);
}

// The newest line comes into sight with its step.
void draw_followed_output(ui::Ui& ui, const gui::State& model) {
  draw_program_output(ui, model);
  int& seen = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("step"), -1);
  const auto chosen = static_cast<int>(chosen_program_index(model));
  if (std::exchange(seen, chosen) != chosen)
    ImGui::SetScrollY(ImGui::GetCursorPosY() - ImGui::GetWindowHeight());
}

}  // namespace

const Panel kProgramTrackPanel = {
    .id = "program.track",
    .is_shown = is_program_shown,
    .draw = stateless<draw_track>,
};

const Panel kProgramStepPanel = {
    .id = "program.words",
    .is_shown =
        [](const gui::State& model) {
          return is_program_shown(model) && !has_stop_question(model) && !has_task(model);
        },
    .draw = [](ui::Ui& ui, const gui::State& model, PanelStates&,
               gui::Actions&) { draw_program_words(ui, model); },
};

const Panel kProgramOutputPanel = {
    .id = "program.output",
    .title = sentence("OUTPUT"),
    .is_shown = is_program_shown,
    .draw = [](ui::Ui& ui, const gui::State& model, PanelStates&,
               gui::Actions&) { draw_followed_output(ui, model); },
};

}  // namespace warplens::views
