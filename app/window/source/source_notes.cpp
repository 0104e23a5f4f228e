#include "app/window/source/source_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/window/access/picture.hpp"
#include "app/window/source/window_words.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/finding_words.hpp"

namespace warplens::views {
namespace {

// Accesses that race have their entries in both lines; a barrier has none.
void note_other_barrier(const run::Run& run, const observe::Finding& finding, SourceState& state) {
  const bool is_about_barriers = finding.kind == observe::FindingKind::kDivergentBarrier ||
                                 finding.kind == observe::FindingKind::kDeadlock;
  if (!is_about_barriers || !finding.other || finding.other->span == finding.span) return;
  const std::optional<base::Span> span = state.map.map(finding.other->span);
  if (!span) return;
  const launch::Dim3& block = run.context->block;
  const std::string thread =
      observe::thread_words(finding.other->thread, {block.x, block.y, block.z});
  state.notes.push_back({finding.severity, *span,
                         finding.kind == observe::FindingKind::kDeadlock
                             ? say("{thread} can't go on here", "thread"_a = thread)
                             : say("{thread} waits here instead", "thread"_a = thread),
                         "", ""});
}

// Of the finished run, where the text they speak of is still there.
void note_run(const gui::State& model, SourceState& state) {
  for (const base::Diagnostic& warning : model.run->warnings) {
    if (const auto span = state.map.map(warning.span); warning.has_place && span) {
      state.notes.push_back({warning.severity, *span, warning.message, warning.hint, ""});
    }
  }
  if (is_outcome_hidden(model)) return;
  for (const observe::Finding& finding : model.run->findings) {
    if (const auto span = state.map.map(finding.span)) {
      const std::string text = finding.count > 1
                                   ? say("{message} ({counted})", "message"_a = finding.message,
                                         "counted"_a = observe::counted_words(finding))
                                   : finding.message;
      state.notes.push_back({finding.severity, *span, text, "", ""});
    }
    note_other_barrier(*model.run, finding, state);
  }
}

std::string message_of(const base::Diagnostic& diagnostic) {
  return diagnostic.message + (diagnostic.context.empty() ? "" : ", " + diagnostic.context);
}

bool says(const base::Diagnostics& diagnostics, const base::Diagnostic& other) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const base::Diagnostic& one) {
    return one.span == other.span && one.message == other.message;
  });
}

// Of the finished run's text, what no launch reaches: what is not understood is grey, what no
// compiler takes keeps its mark.
void note_unreached(const gui::State& model, SourceState& state) {
  const lang::Unit& unit = *model.run->program->unit;
  base::Diagnostics understood;
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (kernel.state != lang::KernelState::kUnsupported) continue;
    understood.insert(understood.end(), kernel.errors.begin(), kernel.errors.end());
    if (const auto span = state.map.map(kernel.full_span)) {
      state.unread.push_back(
          {*span, say("{kernel} is not understood and not needed here: {message}",
                      "kernel"_a = kernel.name, "message"_a = kernel.errors.front().message)});
    }
  }
  if (!model.diagnostics.empty()) return;  // the newest text's are shown
  for (const base::Diagnostic& mark : unit.marks) {
    const auto span = state.map.map(mark.span);
    if (!mark.has_place || !span || mark.is_unsupported || says(understood, mark)) continue;
    state.notes.push_back({base::Severity::kError, *span, message_of(mark), mark.hint, ""});
  }
}

// The question whether another name is meant, as a button. True when it is pressed.
bool draw_suggestion(ui::Ui& ui, const std::string& widget, ImVec2 at, const SourceNote& note) {
  ImFont* const font = ui.fonts.small;
  const ImVec2 size = ui::text_size(font, note.hint);
  ImDrawList* const list = ImGui::GetWindowDrawList();
  if (!ui::is_line_whole(list, font, at.y)) return false;
  const float edge = ui.theme.unit * 0.5f;
  const ImVec2 min(at.x - edge, at.y - 1), max(at.x + size.x + edge, at.y + size.y + 1);
  const bool is_pressed = ui::hit(ui, widget, min, max);
  list->AddRectFilled(
      min, max,
      ui::mix(ui.theme.panel, ui.theme.accent, ImGui::IsItemHovered() ? 0.5f : ui.theme.code_tint),
      ui.theme.unit * 0.35f, 0);
  ui::text_at(ui, list, font, at, ui.theme.text, note.hint);
  ui::tooltip(ui, say("Writes {name} here", "name"_a = note.instead));
  return is_pressed;
}

}  // namespace

void place_notes(const gui::State& model, SourceState& state) {
  state.notes.clear();
  state.unread.clear();
  base::Diagnostics marked = model.diagnostics;
  if (marked.empty()) marked = model.not_run;  // else the same ones
  for (const base::Diagnostic& diagnostic : marked) {
    if (!diagnostic.has_place) {
      continue;
    }
    if (diagnostic.file == nullptr) {
      state.notes.push_back({diagnostic.severity, diagnostic.span,
                             in_window_words(message_of(diagnostic)), window_hint(diagnostic.hint),
                             diagnostic.instead});
      continue;
    }
    const base::LineColumn place = diagnostic.file->line_column(diagnostic.span.begin);
    state.notes.push_back(
        {diagnostic.severity, diagnostic.file->in_root(diagnostic.span),
         say("{file}, line {line}: {message}", "file"_a = diagnostic.file->name(place.part),
             "line"_a = place.line, "message"_a = in_window_words(message_of(diagnostic))),
         window_hint(diagnostic.hint), ""});
  }
  if (model.run != nullptr) {
    note_run(model, state);
    note_unreached(model, state);
  }
  state.notes_of_line.assign(model.buffer.line_count(), {});
  const auto size = static_cast<uint32_t>(model.text().size());
  for (uint32_t i = 0; i < state.notes.size(); ++i) {
    const uint32_t line = model.buffer.line_of(std::min(state.notes[i].span.begin, size));
    state.notes_of_line[line].push_back(i);
  }
}

float note_height(ui::Ui& ui, const SourceNote& note, const SourceMetrics& metrics) {
  ImFont* font = ui.fonts.small;
  const auto height = [&](const std::string& given) {
    return given.empty() ? 0.0f : ui::wrapped_size(font, given, metrics.text_width).y;
  };
  const float button = note.instead.empty() ? 0 : ui.theme.unit * 0.5f;
  return height(note.message) + height(note.hint) + button + ui.theme.unit;
}

ImU32 severity_color(const ui::Theme& theme, base::Severity severity) {
  return severity == base::Severity::kError ? theme.error : theme.warning;
}

std::optional<uint32_t> draw_notes(ui::Ui& ui, const SourceState& state,
                                   const SourceMetrics& metrics, uint32_t line, float left,
                                   float bottom) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  float y = bottom;
  for (const uint32_t index : state.notes_of_line[line])
    y -= note_height(ui, state.notes[index], metrics);
  ImFont* const font = ui.fonts.small;
  const auto put = [&](const std::string& given, ImU32 color) {
    if (given.empty()) return;
    y += ui::letters(ui, list, font, ui::font_size(font), ImVec2(left, y), color, given,
                     metrics.text_width)
             .y;
  };
  std::optional<uint32_t> pressed;
  uint32_t suggestions = 0;
  for (const uint32_t index : state.notes_of_line[line]) {
    const SourceNote& note = state.notes[index];
    const ImU32 color = severity_color(theme, note.severity);
    list->AddRectFilled(
        ImVec2(left - theme.unit * 0.75f, y),
        ImVec2(left - theme.unit * 0.5f, y + note_height(ui, note, metrics) - theme.unit * 0.75f),
        color, 0, 0);
    put(note.message, color);
    if (note.instead.empty()) {
      put(note.hint, theme.text_dim);
    } else {
      const std::string widget = fmt::format("source.meant.{}.{}", line + 1, ++suggestions);
      if (draw_suggestion(ui, widget, ImVec2(left + theme.unit * 0.5f, y + theme.unit * 0.25f),
                          note))
        pressed = index;
      y += ui::text_size(font, note.hint).y + theme.unit * 0.5f;
    }
    y += theme.unit;
  }
  return pressed;
}

void take_suggestion(SourceEditor& editor, const SourceNote& note) {
  if (note.span.end > editor.buffer.text().size()) return;
  editor.edit([span = note.span, text = note.instead](gui::TextBuffer& buffer) {
    buffer.select(span.begin, span.end);
    buffer.paste(text);
  });
}

}  // namespace warplens::views
