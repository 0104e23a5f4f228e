#include "app/gui/views/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/gui/scene/format.hpp"
#include "app/gui/views/panel_text.hpp"
#include "sim/base/say.hpp"
#include "sim/engine/expression_text.hpp"

namespace warplens::views {
namespace {

using analysis::Finding;

bool is_error(const Finding& finding) {
  return finding.severity == base::Severity::kError;
}

std::string where_words(const engine::Run& run, const Finding& finding) {
  const std::string block = scene::block_text(finding.block, run.context->grid.z > 1);
  if (finding.count < 2) return say("in block {block}", "block"_a = block);
  return say("{count} times, first in block {block}", "count"_a = scene::grouped(finding.count),
             "block"_a = block);
}

std::string line_words(const std::string& file, uint32_t line) {
  if (file.empty()) return say("line {line}", "line"_a = line);
  return say("{file}, line {line}", "file"_a = file, "line"_a = line);
}

// A row of words that is clicked as one.
bool draw_row(ui::Ui& ui, const std::string& name, const std::vector<ColoredText>& texts,
              float indent) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.x += indent;
  const float width = ImGui::GetContentRegionAvail().x - indent;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height = flow_text(ui, list, ui.fonts.small, at, width, texts);
  const bool is_clicked = ui::hit(ui, name, at, ImVec2(at.x + width, at.y + height));
  if (ImGui::IsItemHovered())
    list->AddLine(ImVec2(at.x, at.y + height), ImVec2(at.x + width, at.y + height),
                  ui.theme.text_dim);
  ImGui::SetCursorScreenPos(ImVec2(at.x - indent, at.y));
  ImGui::Dummy(ImVec2(width + indent, height + ui.theme.unit * 0.25f));
  return is_clicked;
}

constexpr size_t kMostDifferences = 3;  // that are listed

void draw_differences(ui::Ui& ui, const engine::ScheduleResults& results) {
  size_t count = 0;
  for (const engine::ScheduleResult& result : results.tried) {
    for (const engine::ArrayDifference& difference : result.differences) {
      if (count == kMostDifferences) return;
      const std::string text = say_count(
          "{number} element of {array} differs: {array}[{first}] is {found}, and {expected} in "
          "this "
          "run",
          "{number} elements of {array} differ: {array}[{first}] is {found}, and {expected} in "
          "this "
          "run",
          difference.count, "number"_a = scene::grouped(difference.count),
          "array"_a = difference.array, "first"_a = difference.first,
          "found"_a = engine::number_text(difference.element, difference.found),
          "expected"_a = engine::number_text(difference.element, difference.expected));
      draw_row(ui, fmt::format("schedules:{}", count),
               {{launch::words(result.schedule) + ": ", ui.theme.text_dim}, {text, ui.theme.text}},
               ui.theme.unit * 2);
      ++count;
    }
  }
}

// Where a thread first gets something else: the step of the run shown, or the race that explains
// it.
void draw_first_moment(ui::Ui& ui, const engine::Run& run, const engine::ScheduleResults& results,
                       gui::Actions& actions) {
  const engine::FirstMoment& moment = *results.first_moment;
  const std::string text =
      say("show where thread {thread} of block {block} first gets another value",
          "thread"_a = moment.warp * trace::kWarpSize + moment.lane,
          "block"_a = scene::block_text(moment.block, run.context->grid.z > 1));
  if (!draw_row(ui, "schedules:first", {{text, ui.theme.accent}}, ui.theme.unit * 2)) return;
  if (run.recording != nullptr && run.recording->block == moment.block) {
    actions.push_back(gui::action::SelectThread{moment.warp, moment.lane});
    actions.push_back(gui::action::GoToStep{moment.expected_step});
  } else if (results.explained_by) {
    actions.push_back(gui::action::SelectFinding{*results.explained_by});
  }
}

void draw_schedule_results(ui::Ui& ui, const engine::Run& run,
                           const engine::ScheduleResults& results, gui::Actions& actions) {
  const uint32_t different = results.different(run.ending);
  const size_t tried = results.tried.size();
  if (different == 0) {
    const std::string same =
        say("Under {tried} other schedules the arrays end the same.", "tried"_a = tried);
    draw_row(ui, "schedules:same", {{same, ui.theme.text}}, 0);
    return;
  }
  const std::string head =
      say("Under {different} of {tried} other schedules the arrays end otherwise.",
          "different"_a = different, "tried"_a = tried);
  draw_row(ui, "schedules:different", {{head, ui.theme.error}}, 0);
  if (results.first_moment) draw_first_moment(ui, run, results, actions);
  const bool has_differences =
      std::any_of(results.tried.begin(), results.tried.end(),
                  [](const engine::ScheduleResult& one) { return !one.differences.empty(); });
  if (has_differences &&
      draw_row(ui, "schedules:beside",
               {{label("step this run and the first that differs side by side"), ui.theme.accent}},
               ui.theme.unit * 2)) {
    actions.push_back(gui::action::ShowSchedule{});
  }
  draw_differences(ui, results);
}

// Advice names counts, which "Ask first" keeps for later.
bool has_advice(const gui::Model& model) {
  return !model.run->advice.empty() && !model.options.ask_first;
}

void draw_advice(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (!has_advice(model)) return;
  const std::vector<Finding>& advice = model.run->advice;
  for (size_t i = 0; i < advice.size(); ++i) {
    const std::string head = line_words(advice[i].file, advice[i].line) + ": ";
    const std::vector<ColoredText> texts{{head, ui.theme.warning},
                                         {advice[i].message, ui.theme.text}};
    if (draw_row(ui, fmt::format("advice:{}", i), texts, 0))
      actions.push_back(gui::action::SelectAdvice{i});
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
  }
}

std::string remark(const gui::Model& model) {
  const std::vector<Finding>& findings = model.run->findings;
  const auto errors =
      static_cast<uint64_t>(std::count_if(findings.begin(), findings.end(), is_error));
  const uint64_t hints =
      findings.size() - errors + (has_advice(model) ? model.run->advice.size() : 0);
  const std::string error_words = say_count("{count} error", "{count} errors", errors);
  const std::string hint_words = say_count("{count} hint", "{count} hints", hints);
  if (hints == 0) return error_words;
  if (errors == 0) return hint_words;
  return error_words + ", " + hint_words;
}

bool depends_on_order(const engine::Run& run) {
  const auto depends = [](const Finding& finding) {
    return finding.is_race() || finding.kind == "atomic_order";
  };
  return std::any_of(run.findings.begin(), run.findings.end(), depends) ||
         std::any_of(run.advice.begin(), run.advice.end(), depends);
}

// Enough for a few; more of them scroll.
float share_of_height(const gui::Model& model) {
  const bool has_schedules = model.schedules.results != nullptr && model.schedules.of == model.run;
  const size_t rows = model.run->findings.size() +
                      (has_advice(model) ? model.run->advice.size() : 0) +
                      (depends_on_order(*model.run) ? 1 : 0) + (has_schedules ? 3 : 0);
  return std::clamp(0.16f * static_cast<float>(rows), 0.4f, 0.6f);
}

}  // namespace

bool has_findings(const gui::Model& model) {
  return model.run != nullptr && (!model.run->findings.empty() || has_advice(model));
}

void draw_findings(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  const engine::Run& run = *model.run;
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const Finding& finding = run.findings[i];
    const ImU32 color = is_error(finding) ? ui.theme.error : ui.theme.warning;
    const std::string head = line_words(finding.file, finding.line) + ": ";
    if (draw_row(ui, fmt::format("finding:{}", i),
                 {{head, color},
                  {finding.message, ui.theme.text},
                  {"; " + where_words(run, finding), ui.theme.text_dim}},
                 0)) {
      actions.push_back(gui::action::SelectFinding{i});
    }
    if (finding.other && finding.other->line != 0) {
      const std::string other =
          say("show the other access, {place}",
              "place"_a = line_words(finding.other->file, finding.other->line));
      if (draw_row(ui, fmt::format("finding:{}:other", i), {{other, ui.theme.accent}},
                   ui.theme.unit * 2)) {
        actions.push_back(gui::action::SelectFinding{i, true});
      }
    }
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
  }
}

// Whether other schedules leave other arrays: requested by a click, and listed above the findings,
// where it is in view.
void draw_schedules(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  const gui::ScheduleTrial& trial = model.schedules;
  const bool is_shown = trial.of == model.run;
  if (is_shown && trial.is_running) {
    draw_row(ui, "schedules:running",
             {{label("Running under other schedules..."), ui.theme.text_dim}}, 0);
    return;
  }
  if (!is_shown || (trial.results == nullptr && trial.problem.empty())) {
    const std::string request =
        say("Try {count} other schedules", "count"_a = gui::kTriedSchedules);
    if (draw_row(ui, "schedules:try", {{request, ui.theme.accent}}, 0))
      actions.push_back(gui::action::TrySchedules{});
    return;
  }
  if (trial.results == nullptr) {
    draw_row(ui, "schedules:problem", {{trial.problem, ui.theme.error}}, 0);
    return;
  }
  draw_schedule_results(ui, *model.run, *trial.results, actions);
}

void draw_panel(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (!has_findings(model)) return;
  if (depends_on_order(*model.run)) draw_schedules(ui, model, actions);
  draw_findings(ui, model, actions);
  draw_advice(ui, model, actions);
}

const Panel kFindingsPanel = {
    .id = "findings",
    .title = sentence("FINDINGS"),
    .remark = remark,
    .tab = sentence("TOTALS"),
    .is_shown = has_findings,
    .share = share_of_height,
    .draw = stateless<draw_panel>,
};

}  // namespace warplens::views
