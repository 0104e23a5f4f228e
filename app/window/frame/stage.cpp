// A caption on top, the picture, and at the foot what can be pressed.
#include "app/window/frame/stage.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "app/window/access/access_picture.hpp"
#include "app/window/access/index_text.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/access/question.hpp"
#include "app/window/frame/panels.hpp"
#include "app/window/split/split.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// The window was split: both runs are on stage.
bool has_two_sides(const gui::State& model) {
  return model.split.run != nullptr && model.split.step.has_value();
}

// Of the access that is asked about.
const Panel& asked_panel(const gui::State& model) {
  return is_access_shared(model)                                 ? kBanksPanel
         : model.moment->access.space == trace::Space::kConstant ? kConstantPanel
                                                                 : kGlobalPanel;
}

// The access's picture with what answers covered, above the question.
void draw_asked_picture(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                        gui::Actions& actions) {
  const Area area = content_area();
  // Its text, a row of buttons and the score.
  const float needed = ui::font_size(ui.fonts.title) * 4 + ui.theme.unit * 4;
  const float question = std::min({needed, ui.theme.unit * kQuestionHeight, area.height() * 0.4f});
  const auto draw_part = [&](const char* id, float top, float height, const auto& draw) {
    ImGui::SetCursorScreenPos(ImVec2(area.min.x, top));
    ImGui::BeginChild(id, ImVec2(area.width(), height), false, ImGuiWindowFlags_NoBackground);
    draw();
    ImGui::EndChild();
  };
  const Panel& panel = asked_panel(model);
  draw_part("stage.asked", area.min.y, area.height() - question - ui.theme.unit,
            [&] { panel.draw(ui, model, panels, actions); });
  draw_part("stage.question", area.max.y - question, question, [&] {
    if (has_stop_question(model))
      draw_stop_question(ui, model, panels.answer, actions, true);
    else
      draw_question(ui, model, actions, "stage:reveal");
  });
}

void draw_asked_access(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                       gui::Actions& actions) {
  if (counts_hidden(model) || has_stop_question(model))
    return draw_asked_picture(ui, model, panels, actions);
  if (has_two_sides(model)) return draw_split_passes(ui, model, actions, content_area());
  draw_access(pass_view(ui, model, actions));
}

// The panel that a stage other than the access's shows; null: it is the access.
const Panel* stage_panel(const gui::State& model) {
  switch (model.options.stage) {
    case gui::Stage::kTiles:
      return &kTilesPanel;
    case gui::Stage::kSource:
      return &kSourcePanel;
    case gui::Stage::kMemory:
      return is_access_shared(model) ? &kMemoryPanel : nullptr;
    case gui::Stage::kOff:  // on paper: as it is arranged
      return model.options.arrangement.picture == gui::Picture::kArrays ? &kTilesPanel : nullptr;
    case gui::Stage::kAccess:
      break;
  }
  return nullptr;
}

void draw_picture(ui::Ui& ui, const gui::State& model, PanelStates& panels, gui::Actions& actions) {
  if (const Panel* panel = stage_panel(model)) return panel->draw(ui, model, panels, actions);
  draw_asked_access(ui, model, panels, actions);
}

// Which pass it is, where the picture does not say so: up to `end`. Returns its width [pixels].
float draw_counter(ui::Ui& ui, const gui::State& model, ImVec2 end) {
  const bool is_said = model.options.stage == gui::Stage::kAccess;
  if (is_said || !steps_by_pass(model) || counts_hidden(model)) return 0;
  const std::string text = pass_counter_text(model);
  const float width = ui::text_size(ui.fonts.title, text).x;
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.title, ImVec2(end.x - width, end.y),
              cost_color(ui.theme, *model.moment), text);
  return width + ui.theme.unit * 2;
}

void draw_stage_keys(ui::Ui& ui, ImVec2 display) {
  const float unit = ui.theme.unit;
  ImFont* font = ui.fonts.body;
  const std::string_view keys = ui::first_fitting(
      font, display.x - unit * 4,
      {label("1 access   2 tiles   3 memory   4 source   Page Up, Page Down: phases   "
             ". one pass on   , one back   B blank   H back to where I was   G leave"),
       label("1 access   2 tiles   3 memory   4 source   . one pass on   , one back   B blank   H "
             "back   G leave"),
       label("1 to 4: pictures   . one pass on   , one back   B blank   H back   G leave"),
       label("1 to 4: pictures   B blank   H back   G leave")});
  ui::text_at(ui, ImGui::GetWindowDrawList(), font,
              ImVec2(unit * 2, display.y - ui::font_size(font) - unit * 0.5f), ui.theme.text_faint,
              keys);
}

}  // namespace

float draw_stage_head(ui::Ui& ui, const gui::State& model, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const std::string brief = access_words(model);
  const std::string whole = is_outcome_hidden(model) ? brief : access_text(model);
  const bool has_clock = model.options.stage_hints && !model.lecture.is_on();  // its foot has one
  const std::string time = has_clock ? clock_text() : "";
  const float right = width - unit * 2 - ui::text_size(ui.fonts.body, time).x;
  ui::text_at(ui, list, ui.fonts.body, ImVec2(right, unit), ui.theme.text_dim, time);
  const float room = right - unit * 4;
  const auto fits = [&](ImFont* font, const std::string& text) {
    return ui::text_size(font, text).x <= room;
  };
  ui::text_fitted(ui, list, fits(ui.fonts.title, brief) ? ui.fonts.title : ui.fonts.body,
                  ImVec2(unit * 2, unit), room, ui.theme.text,
                  fits(ui.fonts.title, whole) ? whole : brief);
  const float top = unit * 1.5f + ui::font_size(ui.fonts.title);
  const std::string stale = stale_words(model);
  const bool is_error =
      !stale.empty() || scene::judge_access(*model.moment) == scene::Judgement::kError;
  std::vector<ColoredText> texts = feedback(ui, model);
  if (is_error) {
    texts.push_back(stale.empty() ? ColoredText{model.moment->finding, ui.theme.error}
                                  : ColoredText{stale, ui.theme.warning});
  } else if (!counts_hidden(model) && !has_two_sides(model)) {
    for (ColoredText& part : emphasized(ui, *model.moment)) texts.push_back(std::move(part));
  }
  const float counter = draw_counter(ui, model, ImVec2(width - unit * 2, top));
  return top + std::max(counter > 0 ? ui::font_size(ui.fonts.title) : 0.0f,
                        flow_text(ui, list, ui.fonts.body, ImVec2(unit * 2, top),
                                  width - unit * 4 - counter, texts));
}

float draw_stage_index(ui::Ui& ui, const gui::State& model, ImVec2 end) {
  if (has_two_sides(model)) return 0;      // each run has its own
  if (is_outcome_hidden(model)) return 0;  // it is asked about, or may tell what is
  constexpr uint64_t kManyLines = 16;      // whose rows need the height
  const bool is_high =
      model.options.stage == gui::Stage::kAccess && has_lines_over(model, kManyLines);
  const float most = is_high ? 0.12f : 0.3f;  // of the height
  const float unit = ui.theme.unit, width = end.x - unit * 4;
  const IndexFit index =
      fit_index(ui, model, {ui.fonts.title, ui.fonts.mono}, ImVec2(width, end.y * most - unit));
  if (index.font == nullptr) return 0;
  draw_index_at(ui, model, index.font, ImVec2(unit * 2, end.y - index.height), width);
  return index.height + unit;
}

void draw_stage_picture(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                        gui::Actions& actions) {
  const bool is_asked = counts_hidden(model) || has_stop_question(model);
  if (is_asked && stage_panel(model) == nullptr)
    return asked_panel(model).draw(ui, model, panels, actions);
  draw_picture(ui, model, panels, actions);
}

std::string clock_text() {
  return fmt::format("{:%H:%M}", fmt::localtime(std::time(nullptr)));
}

void draw_halo(ui::Ui& ui) {
  const ImVec2 at = ImGui::GetIO().MousePos, size = ImGui::GetIO().DisplaySize;
  if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) return;
  ImGui::GetForegroundDrawList()->AddCircle(at, ui.theme.unit * 2.5f,
                                            ui::fade(ui.theme.accent, 0.7f), 32, 3 * ui.scale);
}

void draw_stage(ui::Ui& ui, const gui::State& model, PanelStates& panels, const StageState& state,
                gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (state.is_blank) {
    list->AddRectFilled(ImVec2(0, 0), display, ui.theme.blank, 0, 0);
    return;
  }
  list->AddRectFilled(ImVec2(0, 0), display, ui.theme.panel, 0, 0);
  const float unit = ui.theme.unit;
  const float head = draw_stage_head(ui, model, display.x) + unit;
  const float hints = model.options.stage_hints ? ui::font_size(ui.fonts.body) + unit : 0;
  const float index = draw_stage_index(ui, model, ImVec2(display.x, display.y - hints));
  const float foot = hints + index;
  ui::begin_panel(ui, "stage", ImVec2(0, head), ImVec2(display.x, display.y - head - foot), "", "");
  // Captions are as large as the rest.
  ImFont* small_letters = std::exchange(ui.fonts.small, ui.fonts.body);
  draw_picture(ui, model, panels, actions);
  ui.fonts.small = small_letters;
  ui::end_panel(ui);
  if (model.options.stage_hints) draw_stage_keys(ui, display);
  draw_halo(ui);
}

void take_stage_character(StageState& state, unsigned character, gui::Actions& actions) {
  if (character >= '1' && character <= '4') {
    actions.push_back(gui::action::ChangeOptions{[stage = static_cast<gui::Stage>(character - '0')](
                                                     gui::ViewOptions& o) { o.stage = stage; }});
  }
  if (character == 'b' || character == 'B') state.is_blank = !state.is_blank;
  const bool goes_back = character == 'h' || character == 'H';
  if (goes_back && state.entered_at) {
    actions.push_back(gui::action::GoToStep{state.entered_at->step});
    actions.push_back(gui::action::SelectThread{state.entered_at->warp, state.entered_at->lane});
  }
}

}  // namespace warplens::views
