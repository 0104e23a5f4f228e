// Totals: a section a memory space. Where the width allows, an operation is a row and the run
// before is below it, so that digits align; otherwise a measure is a row and operations are
// columns.
#include "app/window/frame/totals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "app/scene/pages/totals_table.hpp"
#include "app/scene/words/derivation.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/study/words.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/split/time_beside.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::Measure;
using scene::TotalsCell;
using scene::TotalsSection;
using scene::TotalsTable;

// What is counted, and Nsight Compute's metrics for it.
void explain(ui::Ui& ui, trace::Space space, const std::vector<observe::AccessKind>& kinds,
             Measure measure, const Area& name) {
  if (!is_hovered(name)) return;
  std::string words = label(study::meaning_of(measure));
  for (const observe::AccessKind kind : kinds)
    words = study::with_metric(std::move(words), space, kind, measure);
  tip(ui, words);
}

// One drawn row: a name and a text a column, flush right.
struct Row {
  std::string name;
  std::vector<ColoredText> texts;
  std::vector<ColoredText> marks;  // before the texts; empty: none
  bool is_head = false, is_before = false;
  std::string short_name = {};  // where the name does not fit
  struct Key {
    Measure measure;
    observe::AccessKind kind;
  };
  std::vector<Key> keys = {};  // of the numbers, where their parts can be shown
  // What a head's texts, or its name, are called after.
  std::vector<Measure> text_measures = {};
  std::optional<Measure> name_measure = {};
  std::vector<observe::AccessKind> kinds = {};  // that these count
};

struct Palette {
  const ui::Theme& theme;
  bool is_hidden = false;

  // A number's colour says how it is, wasteful or not; how it has changed is shown by its mark,
  // an arrow in the same colour.
  ColoredText now(const TotalsCell& cell) const {
    if (is_hidden) return {"?", theme.text_dim};
    if (!cell.is_known) return {"…", theme.text_dim};
    return {cell.now, judgement_color(theme, scene::judge_cost(cell), theme.text)};
  }
  ColoredText mark(const TotalsCell& cell) const {
    if (is_hidden) return {};
    if (cell.verdict != scene::Verdict::kBetter && cell.verdict != scene::Verdict::kWorse)
      return {};
    return {(cell.has_grown ? "↑ " : "↓ "), now(cell).color};
  }
  ColoredText before(const TotalsCell& cell) const {
    if (is_hidden) return {"?", theme.text_faint};
    return {cell.before, cell.verdict == scene::Verdict::kSame ? theme.text_faint : theme.text_dim};
  }
};

std::string before_name(const TotalsTable& table) {
  return table.before_name.empty() ? label("before") : table.before_name;
}

std::string before_row_name(const TotalsTable& table) {
  return table.before_name.empty() ? label("before")
                                   : say("before: {name}", "name"_a = table.before_name);
}

// The run before made accesses of the operation. Noughts beside it would say nothing.
bool was_made(const TotalsSection& section, size_t op) {
  return std::none_of(section.lines.begin(), section.lines.end(), [&](const auto& line) {
    return line.measure == scene::Measure::kRequests && line.cells[op].before == "0";
  });
}

// An operation a row.
std::vector<Row> operation_rows(const TotalsTable& table, const TotalsSection& section,
                                const Palette& palette) {
  std::vector<Row> rows;
  Row head{label(study::name_of(section.space)), {}, {}, true, false};
  for (const scene::TotalsLine& line : section.lines) {
    head.texts.push_back({label(study::head_of(line.measure)), palette.theme.text_faint});
    head.text_measures.push_back(line.measure);
  }
  head.kinds = section.kinds;
  rows.push_back(std::move(head));
  for (size_t op = 0; op < section.kinds.size(); ++op) {
    Row now{label(study::name_of(section.kinds[op])), {}, {}, false, false},
        before{before_row_name(table), {}, {}, false, true, label("before")};
    for (const scene::TotalsLine& line : section.lines) {
      now.keys.push_back({line.measure, section.kinds[op]});
      now.texts.push_back(palette.now(line.cells[op]));
      now.marks.push_back(palette.mark(line.cells[op]));
      before.texts.push_back(palette.before(line.cells[op]));
    }
    rows.push_back(std::move(now));
    if (table.has_before && was_made(section, op)) rows.push_back(std::move(before));
  }
  return rows;
}

// A measure a row.
std::vector<Row> measure_rows(const TotalsTable& table, const TotalsSection& section,
                              const Palette& palette) {
  std::vector<Row> rows;
  Row head{label(study::name_of(section.space)), {}, {}, true, false};
  for (const observe::AccessKind op : section.kinds)
    head.texts.push_back({label(study::name_of(op)), palette.theme.text_faint});
  rows.push_back(std::move(head));
  for (const scene::TotalsLine& line : section.lines) {
    Row now{label(study::head_of(line.measure)), {}, {}, false, false};
    now.name_measure = line.measure;
    now.kinds = section.kinds;
    Row before{before_row_name(table), {}, {}, false, true, label("before")};
    bool differs = false;
    for (const observe::AccessKind op : section.kinds) now.keys.push_back({line.measure, op});
    for (const TotalsCell& cell : line.cells) {
      now.texts.push_back(palette.now(cell));
      now.marks.push_back(palette.mark(cell));
      before.texts.push_back(palette.before(cell));
      differs = differs || cell.verdict != scene::Verdict::kSame;
    }
    rows.push_back(std::move(now));
    if (table.has_before && differs) rows.push_back(std::move(before));
  }
  return rows;
}

ImFont* font_of(const ui::Ui& ui, const Row& row, ImFont* numbers) {
  return row.is_head ? ui.fonts.small : numbers;
}

// [pixels] of the name's column and then each text's.
std::vector<float> column_widths(const ui::Ui& ui, const std::vector<Row>& rows, ImFont* numbers) {
  std::vector<float> widths(rows.front().texts.size() + 1, 0.0f);
  for (const Row& row : rows) {
    const float wanted = ui::text_size(ui.fonts.small, row.name).x;
    widths[0] = std::max(widths[0], row.is_before ? std::min(wanted, ui.theme.unit * 6) : wanted);
    for (size_t i = 0; i < row.texts.size(); ++i) {
      float width = ui::text_size(font_of(ui, row, numbers), row.texts[i].text).x;
      if (i < row.marks.size()) width += ui::text_size(ui.fonts.small, row.marks[i].text).x;
      widths[i + 1] = std::max(widths[i + 1], width);
    }
  }
  return widths;
}

float sum_of(const std::vector<float>& widths) {
  float sum = 0;
  for (const float width : widths) sum += width;
  return sum;
}

bool is_narrow_enough(const ui::Ui& ui, const std::vector<Row>& rows, ImFont* numbers,
                      float width) {
  const std::vector<float> widths = column_widths(ui, rows, numbers);
  return sum_of(widths) + static_cast<float>(widths.size() - 1) * ui.theme.unit * 0.75f <= width;
}

// What the number is the sum of; a press goes to the access that adds most of it.
void point_at(ui::Ui& ui, const gui::State& model, trace::Space space, const Row::Key& key,
              const Area& area, gui::Actions& actions) {
  const run::Run& run = *model.run;
  ui.probe.widget(fmt::format("total:{}:{}:{}", static_cast<int>(space), static_cast<int>(key.kind),
                              static_cast<int>(key.measure)),
                  area.min, area.max);
  if (counts_hidden(model) || !is_hovered(area)) return;
  const std::vector<scene::Share> shares = scene::shares_of(run, space, key.kind, key.measure);
  if (shares.empty()) return;
  tip(ui, study::with_metric(scene::derivation(shares), space, key.kind, key.measure) + "\n" +
              label("A press goes to the costliest access."));
  if (!ImGui::IsMouseClicked(0)) return;
  if (const auto step = scene::costliest_step(run, space, key.kind, key.measure))
    actions.push_back(gui::action::GoToStep{*step});
}

// `view_end`: rows that end below it are not drawn; returns how many these are.
size_t draw_rows(ui::Ui& ui, const gui::State& model, trace::Space space,
                 const std::vector<Row>& rows, float row_height, ImFont* numbers, float view_end,
                 gui::Actions& actions) {
  const ui::Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<float> widths = column_widths(ui, rows, numbers);
  const float available = ImGui::GetContentRegionAvail().x;
  const float gap = std::clamp((available - sum_of(widths)) / static_cast<float>(widths.size() - 1),
                               theme.unit * 0.5f, theme.unit * 4);
  const float view_begin = list->GetClipRectMin().y - 1;
  size_t hidden = 0;
  for (size_t r = 0; r < rows.size(); ++r) {
    const Row& row = rows[r];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // A head is drawn with the first row below it, and a row if it is whole.
    const float end = at.y + row_height * (row.is_head && r + 1 < rows.size() ? 2 : 1);
    if (end > view_end || at.y < view_begin) {
      ImGui::Dummy(ImVec2(available, row_height));
      if (end > view_end) ++hidden;
      continue;
    }
    const float small_y = at.y + (row_height - ui::font_size(ui.fonts.small)) / 2;
    const ImU32 name_color = row.is_head     ? theme.text
                             : row.is_before ? theme.text_faint
                                             : theme.text_dim;
    const float indent = row.is_before ? theme.unit : 0;
    ImFont* font = font_of(ui, row, numbers);
    // A long name may use what its first number leaves free.
    const float first = widths[0] + gap + widths[1] - ui::text_size(font, row.texts.front().text).x;
    const float room = first - indent - theme.unit * 0.5f;
    const bool is_short =
        !row.short_name.empty() && ui::text_size(ui.fonts.small, row.name).x > room;
    ui::text_at(ui, list, ui.fonts.small, ImVec2(at.x + indent, small_y), name_color,
                is_short ? row.short_name : row.name);
    if (row.name_measure)
      explain(ui, space, row.kinds, *row.name_measure,
              make_area(at.x + indent, at.y, widths[0], row_height));
    const float y = at.y + (row_height - ui::font_size(font)) / 2;
    float right = at.x + widths[0];
    for (size_t i = 0; i < row.texts.size(); ++i) {
      right += gap + widths[i + 1];
      const float x = right - ui::text_size(font, row.texts[i].text).x;
      ui::text_at(ui, list, font, ImVec2(x, y), row.texts[i].color, row.texts[i].text);
      if (i < row.text_measures.size())
        explain(ui, space, row.kinds, row.text_measures[i],
                {ImVec2(x, at.y), ImVec2(right, at.y + row_height)});
      if (i < row.keys.size())
        point_at(ui, model, space, row.keys[i], {ImVec2(x, at.y), ImVec2(right, at.y + row_height)},
                 actions);
      if (i >= row.marks.size() || row.marks[i].text.empty()) continue;
      const float mark = ui::text_size(ui.fonts.small, row.marks[i].text).x;
      ui::text_at(ui, list, ui.fonts.small, ImVec2(x - mark, small_y), row.marks[i].color,
                  row.marks[i].text);
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(ImVec2(available, row_height));
    if (row.is_before) ui::tooltip(ui, row.name);
  }
  return hidden;
}

// Whole lines only, as draw_rows() has whole rows.
size_t draw_lines(ui::Ui& ui, const ColoredText& text, float view_end) {
  ImFont* font = ui.fonts.small;
  const float height = ui::font_size(font), width = ImGui::GetContentRegionAvail().x;
  size_t hidden = 0;
  for (const std::string& line : ui::wrapped_lines(font, text.text, width)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_above = at.y < ImGui::GetWindowDrawList()->GetClipRectMin().y - 1;
    const bool is_below = at.y + height > view_end;
    if (!is_above && !is_below)
      ui::text_at(ui, ImGui::GetWindowDrawList(), font, at, text.color, line);
    if (is_below) ++hidden;
    ImGui::Dummy(ImVec2(width, height));
  }
  return hidden;
}

// "32 KiB (Pad 0: 16 KiB)".
std::string now_and_before(const TotalsTable& table, const TotalsCell& cell) {
  if (cell.before.empty() || cell.before == cell.now) return cell.now;
  return fmt::format("{} ({}: {})", cell.now, before_name(table), cell.before);
}

// What has no operation of its own.
std::string sums_of(const TotalsTable& table) {
  std::vector<std::string> parts;
  if (!table.requested.now.empty())
    parts.push_back(
        say("requested bytes: {bytes}", "bytes"_a = now_and_before(table, table.requested)));
  if (!table.operations.now.empty())
    parts.push_back(say("floating-point operations: {count}",
                        "count"_a = now_and_before(table, table.operations)));
  if (!table.intensity.now.empty())
    parts.push_back(say("operations per transferred byte: {ratio}",
                        "ratio"_a = now_and_before(table, table.intensity)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// How the counting went, and what the run warns of: a definition that nothing uses, shared memory
// without bytes.
std::vector<ColoredText> remarks_of(const ui::Ui& ui, const gui::State& model,
                                    const TotalsTable& table) {
  const ui::Theme& theme = ui.theme;
  const run::Run& run = *model.run;
  std::vector<ColoredText> remarks;
  if (run.ending == run::Ending::kRunning) {
    remarks.push_back({say("{done} of {count} blocks have run: counts so far.",
                           "done"_a = study::grouped(run.blocks),
                           "count"_a = study::grouped(run.context->grid.count())),
                       theme.text_dim});
  } else if (run.ending != run::Ending::kComplete) {
    const bool is_trapped = run.ending == run::Ending::kTrapped;
    remarks.push_back(
        {is_trapped ? label("An assert, a trap or a refused copy ended the grid: counts so far.")
                    : label("The run was stopped: counts so far."),
         theme.warning});
  }
  if (!run.is_counted) {
    remarks.push_back(
        {model.is_counting
             ? say("Counting the grid on {device}…", "device"_a = run.device.id)
             : say("The grid was not counted on {device}.", "device"_a = run.device.id),
         theme.text_dim});
  }
  if (const std::optional<run::OneThread>& why = run.one_thread) {
    remarks.push_back(
        {why->array.empty()
             ? say("Ran on one thread from block number {block} on: alongside other blocks, most "
                   "took too long or stored to too many places.",
                   "block"_a = study::grouped(why->first_block))
             : say("Ran on one thread from block number {block} on: blocks read what other blocks "
                   "store in '{array}'.",
                   "block"_a = study::grouped(why->first_block), "array"_a = why->array),
         theme.text_dim});
  }
  for (const observe::CheckStop& stop : run.check_stops)
    remarks.push_back({observe::stop_words(stop), theme.warning});
  if (run.turns) remarks.push_back({run::turns_words(*run.turns), theme.text_dim});
  if (table.sections.empty())
    remarks.push_back({label("no access to shared or global memory"), theme.text_dim});
  for (const base::Diagnostic& warning : run.warnings) {
    std::string text = warning.has_place
                           ? say("line {line}: {message}",
                                 "line"_a = run.request.file.line_column(warning.span.begin).line,
                                 "message"_a = warning.message)
                           : warning.message;
    if (!warning.hint.empty()) text += "; " + warning.hint;
    remarks.push_back({text, theme.warning});
  }
  return remarks;
}

}  // namespace

std::optional<ParameterNames> differing_parameter(const std::vector<lessons::Parameter>& parameters,
                                                  const std::vector<launch::Definition>& now,
                                                  const std::vector<launch::Definition>& before) {
  if (now.size() != before.size()) return std::nullopt;
  const auto words = [](const lessons::Parameter& parameter, const std::string& value) {
    for (size_t i = 0; i < parameter.choice_names.size(); ++i) {
      if (i < parameter.choices.size() && std::to_string(parameter.choices[i]) == value)
        return parameter.label + " " + parameter.choice_names[i];
    }
    return parameter.label + " " + value;
  };
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i].name != before[i].name) return std::nullopt;  // of two lessons
  }
  for (size_t i = 0; i < now.size(); ++i) {
    const auto parameter =
        std::find_if(parameters.begin(), parameters.end(),
                     [&](const lessons::Parameter& p) { return p.name == now[i].name; });
    if (now[i].value == before[i].value || parameter == parameters.end()) continue;
    return ParameterNames{words(*parameter, now[i].value), words(*parameter, before[i].value)};
  }
  return std::nullopt;
}

void name_by_parameters(const std::vector<lessons::Parameter>& parameters,
                        const std::vector<launch::Definition>& now,
                        const std::vector<launch::Definition>& before, TotalsTable& table) {
  const std::optional<ParameterNames> names = differing_parameter(parameters, now, before);
  if (!table.has_before || !names) return;
  table.now_name = names->now;
  table.before_name = names->before;
}

namespace {

// Brings the section of the step's access into sight where it has become another one; which one it
// was is kept in ImGui's storage.
// `view`: what is in sight of the window. [pixels]
void scroll_to(trace::Space space, float top, float end, float view) {
  int& last = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("totals:space"), -1);
  if (last == static_cast<int>(space)) return;
  last = static_cast<int>(space);
  const float scroll = ImGui::GetScrollY();
  if (top < scroll || end > scroll + view) ImGui::SetScrollY(top);
}

// Everything that the panel says at a width, from top to bottom.
struct TotalsContent {
  std::vector<ColoredText> remarks;
  std::vector<trace::Space> spaces;  // one a section
  std::vector<std::vector<Row>> sections;
  ImFont* numbers = nullptr;
  std::vector<ColoredText> below;  // sums, and what the run took a GPU
};

TotalsTable table_of(const gui::State& model) {
  TotalsTable table = scene::make_totals_table(*model.run, model.previous.get());
  if (model.lesson != nullptr) {
    name_by_parameters(model.lesson->parameters, model.run_settings, model.previous_settings,
                       table);
  }
  return table;
}

TotalsContent content_of(const ui::Ui& ui, const gui::State& model, float width) {
  const TotalsTable table = table_of(model);
  const Palette palette{ui.theme, counts_hidden(model)};
  TotalsContent content;
  content.remarks = remarks_of(ui, model, table);
  // The larger font if all sections fit with it.
  const auto fits = [&](const TotalsSection& section, ImFont* numbers) {
    return is_narrow_enough(ui, operation_rows(table, section, palette), numbers, width);
  };
  content.numbers = std::all_of(table.sections.begin(), table.sections.end(),
                                [&](const auto& all) { return fits(all, ui.fonts.mono); })
                        ? ui.fonts.mono
                        : ui.fonts.mono_small;
  for (const TotalsSection& whole : table.sections) {
    // One shape, with an earlier run as without: what others say too is left out before it is
    // turned.
    TotalsSection section = whole;
    for (const Measure least : {Measure::kBytesUsed, Measure::kLines}) {
      if (fits(section, content.numbers)) break;
      std::erase_if(section.lines, [&](const auto& line) { return line.measure == least; });
    }
    const bool is_turned = !fits(section, content.numbers);
    content.spaces.push_back(section.space);
    content.sections.push_back(is_turned ? measure_rows(table, whole, palette)
                                         : operation_rows(table, section, palette));
  }
  if (!palette.is_hidden) {
    const std::string sums = sums_of(table);
    if (!sums.empty()) content.below.push_back({sums, ui.theme.text_dim});
  }
  for (const std::string& line : time_lines(model)) content.below.push_back({line, ui.theme.text});
  return content;
}

float close_row_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.small) + 1;
}

float section_gap(const ui::Ui& ui) {
  return ui.theme.unit * 0.5f;
}

// [pixels] Of rows that are so high.
float height_of(const ui::Ui& ui, const TotalsContent& content, float width, float row_height) {
  float height = section_gap(ui) * static_cast<float>(content.sections.size());
  for (const std::vector<Row>& rows : content.sections)
    height += row_height * static_cast<float>(rows.size());
  ImFont* font = ui.fonts.small;
  for (const auto* texts : {&content.remarks, &content.below}) {
    for (const ColoredText& text : *texts)
      height += ui::font_size(font) *
                static_cast<float>(ui::wrapped_lines(font, text.text, width).size());
  }
  return height;
}

float totals_height(ui::Ui& ui, const gui::State& model, float width) {
  if (!model.run) return 0;
  const ImVec2 frame = ui::panel_frame(ui);
  const float inside = width - frame.x;
  // Letters reach a little below the last line.
  return height_of(ui, content_of(ui, model, inside), inside, close_row_height(ui)) + frame.y +
         ui.theme.unit * 0.5f;
}

void draw_totals(ui::Ui& ui, const gui::State& model, PanelStates&, gui::Actions& actions) {
  if (!model.run) return;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const TotalsContent content = content_of(ui, model, room.x);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  // Closer to each other where they would not all fit.
  const float loose = ui::font_size(ui.fonts.small) + ui.theme.unit * 0.375f;
  const float row_height =
      height_of(ui, content, room.x, loose) <= room.y ? loose : close_row_height(ui);
  const Rect strip = more_rows_strip(ui);
  const float foot = ImGui::GetWindowDrawList()->GetClipRectMax().y;
  const float end = ImGui::GetCursorScreenPos().y + height_of(ui, content, room.x, row_height) -
                    (content.below.empty() ? section_gap(ui) : 0);
  const bool has_more = end > foot;
  if (has_more) press_more_rows(ui, "totals:more", strip);
  const float view_end = has_more ? strip.pos.y : foot;
  size_t hidden = 0;
  for (const ColoredText& remark : content.remarks) hidden += draw_lines(ui, remark, view_end);
  for (size_t i = 0; i < content.sections.size(); ++i) {
    const float top = ImGui::GetCursorPosY();
    hidden += draw_rows(ui, model, content.spaces[i], content.sections[i], row_height,
                        content.numbers, view_end, actions);
    if (model.moment && model.moment->access.space == content.spaces[i])
      scroll_to(content.spaces[i], top, ImGui::GetCursorPosY(), view_end - ImGui::GetWindowPos().y);
    ImGui::Dummy(ImVec2(1, section_gap(ui)));
  }
  for (const ColoredText& text : content.below) hidden += draw_lines(ui, text, view_end);
  if (has_more) draw_more_rows(ui, strip, hidden);
  ImGui::PopStyleVar();
}

}  // namespace

const Panel kTotalsPanel = {
    .id = "totals",
    .drawer = gui::Drawer::kTotals,
    .title = sentence("TOTALS"),
    .remark = [](const gui::State& model) -> std::string {
      // Rows of the run before have room for "before" only, where its name is long.
      if (!model.run) return label("whole grid");
      const TotalsTable table = table_of(model);
      return table.has_before && !table.before_name.empty()
                 ? say("whole grid · before: {name}", "name"_a = table.before_name)
                 : label("whole grid");
    },
    .rows_height = totals_height,
    .draw = draw_totals,
};

}  // namespace warplens::views
