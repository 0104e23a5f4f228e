// "Measure this access", below the sentence that predicts what it costs.
#include <fmt/format.h>

#include "app/scene/words/costs.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

gui::AccessPlace place_of(const gui::State& model) {
  return {model.chosen_launch, model.moment->step};
}

const gui::MeasuredAccess* measured(const gui::State& model) {
  if (model.moment == nullptr) return nullptr;
  const auto at = model.measuring.accesses.find(place_of(model));
  return at != model.measuring.accesses.end() ? &at->second : nullptr;
}

struct Words {
  std::string text, help;
  ImU32 color = 0;
  std::string brief{};    // where the text is too long
  std::string latency{};  // shown as well where there is room
};

Words words_of(const ui::Ui& ui, const gui::State& model) {
  const gui::Measuring& measuring = model.measuring;
  const ui::Theme& theme = ui.theme;
  if (measuring.task == gui::MeasuringTask::kAccess) {
    return {label("measuring this access"), measuring.doing, theme.text_dim};
  }
  const gui::MeasuredAccess* access = measured(model);
  if (access == nullptr) {
    const bool is_here = measuring.access_problem_at == place_of(model);
    const std::string& problem = measuring.access_problem;
    return is_here ? Words{problem, problem, theme.error} : Words{};
  }
  if (!access->result.note.empty())
    return {access->result.note, access->result.note, theme.warning};
  const trace::Space space = model.moment->access.space;
  const double off = access->result.wavefronts - access->predicted;
  // A replay is right where the nearest whole number is the predicted one.
  const bool agrees = off > -0.5 && off < 0.5;
  const scene::MeasuredCost cost{access->result.wavefronts, access->result.uncertainty,
                                 access->predicted};
  const std::string text = scene::measured_words(space, cost, /*is_brief=*/false);
  const std::string help =
      say("{cycles:.2f} cycles; calibration: {calibration}. {device}, {time}",
          "cycles"_a = access->result.cycles, "calibration"_a = access->calibration,
          "device"_a = access->provenance.device, "time"_a = access->provenance.date);
  const std::string brief = scene::measured_words(space, cost, /*is_brief=*/true);
  const std::string latency =
      access->result.cycles <= 0 ? ""
      : model.moment->access.operation == trace::Operation::kLoad
          ? say("; latency {cycles:.0f} cycles, one warp alone", "cycles"_a = access->result.cycles)
          : say("; {cycles:.0f} cycles each, repeated by one warp alone",
                "cycles"_a = access->result.cycles);
  // Agreement is no praise of the access: its cost has a colour of its own.
  return {text, text + "\n" + help, agrees ? theme.text : theme.error, brief, latency};
}

}  // namespace

float measured_access_row(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
}

float measured_access_height(const ui::Ui& ui, const gui::State& model) {
  const bool is_constant =
      model.moment != nullptr && model.moment->access.space == trace::Space::kConstant;
  const bool has_button = model.measuring.has_gpu() && model.moment != nullptr && !is_constant;
  if (counts_hidden(model) || (!has_button && measured(model) == nullptr)) return 0;
  return measured_access_row(ui);
}

void draw_measured_access(ui::Ui& ui, const gui::State& model, gui::Actions& actions, ImVec2 at,
                          float width) {
  if (measured_access_height(ui, model) <= 0) return;
  const float unit = ui.theme.unit;
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + unit * 0.5f));
  const bool is_measuring = model.measuring.task != gui::MeasuringTask::kNone;
  const char* caption = measured(model) != nullptr ? label("Again") : label("Measure this access");
  if (ui::button(ui, "measure.access", caption) && !is_measuring) {
    actions.push_back(gui::action::MeasureAccess{});
  }
  ui::tooltip(ui, label("One warp of this machine's GPU repeats these 32 addresses and times them; "
                        "no permission is needed (M)"));
  ImGui::SameLine(0, unit);
  Words words = words_of(ui, model);
  if (words.text.empty()) return;
  const ImVec2 pen = ImGui::GetCursorScreenPos();
  const float room = at.x + width - pen.x;
  const auto fits = [&](ImFont* font) { return ui::text_size(font, words.text).x <= room; };
  const std::string whole = words.text + words.latency;
  if (ui::text_size(ui.fonts.small, whole).x <= room) words.text = whole;
  if (!fits(ui.fonts.small) && !words.brief.empty()) words.text = words.brief;
  ImFont* font = fits(ui.fonts.body) ? ui.fonts.body : ui.fonts.small;
  const float lower = (ui::font_size(ui.fonts.body) + unit - ui::font_size(font)) / 2;
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), font, ImVec2(pen.x, pen.y + lower), room,
                  words.color, words.text);
  ImGui::Dummy(ImVec2(std::max(room, 1.0f), ui::font_size(ui.fonts.body) + unit));
  ui::tooltip(ui, words.help);
}

}  // namespace warplens::views
