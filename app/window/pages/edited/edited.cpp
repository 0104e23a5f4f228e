// From top to bottom: what comes out different; the edited lines; as written on the left, with the
// edit on the right, what happens to the place where a thread first gets something else, or the
// registers of a warp whose updates are lost, and the array as it ends; what it costs; what the
// checks find.
#include "app/window/pages/edited/edited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/source/source_notes.hpp"
#include "sim/base/say.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/run/named_element.hpp"
#include "sim/whatif/edit_sentences.hpp"

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
    case edit::Change::kGuard:
      return label("WITH A GUARD");
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
  std::string head;
  ImVec2 at;
  float width = 0;
};

void draw_head(ui::Ui& ui, Side& side) {
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.title, side.at, ui.theme.text, side.head);
  side.at.y += ui::font_size(ui.fonts.title) + ui.theme.unit;
}

// The place of the load that differs, as both recordings name it.
run::NamedElement place_read(const whatif::EditResults& results) {
  const run::Run& after = *results.after.back();
  const trace::Access read = after.recording->at(results.first_moment->step);
  return run::named_element(after, read.space, read.addresses[results.first_moment->lane]);
}

void draw_caption(ui::Ui& ui, Side& side, const std::string& text) {
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.body, side.at, side.width,
                  ui.theme.text_dim, text);
  side.at.y += ui::font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
}

void draw_updates(ui::Ui& ui, Side& side, const run::Run& run, const observe::UpdateChain& chain,
                  uint32_t warp) {
  const uint64_t arrived = chain.arrived(), all = chain.updates.size();
  const run::NamedElement place = run::named_element(run, chain.space, chain.address);
  ui::text_fitted(
      ui, ImGui::GetWindowDrawList(), ui.fonts.title, side.at, side.width,
      arrived == all ? ui.theme.good : ui.theme.error,
      say("{element}: {arrived} of {all} updates arrived", "element"_a = run::element_text(place),
          "arrived"_a = arrived, "all"_a = all));
  side.at.y += ui::font_size(ui.fonts.title) + ui.theme.unit;
  draw_caption(ui, side,
               arrived == all
                   ? say("What each lane of warp {warp} finds → leaves:", "warp"_a = warp)
                   : say("What each lane of warp {warp} finds → leaves; red: what it adds is "
                         "lost:",
                         "warp"_a = warp));
  side.at.y += draw_registers(ui, chain, warp, side.at, side.width) + ui.theme.unit;
}

bool loses_in(const observe::UpdateChain& chain, uint32_t warp) {
  return std::any_of(chain.updates.begin(), chain.updates.end(), [warp](const auto& update) {
    return update.warp == warp && !update.has_arrived;
  });
}

bool is_cure(const whatif::EditResults& results) {
  return results.edit.change == edit::Change::kAtomicAdd ||
         results.edit.change == edit::Change::kGuard;
}

// The chosen warp; where none of its updates is lost, the first that loses one.
uint32_t warp_to_show(const whatif::EditResults& results, uint32_t chosen) {
  if (!results.updates_before || !results.updates_after) return chosen;
  const observe::UpdateChain& losing =
      is_cure(results) ? *results.updates_before : *results.updates_after;
  if (loses_in(losing, chosen)) return chosen;
  const auto lost = std::find_if(losing.updates.begin(), losing.updates.end(),
                                 [](const auto& update) { return !update.has_arrived; });
  return lost != losing.updates.end() ? lost->warp : chosen;
}

void draw_accesses(ui::Ui& ui, Side& side, const whatif::EditResults& results, bool is_edited,
                   uint32_t warp) {
  if (results.updates_before && results.updates_after) {
    draw_updates(ui, side, is_edited ? *results.after.back() : *results.before.back(),
                 is_edited ? *results.updates_after : *results.updates_before, warp);
  } else if (!results.events_before.empty() && !results.events_after.empty()) {
    const run::NamedElement place = place_read(results);
    draw_caption(ui, side,
                 say("What happens to {element}, from top to bottom:",
                     "element"_a = run::element_text(place)));
    side.at.y += draw_place_rows(ui, results, is_edited, side.at, side.width) + ui.theme.unit;
  }
}

void draw_end(ui::Ui& ui, Side& side, const whatif::EditResults& results, bool is_edited) {
  if (!results.ended) return;
  side.at.y += draw_ended_array(ui, *results.ended, is_edited, is_edited == is_cure(results),
                                side.at, side.width);
}

// The arrays at the end are beside each other. Leaves the cursor below the longer side.
void draw_sides(ui::Ui& ui, const whatif::EditResults& results, uint32_t warp) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float gap = ui.theme.unit * 2, room = ImGui::GetContentRegionAvail().x;
  const float width = (room - gap) / 2;
  Side written{label("As written"), origin, width};
  Side edited{whatif::edit_head(results.edit), ImVec2(origin.x + width + gap, origin.y), width};
  draw_head(ui, written);
  draw_head(ui, edited);
  draw_accesses(ui, written, results, false, warp);
  draw_accesses(ui, edited, results, true, warp);
  written.at.y = edited.at.y = std::max(written.at.y, edited.at.y);
  draw_end(ui, written, results, false);
  draw_end(ui, edited, results, true);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(room, std::max(written.at.y, edited.at.y) - origin.y));
  ImGui::Dummy(ImVec2(1, ui.theme.unit));
}

// The finding is about the load and the store that the page is about, with whichever threads.
bool is_of_page(const whatif::EditResults& results, const observe::Finding& finding) {
  if (!results.first_moment || !results.stale_read || !finding.is_race()) return false;
  const run::Run& after = *results.after.back();
  const std::vector<code::AccessSite>& sites = after.program->sites;
  const uint32_t writer = after.recording->heads[results.stale_read->writer_step].site;
  return finding.is_at(sites[results.first_moment->site].span) && finding.is_at(sites[writer].span);
}

// Of the page's own pair no second example: how often it happens.
std::string finding_words(const whatif::EditResults& results, const observe::Finding& finding) {
  if (is_of_page(results, finding))
    return say_count("The checks report it, too: {accesses} access races with an earlier one.",
                     "The checks report it, too: {accesses} accesses race with an earlier one.",
                     finding.count, "accesses"_a = study::grouped(finding.count));
  return say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message);
}

void draw_new_findings(ui::Ui& ui, const whatif::EditResults& results) {
  const run::Run& after = *results.after.back();
  const size_t count = std::min(results.new_findings.size(), kMostNewFindings);
  for (size_t i = 0; i < count; ++i) {
    const observe::Finding& finding = after.findings[results.new_findings[i]];
    draw_paragraph(ui, ui.fonts.body, severity_color(ui.theme, finding.severity),
                   finding_words(results, finding));
  }
}

// Without the blanks around it.
std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// The lines that the edit changes, before and after; nothing where it only leaves something out.
void draw_edited_lines(ui::Ui& ui, const whatif::EditResults& results) {
  if (results.edit.text.find_first_not_of(" ;\r\n") == std::string::npos) return;
  const base::SourceFile& before = results.before.back()->program->unit->file;
  const base::SourceFile after("", results.edited_text);
  const uint32_t last = before.line_of(results.edit.place.end);
  const float width = ImGui::GetContentRegionAvail().x;
  for (uint32_t line = results.line; line <= last; ++line) {
    const std::string_view was = trimmed(before.line_text(line)),
                           is = trimmed(after.line_text(line));
    if (was == is) continue;
    const std::string head = say("line {line}:", "line"_a = line) + "  ";
    const float height =
        flow_text(ui, ImGui::GetWindowDrawList(), ui.fonts.mono, ImGui::GetCursorScreenPos(), width,
                  {{head, ui.theme.text_dim},
                   {std::string(was), ui.theme.text_dim},
                   {"  →  ", ui.theme.text_dim},
                   {std::string(is), is_cure(results) ? ui.theme.good : ui.theme.text}});
    ImGui::Dummy(ImVec2(width, height + ui.theme.unit * 0.75f));
  }
}

void draw_edit_results(ui::Ui& ui, const gui::State& model) {
  const whatif::EditResults& results = *model.edited.results;
  draw_paragraph(ui, ui.fonts.title,
                 !is_cure(results) && results.ends_otherwise() ? ui.theme.error : ui.theme.text,
                 whatif::end_sentence(results));
  draw_edited_lines(ui, results);
  draw_paragraph(ui, ui.fonts.body, ui.theme.text, whatif::stale_sentence(results));
  draw_sides(ui, results, warp_to_show(results, model.selection.warp));
  for (const std::string& cost : whatif::cost_sentences(results))
    draw_paragraph(ui, ui.fonts.body, ui.theme.text, cost);
  draw_new_findings(ui, results);
}

}  // namespace

std::string other_moment_words(const gui::State& model) {
  if (!model.edited.is_of(model.run) || model.options.page != gui::Page::kSteps ||
      model.options.stage != gui::Stage::kOff || model.edited.results == nullptr ||
      !model.edited.results->first_moment || model.moment == nullptr)
    return "";
  const whatif::FirstMoment& page = *model.edited.results->first_moment;
  const gui::Selection& here = model.selection;
  const whatif::EditResults& results = *model.edited.results;
  if (gui::step_of(results, *model.run) == here.step && page.warp == here.warp &&
      page.lane == here.lane)
    return "";
  const run::Run& after = *results.after.back();
  const bool has_depth = after.context->grid.z > 1;
  return say("This is step {step} of block {block}; the page is about {thread} of block {other}.",
             "step"_a = here.step + 1, "block"_a = study::block_text(here.block, has_depth),
             "thread"_a = whatif::thread_text(after, page.warp * trace::kWarpSize + page.lane),
             "other"_a = study::block_text(page.block, has_depth));
}

void draw_edited(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect) {
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
