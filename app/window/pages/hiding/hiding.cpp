// The strip (hiding_strip), and beside it the times by number of warps; below them scales of
// latencies, sentences, and tables.
#include "app/window/pages/hiding/hiding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/pages/hiding_scene.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/kit/table.hpp"
#include "app/window/kit/value_scale.hpp"
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

float draw_state_legend(ui::Ui& ui, const HidingScene& scene, const Area& area) {
  uint64_t all = 0;
  for (const uint64_t cycles : scene.hiding->warp_cycles) all += cycles;
  std::vector<ui::LegendEntry> entries;
  for (const study::WarpStateName& name : study::warp_state_names()) {
    const uint64_t cycles = scene.hiding->warp_cycles[static_cast<size_t>(name.state)];
    if (cycles == 0) continue;
    entries.push_back(
        {fmt::format("{} {}", label(name.name), study::percent(cycles, all)),
         [&ui, state = name.state](const Area& square) { fill_warp_state(ui, square, state); },
         study::metric_line(name.quantity)});
  }
  return ui::draw_legend(ui, ui.fonts.body, entries, area.min, area.width());
}

// A bar for each number of warps: cycles for the work of one of them. Pressing one tries it.
void draw_hiding_curve(ui::Ui& ui, const gui::State& model, const HidingScene& scene,
                       const Area& area, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float letters = ui::font_size(ui.fonts.body);
  float top = area.min.y + letters * 0.3f +
              ui::letters(ui, list, ui.fonts.body, letters, area.min, theme.text,
                          label("cycles for the work of a warp, by active warps"), area.width())
                  .y;
  constexpr float kLeastBars = 4;  // [lines] below the note; lower ones have it in their tooltip
  const float small = ui::font_size(ui.fonts.small);
  const ImVec2 note = ui::wrapped_size(ui.fonts.small, scene.curve_note, area.width());
  const bool has_note = !scene.curve_note.empty() &&
                        area.max.y - top - note.y - letters * 1.7f >= letters * kLeastBars;
  if (has_note)
    top += ui::letters(ui, list, ui.fonts.small, small, ImVec2(area.min.x, top), theme.text,
                       scene.curve_note, area.width())
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
    // Hatched where it is not to be trusted.
    ui::fill_bar(ui, bar, is_now ? theme.accent : theme.cell_left_over, !scene.unrolled.empty());
    const auto put = [&](const std::string& text, float y) {
      ImFont* font = ui::text_size(ui.fonts.body, text).x > width ? ui.fonts.small : ui.fonts.body;
      const float wide = ui::text_size(font, text).x;
      if (wide > width && !is_now) return;  // it would be on its neighbour's
      ui::text_at(ui, list, font, ImVec2(x + (width - wide) / 2, y),
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
    if (!has_note) ui::tooltip(ui, scene.curve_note);
  }
}

ui::Table latency_table(const HidingScene& scene) {
  ui::Table table{{label("latency [cycles]"), label("shown"), label("lecture"), label("H200")}, {}};
  const model::Latencies lecture = model::lecture_latencies(), measured = model::h200_latencies();
  for (const study::LatencyName& name : study::latency_names())
    table.rows.push_back({label(name.name), study::grouped(scene.facts.latencies.*name.value),
                          name.is_in_lecture ? study::grouped(lecture.*name.value) : "-",
                          study::grouped(measured.*name.value)});
  return table;
}

ui::Table pass_table(const HidingScene& scene) {
  const auto cycles = [](double value) { return fmt::format("{:.1f}", value); };
  ui::Table table{
      {label(study::kPassesHead), label("1 warp"), label("H200"), label("32 warps"), label("H200")},
      {}};
  for (const scene::PassCost& cost : scene.passes)
    table.rows.push_back({fmt::format("{}", cost.passes), cycles(cost.alone),
                          cycles(cost.measured.alone), cycles(cost.many),
                          cycles(cost.measured.many)});
  return table;
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
    return ui::draw_value_scale(ui, widget, name, scene::latencies_to_try(), now, of, tooltip,
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

// Beside each other, where both have room; returns the height.
float draw_tables(ui::Ui& ui, const HidingScene& scene, ImVec2 at, float width) {
  const float gap = ui.theme.unit * 4;
  const ui::Table latencies = latency_table(scene), passes = pass_table(scene);
  const ImVec2 first = ui::table_size(ui, latencies), second = ui::table_size(ui, passes);
  const bool are_beside = first.x + gap + second.x <= width;
  const float half = std::max((width + gap) / 2, first.x + gap);
  const ImVec2 to = are_beside ? ImVec2(at.x + std::min(half, width - second.x), at.y)
                               : ImVec2(at.x, at.y + first.y + ui.theme.unit * 2);
  ui::draw_table(ui, latencies, at);
  ui::draw_table(ui, passes, to);
  const float note = to.y + second.y + ui.theme.unit * 0.5f;
  const ImVec2 size =
      ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ui::font_size(ui.fonts.body),
                  ImVec2(to.x, note), ui.theme.text_dim, study::passes_note(scene.facts).rendered(),
                  at.x + width - to.x);
  return std::max(first.y, note + size.y - at.y);
}

// The number of warps is tried, the latencies, or a value of theirs; not where the strip is moved.
bool is_anything_tried(const scene::HidingTry& tried) {
  scene::HidingTry elsewhere;
  elsewhere.first = tried.first;
  return tried != elsewhere;
}

PageAnswer hiding_answer(const ui::Theme& theme, const gui::State& model) {
  const HidingScene* scene = hiding_of(model);
  if (scene == nullptr) return {};
  return {{scene->answer, theme.text}};
}

// The latencies, the strip's extent, and back to what the run has.
PageChoices hiding_choices(const gui::State& model, gui::Actions& actions) {
  const scene::HidingTry& tried = model.options.hiding;
  const auto set = [&](const scene::HidingTry& next) {
    return [&model, &actions, next] { set_tried(model, next, actions); };
  };
  const auto with_latencies = [&](bool is_lecture) {
    scene::HidingTry next = tried;
    next.is_lecture = is_lecture;
    next.shared.reset();
    next.global.reset();
    return set(next);
  };
  scene::HidingTry other_extent = tried;
  other_extent.is_whole = !tried.is_whole;
  const bool is_usual = !tried.shared && !tried.global;
  ui::ChoiceGroup reset{"hiding.tried", "", {}, ui::ChoiceForm::kButtons};
  if (is_anything_tried(tried))
    reset.choices.push_back({"hiding.reset", label("As the run has it"), false, set({})});
  return {{"hiding.latencies",
           "",
           {{"hiding.h200", label("H200's latencies"), is_usual && !tried.is_lecture,
             with_latencies(false)},
            {"hiding.lecture", label("Lecture: 1, 5, 5, 500"), is_usual && tried.is_lecture,
             with_latencies(true),
             label("The lecture's latencies: registers 1, shared memory 5, cached constants 5, "
                   "global memory 500 cycles")}}},
          {"hiding.extent",
           "",
           {{"hiding.whole", label("Whole run"), tried.is_whole, set(other_extent)}}},
          reset};
}

std::vector<std::string> hiding_caveats(const gui::State& model) {
  const HidingScene* scene = hiding_of(model);
  if (scene == nullptr) return {};
  return {scene->accuracy};
}

void draw_hiding(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
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
  const float top = area.min.y + draw_state_legend(ui, scene, area) + theme.unit * 0.5f;
  const float height = area.max.y - top;
  const float curve = area.width() * 0.36f;
  const auto first = draw_hiding_strip(
      ui, scene, make_area(area.min.x, top, area.width() - curve - theme.unit * 3, height));
  if (first) {
    scene::HidingTry tried = model.options.hiding;
    tried.first = *first;
    set_tried(model, tried, actions);
  }
  draw_hiding_curve(ui, model, scene, make_area(area.max.x - curve, top, curve, height), actions);
}

void draw_hiding_details(ui::Ui& ui, const gui::State& model, const Area& picture,
                         gui::Actions& actions) {
  const HidingScene* scene = hiding_of(model);
  if (scene == nullptr) return;
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float scales = ui::value_scale_height(ui);
  draw_latency_scales(ui, model, *scene, make_area(at.x, at.y, picture.width(), scales), actions);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(1, scales));
  if (!scene->refused.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.warning, scene->refused);
  ui::text_wrapped(ui, ui.fonts.body, theme.text, scene->headline);
  ui::text_wrapped(ui, ui.fonts.body, theme.text, scene->reason);
  const ImVec2 table = ImGui::GetCursorScreenPos();
  const float tables =
      draw_tables(ui, *scene, ImVec2(table.x, table.y + theme.unit * 0.5f), picture.width());
  ImGui::SetCursorScreenPos(table);
  ImGui::Dummy(ImVec2(1, theme.unit * 0.5f + tables));
}

}  // namespace

constexpr PageView kHidingPage{.page = gui::Page::kHiding,
                               .group = PageGroup::kLimits,
                               .widget = "page.hiding",
                               .key = 'H',
                               .name = sentence("Latency hiding"),
                               .question = sentence("What does each warp wait for?"),
                               .answer = hiding_answer,
                               .draw = draw_hiding,
                               .details = kManyDetails,
                               .draw_details = draw_hiding_details,
                               .choices = hiding_choices,
                               .caveats = hiding_caveats};

}  // namespace warplens::views
