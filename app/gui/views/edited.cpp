// From top to bottom: what ends otherwise; as written on the left, with the edit on the right, what
// happens to the place where a thread first gets something else, or the registers of a warp whose
// updates are lost, and the array as it ends; what it costs; what the checks find.
#include "app/gui/views/edited.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/gui/views/ended_array.hpp"
#include "app/gui/views/page.hpp"
#include "app/gui/views/registers.hpp"
#include "sim/base/say.hpp"
#include "sim/engine/edit_sentences.hpp"
#include "sim/engine/expression_text.hpp"

namespace warplens::views {
namespace {

constexpr size_t kMostNewFindings = 3;  // that are listed

const char* edit_title(edit::Change change) {
  switch (change) {
    case edit::Change::kNoBarrier:
    case edit::Change::kNoWarpBarrier:
      return label("WITHOUT THE BARRIER");
    case edit::Change::kNoGuard:
      return label("WITHOUT THE GUARD");
    case edit::Change::kNoPadding:
      return label("WITHOUT THE PADDING");
    case edit::Change::kNoAtomic:
      return label("WITHOUT THE ATOMIC");
    case edit::Change::kAtomicAdd:
      return label("WITH AN ATOMIC");
  }
  return "";
}

void draw_paragraph(ui::Ui& ui, ImFont* font, ImU32 color, const std::string& text) {
  if (text.empty()) return;
  ui::text_wrapped(ui, font, color, text);
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
}

// One of the two sides: its column, and where the next thing in it is drawn.
struct Side {
  const engine::Run& run;
  std::string head;
  ImVec2 at;
  float width = 0;
};

// A box with a line of text and, dim behind it, where that is in the text.
void draw_event(ui::Ui& ui, Side& side, const engine::PlaceEvent& event, base::Scalar scalar,
                ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const float height = ui::font_size(ui.fonts.body) + unit * 1.5f;
  const ImVec2 max(side.at.x + side.width, side.at.y + height);
  list->AddRectFilled(side.at, max, ui::fade(color, 0.16f), unit * 0.4f, 0);
  list->AddRectFilled(side.at, ImVec2(side.at.x + unit * 0.5f, max.y), color, unit * 0.2f, 0);
  const std::string thread = engine::thread_text(side.run, event.thread);
  const std::string value = engine::number_text(scalar, event.bits);
  const std::string text =
      event.is_store ? say("{thread} stores {value}", "thread"_a = thread, "value"_a = value)
                     : say("{thread} reads {value}", "thread"_a = thread, "value"_a = value);
  const std::string line = say("line {line}", "line"_a = event.line);
  const float line_width = ui::text_size(ui.fonts.small, line).x;
  const float y = side.at.y + unit * 0.75f;
  ui::text_fitted(ui, list, ui.fonts.body, ImVec2(side.at.x + unit * 1.25f, y),
                  side.width - line_width - unit * 3, ui.theme.text, text);
  ui::text_at(ui, list, ui.fonts.small, ImVec2(max.x - line_width - unit, y), ui.theme.text_dim,
              line);
  side.at.y = max.y + unit * 0.5f;
}

// The stores around the load that differs, in order; time goes down.
void draw_events(ui::Ui& ui, Side& side, const std::vector<engine::PlaceEvent>& events,
                 base::Scalar scalar, bool is_right) {
  if (!events.empty() && !events.front().is_store) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float height = ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
    ui::text_at(ui, list, ui.fonts.body,
                ImVec2(side.at.x + ui.theme.unit * 1.25f, side.at.y + ui.theme.unit * 0.75f),
                ui.theme.text_dim, label("nobody has written it yet"));
    side.at.y += height + ui.theme.unit * 0.5f;
  }
  for (const engine::PlaceEvent& event : events) {
    const ImU32 color = event.is_store ? ui.theme.cell_written
                        : is_right     ? ui.theme.good
                                       : ui.theme.error;
    draw_event(ui, side, event, scalar, color);
  }
}

void draw_head(ui::Ui& ui, Side& side) {
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.title, side.at, ui.theme.text, side.head);
  side.at.y += ui::font_size(ui.fonts.title) + ui.theme.unit;
}

// The place of the load that differs, as both recordings name it.
engine::NamedElement place_read(const engine::EditResults& results) {
  const engine::Run& after = *results.after.back();
  const trace::Access read = after.recording->at(results.first_moment->step);
  return engine::named_element(after, read.space, read.addresses[results.first_moment->lane]);
}

void draw_caption(ui::Ui& ui, Side& side, const std::string& text) {
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.body, side.at, side.width,
                  ui.theme.text_dim, text);
  side.at.y += ui::font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
}

void draw_updates(ui::Ui& ui, Side& side, const analysis::UpdateChain& chain, uint32_t warp) {
  const uint64_t arrived = chain.arrived(), all = chain.updates.size();
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.title, side.at,
              arrived == all ? ui.theme.good : ui.theme.error,
              say("{arrived} of {all} arrived", "arrived"_a = arrived, "all"_a = all));
  side.at.y += ui::font_size(ui.fonts.title) + ui.theme.unit;
  draw_caption(ui, side,
               say("Registers of warp {warp}, before and after; lost ones are struck out:",
                   "warp"_a = warp));
  side.at.y += draw_registers(ui, chain, warp, side.at, side.width) + ui.theme.unit;
}

bool is_cure(const engine::EditResults& results) {
  return results.edit.change == edit::Change::kAtomicAdd;
}

void draw_side(ui::Ui& ui, Side& side, const engine::EditResults& results, bool is_edited,
               uint32_t warp) {
  if (results.updates_before && results.updates_after) {
    draw_updates(ui, side, is_edited ? *results.updates_after : *results.updates_before, warp);
  } else if (!results.events_before.empty() && !results.events_after.empty()) {
    const engine::NamedElement place = place_read(results);
    draw_caption(ui, side,
                 say("What happens to {element}, from top to bottom:",
                     "element"_a = engine::element_text(place)));
    draw_events(ui, side, is_edited ? results.events_after : results.events_before, place.element,
                !is_edited);
    side.at.y += ui.theme.unit;
  }
  if (!results.ended) return;
  side.at.y += draw_ended_array(ui, *results.ended, is_edited, is_edited == is_cure(results),
                                side.at, side.width);
}

// Leaves the cursor below the longer one.
void draw_sides(ui::Ui& ui, const engine::EditResults& results, uint32_t warp) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float gap = ui.theme.unit * 2, room = ImGui::GetContentRegionAvail().x;
  const float width = (room - gap) / 2;
  Side written{*results.before.back(), label("As written"), origin, width};
  Side edited{*results.after.back(), engine::edit_head(results.edit),
              ImVec2(origin.x + width + gap, origin.y), width};
  draw_head(ui, written);
  draw_head(ui, edited);
  draw_side(ui, written, results, false, warp);
  draw_side(ui, edited, results, true, warp);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(room, std::max(written.at.y, edited.at.y) - origin.y));
  ImGui::Dummy(ImVec2(1, ui.theme.unit));
}

void draw_new_findings(ui::Ui& ui, const engine::EditResults& results) {
  const engine::Run& after = *results.after.back();
  const size_t count = std::min(results.new_findings.size(), kMostNewFindings);
  for (size_t i = 0; i < count; ++i) {
    const analysis::Finding& finding = after.findings[results.new_findings[i]];
    const bool is_error = finding.severity == base::Severity::kError;
    draw_paragraph(
        ui, ui.fonts.body, is_error ? ui.theme.error : ui.theme.warning,
        say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message));
  }
}

void draw_edit_results(ui::Ui& ui, const gui::Model& model) {
  const engine::EditResults& results = *model.edited.results;
  draw_paragraph(ui, ui.fonts.title,
                 !is_cure(results) && results.ends_otherwise() ? ui.theme.error : ui.theme.text,
                 engine::end_sentence(results));
  draw_paragraph(ui, ui.fonts.body, ui.theme.text, engine::stale_sentence(results));
  draw_sides(ui, results, model.selection.warp);
  for (const std::string& cost : engine::cost_sentences(results))
    draw_paragraph(ui, ui.fonts.body, ui.theme.text, cost);
  draw_new_findings(ui, results);
}

}  // namespace

void draw_edited(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, const Rect& rect) {
  const uint32_t line = model.run->program->unit->file.line_of(model.tried_edit.place.begin);
  ui::begin_panel(ui, "edited", rect.pos, rect.size, edit_title(model.tried_edit.change),
                  say("line {line}", "line"_a = line));
  if (ui::button(ui, "edited.close", label("Back to the steps")))
    actions.push_back(gui::action::ForgetEdit{});
  ui::tooltip(ui, label("Esc"));
  if (model.edited.results != nullptr) {
    ImGui::SameLine();
    if (ui::button(ui, "edited.show",
                   model.edited.results->first_moment ? label("Open this text, at that moment")
                                                      : label("Open this text")))
      actions.push_back(gui::action::ShowEdited{});
    ImGui::SameLine();
    if (ui::button(ui, "edited.beside", label("Step both side by side")))
      actions.push_back(gui::action::ShowEdited{true});
  }
  ImGui::Dummy(ImVec2(1, ui.theme.unit));
  if (model.edited.is_running)
    draw_paragraph(ui, ui.fonts.body, ui.theme.text_dim, label("Running both texts..."));
  else if (model.edited.results == nullptr)
    draw_paragraph(ui, ui.fonts.body, ui.theme.error, model.edited.problem);
  else
    draw_edit_results(ui, model);
  ui::end_panel(ui);
}

}  // namespace warplens::views
