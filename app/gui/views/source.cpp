// Painting the source: what is in each visible row, from the back to the front: the lit line,
// the selection, the text, the mistakes, the caret; and in front of the text the line's number and
// its access entries.
#include "app/gui/views/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/gui/scene/format.hpp"
#include "app/gui/scene/text_change.hpp"
#include "app/gui/views/notice.hpp"
#include "app/gui/views/panel_states.hpp"
#include "app/gui/views/panel_text.hpp"
#include "app/gui/views/picture.hpp"
#include "app/gui/views/program.hpp"
#include "app/gui/views/source_editing.hpp"
#include "app/gui/views/source_edits.hpp"
#include "app/gui/views/source_layout.hpp"
#include "app/gui/views/source_notes.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

struct Painter {
  ui::Ui& ui;
  const gui::Model& model;
  SourceState& state;
  const SourceMetrics& metrics;
  gui::Actions& actions;
  ImDrawList* list;
  ImVec2 origin;                                           // of the panel, scrolled
  std::optional<base::Span> current;                       // the lit access
  std::vector<base::Span> calls;                           // around it
  bool is_hovered = false;                                 // the panel is under the pointer
  base::Span hovered{0, 0};                                // of the access entry under the pointer
  std::optional<scene::TextChange> change = std::nullopt;  // since the run before, in the buffer

  std::optional<uint32_t> pressed_note = std::nullopt;  // whose suggestion is taken

  float text_left() const { return origin.x + metrics.text_x; }
};

ImU32 color_of(const ui::Theme& theme, lang::TokenClass token) {
  switch (token) {
    case lang::TokenClass::kPlain:
      return theme.text;
    case lang::TokenClass::kKeyword:
      return theme.syntax_keyword;
    case lang::TokenClass::kType:
      return theme.syntax_type;
    case lang::TokenClass::kBuiltin:
      return theme.syntax_builtin;
    case lang::TokenClass::kNumber:
      return theme.syntax_number;
    case lang::TokenClass::kString:
      return theme.syntax_string;
    case lang::TokenClass::kComment:
      return theme.syntax_comment;
    case lang::TokenClass::kPreprocessor:
      return theme.syntax_preprocessor;
  }
  return theme.text;
}

// A row's text with the x of its byte boundaries.
struct RowText {
  const SourceRow& row;
  std::string_view text;
  std::vector<float> x;  // [i]: left edge of byte row.begin + i
  float at(uint32_t offset) const { return x[std::clamp(offset, row.begin, row.end) - row.begin]; }
};

RowText text_of(const Painter& p, const SourceRow& row) {
  RowText result{row, text_of_row(p.state, row), {}};
  result.x = boundaries(p.ui.fonts.mono, p.metrics.advance, result.text, row.x);
  const float shift = p.text_left() + row.indent - row.x;
  for (float& x : result.x) {
    x += shift;
  }
  return result;
}

void fill_span(Painter& p, const RowText& row, base::Span span, ImU32 color) {
  const uint32_t begin = std::max(span.begin, row.row.begin);
  const uint32_t end = std::min(span.end, row.row.end);
  if (begin >= end) {
    return;
  }
  const float y = p.origin.y + row.row.y;
  p.list->AddRectFilled(ImVec2(row.at(begin) - 1, y + 1),
                        ImVec2(row.at(end) + 1, y + p.metrics.row - 1), color,
                        p.ui.theme.unit * 0.25f, 0);
}

void draw_piece(Painter& p, const RowText& row, uint32_t begin, uint32_t end, ImU32 color) {
  const float y = p.origin.y + row.row.y + p.ui.theme.unit * 0.3f;
  if (!ui::is_line_whole(p.list, p.ui.fonts.mono, y)) return;
  while (begin < end) {  // a tab is a gap
    uint32_t stop = begin;
    while (stop < end && row.text[stop - row.row.begin] != '\t') {
      ++stop;
    }
    if (stop > begin) {
      const ui::Visible shown(row.text.substr(begin - row.row.begin, stop - begin));
      const std::string_view piece = shown.text();
      p.list->AddText(p.ui.fonts.mono, ui::font_size(p.ui.fonts.mono), ImVec2(row.at(begin), y),
                      color, piece.data(), piece.data() + piece.size());
    }
    begin = stop + 1;
  }
}

const UnreadText* unread_at(const SourceState& state, uint32_t begin, uint32_t end) {
  const auto found = std::find_if(
      state.unread.begin(), state.unread.end(),
      [&](const UnreadText& text) { return text.span.begin < end && begin < text.span.end; });
  return found == state.unread.end() ? nullptr : &*found;
}

// For scripts: the number so many of its row.
void note_number(Painter& p, const RowText& row, uint32_t begin, uint32_t end, uint32_t number) {
  const float y = p.origin.y + row.row.y;
  p.ui.probe.widget(fmt::format("source.number.{}.{}", row.row.line + 1, number),
                    ImVec2(row.at(begin), y), ImVec2(row.at(end), y + p.metrics.row));
}

void draw_text(Painter& p, const RowText& row) {
  const std::vector<lang::ColoredRange>& colors = p.state.colors;
  auto range =
      std::lower_bound(colors.begin(), colors.end(), row.row.begin,
                       [](const lang::ColoredRange& r, uint32_t at) { return r.span.end <= at; });
  uint32_t at = row.row.begin, numbers = 0;
  while (at < row.row.end) {
    const bool has_range = range != colors.end() && range->span.begin < row.row.end;
    const uint32_t plain_end = has_range ? std::max(range->span.begin, at) : row.row.end;
    const bool is_plain_unread = unread_at(p.state, at, plain_end) != nullptr;
    draw_piece(p, row, at, plain_end, is_plain_unread ? p.ui.theme.text_faint : p.ui.theme.text);
    if (!has_range) {
      break;
    }
    at = std::min(range->span.end, row.row.end);
    if (range->token_class == lang::TokenClass::kNumber)
      note_number(p, row, plain_end, at, ++numbers);
    const bool is_unread = unread_at(p.state, plain_end, at) != nullptr;
    draw_piece(p, row, plain_end, at,
               is_unread ? p.ui.theme.text_faint : color_of(p.ui.theme, range->token_class));
    ++range;
  }
  ui::DrawnText note;
  note.text = std::string(ui::Visible(row.text).text());
  note.size = ui::font_size(p.ui.fonts.mono);
  note.min = ImVec2(row.at(row.row.begin), p.origin.y + row.row.y + p.ui.theme.unit * 0.3f);
  note.max = ImVec2(row.at(row.row.end), note.min.y + ui::font_size(p.ui.fonts.mono));
  p.ui.probe.text(std::move(note));
}

void draw_squiggle(Painter& p, const RowText& row, base::Span span, ImU32 color) {
  const uint32_t begin = std::clamp(span.begin, row.row.begin, row.row.end);
  const uint32_t end = std::clamp(std::max(span.end, span.begin + 1), row.row.begin, row.row.end);
  const bool starts_here =
      span.begin >= row.row.begin &&
      (span.begin < row.row.end || (span.begin == row.row.end && row.row.is_last));
  if (begin >= end && !starts_here) {
    return;
  }
  const float right = std::max(row.at(end), row.at(begin) + p.metrics.advance);
  const float step = p.ui.theme.unit * 0.3f;
  const float y = p.origin.y + row.row.y + p.metrics.row - step * 0.5f;
  bool up = false;
  for (float x = row.at(begin); x < right; x += step, up = !up) {
    p.list->AddLine(ImVec2(x, y + (up ? -step : 0) * 0.5f),
                    ImVec2(x + step, y + (up ? 0 : -step) * 0.5f), color, p.ui.theme.unit * 0.16f);
  }
}

std::string describe(const observe::AccessRow& row) {
  const char* operations[] = {label("load"), label("store"), label("atomic")};
  const char* operation = operations[static_cast<size_t>(row.operation)];
  if (row.space == trace::Space::kShared) {
    return say(
        "shared {operation} of {array}: {requests} requests take {wavefronts} wavefronts, "
        "{surplus} more than needed",
        "operation"_a = operation, "array"_a = row.array,
        "requests"_a = scene::grouped(row.shared.requests),
        "wavefronts"_a = scene::grouped(row.shared.wavefronts),
        "surplus"_a = scene::grouped(row.shared.conflicts));
  }
  if (row.space == trace::Space::kConstant) {
    return say("constant load of {array}: {requests} requests take {broadcasts} broadcasts",
               "array"_a = row.array, "requests"_a = scene::grouped(row.constant.requests),
               "broadcasts"_a = scene::grouped(row.constant.broadcasts));
  }
  return say(
      "global {operation} of {array}: {requests} requests touch {sectors} sectors; {needed} could "
      "hold what is used",
      "operation"_a = operation, "array"_a = row.array,
      "requests"_a = scene::grouped(row.global.requests),
      "sectors"_a = scene::grouped(row.global.sectors),
      "needed"_a = scene::grouped(row.global.ideal_sectors));
}

bool is_current(const Painter& p, const observe::AccessRow& row) {
  return p.model.moment != nullptr &&
         std::find(row.sites.begin(), row.sites.end(), p.model.moment->access.site) !=
             row.sites.end() &&
         row.array == p.model.moment->array;
}

void draw_chips(Painter& p, const SourceRow& row) {
  const ui::Theme& theme = p.ui.theme;
  const bool hides = p.model.options.ask_first && !p.model.options.revealed;
  const float x = p.origin.x + p.metrics.numbers;
  float y = p.origin.y + row.y + 1;
  uint32_t number = 0;
  for (const uint32_t index : p.state.accesses[row.line]) {
    const observe::AccessRow& access = p.model.run->accesses[index];
    const ImVec2 min(x, y), max(x + p.metrics.chips, y + p.metrics.chip - 1);
    const std::string name = fmt::format("source.access.{}.{}", row.line + 1, ++number);
    if (ui::hit(p.ui, name, min, max) && !access.sites.empty()) {
      p.actions.push_back(gui::action::SelectSite{access.sites.front()});
    }
    const bool hovered = ImGui::IsItemHovered();
    const bool is_unknown = hides || is_uncounted(*p.model.run, access);
    if (!is_unknown) {
      ui::tooltip(p.ui, describe(access));
    }
    if (!ui::is_line_whole(p.list, p.ui.fonts.mono_small,
                           y + (p.metrics.chip - 1 - ui::font_size(p.ui.fonts.mono_small)) / 2)) {
      y += p.metrics.chip;
      continue;
    }
    const scene::Judgement judgement =
        is_unknown       ? scene::Judgement::kNone
        : p.model.moment ? scene::judge_access(*p.model.moment, *p.model.run, access)
                         : scene::judge_access(*p.model.run, access);
    const ImU32 color = judgement_color(theme, judgement, theme.text_dim);
    const bool current = is_current(p, access);
    p.list->AddRectFilled(min, max,
                          ui::fade(color, theme.own_tint * (current   ? 1.0f
                                                            : hovered ? 0.8f
                                                                      : 0.55f)),
                          theme.unit * 0.35f, 0);
    if (current) {
      p.list->AddRect(min, max, color, theme.unit * 0.35f, 0, 1.0f);
    }
    const std::string text = hides ? "?" : chip_text(*p.model.run, access);
    const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, text);
    const ImVec2 at(max.x - size.x - theme.unit * 0.6f, y + (p.metrics.chip - 1 - size.y) / 2);
    // The mark is before the text, as far as it has room there.
    const float mark = std::min(at.x - 2 * p.ui.scale, min.x + theme.unit);
    if (p.state.map.is_same && mark - min.x >= theme.unit * 0.5f)
      draw_judged_mark(p.list, {min, ImVec2(mark, max.y)}, judgement, color, theme.unit * 0.5f);
    ui::text_at(p.ui, p.list, p.ui.fonts.mono_small, at,
                p.state.map.is_same ? color : theme.text_faint, text);
    if (const auto span = p.state.map.map(access.span); hovered && span) {
      p.hovered = *span;
    }
    y += p.metrics.chip;
  }
}

bool is_on_current_line(const Painter& p, const SourceRow& row) {
  return p.current && p.state.buffer.line_of(p.current->begin) == row.line;
}

// Behind the text: the statement that executes, the calls around it, and what is pointed at.
void draw_current(Painter& p, const RowText& text) {
  const ui::Theme& theme = p.ui.theme;
  const SourceRow& row = text.row;
  const float y = p.origin.y + row.y;
  if (is_on_current_line(p, row)) {
    p.list->AddRectFilled(
        ImVec2(p.text_left() - theme.unit * 0.5f, y),
        ImVec2(p.text_left() + p.metrics.text_width + theme.unit, y + p.metrics.row),
        ui::fade(theme.accent, theme.code_tint * 0.4f), 0, 0);
    fill_span(p, text, *p.current, ui::fade(theme.accent, theme.code_tint * 0.75f));
  }
  for (const base::Span call : p.calls) {
    if (p.state.buffer.line_of(call.begin) != row.line) continue;
    p.list->AddRectFilled(ImVec2(p.text_left() - theme.unit * 0.5f, y + 1),
                          ImVec2(p.text_left() - theme.unit * 0.25f, y + p.metrics.row - 1),
                          theme.accent, 0, 0);
    fill_span(p, text, call, ui::fade(theme.accent, theme.code_tint * 0.8f));
  }
  if (!p.hovered.empty()) {
    fill_span(p, text, p.hovered, ui::fade(theme.accent, theme.code_tint));
  }
}

void draw_selection(Painter& p, const RowText& text) {
  const gui::TextBuffer& buffer = p.state.buffer;
  if (!p.state.focused || !buffer.has_selection()) {
    return;
  }
  const SourceRow& row = text.row;
  const float y = p.origin.y + row.y;
  const ImU32 color = ui::fade(p.ui.theme.accent, p.ui.theme.code_tint);
  fill_span(p, text, base::Span{buffer.selection_begin(), buffer.selection_end()}, color);
  if (row.is_last && buffer.selection_begin() <= row.end && buffer.selection_end() > row.end) {
    p.list->AddRectFilled(ImVec2(text.x.back(), y + 1),
                          ImVec2(text.x.back() + p.metrics.advance * 0.5f, y + p.metrics.row - 1),
                          color, 0, 0);
  }
}

void draw_caret(Painter& p, const RowText& text) {
  const gui::TextBuffer& buffer = p.state.buffer;
  const SourceRow& row = text.row;
  const bool has_caret = buffer.caret() >= row.begin &&
                         (buffer.caret() < row.end || (row.is_last && buffer.caret() == row.end));
  const bool blink_on = std::fmod(ImGui::GetTime() - p.state.blink_start, 1.0) < 0.6;
  if (p.state.focused && has_caret && blink_on) {
    const ui::Theme& theme = p.ui.theme;
    const float x = std::floor(text.at(buffer.caret())), y = p.origin.y + row.y;
    p.list->AddRectFilled(ImVec2(x, y + 2),
                          ImVec2(x + std::max(1.0f, theme.unit * 0.2f), y + p.metrics.row - 2),
                          theme.text, 0, 0);
  }
}

void draw_line_number(Painter& p, const SourceRow& row) {
  const ui::Theme& theme = p.ui.theme;
  const float y = p.origin.y + row.y;
  const std::string number = fmt::format("{}", row.line + 1);
  const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, number);
  const std::vector<uint32_t>& notes = p.state.notes_of_line[row.line];
  const ImU32 color = !notes.empty() ? severity_color(theme, p.state.notes[notes.front()].severity)
                      : is_on_current_line(p, row) ? theme.text
                                                   : theme.text_faint;
  ui::text_at(
      p.ui, p.list, p.ui.fonts.mono_small,
      ImVec2(p.origin.x + p.metrics.numbers - theme.unit * 0.75f - size.x, y + theme.unit * 0.4f),
      color, number);
}

// "32 → 33", behind the line: the word in which the text differs from the one that was run before.
// Returns where it ends, or the line where there is no room [pixels].
float draw_change(Painter& p, const RowText& text) {
  const float end = text.x.back();
  const SourceRow& row = text.row;
  if (!p.change || !row.is_last || p.state.buffer.line_of(p.change->span.begin) != row.line)
    return end;
  const ui::Theme& theme = p.ui.theme;
  const std::string words = fmt::format("{} → {}", p.change->before, p.change->now);
  const float gap = theme.unit * 0.5f, y = p.origin.y + row.y;
  const ImVec2 size = ui::text_size(p.ui.fonts.small, words);
  const ImVec2 min(end + gap * 2, y + 1);
  const ImVec2 max(min.x + size.x + gap * 2, y + p.metrics.row - 1);
  const float text_y = y + (p.metrics.row - size.y) / 2;
  const bool has_room = max.x <= p.text_left() + p.metrics.text_width + theme.unit &&
                        ui::is_line_whole(p.list, p.ui.fonts.small, text_y);
  if (!has_room) return end;
  p.list->AddRectFilled(min, max, theme.accent, theme.unit * 0.35f, 0);
  ui::text_at(p.ui, p.list, p.ui.fonts.small, ImVec2(min.x + gap, text_y), theme.background, words);
  return max.x;
}

// The name of "#define NAME VALUE" between #ifndef and #endif; "" of another line.
std::string_view name_with_default(std::string_view text, std::string_view before) {
  const auto word = [](std::string_view& rest) {
    const size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
    const size_t end = std::min(rest.find_first_of(" \t\r\n", begin), rest.size());
    const std::string_view found = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return found;
  };
  if (word(before) != "#ifndef" || word(text) != "#define") return "";
  const std::string_view name = word(text);
  return name == word(before) ? name : "";
}

// What holds in this run in the place of the line's numbers: the value of a define that the launch
// replaces, the sizes of a lesson's launch beside its comment. "" where they are the line's own.
std::string words_in_force(const Painter& p, uint32_t line) {
  if (p.model.run == nullptr) return "";
  const gui::TextBuffer& buffer = p.state.buffer;
  const run::Run& run = *p.model.run;
  const std::string_view text = buffer.line(line);
  if (line == 0) {
    const auto sizes_of = [](const launch::Dim3& dim) {
      const std::string flat = fmt::format("{},{}", dim.x, dim.y);
      return dim.z > 1 ? fmt::format("{},{}", flat, dim.z)
                       : (dim.y > 1 ? flat : fmt::format("{}", dim.x));
    };
    const std::string sizes = fmt::format("--grid {} --block {} ", sizes_of(run.context->grid),
                                          sizes_of(run.context->block));
    const bool is_other = p.model.lesson != nullptr && text.starts_with("// warplens:") &&
                          text.find(sizes) == std::string_view::npos;
    if (!is_other) return "";
    return say("here grid {grid}, block {block}", "grid"_a = dim_text(run.context->grid),
               "block"_a = dim_text(run.context->block));
  }
  const std::string_view name = name_with_default(text, buffer.line(line - 1));
  const std::vector<launch::Definition>& defines = run.request.launch.defines;
  const auto given = std::find_if(defines.begin(), defines.end(),
                                  [&](const launch::Definition& one) { return one.name == name; });
  if (name.empty() || given == defines.end() || text.ends_with(" " + given->value)) return "";
  return say("here {value}", "value"_a = given->value);
}

// Behind the line. Returns where it ends, or `end` [pixels].
float draw_value_in_force(Painter& p, const RowText& text, float end) {
  const SourceRow& row = text.row;
  const std::string words = words_in_force(p, row.line);
  if (words.empty()) return end;
  const ImVec2 size = ui::text_size(p.ui.fonts.small, words);
  const float x = end + p.ui.theme.unit, y = p.origin.y + row.y + (p.metrics.row - size.y) / 2;
  const bool has_room = x + size.x <= p.text_left() + p.metrics.text_width + p.ui.theme.unit &&
                        ui::is_line_whole(p.list, p.ui.fonts.small, y);
  if (!has_room) return end;
  ui::text_at(p.ui, p.list, p.ui.fonts.small, ImVec2(x, y), p.ui.theme.accent, words);
  return x + size.x;
}

// [pixels] The top of the line's first row, of which this is the last.
float first_row_y(const Painter& p, const SourceRow& row) {
  const SourceRow* first = &row;
  while (!first->is_first && first != p.state.rows.data()) --first;
  return first->y;
}

void draw_row(Painter& p, const SourceRow& row) {
  const RowText text = text_of(p, row);
  draw_current(p, text);
  if (p.change) fill_span(p, text, p.change->span, ui::fade(p.ui.theme.accent, 0.45f));
  draw_selection(p, text);
  draw_text(p, text);
  for (const uint32_t index : p.state.notes_of_line[row.line]) {
    const SourceNote& note = p.state.notes[index];
    draw_squiggle(p, text, note.span, severity_color(p.ui.theme, note.severity));
  }
  draw_caret(p, text);
  if (row.is_first) {
    draw_line_number(p, row);
    const float y = p.origin.y + row.y;
    p.ui.probe.widget(fmt::format("source.line.{}", row.line + 1), ImVec2(p.text_left(), y),
                      ImVec2(p.text_left() + p.metrics.text_width, y + p.metrics.row));
  }
  if (row.is_last) {
    if (const auto note = draw_notes(p.ui, p.state, p.metrics, row.line, p.text_left(),
                                     p.origin.y + row.y + row.height))
      p.pressed_note = note;
    const float y = p.origin.y + row.y, right = p.text_left() + p.metrics.text_width;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_under_pointer =
        p.is_hovered && mouse.x >= p.origin.x && mouse.y >= y && mouse.y < y + p.metrics.row;
    draw_edits(p.ui, p.model, p.state, p.metrics, row.line,
               {y, draw_value_in_force(p, text, draw_change(p, text)), right, is_under_pointer,
                p.origin.y + first_row_y(p, row), p.origin.x + p.metrics.numbers,
                p.state.accesses[row.line].empty() ? p.metrics.chips : 0},
               p.actions);
  }
}

const SourceRow* row_of(const SourceState& state, uint32_t offset) {
  const auto after =
      std::upper_bound(state.rows.begin(), state.rows.end(), offset,
                       [](uint32_t at, const SourceRow& row) { return at < row.begin; });
  return after == state.rows.begin() ? nullptr : &*(after - 1);
}

// [pixels] The top of the first row that is not above `scroll`.
float row_top(const SourceState& state, float scroll) {
  const auto row = std::lower_bound(state.rows.begin(), state.rows.end(), scroll,
                                    [](const SourceRow& one, float y) { return one.y < y; });
  return row == state.rows.end() ? scroll : row->y;
}

// Moves the scroll so that the row is inside, with some lines around it, below a row that is whole.
void reveal(SourceState& state, const SourceRow& row, float height, float margin) {
  state.scroll = std::min(state.scroll, row.y - margin);
  state.scroll = std::max(state.scroll, row.y + row.height + margin - height);
  state.scroll = std::min(row_top(state, state.scroll), row.y);
}

// [pixels] From where the text is in sight up to its end.
float most_scroll(const SourceState& state, float height) {
  return state.height <= height ? 0 : row_top(state, state.height - height);
}

// Of the page Program, whose line takes the access's place; null: another page is shown.
const study::ProgramStep* program_step_shown(const gui::Model& model) {
  return model.options.page == gui::Page::kProgram ? chosen_program_step(model) : nullptr;
}

// The line of the access; while a number is changed, and in the run that comes of it, that
// number's.
void show_moment(const Painter& p, float height) {
  SourceState& state = p.state;
  const bool has_stepped = state.shown_moment != nullptr && state.shown_run == p.model.run.get();
  state.shown_moment = p.model.moment.get();
  state.shown_run = p.model.run.get();
  if (has_stepped && !state.number.is_on) state.changed_number.reset();
  if (state.focused) return;
  if (state.changed_number) {
    if (const SourceRow* row = row_of(state, *state.changed_number)) reveal(state, *row, height, 0);
    return;
  }
  if (!p.current && p.calls.empty()) return;
  const uint32_t begin = p.current ? p.current->begin : p.calls.front().begin;
  if (const SourceRow* row = row_of(state, begin))
    reveal(state, *row, height, std::min(p.metrics.row * 3, height / 4));
}

void scroll(const Painter& p, ImVec2 size, bool hovered) {
  SourceState& state = p.state;
  if (hovered) {
    state.scroll -= ImGui::GetIO().MouseWheel * p.metrics.row * 3;
  }
  const study::ProgramStep* step = program_step_shown(p.model);
  if (p.model.moment.get() != state.shown_moment || step != state.shown_step) {
    state.shown_step = step;
    show_moment(p, size.y);
  }
  if (state.reveal_note) {
    state.reveal_note = false;
    const auto first = std::min_element(
        state.notes.begin(), state.notes.end(),
        [](const SourceNote& a, const SourceNote& b) { return a.span.begin < b.span.begin; });
    const SourceRow* row = first == state.notes.end() ? nullptr : row_of(state, first->span.begin);
    if (row != nullptr && !state.changed_number)
      reveal(state, *row, size.y, std::min(p.metrics.row * 6, size.y / 3));
  }
  if (state.reveal_caret) {
    state.reveal_caret = false;
    if (const SourceRow* row = row_of(state, state.buffer.caret())) {
      reveal(state, *row, size.y, 0);
    }
  }
  state.scroll = std::clamp(state.scroll, 0.0f, most_scroll(state, size.y));
}

void draw_scrollbar(Painter& p, ImVec2 pos, ImVec2 size) {
  SourceState& state = p.state;
  if (state.height <= size.y) {
    return;
  }
  const float width = p.ui.theme.unit * 0.75f;
  const float length = std::max(size.y * size.y / state.height, p.ui.theme.unit * 3);
  const float range = most_scroll(state, size.y);
  const float y = pos.y + (size.y - length) * state.scroll / range;
  const ImVec2 min(pos.x + size.x - width, y), max(pos.x + size.x, y + length);
  ui::hit(p.ui, "source.scrollbar", ImVec2(min.x, pos.y), ImVec2(max.x, pos.y + size.y));
  if (ImGui::IsItemActive()) {
    const float at =
        (ImGui::GetIO().MousePos.y - pos.y - length / 2) / std::max(size.y - length, 1.0f);
    state.scroll = std::clamp(at, 0.0f, 1.0f) * range;
  }
  p.list->AddRectFilled(min, max, ImGui::IsItemHovered() ? p.ui.theme.text_faint : p.ui.theme.line,
                        width / 2, 0);
}

// Why the row at this height of the text is grey.
void show_unread_reason(const Painter& p, float y) {
  const auto row =
      std::upper_bound(p.state.rows.begin(), p.state.rows.end(), y,
                       [](float at, const SourceRow& r) { return at < r.y + r.height; });
  if (row == p.state.rows.end()) return;
  const UnreadText* unread = unread_at(p.state, row->begin, std::max(row->end, row->begin + 1));
  if (unread != nullptr) ui::tooltip(p.ui, unread->reason);
}

void take_text(const gui::Model& model, SourceState& state) {
  if (state.seen_revision == model.text_revision) {
    return;
  }
  if (state.seen_document == model.document) {
    state.buffer.replace_all(model.text);  // read again: undo brings the edits back
  } else {
    const bool has_past = !model.undo_text.empty() && model.undo_text != model.text;
    state.buffer = gui::TextBuffer(has_past ? model.undo_text : model.text);
    if (has_past) {
      state.buffer.replace_all(model.text);
    }
    state.made_for_version = 0;
    state.scroll = 0;
    state.focused = false;
  }
  state.changed_number.reset();
  state.seen_revision = model.text_revision;
  state.seen_document = model.document;
}

}  // namespace

std::string source_remark(const gui::Model& model) {
  if (model.diagnostics.empty() && model.moment != nullptr && !model.moment->place.file.empty()) {
    return say("this access is in {file}, line {line}", "file"_a = model.moment->place.file,
               "line"_a = model.moment->place.line);
  }
  const bool has_constant = model.run != nullptr && model.run->totals.constant.requests > 0;
  const std::string counts = has_constant
                                 ? label("requests → wavefronts w, broadcasts b, sectors s")
                                 : label("requests → wavefronts w, sectors s");
  if (model.run == nullptr) return counts;
  if (!model.diagnostics.empty()) return label("the last good run's counts");
  const bool is_running = model.run->ending == run::Ending::kRunning;
  return is_running ? say("so far: {counts}", "counts"_a = counts) : counts;
}

namespace {

// In the place of the whole text, another one is a document of its own, with its own launch.
void take_pasted(SourceState& state, gui::Actions& actions) {
  if (state.pasted.empty()) return;
  if (state.pasted != state.buffer.text()) {
    state.focused = false;
    actions.push_back(gui::action::OpenText{state.pasted});
  }
  state.pasted.clear();
}

// Of the text that is run against that of the run before, where it is in the buffer; of long texts
// it is not looked for in every frame.
std::optional<scene::TextChange> change_of(const gui::Model& model, const SourceState& state) {
  constexpr size_t kLongest = 1 << 16;  // letters
  if (model.run == nullptr || model.previous == nullptr) return std::nullopt;
  const std::string_view before = model.previous->request.file.text();
  const std::string_view now = model.run->request.file.text();
  if (now.size() > kLongest || before.size() > kLongest) return std::nullopt;
  std::optional<scene::TextChange> change = scene::text_change(before, now);
  if (!change) return change;
  const std::optional<base::Span> span = state.map.map(change->span);
  if (!span) return std::nullopt;
  change->span = *span;
  return change;
}

}  // namespace

void draw_source(ui::Ui& ui, const gui::Model& model, SourceState& state, gui::Actions& actions) {
  take_text(model, state);
  const ImVec2 pos = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const uint64_t version = state.buffer.version();
  const bool is_stepped = state.focused && change_number_with_keys(state);
  if (is_stepped) state.reveal_caret = true;
  if (state.focused && !is_stepped) {
    const SourceMetrics metrics = source_metrics(ui, model, size.x);
    if (edit_with_keys(state, static_cast<uint32_t>(std::max(size.y / metrics.row - 1, 1.0f)))) {
      state.reveal_caret = true;
      state.blink_start = ImGui::GetTime();
    }
  }
  if (!state.focused && undo_with_keys(state)) state.reveal_caret = true;
  take_pasted(state, actions);
  const SourceMetrics metrics = source_metrics(ui, model, size.x);
  update_source(ui, model, state, metrics);

  std::optional<base::Span> current;
  std::vector<base::Span> calls;
  if (const study::ProgramStep* step = program_step_shown(model)) {
    if (step->line != 0) current = state.map.map(step->place);
  } else if (model.run != nullptr && model.moment != nullptr) {
    current = state.map.map(model.moment->place.span);
    for (const base::Span call : model.moment->calls) {
      if (const auto span = state.map.map(call)) calls.push_back(*span);
    }
  }
  Painter painter{ui,      model,
                  state,   metrics,
                  actions, ImGui::GetWindowDrawList(),
                  pos,     current,
                  calls,   ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)};
  painter.change = change_of(model, state);
  const bool hovered = painter.is_hovered;
  scroll(painter, size, hovered);
  painter.origin.y -= state.scroll;
  painter.list->PushClipRect(pos, ImVec2(pos.x + size.x, pos.y + size.y), true);
  ui.probe.set_scrolled(true);
  auto row = std::upper_bound(state.rows.begin(), state.rows.end(), state.scroll,
                              [](float y, const SourceRow& r) { return y < r.y + r.height; });
  for (auto it = row; it != state.rows.end() && it->y < state.scroll + size.y; ++it) {
    if (it->is_first) {
      draw_chips(painter, *it);
    }
  }
  for (auto it = row; it != state.rows.end() && it->y < state.scroll + size.y; ++it) {
    draw_row(painter, *it);
  }
  draw_scrollbar(painter, pos, size);
  ui::hit(ui, "source.text", ImVec2(pos.x + metrics.numbers + metrics.chips, pos.y),
          ImVec2(pos.x + size.x - ui.theme.unit, pos.y + size.y));
  if (ui.focus.name() == "source.text" && ui.focus.is_pressed()) state.focused = true;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool text_hovered = ImGui::IsItemHovered();
  if (text_hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    show_unread_reason(painter, mouse.y - painter.origin.y);
  }
  const bool is_dragged = edit_with_mouse(
      ui, state, metrics, ImVec2(mouse.x - painter.text_left(), mouse.y - painter.origin.y),
      text_hovered);
  ui.probe.set_scrolled(false);
  painter.list->PopClipRect();
  if (painter.pressed_note) take_suggestion(state, *painter.pressed_note);
  if (state.buffer.version() != version && !is_dragged && !is_stepped) state.changed_number.reset();
  if (state.buffer.version() != version && state.buffer.text() != model.text) {
    actions.push_back(gui::action::EditText{state.buffer.text(), is_dragged || is_stepped});
  }
}

const Panel kSourcePanel = {
    .id = "source",
    .title = sentence("SOURCE"),
    .remark = source_remark,
    .draw = [](ui::Ui& ui, const gui::Model& model, PanelStates& states,
               gui::Actions& actions) { draw_source(ui, model, states.source, actions); },
    .draw_over = draw_notice,
};

}  // namespace warplens::views
