// The rows are made as plain data first, so that the panel can be made as high as they need.
#include "app/window/frame/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/words/judgement.hpp"
#include "app/study/format.hpp"
#include "app/study/program.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/pages/program/program.hpp"
#include "app/window/source/source_notes.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_words.hpp"
#include "sim/replay/expression_text.hpp"

namespace warplens::views {
namespace {

using observe::Finding;

std::string where_words(const run::Run& run, const Finding& finding) {
  const std::string block = study::block_text(finding.block, run.context->grid.z > 1);
  const std::string also = observe::also_words(finding);
  const std::string where =
      finding.count < 2 ? say("in block {block}", "block"_a = block)
                        : say("{counted}, first in block {block}",
                              "counted"_a = observe::counted_words(finding), "block"_a = block);
  const std::string found = also.empty() ? where : also + "; " + where;
  const std::string guess = observe::guess_words(finding);
  return guess.empty() ? found : found + "; " + guess;
}

std::string line_words(const std::string& file, uint32_t line) {
  if (file.empty()) return say("line {line}", "line"_a = line);
  return say("{file}, line {line}", "file"_a = file, "line"_a = line);
}

using Row = FindingRow;
using Rows = FindingRows;

constexpr size_t kMostDifferences = 3;  // that are listed

void add_differences(const ui::Theme& theme, const whatif::ScheduleResults& results, Rows& rows) {
  size_t count = 0;
  for (const whatif::ScheduleResult& result : results.tried) {
    for (const whatif::ArrayDifference& difference : result.differences) {
      if (count == kMostDifferences) return;
      const std::string text = say_count(
          "{first} ends as {found} (in the run shown as {expected}); {number} element of {array} "
          "differs",
          "{first} ends as {found} (in the run shown as {expected}); {number} elements of {array} "
          "differ",
          difference.count, "number"_a = study::grouped(difference.count),
          "array"_a = difference.array, "first"_a = difference.first_text,
          "found"_a = replay::number_text(difference.element, difference.found),
          "expected"_a = replay::number_text(difference.element, difference.expected));
      rows.push_back({fmt::format("schedules:{}", count),
                      {{launch::words(result.schedule) + ": ", theme.text_dim}, {text, theme.text}},
                      kInnerRow});
      ++count;
    }
  }
}

// Two values of one element, so that the difference is seen before any row is pressed.
std::string first_difference(const whatif::ScheduleResults& results) {
  for (const whatif::ScheduleResult& result : results.tried) {
    if (result.differences.empty()) continue;
    const whatif::ArrayDifference& one = result.differences.front();
    return " " + say("{element} is {expected} here, {found} under {schedule}.",
                     "element"_a = one.first_text,
                     "expected"_a = replay::number_text(one.element, one.expected),
                     "found"_a = replay::number_text(one.element, one.found),
                     "schedule"_a = launch::words(result.schedule));
  }
  return "";
}

// Where a thread first gets something else: the step of the run shown, or the race that explains
// it.
void add_first_moment(const ui::Theme& theme, const run::Run& run,
                      const whatif::ScheduleResults& results, Rows& rows) {
  const whatif::FirstMoment& moment = *results.first_moment;
  const std::string text =
      say("show where thread {thread} of block {block} first gets another value",
          "thread"_a = moment.warp * trace::kWarpSize + moment.lane,
          "block"_a = study::block_text(moment.block, run.context->grid.z > 1));
  Row row{"schedules:first", {{text, theme.accent}}, kInnerRow};
  if (run.recording != nullptr && run.recording->block == moment.block) {
    row.does.push_back(gui::action::SelectThread{moment.warp, moment.lane});
    row.does.push_back(gui::action::GoToStep{moment.expected_step});
  } else if (results.explained_by) {
    row.does.push_back(gui::action::SelectFinding{*results.explained_by});
  }
  rows.push_back(std::move(row));
}

// The run shown on the left, the first schedule that differs on the right.
void add_beside(const ui::Theme& theme, const whatif::ScheduleResults& results, Rows& rows) {
  const bool has_differences =
      std::any_of(results.tried.begin(), results.tried.end(),
                  [](const whatif::ScheduleResult& one) { return !one.differences.empty(); });
  if (!has_differences) return;
  rows.push_back({"schedules:beside",
                  {{label("step this run and the first that differs side by side"), theme.accent}},
                  kInnerRow,
                  0.25f,
                  {gui::action::ShowSchedule{}}});
}

void add_schedule_results(const ui::Theme& theme, const run::Run& run,
                          const whatif::ScheduleResults& results, Rows& rows) {
  const uint32_t different = results.different(run.ending);
  const size_t tried = results.tried.size();
  if (different == 0) {
    const std::string same =
        say("Under {tried} other schedules the arrays end the same.", "tried"_a = tried);
    rows.push_back({"schedules:same", {{same, theme.text}}});
    return;
  }
  const std::string text = say(
      "Under {different} of {tried} other schedules the arrays come out different.{example} A GPU "
      "may give any of these results; none of them can be relied on, that of the run shown "
      "neither.",
      "different"_a = different, "tried"_a = tried, "example"_a = first_difference(results));
  rows.push_back({"schedules:different", {{text, theme.error}}});
  if (results.first_moment) add_first_moment(theme, run, results, rows);
  add_beside(theme, results, rows);
  add_differences(theme, results, rows);
}

// Whether other schedules leave other arrays: requested by a click, and listed above the findings,
// where it is in view.
void add_schedules(const ui::Theme& theme, const gui::State& model, Rows& rows) {
  const gui::ScheduleTrial& trial = model.schedules;
  const bool is_shown = trial.of == model.run;
  if (is_shown && trial.is_running) {
    rows.push_back(
        {"schedules:running", {{label("Running under other schedules..."), theme.text_dim}}});
  } else if (!is_shown || (trial.results == nullptr && trial.problem.empty())) {
    const std::string request =
        say("Try {count} other schedules", "count"_a = gui::kTriedSchedules);
    rows.push_back(
        {"schedules:try", {{request, theme.accent}}, 0, 0.25f, {gui::action::TrySchedules{}}});
  } else if (trial.results == nullptr) {
    rows.push_back({"schedules:problem", {{trial.problem, theme.error}}});
  } else {
    add_schedule_results(theme, *model.run, *trial.results, rows);
  }
}

// What would mend it, and the ways to do it.
void add_mend(const ui::Theme& theme, const Finding& finding, size_t index, Rows& rows) {
  rows.back().gap = 0.25f;
  const std::string name = fmt::format("finding:{}:mend", index);
  rows.push_back({name, {{finding.mend->message, theme.good}}, kInnerRow});
  rows.push_back({name + ":beside",
                  {{label("apply it, and step both texts side by side"), theme.accent}},
                  kInnerRow,
                  0.25f,
                  {gui::action::ApplyMend{index, true}}});
  rows.push_back({name + ":apply",
                  {{label("apply it to the text"), theme.accent}},
                  kInnerRow,
                  kBetweenRows,
                  {gui::action::ApplyMend{index}}});
}

// Whether an earlier finding has the same one.
bool is_mend_said(const run::Run& run, size_t index) {
  const observe::Mend& mend = *run.findings[index].mend;
  return std::any_of(run.findings.begin(), run.findings.begin() + static_cast<ptrdiff_t>(index),
                     [&](const Finding& earlier) {
                       return earlier.mend != nullptr && earlier.mend->place == mend.place &&
                              earlier.mend->text == mend.text;
                     });
}

void add_findings(const ui::Theme& theme, const run::Run& run, Rows& rows) {
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const Finding& finding = run.findings[i];
    rows.push_back(
        {fmt::format("finding:{}", i),
         {{line_words(finding.file, finding.line) + ": ", severity_color(theme, finding.severity)},
          {finding.message, theme.text},
          {"; " + where_words(run, finding), theme.text_dim}},
         0,
         kBetweenRows,
         {gui::action::SelectFinding{i}}});
    if (finding.mend != nullptr && !is_mend_said(run, i)) add_mend(theme, finding, i, rows);
    if (!finding.other || finding.other->line == 0) continue;
    rows.back().gap = 0.25f;
    const std::string other = say("show the other one, {place}",
                                  "place"_a = line_words(finding.other->file, finding.other->line));
    rows.push_back({fmt::format("finding:{}:other", i),
                    {{other, theme.accent}},
                    kInnerRow,
                    kBetweenRows,
                    {gui::action::SelectFinding{i, true}}});
  }
}

// Advice names counts, which "Ask first" keeps for later, and ways, which the course has its own
// hints for until a task is passed.
bool has_advice(const gui::State& model) {
  const bool is_led = model.course.at && !model.course.task_progress().is_passed;
  return !model.run->advice.empty() && !model.options.ask_first && !is_led;
}

void add_advice(const ui::Theme& theme, const gui::State& model, Rows& rows) {
  if (!has_advice(model)) return;
  const std::vector<Finding>& advice = model.run->advice;
  size_t last_to_fix = advice.size();
  for (size_t i = 0; i < advice.size(); ++i) {
    if (observe::traits(advice[i].kind).mending == observe::FindingMending::kFixable)
      last_to_fix = i;
  }
  for (size_t i = 0; i < advice.size(); ++i) {
    rows.push_back({fmt::format("advice:{}", i),
                    {{line_words(advice[i].file, advice[i].line) + ": ",
                      judgement_color(theme, scene::judge_hint(advice[i]), theme.text_dim)},
                     {advice[i].message, theme.text}},
                    0,
                    kBetweenRows,
                    {gui::action::SelectAdvice{i}}});
    if (i == last_to_fix) add_fixes(theme, model, rows);
  }
}

bool depends_on_order(const run::Run& run) {
  const auto depends = [](const Finding& finding) {
    return observe::traits(finding.kind).order == observe::FindingOrder::kAnyOrder;
  };
  return std::any_of(run.findings.begin(), run.findings.end(), depends) ||
         std::any_of(run.advice.begin(), run.advice.end(), depends);
}

Rows rows_of(const ui::Theme& theme, const gui::State& model) {
  Rows rows;
  if (!has_findings(model)) return rows;
  if (depends_on_order(*model.run)) add_schedules(theme, model, rows);
  add_findings(theme, *model.run, rows);
  add_advice(theme, model, rows);
  return rows;
}

}  // namespace

FoundCounts found_counts(const gui::State& model) {
  const size_t advice = has_advice(model) ? model.run->advice.size() : 0;
  return {model.errors, model.run->findings.size() - model.errors + advice};
}

TabMark findings_mark(const gui::State& model) {
  const auto [errors, hints] = found_counts(model);
  const std::string error_words = say_count("{count} error", "{count} errors", errors);
  const std::string hint_words = say_count("{count} hint", "{count} hints", hints);
  if (hints == 0) return {{error_words}, true};
  if (errors == 0) return {{hint_words}, false};
  return {{error_words + ", " + hint_words, error_words}, true};
}

namespace {

std::string remark(const gui::State& model) {
  return findings_mark(model).words.front();
}

// Whole pixels, as ImGui puts items at: sums of rows are where rows end.
float height_of(ui::Ui& ui, const Row& row, float width) {
  return std::ceil(flow_text(ui, nullptr, ui.fonts.small, ImVec2(0, 0),
                             width - row.indent * ui.theme.unit, row.texts) +
                   row.gap * ui.theme.unit);
}

float needed_height(ui::Ui& ui, const gui::State& model, float width) {
  const ImVec2 frame = ui::panel_frame(ui);
  float height = frame.y;
  for (const Row& row : rows_of(ui.theme, model)) {
    height += height_of(ui, row, width - frame.x);
    if (height > ImGui::GetIO().DisplaySize.y) break;  // as much as can be had, of thousands
  }
  return std::ceil(height);
}

// Returns whether it is pressed.
bool draw_row(ui::Ui& ui, const Row& row) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float indent = row.indent * ui.theme.unit;
  const float width = ImGui::GetContentRegionAvail().x - indent;
  at.x += indent;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height = flow_text(ui, nullptr, ui.fonts.small, at, width, row.texts);
  const bool is_clicked = ui::hit(ui, row.name, at, ImVec2(at.x + width, at.y + height));
  if (ImGui::IsItemHovered() && !row.does.empty())
    list->AddRectFilled(at, ImVec2(at.x + width, at.y + height),
                        ui::fade(ui.theme.accent, ui.theme.row_tint));
  flow_text(ui, list, ui.fonts.small, at, width, row.texts);
  ImGui::SetCursorScreenPos(ImVec2(at.x - indent, at.y));
  ImGui::Dummy(ImVec2(width + indent, height_of(ui, row, width + indent)));
  return is_clicked;
}

// How many rows end behind the strip; 0: the last one ends inside the panel.
size_t rows_below(ui::Ui& ui, const Rows& rows, const Rect& strip) {
  const float width = ImGui::GetContentRegionAvail().x;
  float end = ImGui::GetCursorScreenPos().y;
  size_t count = 0;
  for (const Row& row : rows) {
    end += height_of(ui, row, width);
    if (end - row.gap * ui.theme.unit > strip.pos.y) ++count;
  }
  return end - rows.back().gap * ui.theme.unit > strip.max().y + 1 ? count : 0;
}

void draw_findings(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const Rows rows = rows_of(ui.theme, model);
  if (rows.empty()) return;
  const Rect strip = more_rows_strip(ui);
  const size_t below = rows_below(ui, rows, strip);
  if (below > 0) press_more_rows(ui, "findings:more", strip);
  // Above the strip, lines are whole or not there.
  if (below > 0)
    ImGui::PushClipRect(ImVec2(strip.pos.x, ImGui::GetWindowPos().y),
                        ImVec2(strip.max().x, strip.pos.y), true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (const Row& row : rows) {
    if (draw_row(ui, row)) actions.insert(actions.end(), row.does.begin(), row.does.end());
  }
  ImGui::PopStyleVar();
  if (below == 0) return;
  ImGui::PopClipRect();
  draw_more_rows(ui, strip, below);
}

}  // namespace

bool has_findings(const gui::State& model) {
  return model.run != nullptr && (!model.run->findings.empty() || has_advice(model));
}

namespace {

// Of host code: the one behind or before that at whose step the page Program is.
void go_to_host_finding(const gui::State& model, bool next, gui::Actions& actions) {
  const study::ProgramFacts& facts = *model.program_facts;
  const size_t count = facts.findings.size();
  const auto at = std::find_if(facts.findings.begin(), facts.findings.end(),
                               [&](const study::ProgramFinding& one) {
                                 return study::step_of(facts, one) == model.options.program_step;
                               });
  const bool is_at_one = is_program_shown(model) && at != facts.findings.end();
  const auto from = static_cast<size_t>(at - facts.findings.begin());
  const size_t to = is_at_one ? (from + (next ? 1 : count - 1)) % count : next ? 0 : count - 1;
  if (model.launch_shown && !model.needs_launch) actions.push_back(gui::action::ShowLaunch{false});
  actions.push_back(gui::action::ChangeOptions{
      [step = study::step_of(facts, facts.findings[to])](gui::ViewOptions& o) {
        o.page = gui::Page::kProgram;
        if (step) o.program_step = static_cast<uint32_t>(*step);
      }});
}

std::string no_findings(const gui::State& model) {
  if (model.options.ask_first) return label("No findings; “Ask first” (A) hides hints.");
  return model.launch_count() > 1 ? label("No findings in this launch.") : label("No findings.");
}

}  // namespace

void go_to_finding(const gui::State& model, bool next, gui::Actions& actions) {
  if (!has_findings(model)) {
    if (model.program_facts != nullptr && !model.program_facts->findings.empty())
      go_to_host_finding(model, next, actions);
    else if (model.run != nullptr || model.program_facts != nullptr)
      actions.push_back(gui::action::ShowNotice{no_findings(model)});
    return;
  }
  const size_t findings = model.run->findings.size();
  const size_t count = findings + (has_advice(model) ? model.run->advice.size() : 0);
  const size_t before = next ? count - 1 : 0;
  const size_t from = std::min(model.chosen_finding.value_or(before), count - 1);
  const size_t to = (from + (next ? 1 : count - 1)) % count;
  if (to < findings)
    actions.push_back(gui::action::SelectFinding{to});
  else
    actions.push_back(gui::action::SelectAdvice{to - findings});
}

const Panel kFindingsPanel = {
    .id = "findings",
    .drawer = gui::Drawer::kTotals,
    .title = sentence("FINDINGS"),
    .remark = remark,
    .is_shown = has_findings,
    .mark = findings_mark,
    .needed_height = needed_height,
    .draw = stateless<draw_findings>,
};

}  // namespace warplens::views
