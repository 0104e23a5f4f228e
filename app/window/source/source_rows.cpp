#include "app/window/source/source_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/source/source_editing.hpp"
#include "app/window/source/source_notes.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

const UnreadText* unread_at(const SourceState& state, uint32_t begin, uint32_t end) {
  const auto found = std::find_if(
      state.unread.begin(), state.unread.end(),
      [&](const UnreadText& text) { return text.span.begin < end && begin < text.span.end; });
  return found == state.unread.end() ? nullptr : &*found;
}

namespace {

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

RowText text_of(const SourcePainter& p, const SourceRow& row) {
  RowText result{row, text_of_row(p.model.buffer, row), {}};
  result.x = boundaries(p.ui.fonts.mono, p.metrics.advance, result.text, row.x);
  const float shift = p.text_left() + row.indent - row.x;
  for (float& x : result.x) {
    x += shift;
  }
  return result;
}

void fill_span(SourcePainter& p, const RowText& row, base::Span span, ImU32 color) {
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

void draw_piece(SourcePainter& p, const RowText& row, uint32_t begin, uint32_t end, ImU32 color) {
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

// For scripts: the number so many of its row.
void note_number(SourcePainter& p, const RowText& row, uint32_t begin, uint32_t end,
                 uint32_t number) {
  const float y = p.origin.y + row.row.y;
  p.ui.probe.widget(fmt::format("source.number.{}.{}", row.row.line + 1, number),
                    ImVec2(row.at(begin), y), ImVec2(row.at(end), y + p.metrics.row));
}

void draw_text(SourcePainter& p, const RowText& row) {
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

void draw_squiggle(SourcePainter& p, const RowText& row, base::Span span, ImU32 color) {
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

bool is_current(const SourcePainter& p, const observe::AccessRow& row) {
  return p.model.moment != nullptr &&
         std::find(row.sites.begin(), row.sites.end(), p.model.moment->access.site) !=
             row.sites.end() &&
         row.array == p.model.moment->array;
}

bool is_on_current_line(const SourcePainter& p, const SourceRow& row) {
  return p.current && p.model.buffer.line_of(p.current->begin) == row.line;
}

// Behind the text: the statement that executes, the calls around it, and what is pointed at.
void draw_current(SourcePainter& p, const RowText& text) {
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
  const std::vector<uint32_t>& lit = p.model.options.arrangement.lit.lines;
  if (std::find(lit.begin(), lit.end(), row.line + 1) != lit.end()) {
    const ImVec2 min(p.text_left() - theme.unit * 0.5f, y);
    p.list->AddRectFilled(min, ImVec2(min.x + theme.unit * 0.4f, y + p.metrics.row), theme.accent,
                          0, 0);
    p.list->AddRectFilled(
        min, ImVec2(p.text_left() + p.metrics.text_width + theme.unit, y + p.metrics.row),
        ui::fade(theme.accent, theme.code_tint * 0.6f), 0, 0);
  }
  for (const base::Span call : p.calls) {
    if (p.model.buffer.line_of(call.begin) != row.line) continue;
    p.list->AddRectFilled(ImVec2(p.text_left() - theme.unit * 0.5f, y + 1),
                          ImVec2(p.text_left() - theme.unit * 0.25f, y + p.metrics.row - 1),
                          theme.accent, 0, 0);
    fill_span(p, text, call, ui::fade(theme.accent, theme.code_tint * 0.8f));
  }
  if (!p.hovered.empty()) {
    fill_span(p, text, p.hovered, ui::fade(theme.accent, theme.code_tint));
  }
}

void draw_selection(SourcePainter& p, const RowText& text) {
  const gui::TextBuffer& buffer = p.model.buffer;
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

void draw_caret(SourcePainter& p, const RowText& text) {
  const gui::TextBuffer& buffer = p.model.buffer;
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

void draw_line_number(SourcePainter& p, const SourceRow& row) {
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
float draw_change(SourcePainter& p, const RowText& text) {
  const float end = text.x.back();
  const SourceRow& row = text.row;
  if (!p.change || !row.is_last || p.model.buffer.line_of(p.change->span.begin) != row.line)
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

// Of the call that the comment keeps: the values that others are given for. "" where none is.
std::string values_in_force(const prepare::ProgramChoice& call, std::string_view comment) {
  const auto options = launch::parse_options(launch::split_words(comment));
  if (!options || options->called != call.called) return "";
  std::vector<std::string> others;
  for (const launch::Argument& value : call.values) {
    const auto kept = std::find_if(options->arguments.begin(), options->arguments.end(),
                                   [&](const auto& one) { return one.name == value.name; });
    const auto* array = std::get_if<launch::ArrayArgument>(&value.value);
    const bool is_of_file = array != nullptr && array->fill.kind == launch::FillKind::kFile;
    if (!is_of_file && (kept == options->arguments.end() || *kept != value))
      others.push_back(launch::print(value));
  }
  if (others.empty()) return "";
  return say("here {value}", "value"_a = fmt::join(others, " "));
}

// What holds in this run in the place of the line's numbers: the value of a define that the launch
// replaces; beside the first comment the sizes of a lesson's launch, the values of a call. "" where
// they are the line's own.
std::string words_in_force(const SourcePainter& p, uint32_t line) {
  if (p.model.run == nullptr) return "";
  const gui::TextBuffer& buffer = p.model.buffer;
  const run::Run& run = *p.model.run;
  const std::string_view text = buffer.line(line);
  if (line == 0) {
    constexpr std::string_view kMark = "// warplens:";
    if (!text.starts_with(kMark)) return "";
    const auto& program = run.request.program;
    if (program && !program->called.empty())
      return values_in_force(*program, text.substr(kMark.size()));
    const auto sizes_of = [](const launch::Dim3& dim) {
      const std::string flat = fmt::format("{},{}", dim.x, dim.y);
      return dim.z > 1 ? fmt::format("{},{}", flat, dim.z)
                       : (dim.y > 1 ? flat : fmt::format("{}", dim.x));
    };
    const std::string sizes = fmt::format("--grid {} --block {} ", sizes_of(run.context->grid),
                                          sizes_of(run.context->block));
    const bool is_other = p.model.lesson != nullptr && text.find(sizes) == std::string_view::npos;
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
float draw_value_in_force(SourcePainter& p, const RowText& text, float end) {
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
float first_row_y(const SourcePainter& p, const SourceRow& row) {
  const SourceRow* first = &row;
  while (!first->is_first && first != p.state.rows.data()) --first;
  return first->y;
}

}  // namespace

void draw_chips(SourcePainter& p, const SourceRow& row) {
  if (p.metrics.chips <= 0) return;
  const ui::Theme& theme = p.ui.theme;
  const bool hides = counts_hidden(p.model) || is_outcome_hidden(p.model);
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
      ui::tooltip(p.ui, study::with_metric(scene::cost_words(access), access.space, access.kind,
                                           study::cost_in(access.space)));
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
    const std::string text =
        hides ? "?" : chip_text(*p.model.run, access, p.metrics.has_whole_words);
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

void draw_row(SourcePainter& p, const SourceRow& row) {
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

}  // namespace warplens::views
