// Each line of the unfolded index wraps at spaces; the second and third begin with "=" as one
// writes them by hand.
#include "app/window/access/index_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

namespace {

// Each term of the index as a length, one behind the other from the array's start to the element;
// below, what each is in the colour of its length. Returns the height, 0 where there are no terms;
// `list` null: only that. [pixels]
float draw_terms(ui::Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, float width,
                 const std::vector<replay::Unfolded::Term>& terms) {
  uint64_t sum = 0;
  for (const replay::Unfolded::Term& term : terms) sum += term.value;
  if (sum == 0) return 0;
  const float bar = std::round(ui.theme.unit * 0.75f), gap = ui.theme.unit * 0.25f;
  std::vector<ColoredText> words;
  float x = at.x;
  for (size_t i = 0; i < terms.size(); ++i) {
    const ImU32 color = group_color(ui, static_cast<uint8_t>(i));
    const float share = static_cast<float>(terms[i].value) / static_cast<float>(sum);
    const float end = x + width * share;
    if (list != nullptr && end > x) {
      const float right = std::max(end - 1, x + 1);
      list->AddRectFilled(ImVec2(x, at.y), ImVec2(right, at.y + bar), color, 0, 0);
    }
    x = end;
    words.push_back({fmt::format("{} = {}", terms[i].source, terms[i].value), color});
    if (i + 1 < terms.size()) words.push_back({"  +  ", ui.theme.text_faint});
  }
  if (list != nullptr) ui.probe.widget("index.terms", at, ImVec2(at.x + width, at.y + bar));
  return bar + gap + flow_text(ui, list, font, ImVec2(at.x, at.y + bar + gap), width, words);
}

// At `at`; `list` null: nothing is drawn. Returns the height. [pixels]
float flow_index(ui::Ui& ui, const gui::State& model, ImDrawList* list, ImFont* font, ImVec2 at,
                 float width) {
  float y = at.y;
  for (const std::vector<ColoredText>& paragraph : paragraphs(ui, model))
    y += flow_text(ui, list, font, ImVec2(at.x, y), width, paragraph);
  if (!takes_part(model)) return y - at.y;
  const scene::IndexLines lines = scene::index_lines(*model.moment);
  if (lines.terms.empty()) return y - at.y;
  y += ui.theme.unit * 0.5f;
  return y - at.y + draw_terms(ui, list, font, ImVec2(at.x, y), width, lines.terms);
}

}  // namespace

void draw_index(ui::Ui& ui, const gui::State& model) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* font = takes_part(model) ? ui.fonts.mono : ui.fonts.small;
  const float height = flow_index(ui, model, ImGui::GetWindowDrawList(), font, at, width);
  ImGui::Dummy(ImVec2(width, height));
}

IndexFit fit_index(ui::Ui& ui, const gui::State& model, std::initializer_list<ImFont*> fonts,
                   ImVec2 most) {
  if (is_covered(model, gui::Count::kIndices) || !takes_part(model) ||
      scene::index_lines(*model.moment).source.empty())
    return {};
  for (ImFont* font : fonts) {
    const float height = flow_index(ui, model, nullptr, font, ImVec2(0, 0), most.x);
    if (height > 0 && height <= most.y) return {font, height};
  }
  return {};
}

void draw_index_at(ui::Ui& ui, const gui::State& model, ImFont* font, ImVec2 at, float width) {
  flow_index(ui, model, ImGui::GetWindowDrawList(), font, at, width);
}

}  // namespace warplens::views
