// The strip (hiding_strip), and beside it the times by number of warps; below them scales of
// latencies, and tables.
#include "app/window/pages/hiding/hiding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/pages/hiding_scene.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/value_scale.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::HidingScene;

// Null while it is not there.
const HidingScene* hiding_of(const gui::State& model) {
  return model.hiding.is_of(model.run) ? model.hiding.results.get() : nullptr;
}

void set_tried(const gui::State& model, const scene::HidingTry& tried, gui::Actions& actions) {
  if (tried == model.options.hiding) return;
  actions.push_back(gui::action::ChangeOptions{[tried](gui::ViewOptions& o) { o.hiding = tried; }});
}

void draw_state_legend(ui::Ui& ui, const HidingScene& scene) {
  uint64_t all = 0;
  for (const uint64_t cycles : scene.hiding->warp_cycles) all += cycles;
  Flow flow(ui, ui.theme.unit * 0.5f, 0);
  const float side = ui::font_size(ui.fonts.body) * 0.8f;
  for (const study::WarpStateName& name : study::warp_state_names()) {
    const uint64_t cycles = scene.hiding->warp_cycles[static_cast<size_t>(name.state)];
    if (cycles == 0) continue;
    const std::string words = fmt::format("{} {}", label(name.name), study::percent(cycles, all));
    flow.place(side + ui.theme.unit * 2 + ui::text_size(ui.fonts.body, words).x);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Area box = make_area(at.x, at.y + side * 0.2f, side, side);
    fill_warp_state(ui, box, name.state);
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
                ImVec2(at.x + side + ui.theme.unit * 0.5f, at.y), ui.theme.text, words);
    if (is_hovered(make_area(at.x, at.y, side + ui::text_size(ui.fonts.body, words).x, side)))
      tip(ui, study::metric_line(name.quantity));
  }
  flow.finish();
}

const char* curve_words() {
  return label("cycles for the work of a warp, by active warps");
}

// Hatched where it is not to be trusted.
void draw_bar(const ui::Ui& ui, const Area& bar, ImU32 color, bool is_hatched) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(bar.min, bar.max, is_hatched ? ui::fade(color, 0.4f) : color);
  if (!is_hatched) return;
  const ImU32 line = ui::mix(color, ui.theme.text, 0.4f);
  hatch(list, bar, line, ui.theme.unit * 0.75f);
  outline(list, bar, line, 1);
}

// A bar for each number of warps: cycles for the work of one of them. Pressing one tries it.
void draw_hiding_curve(ui::Ui& ui, const gui::State& model, const HidingScene& scene,
                       const Area& area, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ui::text_at(ui, list, ui.fonts.body, area.min, theme.text, curve_words());
  const float letters = ui::font_size(ui.fonts.body);
  float top = area.min.y + letters * 1.3f;
  if (!scene.curve_note.empty())
    top += ui::letters(ui, list, ui.fonts.small, ui::font_size(ui.fonts.small),
                       ImVec2(area.min.x, top), theme.text, scene.curve_note, area.width())
               .y;
  const std::vector<study::HidingFacts::Point>& points = scene.facts.points;
  const Area plot{ImVec2(area.min.x, top + letters * 0.3f),
                  ImVec2(area.max.x, area.max.y - letters * 1.4f)};
  if (plot.height() < letters * 2 || points.empty()) return;
  double most = 0;
  for (const study::HidingFacts::Point& point : points)
    most = std::max(most, static_cast<double>(point.hiding.cycles) / point.warps);
  const float width = plot.width() / static_cast<float>(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    const study::HidingFacts::Point& point = points[i];
    const uint64_t each = study::cycles_of_each(point.hiding.cycles, point.warps);
    const float share = most == 0 ? 0 : static_cast<float>(static_cast<double>(each) / most);
    const float x = plot.min.x + width * static_cast<float>(i);
    const float room = plot.height() - letters * 1.3f;
    const Area bar{ImVec2(x + theme.unit * 0.5f, plot.max.y - std::max(1.0f, room * share)),
                   ImVec2(x + width - theme.unit * 0.5f, plot.max.y)};
    const bool is_now = point.warps == scene.warps;
    draw_bar(ui, bar, is_now ? theme.accent : theme.cell_left_over, !scene.unrolled.empty());
    const auto put = [&](const std::string& text, float y) {
      const float wide = ui::text_size(ui.fonts.body, text).x;
      ui::text_at(ui, list, ui.fonts.body, ImVec2(x + (width - wide) / 2, y),
                  is_now ? theme.text : theme.text_dim, text);
    };
    put(study::grouped(each), bar.min.y - letters * 1.2f);
    put(fmt::format("{}", point.warps), plot.max.y + letters * 0.2f);
    if (ui::hit(ui, fmt::format("hiding.warps.{}", point.warps), ImVec2(x, plot.min.y),
                ImVec2(x + width, area.max.y))) {
      scene::HidingTry tried = model.options.hiding;
      tried.warps = point.warps;
      set_tried(model, tried, actions);
    }
  }
}

using TableRows = std::vector<std::vector<std::string>>;

// Of each column [pixels].
std::vector<float> column_widths(const ui::Ui& ui, const TableRows& rows) {
  std::vector<float> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], ui::text_size(ui.fonts.body, row[i]).x);
  return widths;
}

// Rows of words in columns; numbers are flush right.
void draw_rows(ui::Ui& ui, const TableRows& rows, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.body;
  const float height = ui::font_size(font) * 1.4f;
  const std::vector<float> widths = column_widths(ui, rows);
  for (size_t r = 0; r < rows.size(); ++r) {
    const float y = area.min.y + height * static_cast<float>(r);
    if (y + height > area.max.y) return;
    float x = area.min.x;
    for (size_t i = 0; i < rows[r].size(); ++i) {
      const float indent = i == 0 ? 0 : widths[i] - ui::text_size(font, rows[r][i]).x;
      ui::text_at(ui, list, font, ImVec2(x + indent, y), r == 0 ? ui.theme.text_dim : ui.theme.text,
                  rows[r][i]);
      x += widths[i] + ui.theme.unit * 2;
    }
  }
}

TableRows latency_rows(const HidingScene& scene) {
  TableRows rows{{label("latency [cycles]"), label("shown"), label("lecture"), label("H200")}};
  const model::Latencies lecture = model::lecture_latencies(), measured = model::h200_latencies();
  for (const study::LatencyName& name : study::latency_names())
    rows.push_back({label(name.name), study::grouped(scene.facts.latencies.*name.value),
                    name.is_in_lecture ? study::grouped(lecture.*name.value) : "-",
                    study::grouped(measured.*name.value)});
  return rows;
}

TableRows pass_rows(const HidingScene& scene) {
  const auto cycles = [](double value) { return fmt::format("{:.1f}", value); };
  TableRows rows{{label(study::kPassesHead), label("1 warp"), label("H200"), label("32 warps"),
                  label("H200")}};
  for (const scene::PassCost& cost : scene.passes) {
    rows.push_back({fmt::format("{}", cost.passes), cycles(cost.alone), cycles(cost.measured.alone),
                    cycles(cost.many), cycles(cost.measured.many)});
  }
  return rows;
}

void draw_latency_scales(ui::Ui& ui, const gui::State& model, const HidingScene& scene,
                         const Area& area, gui::Actions& actions) {
  scene::HidingTry tried = model.options.hiding;
  const model::Latencies usual =
      tried.is_lecture ? model::lecture_latencies() : model::h200_latencies();
  const char* tooltip = label("drag to try another value; the thin line is the usual one");
  const float width = (area.width() - ui.theme.unit * 3) / 2;
  const auto scale = [&](const char* widget, const std::string& name, uint32_t now, uint32_t of,
                         float x) {
    return draw_value_scale(ui, widget, name, scene::latencies_to_try(), now, of, tooltip,
                            make_area(x, area.min.y, width, area.height()));
  };
  const auto shared =
      scale("hiding.shared",
            say_count("shared memory: {count} cycle", "shared memory: {count} cycles",
                      scene.facts.latencies.shared),
            scene.facts.latencies.shared, usual.shared, area.min.x);
  const auto global =
      scale("hiding.global",
            say_count("global memory: {count} cycle", "global memory: {count} cycles",
                      scene.facts.latencies.global),
            scene.facts.latencies.global, usual.global, area.max.x - width);
  if (shared) tried.shared = static_cast<uint32_t>(*shared);
  if (global) tried.global = static_cast<uint32_t>(*global);
  set_tried(model, tried, actions);
}

// [pixels]
float table_width(const ui::Ui& ui, const TableRows& rows) {
  float sum = ui.theme.unit * 2 * static_cast<float>(rows.front().size() - 1);
  for (const float column : column_widths(ui, rows)) sum += column;
  return sum;
}

float table_height(const ui::Ui& ui, const TableRows& rows) {
  return ui::font_size(ui.fonts.body) * 1.4f * static_cast<float>(rows.size()) + ui.theme.unit;
}

// Beside each other, where both have room; returns the height.
float draw_tables(ui::Ui& ui, const HidingScene& scene, const Area& area) {
  const float gap = ui.theme.unit * 4;
  const TableRows latencies = latency_rows(scene), passes = pass_rows(scene);
  const float first = table_height(ui, latencies), second = table_height(ui, passes);
  const float half = (area.width() + gap) / 2;
  const float needed = table_width(ui, latencies) + gap + table_width(ui, passes);
  const bool are_beside = needed <= area.width();
  const float left = std::max(half, table_width(ui, latencies) + gap);
  const float x = !are_beside ? area.min.x
                              : area.min.x + std::min(left, area.width() - table_width(ui, passes));
  const float y = are_beside ? area.min.y : area.min.y + first + ui.theme.unit;
  draw_rows(ui, latencies, make_area(area.min.x, area.min.y, area.width(), first));
  draw_rows(ui, passes, make_area(x, y, area.max.x - x, second));
  const float note = y + second;
  const ImVec2 size = ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
                                  ui::font_size(ui.fonts.body), ImVec2(x, note), ui.theme.text_dim,
                                  study::passes_note(scene.facts).rendered(), area.max.x - x);
  return note + size.y - area.min.y;
}

void draw_hiding_words(ui::Ui& ui, const HidingScene& scene) {
  const ui::Theme& theme = ui.theme;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
  // What is seen comes first, unless the model is known to miss this text.
  if (!scene.unrolled.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.text, scene.accuracy);
  ui::text_wrapped(ui, ui.fonts.body, theme.text, scene.reason);
  if (scene.unrolled.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.accuracy);
  if (!scene.refused.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.warning, scene.refused);
}

}  // namespace

void put_hiding_buttons(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions) {
  scene::HidingTry tried = model.options.hiding;
  const auto button = [&](const char* name, const char* words, bool is_on) {
    return flow.button(name, words, is_on);
  };
  const auto take = [&](bool is_lecture) {
    tried.is_lecture = is_lecture;
    tried.shared.reset();
    tried.global.reset();
    set_tried(model, tried, actions);
  };
  const bool is_usual = !tried.shared && !tried.global;
  if (button("hiding.h200", label("H200's latencies"), is_usual && !tried.is_lecture)) take(false);
  if (button("hiding.lecture", label("Lecture: 1, 5, 5, 500"), is_usual && tried.is_lecture))
    take(true);
  ui::tooltip(ui, label("The lecture's latencies: registers 1, shared memory 5, cached constants "
                        "5, global memory 500 "
                        "cycles"));
  if (button("hiding.whole", label("Whole run"), tried.is_whole)) {
    tried.is_whole = !tried.is_whole;
    set_tried(model, tried, actions);
  }
  const scene::HidingTry none;
  scene::HidingTry elsewhere = none;  // nothing else is tried: only the strip was moved
  elsewhere.first = tried.first;
  if (tried != elsewhere && button("hiding.reset", label("As the run has it"), false))
    set_tried(model, none, actions);
}

void draw_hiding(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ui::Theme& theme = ui.theme;
  const HidingScene* found = hiding_of(model);
  if (found == nullptr) {
    const bool has_failed = model.hiding.is_of(model.run) && !model.hiding.is_running;
    ui::text_wrapped(ui, ui.fonts.body, has_failed ? theme.warning : theme.text_dim,
                     has_failed ? std::string_view(model.hiding.problem)
                                : std::string_view(label("Following the warps ...")));
    return;
  }
  const HidingScene& scene = *found;
  draw_hiding_words(ui, scene);
  draw_state_legend(ui, scene);
  const Area area = content_area();
  const float letters = ui::font_size(ui.fonts.body);
  // What changes with the number of warps is seen at once: the scales and tables can be scrolled
  // to.
  const float scales = value_scale_height(ui);
  const float tables = table_height(ui, pass_rows(scene)) + letters * 2;
  const float top = area.min.y + theme.unit * 0.5f;
  const float room = area.max.y - top - theme.unit;
  const float least = std::clamp(room, letters * 10, letters * 12);
  const float pictures = std::clamp(room - scales - tables - theme.unit * 2, least, letters * 26);
  const float curve = std::max(ui::text_size(ui.fonts.body, curve_words()).x, area.width() * 0.36f);
  const auto first = draw_hiding_strip(
      ui, scene, make_area(area.min.x, top, area.width() - curve - theme.unit * 3, pictures));
  if (first) {
    scene::HidingTry tried = model.options.hiding;
    tried.first = *first;
    set_tried(model, tried, actions);
  }
  draw_hiding_curve(ui, model, scene, make_area(area.max.x - curve, top, curve, pictures), actions);
  float y = top + pictures + theme.unit;
  draw_latency_scales(ui, model, scene, make_area(area.min.x, y, area.width(), scales), actions);
  y += scales + theme.unit;
  y += draw_tables(ui, scene, make_area(area.min.x, y, area.width(), tables));
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  ImGui::Dummy(ImVec2(1, 1));
}

}  // namespace warplens::views
