// Each line of the unfolded index wraps at spaces; the second and third begin with "=" as one
// writes them by hand.
#include "app/window/access/index_text.hpp"

#include <fmt/format.h>

#include "app/scene/words/emphasis.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

bool takes_part(const gui::State& model) {
  const scene::Moment& moment = *model.moment;
  return moment.access.warp == moment.warp && ((moment.access.mask >> moment.lane) & 1u);
}

std::vector<std::vector<ColoredText>> paragraphs(const ui::Ui& ui, const gui::State& model) {
  const ui::Theme& theme = ui.theme;
  if (!takes_part(model))
    return {{{label("This thread takes no part in this access."), theme.text_dim}}};
  const scene::IndexLines lines = scene::index_lines(*model.moment);
  std::vector<std::vector<ColoredText>> result;
  if (!lines.source.empty()) result.push_back({{lines.source, theme.text}});
  if (!lines.values.empty())
    result.push_back({{"= ", theme.text_faint}, {lines.values, theme.text}});
  if (!lines.result.empty()) {
    result.push_back(
        {{"= ", theme.text_faint},
         {lines.result, group_color(ui, model.moment->lanes[model.moment->lane].group)}});
  }
  const scene::LaneRow& lane = model.moment->lanes[model.moment->lane];
  const uint32_t banks = model.run->device.banks;
  const bool is_shown =
      model.moment->access.space == trace::Space::kShared && !counts_hidden(model);
  if (is_shown && lane.last_word != lane.word) {
    const std::string text =
        say("words {first}–{last}, banks {bank}–{last_bank}", "first"_a = lane.word,
            "last"_a = lane.last_word, "bank"_a = lane.bank, "last_bank"_a = lane.last_bank);
    result.push_back({{"→ ", theme.text_faint}, {text, theme.text_dim}});
  } else if (is_shown && lane.word % banks == lane.bank) {
    const std::string text = say("word {word}, bank = {word} mod {banks} = {bank}",
                                 "word"_a = lane.word, "banks"_a = banks, "bank"_a = lane.bank);
    result.push_back({{"→ ", theme.text_faint}, {text, theme.text_dim}});
  }
  if (!lines.definition_source.empty()) {
    result.push_back({{lines.definition_source, theme.text_dim}});
    if (!lines.definition_values.empty()) {
      result.push_back({{"= ", theme.text_faint}, {lines.definition_values, theme.text_dim}});
    }
  }
  return result;
}

}  // namespace

void draw_index(ui::Ui& ui, const gui::State& model) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = takes_part(model) ? ui.fonts.mono : ui.fonts.small;
  float y = at.y;
  for (const std::vector<ColoredText>& paragraph : paragraphs(ui, model)) {
    y += flow_text(ui, list, font, ImVec2(at.x, y), width, paragraph);
  }
  ImGui::Dummy(ImVec2(width, y - at.y));
}

}  // namespace warplens::views
