// A line is as high as its rows of text or its access entries need, and a mistake's message pushes
// the next line down.
#include "app/window/source/source_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/source/source_notes.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

constexpr uint32_t kTab = 4;
constexpr size_t kMostColored = size_t{512}
                                << 10;  // [bytes] a longer text is typed without colours

float width_of_character(ImFont* font, float advance, std::string_view character) {
  const char c = character[0];
  return c >= ' ' && c < 0x7F ? advance : ui::text_size(font, character).x;
}

size_t character_length(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    ++end;
  }
  return end - at;
}

bool is_word(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  const auto is_digit = [&](size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  if (c == '.') return at > 0 && is_digit(at - 1) && is_digit(at + 1);  // of a number
  return c >= 0x80 || c == '_' || std::isalnum(c) != 0;
}

// A row may begin here: behind a space, or with a word behind punctuation.
bool is_break(std::string_view text, size_t at) {
  if (at == 0 || text[at] == ' ') return false;
  return text[at - 1] == ' ' || (is_word(text, at) && !is_word(text, at - 1));
}

// [bytes] The end of the piece that begins at `begin`, without the space behind it: up to the next
// space, and where that does not fit in `width`, up to the next break.
size_t piece_end(const std::vector<float>& x, std::string_view text, size_t begin, float width) {
  const size_t space = std::min(text.find(' ', begin), text.size());
  if (x[space] - x[begin] <= width) return space;
  size_t end = begin + 1;
  while (end < space && !is_break(text, end)) ++end;
  return end;
}

// Where the next row begins: behind the last space that fits, but those before `first` (the
// indentation); where a piece between spaces is longer than `line`, a row without indentation,
// behind the last break that fits. A word that is longer than that alone is cut where the width
// ends.
size_t break_after(const std::vector<float>& x, std::string_view text, size_t begin, float width,
                   size_t first, float line) {
  size_t end = begin, space = begin, inside = begin;
  while (end < text.size() && x[end + character_length(text, end)] - x[begin] <= width) {
    end += character_length(text, end);
    if (end <= first || end == text.size() || !is_break(text, end)) continue;
    (text[end - 1] == ' ' ? space : inside) = end;
  }
  if (end == text.size()) return end;
  if (end > first && text[end] == ' ') return end + 1;  // the space alone has no room
  const size_t last = std::max({space, begin, first});  // where the piece begins that is cut
  const bool has_row = x[std::min(text.find(' ', last), text.size())] - x[last] <= line;
  if (!has_row && inside > last) return inside;
  if (space > begin) return space;
  if (inside > begin) return inside;
  if (begin < first && x[piece_end(x, text, last, line)] - x[last] <= line) return first;
  return std::max(end, begin + character_length(text, begin));
}

void add_line(ui::Ui& ui, const gui::TextBuffer& buffer, SourceState& state,
              const SourceMetrics& metrics, uint32_t line) {
  const std::string_view text = buffer.line(line);
  const uint32_t start = buffer.line_start(line);
  const std::vector<float> x = boundaries(ui.fonts.mono, metrics.advance, text);
  const size_t first_row = state.rows.size();
  for (const TextRow& part : wrapped_rows(text, x, metrics.advance, metrics.text_width)) {
    SourceRow row;
    row.line = line;
    row.is_first = part.begin == 0;
    row.indent = part.indent;
    row.x = x[part.begin];
    row.begin = start + static_cast<uint32_t>(part.begin);
    row.end = start + static_cast<uint32_t>(part.end);
    row.is_last = part.end >= text.size();
    row.y = state.height;
    row.height = metrics.row;
    state.height += row.height;
    state.rows.push_back(row);
  }
  const float rows = static_cast<float>(state.rows.size() - first_row) * metrics.row;
  const float chips = static_cast<float>(state.accesses[line].size()) * metrics.chip + 2;
  float extra = std::max(chips - rows, 0.0f);
  for (const uint32_t index : state.notes_of_line[line]) {
    extra += note_height(ui, state.notes[index], metrics);
  }
  state.rows.back().height += extra;
  state.height += extra;
}

void place_accesses(const gui::State& model, SourceState& state) {
  state.accesses.assign(model.buffer.line_count(), {});
  if (model.run == nullptr) {
    return;
  }
  for (uint32_t i = 0; i < model.run->accesses.size(); ++i) {
    if (const auto span = state.map.map(model.run->accesses[i].span)) {
      state.accesses[model.buffer.line_of(span->begin)].push_back(i);
    }
  }
}

}  // namespace

SpanMap SpanMap::between(const std::string& old_text, const std::string& new_text) {
  SpanMap map;
  map.is_same = old_text == new_text;
  map.old_size = static_cast<uint32_t>(old_text.size());
  const size_t shorter = std::min(old_text.size(), new_text.size());
  size_t head = 0;
  while (head < shorter && old_text[head] == new_text[head]) {
    ++head;
  }
  size_t tail = 0;
  while (tail < shorter - head &&
         old_text[old_text.size() - 1 - tail] == new_text[new_text.size() - 1 - tail]) {
    ++tail;
  }
  map.head = static_cast<uint32_t>(head);
  map.old_tail = static_cast<uint32_t>(old_text.size() - tail);
  map.shift = static_cast<int64_t>(new_text.size()) - static_cast<int64_t>(old_text.size());
  return map;
}

std::optional<base::Span> SpanMap::map(base::Span span) const {
  if (span.end > old_size) {
    return std::nullopt;
  }
  if (is_same || span.end <= head) {
    return span;
  }
  if (span.begin >= old_tail) {
    return base::Span{static_cast<uint32_t>(span.begin + shift),
                      static_cast<uint32_t>(span.end + shift)};
  }
  return std::nullopt;
}

std::vector<float> boundaries(ImFont* font, float advance, std::string_view text, float begin) {
  std::vector<float> x(text.size() + 1, begin);
  float at = begin;
  for (size_t i = 0; i < text.size();) {
    const size_t length = character_length(text, i);
    if (text[i] == '\t') {
      const auto columns = static_cast<uint32_t>(at / advance + 0.5f);
      at = static_cast<float>((columns / kTab + 1) * kTab) * advance;
    } else {
      at += width_of_character(font, advance, text.substr(i, length));
    }
    for (size_t k = 1; k <= length; ++k) {
      x[i + k] = at;
    }
    i += length;
  }
  return x;
}

std::vector<TextRow> wrapped_rows(std::string_view text, const std::vector<float>& x, float advance,
                                  float width) {
  const size_t blanks = std::min(text.find_first_not_of(" \t"), text.size());
  const float indent = std::min(x[blanks] + 2 * advance, width / 3);
  std::vector<TextRow> rows;
  size_t begin = 0;
  do {
    TextRow row{begin, 0, 0};
    if (begin > 0) {
      // Less where only so the piece that the row begins with is whole.
      const float piece = x[piece_end(x, text, begin, width)] - x[begin];
      row.indent = piece <= width ? std::min(indent, width - piece) : 0;
    }
    row.end = break_after(x, text, begin, width - row.indent, blanks, width);
    rows.push_back(row);
    begin = row.end;
  } while (begin < text.size());
  return rows;
}

std::string_view text_of_row(const gui::TextBuffer& buffer, const SourceRow& row) {
  return std::string_view(buffer.text()).substr(row.begin, row.end - row.begin);
}

std::string count_text(uint64_t count) {
  if (count < 100'000) {
    return study::grouped(count);
  }
  if (count < 1'000'000) {
    return fmt::format("{:.0f}k", static_cast<double>(count) / 1e3);
  }
  return count < 1'000'000'000 ? fmt::format("{:.1f}M", static_cast<double>(count) / 1e6)
                               : fmt::format("{:.1f}G", static_cast<double>(count) / 1e9);
}

std::string chip_text(const run::Run& run, const observe::AccessRow& row, bool has_whole_words) {
  if (is_uncounted(run, row)) return fmt::format("{}→{}", count_text(row.shared.requests), "…");
  const auto chip = [](uint64_t requests, uint64_t cost, const std::string& work) {
    return fmt::format("{}→{} {}", count_text(requests), count_text(cost), work);
  };
  if (row.space == trace::Space::kShared)
    return chip(row.shared.requests, row.shared.wavefronts, "w");
  if (row.space == trace::Space::kConstant)
    return chip(row.constant.requests, row.constant.broadcasts, "b");
  const char* const sectors = has_whole_words ? label("sectors") : "sect";
  return chip(row.global.requests, row.global.sectors, sectors);
}

SourceMetrics source_metrics(ui::Ui& ui, const gui::State& model, float width) {
  SourceMetrics metrics;
  const float unit = ui.theme.unit;
  metrics.advance = ui::text_size(ui.fonts.mono, "0").x;
  metrics.row = ui::font_size(ui.fonts.mono) + unit * 0.625f;
  // On paper an entry that says nothing can't be pressed, either.
  const bool has_chips = !ui.is_on_paper || !is_outcome_hidden(model);
  metrics.chip = has_chips ? ui::font_size(ui.fonts.mono_small) + unit * 0.5f : 0;
  metrics.note = ui::font_size(ui.fonts.small) + unit * 0.25f;
  const float digit = ui::text_size(ui.fonts.mono_small, "0").x;
  metrics.numbers = digit * 3 + unit * 0.75f;
  // Whole words are not worth narrower lines of text.
  constexpr float kLeastLetters = 48;
  for (const bool has_whole_words : {true, false}) {
    size_t longest = 5;
    if (model.run != nullptr) {
      for (const observe::AccessRow& row : model.run->accesses) {
        longest = std::max<size_t>(
            longest, base::count_characters(chip_text(*model.run, row, has_whole_words)));
      }
    }
    metrics.has_whole_words = has_whole_words;
    metrics.chips = has_chips ? digit * static_cast<float>(longest) + unit * 1.5f : 0;
    metrics.text_x = metrics.numbers + metrics.chips + unit;
    metrics.text_width = std::max(width - metrics.text_x - unit * 1.5f, metrics.advance * 8);
    if (metrics.text_width >= kLeastLetters * metrics.advance) break;
  }
  return metrics;
}

void update_source(ui::Ui& ui, const gui::State& model, SourceState& state,
                   const SourceMetrics& metrics) {
  const bool text_changed = state.made_for_version != model.buffer.version();
  const bool run_changed = state.made_for_run != model.run.get();
  const size_t marks = model.diagnostics.size() + model.not_run.size();
  const bool notes_changed = state.made_for_diagnostics != model.diagnostics.data() ||
                             state.made_for_not_run != model.not_run.data() || state.marks != marks;
  const bool hidden_changed = state.made_for_hidden != is_outcome_hidden(model);
  const bool width_changed = state.made_for_width != metrics.text_width;
  if (!text_changed && !run_changed && !notes_changed && !width_changed && !hidden_changed) {
    return;
  }
  state.made_for_version = model.buffer.version();
  state.made_for_run = model.run.get();
  state.made_for_diagnostics = model.diagnostics.data();
  state.made_for_not_run = model.not_run.data();
  state.marks = marks;
  state.made_for_hidden = is_outcome_hidden(model);
  if (notes_changed && marks > 0 && !state.focused) {
    state.reveal_note = true;
  }
  if (width_changed) {
    state.shown_moment = nullptr;  // the current access's line has moved
  }
  state.made_for_width = metrics.text_width;
  if (text_changed) {
    const bool is_short = model.text().size() <= kMostColored;
    state.colors = is_short ? lang::classify(model.text()) : std::vector<lang::ColoredRange>();
  }
  state.map = model.run == nullptr ? SpanMap()
                                   : SpanMap::between(model.run->request.file.text(), model.text());
  place_accesses(model, state);
  place_notes(model, state);
  state.rows.clear();
  state.height = 0;
  for (uint32_t line = 0; line < model.buffer.line_count(); ++line) {
    add_line(ui, model.buffer, state, metrics, line);
  }
}

uint32_t offset_under(ui::Ui& ui, const gui::TextBuffer& buffer, const SourceState& state,
                      const SourceMetrics& metrics, ImVec2 point) {
  if (state.rows.empty() || point.y < 0) {
    return 0;
  }
  const auto after = std::upper_bound(state.rows.begin(), state.rows.end(), point.y,
                                      [](float y, const SourceRow& row) { return y < row.y; });
  const SourceRow& row = *(after - 1);
  const std::vector<float> x =
      boundaries(ui.fonts.mono, metrics.advance, text_of_row(buffer, row), row.x);
  const float origin = row.x - row.indent;
  uint32_t best = row.begin;
  for (uint32_t at = row.begin; at <= row.end; ++at) {
    const float here = x[at - row.begin] - origin;
    const float there = x[best - row.begin] - origin;
    if (std::abs(here - point.x) < std::abs(there - point.x)) {
      best = at;
    }
  }
  return best;
}

}  // namespace warplens::views
