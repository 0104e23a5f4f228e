#include "app/window/pages/edited/edited.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/run/named_element.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::views {
namespace {

using Kind = PlaceRow::Kind;

bool leaves_out_barrier(const whatif::EditResults& results) {
  return results.edit.change == edit::Change::kNoBarrier ||
         results.edit.change == edit::Change::kNoWarpBarrier;
}

// In which iteration of the phase loop an event is, seen from the load; "": in the same one, or
// neither is in a loop.
std::string turn_of(const trace::Recording& recording, uint32_t event, uint32_t load) {
  const trace::Phase& one = recording.phases[recording.heads[event].phase];
  const trace::Phase& here = recording.phases[recording.heads[load].phase];
  if (here.loop == trace::Phase::kOutside || one.loop != here.loop) return "";
  if (one.iteration == here.iteration + 1) return say("next turn of the loop");
  if (one.iteration + 1 == here.iteration) return say("previous turn of the loop");
  if (one.iteration > here.iteration) return say("a later turn of the loop");
  return one.iteration < here.iteration ? say("an earlier turn of the loop") : "";
}

uint32_t line_of(const run::Run& run, const trace::BarrierWait& wait) {
  const code::Program& program = *run.program;
  return observe::source_location(program, program.spans[wait.pc], program.frames_of[wait.pc]).line;
}

// The line of a barrier that opens between two steps: `wanted`, if that is among them, else the
// first one's.
std::optional<uint32_t> barrier_between(const run::Run& run, uint32_t from, uint32_t to,
                                        uint32_t wanted) {
  constexpr int kMostLooked = 64;  // barriers
  const trace::Recording& recording = *run.recording;
  const auto by_step = std::upper_bound(recording.releases.begin(), recording.releases.end(), from);
  std::optional<uint32_t> first;
  int looked = 0;
  for (auto release = by_step; release != recording.releases.end() && *release <= to; ++release) {
    if (++looked > kMostLooked) break;
    const auto interval = static_cast<uint32_t>(release - recording.releases.begin());
    const auto wait =
        std::lower_bound(recording.waits.begin(), recording.waits.end(), interval,
                         [](const trace::BarrierWait& a, uint32_t b) { return a.interval < b; });
    if (wait == recording.waits.end() || wait->interval != interval) continue;
    const uint32_t line = line_of(run, *wait);
    if (line == wanted) return line;
    if (!first) first = line;
  }
  return first;
}

// Whether the event is the one that comes too early without the barrier: the load, or the store
// that has replaced what it should have got.
bool is_early(const whatif::EditResults& results, const whatif::PlaceEvent& event) {
  if (!results.stale_read || results.stale_read->is_too_early) return !event.is_store;
  return event.is_store && event.step == results.stale_read->writer_step;
}

void add_barrier(const whatif::EditResults& results, const run::Run& run, bool is_edited,
                 const whatif::PlaceEvent& before, const whatif::PlaceEvent& behind,
                 std::vector<PlaceRow>& rows) {
  PlaceRow row{Kind::kBarrier, {}, "", 0, before.is_store};
  const std::optional<uint32_t> line =
      barrier_between(run, before.step, behind.step, is_edited ? 0 : results.line);
  // Those of a warp are not recorded: as written it is what keeps these two in order.
  const bool is_of_warp =
      results.edit.change == edit::Change::kNoWarpBarrier && !is_edited &&
      (!results.stale_read || results.stale_read->is_too_early) == before.is_store;
  if (!line && !is_of_warp) return;
  row.line = line ? *line : results.line;
  rows.push_back(row);
}

// A row as it is drawn.
struct RowLook {
  std::string text, remark;  // the remark dim behind the text
  ImU32 color = 0, text_color = 0;
  bool is_struck = false, is_outlined = false;
};

RowLook look_of(const ui::Theme& theme, const run::Run& run, const PlaceRow& row,
                base::Scalar scalar, bool is_right) {
  switch (row.kind) {
    case Kind::kUnwritten:
      return {label("nobody has written it yet"), "", 0, theme.text_dim};
    case Kind::kBarrier:
      return {row.is_after_store ? label("barrier: all wait until all have stored")
                                 : label("barrier: all wait until all have read"),
              "", theme.accent, theme.text};
    case Kind::kNoBarrier:
      return {label("barrier"),
              label("not here any more: nobody waits"),
              theme.error,
              theme.text_dim,
              true,
              true};
    case Kind::kEvent:
      break;
  }
  const std::string thread = whatif::thread_text(run, row.event.thread);
  const std::string value = replay::number_text(scalar, row.event.bits);
  if (row.event.is_store)
    return {say("{thread} stores {value}", "thread"_a = thread, "value"_a = value), row.turn,
            theme.cell_written, theme.text};
  return {say("{thread} reads {value}", "thread"_a = thread, "value"_a = value), row.turn,
          is_right ? theme.good : theme.error, theme.text};
}

void draw_row(ui::Ui& ui, const RowLook& look, uint32_t line, ImVec2 at, ImVec2 size) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const ImVec2 max(at.x + size.x, at.y + size.y);
  if (look.is_outlined)
    list->AddRect(at, max, ui::fade(look.color, 0.7f), unit * 0.4f, 0, 1.0f);
  else if (look.color != 0)
    list->AddRectFilled(at, max, ui::fade(look.color, 0.16f), unit * 0.4f, 0);
  if (look.color != 0)
    list->AddRectFilled(at, ImVec2(at.x + unit * 0.5f, max.y), look.color, unit * 0.2f, 0);
  const float y = at.y + unit * 0.75f;
  float right = max.x - unit;
  if (line != 0) {
    const std::string place = say("line {line}", "line"_a = line);
    const float width = ui::text_size(ui.fonts.small, place).x;
    ui::text_at(ui, list, ui.fonts.small, ImVec2(right - width, y), ui.theme.text_dim, place);
    right -= width + unit;
  }
  const ImVec2 text(at.x + unit * 1.25f, y);
  const float width = std::min(ui::text_size(ui.fonts.body, look.text).x, right - text.x);
  ui::text_fitted(ui, list, ui.fonts.body, text, right - text.x, look.text_color, look.text);
  if (look.is_struck) {
    const float middle = y + ui::font_size(ui.fonts.body) * 0.55f;
    list->AddLine(ImVec2(text.x - unit * 0.25f, middle),
                  ImVec2(text.x + width + unit * 0.25f, middle), look.color,
                  std::max(1.5f, unit * 0.2f));
  }
  const float remark_at = text.x + width + unit * 1.5f;
  if (!look.remark.empty() && right > remark_at)
    ui::text_fitted(ui, list, ui.fonts.body, ImVec2(remark_at, y), right - remark_at,
                    look.is_struck ? ui.theme.error : ui.theme.text_dim, look.remark);
}

}  // namespace

std::vector<PlaceRow> place_rows(const whatif::EditResults& results, bool is_edited) {
  const run::Run& run = *(is_edited ? results.after : results.before).back();
  const std::vector<whatif::PlaceEvent>& events =
      is_edited ? results.events_after : results.events_before;
  std::vector<PlaceRow> rows;
  if (events.empty() || run.recording == nullptr) return rows;
  const auto load = std::find_if(events.begin(), events.end(),
                                 [](const whatif::PlaceEvent& event) { return !event.is_store; });
  if (load == events.begin()) rows.push_back({Kind::kUnwritten, {}, "", 0});
  for (size_t i = 0; i < events.size(); ++i) {
    if (i > 0) add_barrier(results, run, is_edited, events[i - 1], events[i], rows);
    if (is_edited && leaves_out_barrier(results) && is_early(results, events[i]))
      rows.push_back({Kind::kNoBarrier, {}, "", results.line});
    PlaceRow row{Kind::kEvent, events[i], "", events[i].line};
    if (load != events.end()) row.turn = turn_of(*run.recording, events[i].step, load->step);
    rows.push_back(row);
  }
  return rows;
}

float draw_place_rows(ui::Ui& ui, const whatif::EditResults& results, bool is_edited, ImVec2 at,
                      float width) {
  const run::Run& after = *results.after.back();
  const run::Run& run = *(is_edited ? results.after : results.before).back();
  const trace::Access read = after.recording->at(results.first_moment->step);
  const base::Scalar scalar =
      run::named_element(after, read.space, read.addresses[results.first_moment->lane]).element;
  const bool is_right = is_edited == (results.edit.change == edit::Change::kAtomicAdd);
  const ImVec2 size(width, ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f);
  const float top = at.y;
  for (const PlaceRow& row : place_rows(results, is_edited)) {
    draw_row(ui, look_of(ui.theme, run, row, scalar, is_right), row.line, at, size);
    at.y += size.y + ui.theme.unit * 0.5f;
  }
  return at.y - top;
}

}  // namespace warplens::views
