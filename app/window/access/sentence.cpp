// The sentence, as large as its panel allows; of a question that was answered, below it the choices
// as they were offered and what comes next.
#include <algorithm>

#include "app/scene/finding_step.hpp"
#include "app/scene/words/emphasis.hpp"
#include "app/window/access/index_text.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/access/question.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/drawers.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/pages/edited/edited.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/program/program.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::views {
namespace {

// The finding that was gone to, if the access has a part in it; else the first about its place.
std::string finding_here(const gui::State& model) {
  const scene::Moment& moment = *model.moment;
  const std::vector<observe::Finding>& findings = model.run->findings;
  if (!model.chosen_finding || *model.chosen_finding >= findings.size()) return moment.finding;
  const observe::Finding& chosen = findings[*model.chosen_finding];
  const bool is_here =
      chosen.is_at(moment.place.span) || scene::is_shown_at(*model.run, chosen, moment.step);
  return is_here && chosen.severity == base::Severity::kError ? chosen.message : moment.finding;
}

std::vector<ColoredText> colored_sentence(const ui::Ui& ui, const gui::State& model) {
  const scene::Moment& moment = *model.moment;
  const ui::Theme& theme = ui.theme;
  std::vector<ColoredText> texts = feedback(ui, model);
  const bool is_answered = !texts.empty();  // that says it all
  if (!moment.finding.empty()) texts.push_back({finding_here(model) + ". ", theme.error});
  if (is_answered) return texts;
  for (ColoredText& part : emphasized(ui, moment)) texts.push_back(std::move(part));
  return texts;
}

// In place of the sentence, beside the picture whose answer is covered.
void draw_asked(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (model.options.page == gui::Page::kSteps)
    return draw_question(ui, model, actions, "sentence:reveal");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height =
      flow_text(ui, ImGui::GetWindowDrawList(), ui.fonts.body, at, width,
                {{label("Predict first: this page covers the question."), ui.theme.text}});
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height + ui.theme.unit));
  if (ui::button(ui, "sentence:question", label("To the question")))
    turn_to(gui::Page::kSteps, actions);
}

// Along the sentence: whole where all is well, broken into dashes for waste, double for an error.
void draw_judged_edge(const ui::Ui& ui, const Area& area, scene::Judgement judgement) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const ImU32 color = judgement_color(theme, judgement, theme.text);
  if (judgement == scene::Judgement::kWaste) {
    const float dash = theme.unit * 1.25f;
    for (float y = area.min.y; y < area.max.y; y += dash * 1.5f)
      list->AddRectFilled(ImVec2(area.min.x, y), ImVec2(area.max.x, std::min(y + dash, area.max.y)),
                          color);
    return;
  }
  if (judgement == scene::Judgement::kError) {
    const float third = area.width() / 3;
    list->AddRectFilled(area.min, ImVec2(area.min.x + third, area.max.y), color);
    list->AddRectFilled(ImVec2(area.max.x - third, area.min.y), area.max, color);
    return;
  }
  list->AddRectFilled(area.min, area.max, color, theme.unit * 0.25f, 0);
}

// [units] Within the card; low, so that three lines keep a large font.
constexpr float kCardPad = 1, kCardTop = 0.5f;

// The card's, in these letters. [pixels]
float card_height(ui::Ui& ui, ImFont* font, float width, const std::vector<ColoredText>& texts) {
  const float unit = ui.theme.unit;
  return flow_text(ui, nullptr, font, ImVec2(0, 0), width - 2 * kCardPad * unit, texts) +
         2 * kCardTop * unit;
}

void draw_card(ui::Ui& ui, const gui::State& model, float room) {
  const scene::Moment& moment = *model.moment;
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, pad = theme.unit * kCardPad;
  const std::vector<ColoredText> texts = colored_sentence(ui, model);
  const ImVec2 inside(at.x + pad, at.y + theme.unit * kCardTop);
  ImFont* font = ui.fonts.small;
  float height = 0;
  for (ImFont* candidate : {ui.fonts.title, ui.fonts.body, ui.fonts.small}) {
    font = candidate;
    height = card_height(ui, font, width, texts);
    if (height <= room) break;
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 max(at.x + width, at.y + height);
  list->AddRectFilled(at, max, theme.panel_raised, theme.unit * 0.75f, 0);
  list->AddRect(at, max, theme.line, theme.unit * 0.75f, 0, 1.0f);
  draw_judged_edge(ui, {at, ImVec2(at.x + theme.unit * 0.6f, max.y)}, scene::judge_access(moment));
  flow_text(ui, list, font, inside, width - 2 * pad, texts);
  explain_count(ui, model, moment, {at, max});
  ImGui::Dummy(ImVec2(width, max.y - at.y));
}

// An error that other accesses of the place make, and the way to it.
void draw_elsewhere(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const std::optional<size_t> index = model.moment->elsewhere;
  if (!index || *index >= model.run->findings.size()) return;
  const observe::Finding& finding = model.run->findings[*index];
  const launch::Dim3& block = model.run->context->block;
  const std::string words =
      say("error elsewhere: {block}, {thread} - go there",
          "block"_a = observe::block_words(finding.block),
          "thread"_a = observe::thread_words(finding.thread, {block.x, block.y, block.z}));
  if (ui::button(ui, "sentence:elsewhere", words))
    actions.push_back(gui::action::SelectFinding{*index});
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
}

// The way on where the answer was only shown.
void draw_other_access(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (counts_hidden(model) || !has_other_access(model) || answered_height(ui, model) > 0) return;
  const QuestionButton other = other_access_button();
  if (ui::button(ui, other.name, other.text)) actions.push_back(gui::action::AskOtherAccess{});
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
}

// The chosen thread's index, for below the sentence; none where a drawer shows it. It has what the
// sentence in large letters leaves, or half of the room if the sentence has its own in small ones.
IndexFit index_below(ui::Ui& ui, const gui::State& model, ImVec2 room) {
  if (open_drawers(model).has(gui::Drawer::kThread)) return {};
  const std::vector<ColoredText> texts = colored_sentence(ui, model);
  const auto beside = [&](ImFont* font) {
    return room.y - card_height(ui, font, room.x, texts) - ui.theme.unit;
  };
  const float most = std::min(std::clamp(beside(ui.fonts.title), room.y * 0.5f, room.y * 0.66f),
                              beside(ui.fonts.small) - measured_access_height(ui, model));
  return fit_index(ui, model, {ui.fonts.mono, ui.fonts.mono_small}, ImVec2(room.x, most));
}

void draw_sentence(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  if (const std::string words = stale_words(model); !words.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.warning, words);
    return;
  }
  if (const std::string words = other_moment_words(model); !words.empty()) {
    ui::text_wrapped(ui, ui.fonts.small, ui.theme.warning, words);
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
  }
  draw_elsewhere(ui, model, actions);
  draw_other_access(ui, model, actions);
  if (counts_hidden(model)) {
    draw_asked(ui, model, actions);
  } else if (!model.moment->sentence.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float measured = measured_access_height(ui, model);
    const bool is_answered = answered_height(ui, model) > 0;
    const float buttons = is_answered ? ui::font_size(ui.fonts.body) + ui.theme.unit * 3 : 0;
    const Area below = make_area(at.x, at.y, room.x, room.y);
    const float choices = is_answered ? draw_choices_made(ui, model, below, false) : 0;
    const IndexFit index = is_answered ? IndexFit{} : index_below(ui, model, room);
    const float gap = index.font == nullptr ? 0 : ui.theme.unit * 0.5f;
    // Of the card, the choices and the buttons.
    const float foot = at.y + room.y - measured - index.height - gap;
    if (index.font != nullptr) draw_index_at(ui, model, index.font, ImVec2(at.x, foot), room.x);
    draw_card(ui, model, foot - at.y - buttons - choices);
    if (is_answered) {
      const float card = ImGui::GetItemRectMax().y + ui.theme.unit * 0.75f;
      const float y = std::min(card, foot - buttons - choices);
      draw_choices_made(ui, model, {ImVec2(at.x, y), ImVec2(at.x + room.x, foot)}, true);
      draw_answered(ui, model, actions,
                    make_area(at.x, foot - buttons + ui.theme.unit * 0.5f, room.x, buttons));
    }
    draw_measured_access(ui, model, actions, ImVec2(at.x, at.y + room.y - measured), room.x);
  }
}

}  // namespace

const Panel kSentencePanel = {
    .id = "sentence",
    .is_shown =
        [](const gui::State& model) {
          return is_access_shown(model) && !has_stop_question(model) && !has_task(model);
        },
    .draw = stateless<draw_sentence>,
};

}  // namespace warplens::views
