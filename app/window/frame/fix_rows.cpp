#include "app/window/frame/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/pages/times.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/fix/sentences.hpp"

namespace warplens::views {
namespace {

// What the launch takes now and with the fix, where both were measured or recorded: of the largest
// launches, where a padding matters most; "" where there is no figure.
std::string time_words(const gui::State& model, size_t array, size_t fix) {
  const scene::FixTimes& times = model.measuring.fix_times;
  if (times.of != model.fixes.results) return "";
  for (const scene::FixTimes::One& one : times.all) {
    if (one.array != array || one.fix != fix) continue;
    const scene::TimePair& pair = one.times.back();
    const std::string words = scene::time_pair_words(pair, label("now"), label("with it"));
    const std::string device = pair.is_recorded
                                   ? say("{device}, recorded", "device"_a = pair.device)
                                   : say("{device}, this machine", "device"_a = pair.device);
    return pair.arrays.empty()
               ? say("measured: {times} ({device})", "times"_a = words, "device"_a = device)
               : say("measured at {extents}: {times} ({device})", "extents"_a = pair.arrays,
                     "times"_a = words, "device"_a = device);
  }
  return "";
}

// What to do, what it costs and gains, and the ways to do it.
void add_fix(const ui::Theme& theme, const gui::State& model, const fix::ArrayFixes& array,
             size_t array_index, size_t index, FindingRows& rows) {
  const fix::Fix& fix = array.fixes[index];
  const std::string name = fmt::format("fix:{}:{}", array_index, index);
  std::string cost = fix::cost_words(array, fix);
  if (const std::string condition = fix::condition(array, fix); !condition.empty())
    cost += "; " + condition;
  rows.push_back(
      {name + ":words",
       {{fix::words(fix) + ": ", fix.is_partial ? theme.waste : theme.good}, {cost, theme.text}},
       kInnerRow});
  if (std::string cute = fix::cute_words(fix.layout.change, array.element_bytes); !cute.empty())
    rows.push_back({name + ":cute", {{std::move(cute), theme.text_dim}}, kInnerRow});
  if (const std::string time = time_words(model, array_index, index); !time.empty())
    rows.push_back({name + ":time", {{time, theme.text}}, kInnerRow});
  rows.push_back({name + ":beside",
                  {{label("apply it, and step both texts side by side"), theme.accent}},
                  kInnerRow,
                  0.25f,
                  {gui::action::ApplyFix{array_index, index, true}}});
  if (fix.define)
    rows.push_back({name + ":define",
                    {{say("set {name} to {value}, in the text as it is",
                          "name"_a = fix.define->name, "value"_a = fix.define->to),
                      theme.accent}},
                    kInnerRow,
                    0.25f,
                    {gui::action::SetFixDefine{array_index, index}}});
  rows.push_back({name + ":apply",
                  {{label("apply it to the text"), theme.accent}},
                  kInnerRow,
                  kBetweenRows,
                  {gui::action::ApplyFix{array_index, index}}});
}

void add_array(const ui::Theme& theme, const gui::State& model, const fix::ArrayFixes& array,
               size_t index, FindingRows& rows) {
  if (!array.has_conflicts()) return;
  rows.push_back({fmt::format("fix:{}", index), {{fix::head(array), theme.text}}});
  if (array.is_left() && !array.fixes.empty())
    rows.push_back(
        {fmt::format("fix:{}:partial", index),
         {{say("Only partial fixes, because {reason}:", "reason"_a = fix::no_layout(array)),
           theme.waste}},
         kInnerRow});
  for (size_t i = 0; i < array.fixes.size(); ++i) add_fix(theme, model, array, index, i, rows);
  for (const base::Diagnostic& refusal : array.refusals) {
    std::string text = refusal.message;
    if (refusal.has_place)
      text = say("line {line}: {message}",
                 "line"_a = model.run->request.file.line_column(refusal.span.begin).line,
                 "message"_a = text);
    rows.push_back({fmt::format("fix:{}:refusal", index),
                    {{text, array.fixes.empty() ? theme.warning : theme.text_dim}},
                    kInnerRow,
                    kBetweenRows});
  }
  if (array.fixes.empty() && array.refusals.empty())
    rows.push_back({fmt::format("fix:{}:none", index),
                    {{fix::no_layout(array), theme.warning}},
                    kInnerRow,
                    kBetweenRows});
}

// x and y exchanged, or why not; then what the block shows that a change by hand would gain.
void add_global(const ui::Theme& theme, const fix::Fixes& fixes, const run::Run& run,
                FindingRows& rows) {
  if (fixes.is_exchanged()) {
    rows.push_back({"fix:exchange",
                    {{label("exchange threadIdx.x and threadIdx.y: "), theme.good},
                     {say("{gain}; it was run, and all arrays end the same",
                          "gain"_a = fix::words(*fixes.exchange)),
                      theme.text}}});
    rows.push_back({"fix:exchange:beside",
                    {{label("apply it, and step both texts side by side"), theme.accent}},
                    kInnerRow,
                    0.25f,
                    {gui::action::ApplyExchange{true}}});
    rows.push_back({"fix:exchange:apply",
                    {{label("apply it to the text"), theme.accent}},
                    kInnerRow,
                    kBetweenRows,
                    {gui::action::ApplyExchange{}}});
  } else if (fixes.exchange) {
    const base::Diagnostic& reason = *fixes.exchange->refusal;
    std::string text = reason.message;
    if (reason.has_place)
      text =
          say("line {line}: {message}",
              "line"_a = run.request.file.line_column(reason.span.begin).line, "message"_a = text);
    rows.push_back(
        {"fix:exchange:refusal",
         {{say("threadIdx.x and threadIdx.y are not exchanged: {reason}", "reason"_a = text),
           theme.text_dim}},
         0,
         kBetweenRows});
  }
  for (size_t i = 0; i < fixes.gains.size(); ++i) {
    const fix::GlobalGain& gain = fixes.gains[i];
    if (gain.kind == fix::GainKind::kTile) continue;  // it is a hint above
    rows.push_back(
        {fmt::format("fix:gain:{}", i),
         {{say("line {line}: {message}", "line"_a = gain.line, "message"_a = gain.message),
           theme.text}},
         0,
         kBetweenRows});
  }
}

// What the counts of the layouts below it are sums of.
const char* head_of(const fix::Fixes& fixes) {
  if (fixes.counts_one_block) {
    return fixes.has_launches() ? label(
                                      "Layouts with fewer bank conflicts, over the recorded blocks "
                                      "of all launches; each was run, and all arrays end the same:")
                                : label(
                                      "Layouts with fewer bank conflicts, over the recorded block; "
                                      "each was run, and all arrays end the same:");
  }
  return fixes.has_launches() ? label(
                                    "Layouts with fewer bank conflicts, over all launches; each "
                                    "was run, and all arrays end the same:")
                              : label(
                                    "Layouts with fewer bank conflicts, over the whole grid; each "
                                    "was run, and all arrays end the same:");
}

void add_results(const ui::Theme& theme, const gui::State& model, FindingRows& rows) {
  const fix::Fixes& fixes = *model.fixes.results;
  const bool has_global = fixes.exchange || !fixes.gains.empty();
  if (fixes.is_cut || (fixes.arrays.empty() && !has_global)) {
    rows.push_back({"fix:cut",
                    {{label("No layout was looked for: the run was cut, or makes too many "
                            "different accesses."),
                      theme.warning}}});
    return;
  }
  const bool has_layouts = std::any_of(fixes.arrays.begin(), fixes.arrays.end(),
                                       [](const auto& array) { return !array.fixes.empty(); });
  if (has_layouts) {
    rows.push_back({"fix:head", {{head_of(fixes), theme.text_dim}}});
  }
  for (size_t i = 0; i < fixes.arrays.size(); ++i)
    add_array(theme, model, fixes.arrays[i], i, rows);
  add_global(theme, fixes, *model.run, rows);
}

bool has_bank_conflicts(const gui::State& model) {
  if (model.run == nullptr) return false;
  return std::any_of(model.run->advice.begin(), model.run->advice.end(), [](const auto& hint) {
    return hint.kind == observe::FindingKind::kBankConflicts;
  });
}

}  // namespace

void add_fixes(const ui::Theme& theme, const gui::State& model, FindingRows& rows) {
  const gui::FixTrial& trial = model.fixes;
  if (!trial.is_of(model.run)) {
    rows.push_back({"fix:find",
                    {{label("Find a fix, and run it"), theme.accent}},
                    0,
                    has_bank_conflicts(model) ? 0.25f : kBetweenRows,
                    {gui::action::FindFixes{}}});
    if (has_bank_conflicts(model))
      rows.push_back({"fix:try",
                      {{label("Try layouts without editing the text (J)"), theme.accent}},
                      0,
                      kBetweenRows,
                      {gui::action::ChangeOptions{
                          [](gui::ViewOptions& o) { o.page = gui::Page::kSwizzle; }}}});
  } else if (trial.is_running) {
    rows.push_back(
        {"fix:running",
         {{label("Trying paddings, swizzles, orders, and x and y exchanged..."), theme.text_dim}}});
  } else if (trial.results == nullptr) {
    rows.push_back({"fix:problem", {{trial.problem, theme.error}}});
  } else {
    add_results(theme, model, rows);
  }
}

}  // namespace warplens::views
