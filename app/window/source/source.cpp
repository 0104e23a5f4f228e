// What the source panel does in a frame: takes keys and the mouse, brings into sight what is shown,
// and draws its rows (source_rows.hpp).
#include "app/window/source/source.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/scene/words/costs.hpp"
#include "app/scene/words/text_change.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/pages/program/program.hpp"
#include "app/window/source/source_editing.hpp"
#include "app/window/source/source_layout.hpp"
#include "app/window/source/source_notes.hpp"
#include "app/window/source/source_rows.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

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
const study::ProgramStep* program_step_shown(const gui::State& model) {
  return model.options.page == gui::Page::kProgram ? chosen_program_step(model) : nullptr;
}

// The line of the access; while a number is changed, and in the run that comes of it, that
// number's.
void show_moment(const SourcePainter& p, float height) {
  SourceState& state = p.state;
  const bool has_stepped = state.shown_moment != nullptr && state.shown_run == p.model.run.get();
  state.shown_moment = p.model.moment;
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

void scroll(const SourcePainter& p, ImVec2 size, bool hovered, bool reveals_caret) {
  SourceState& state = p.state;
  if (hovered) {
    state.scroll -= ImGui::GetIO().MouseWheel * p.metrics.row * 3;
  }
  const study::ProgramStep* step = program_step_shown(p.model);
  const bool is_new = p.model.moment != state.shown_moment || step != state.shown_step;
  if (is_new || p.ui.is_on_paper) {  // there nobody scrolls
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
  if (reveals_caret) {
    if (const SourceRow* row = row_of(state, p.model.buffer.caret()))
      reveal(state, *row, size.y, 0);
  }
  state.scroll = std::clamp(state.scroll, 0.0f, most_scroll(state, size.y));
}

void draw_scrollbar(SourcePainter& p, ImVec2 pos, ImVec2 size) {
  SourceState& state = p.state;
  if (state.height <= size.y || p.ui.is_on_paper) return;
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
void show_unread_reason(const SourcePainter& p, float y) {
  const auto row =
      std::upper_bound(p.state.rows.begin(), p.state.rows.end(), y,
                       [](float at, const SourceRow& r) { return at < r.y + r.height; });
  if (row == p.state.rows.end()) return;
  const UnreadText* unread = unread_at(p.state, row->begin, std::max(row->end, row->begin + 1));
  if (unread != nullptr) ui::tooltip(p.ui, unread->reason);
}

void note_changes(const gui::State& model, SourceState& state) {
  if (std::exchange(state.seen_document, model.document) != model.document) {
    state.scroll = 0;
    state.focused = false;
  }
  const bool is_of_number = std::exchange(state.changes_number, false);
  const uint64_t version = model.buffer.version();
  if (std::exchange(state.seen_version, version) != version && !is_of_number)
    state.changed_number.reset();
}

}  // namespace

std::string source_remark(const gui::State& model) {
  if (model.diagnostics.empty() && model.moment != nullptr && !model.moment->place.file.empty()) {
    return say("this access is in {file}, line {line}", "file"_a = model.moment->place.file,
               "line"_a = model.moment->place.line);
  }
  const bool has_constant = model.run != nullptr && model.run->totals.constant.requests > 0;
  const std::string counts = label(scene::line_counts(has_constant));
  if (model.run == nullptr) return counts;
  if (!model.diagnostics.empty()) return label("the last good run's counts");
  const bool is_running = model.run->ending == run::Ending::kRunning;
  return is_running ? say("so far: {counts}", "counts"_a = counts) : counts;
}

namespace {

// Of the text that is run against that of the run before, where it is in the buffer; of long texts
// it is not looked for in every frame.
std::optional<scene::TextChange> change_of(const gui::State& model, const SourceState& state) {
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

void draw_source(ui::Ui& ui, const gui::State& model, SourceState& state, gui::Actions& actions) {
  note_changes(model, state);
  SourceEditor editor{model.buffer, state, actions};
  const bool reveals_caret = std::exchange(state.reveal_caret, false);
  const ImVec2 pos = ImGui::GetCursorScreenPos();
  ImVec2 size = ImGui::GetContentRegionAvail();
  const float pad = ui.theme.unit * 1.5f;  // of the panel
  const float notice =
      ui.is_on_paper ? 0 : notice_height(ui, model, ImVec2(size.x + 2 * pad, size.y + 2 * pad));
  if (notice > 0) size.y = std::max(size.y - notice - ui.theme.unit * 0.5f, ui.theme.unit * 4);
  const SourceMetrics metrics = source_metrics(ui, model, size.x);
  if (!state.focused) {
    undo_with_keys(editor);
  } else if (!change_number_with_keys(editor)) {
    edit_with_keys(editor, static_cast<uint32_t>(std::max(size.y / metrics.row - 1, 1.0f)));
  }
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
  SourcePainter painter{
      ui,      model,
      state,   metrics,
      actions, ImGui::GetWindowDrawList(),
      pos,     current,
      calls,   ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)};
  painter.change = change_of(model, state);
  const bool hovered = painter.is_hovered;
  scroll(painter, size, hovered, reveals_caret);
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
  edit_with_mouse(ui, editor, metrics,
                  ImVec2(mouse.x - painter.text_left(), mouse.y - painter.origin.y), text_hovered);
  ui.probe.set_scrolled(false);
  painter.list->PopClipRect();
  if (painter.pressed_note) take_suggestion(editor, state.notes[*painter.pressed_note]);
}

const Panel kSourcePanel = {
    .id = "source",
    .title = sentence("SOURCE"),
    .remark = source_remark,
    .share = [](const gui::State&) { return 0.62f; },
    .draw = [](ui::Ui& ui, const gui::State& model, PanelStates& states,
               gui::Actions& actions) { draw_source(ui, model, states.source, actions); },
    .draw_over = draw_notice,
};

}  // namespace warplens::views
