#include "app/window/pages/page_head.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/access/picture.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr const char* kCaveats = "page.caveats";

// What the GPU does just now: "counting 40%".
std::string doing_words(const gui::Measuring& measuring) {
  constexpr Sentence kTasks[] = {sentence("measuring"), sentence("looking for a GPU"),
                                 sentence("measuring"), sentence("measuring this access"),
                                 sentence("measuring the sweep")};
  const std::string what = measuring.doing.empty()
                               ? label(kTasks[static_cast<size_t>(measuring.task)])
                               : measuring.doing;
  return fmt::format("{} · {:.0f}%", what, 100.0 * static_cast<double>(measuring.share));
}

void draw_progress(const ui::Ui& ui, ImVec2 at, float width, float share) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 max(at.x + width, at.y + ui.theme.unit * 0.375f);
  list->AddRectFilled(at, max, ui.theme.line, 0, 0);
  list->AddRectFilled(at, ImVec2(at.x + width * std::clamp(share, 0.02f, 1.0f), max.y),
                      ui.theme.accent, 0, 0);
}

bool is_measuring_now(const gui::Measuring& measuring) {
  return measuring.task != gui::MeasuringTask::kNone;
}

// Measure or cancel.
ui::ChoiceGroup measuring_buttons(const gui::State& model, gui::Actions& actions) {
  const gui::Measuring& measuring = model.measuring;
  const bool is_sweep = model.options.page == gui::Page::kSweep;
  ui::ChoiceGroup group{"measuring", "", {}, ui::ChoiceForm::kButtons};
  if (!is_measuring_now(measuring))
    group.choices.push_back(
        {"measure", is_sweep ? label("Measure all") : label("Measure"), false,
         [is_sweep, &actions] {
           if (is_sweep)
             actions.push_back(gui::action::MeasureSweep{});
           else
             actions.push_back(gui::action::Measure{});
         },
         is_sweep ? label("Run every point of the sweep on this machine's GPU (M)")
                  : label("Run this text and launch on this machine's GPU, as written and as "
                          "compiled (M)"),
         measuring.no_gpu.empty()});
  if (is_measuring_now(measuring) || measuring.sweeping.is_running)
    group.choices.push_back({"measure.cancel", label("Cancel"), false,
                             [&actions] { actions.push_back(gui::action::CancelMeasuring{}); }});
  return group;
}

// How far it is, behind the buttons, where that has room.
void draw_measuring(ui::Ui& ui, const gui::State& model, const ui::Area& room) {
  if (!is_measuring_now(model.measuring) || room.width() < ui.theme.unit * 10) return;
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.small, room.min, room.width(),
                  ui.theme.text_dim, doing_words(model.measuring));
  draw_progress(ui, ImVec2(room.min.x, room.min.y + ui::font_size(ui.fonts.small)),
                std::min(room.width(), ui.theme.unit * 40), model.measuring.share);
}

// Every number on the page that is not simulated is from a recording.
bool is_recorded_only(const gui::State& model) {
  const gui::Measuring& measuring = model.measuring;
  if (model.options.page == gui::Page::kSweep) {
    const scene::SweepScene* scene = measuring.sweeping.scene.get();
    return scene != nullptr && scene->has_recorded && !scene->has_measured;
  }
  const scene::ComparisonScene* scene = measuring.comparison.get();
  return scene != nullptr && scene->is_recorded && !scene->is_measured;
}

// A word on its own ground that is not overlooked; "" where there is nothing to say.
struct PageTag {
  const char* word = "";
  ImU32 color = 0;
};
PageTag tag_of(const ui::Theme& theme, const gui::State& model) {
  if (is_model(model.options.page)) return {label("MODEL"), theme.cell_written};
  if (is_measured(model.options.page) && is_recorded_only(model))
    return {label("RECORDED"), color_of(theme, scene::Column::kRecorded)};
  return {};
}

float tag_width(const ui::Ui& ui, const PageTag& tag) {
  return *tag.word == '\0' ? 0 : ui::text_size(ui.fonts.small, tag.word).x + ui.theme.unit * 1.5f;
}

void draw_tag(ui::Ui& ui, const PageTag& tag, ImVec2 at, float row) {
  if (*tag.word == '\0') return;
  const ImVec2 letters = ui::text_size(ui.fonts.small, tag.word);
  const float height = letters.y + ui.theme.unit * 0.5f;
  const ui::Area area = ui::make_area(at.x, at.y + (row - height) / 2, tag_width(ui, tag), height);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, tag.color, ui.theme.unit * 0.25f, 0);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(area.center().x - letters.x / 2, area.center().y - letters.y / 2),
              ui.theme.background, tag.word);
}

// Those of its group; nothing where it is alone in it.
std::vector<const PageView*> tabs_of(gui::Page page) {
  std::vector<const PageView*> tabs;
  for (const PageView* view : page_views())
    if (view->group == page_view(page).group) tabs.push_back(view);
  return tabs.size() > 1 ? tabs : std::vector<const PageView*>();
}

float tabs_width(const ui::Ui& ui, const std::vector<const PageView*>& tabs) {
  float width = 0;
  for (const PageView* view : tabs) width += ui::tab_width(ui, label(view->name));
  return width;
}

void put_tabs(ui::Ui& ui, const std::vector<const PageView*>& tabs, ImVec2 at, gui::Page shown,
              gui::Actions& actions) {
  ImGui::SetCursorScreenPos(at);
  for (const PageView* view : tabs) {
    const bool is_shown = shown == view->page;
    if (ui::tab(ui, view->widget, label(view->name), is_shown) && !is_shown)
      turn_to(view->page, actions);
    put_page_help(ui, *view);
  }
}

bool has_caveats(const gui::State& model) {
  const auto caveats = page_view(model.options.page).caveats;
  return caveats != nullptr && !caveats(model).empty();
}

const char* caveats_words() {
  return label("how far off?");
}

// [pixels]
float right_buttons_width(const ui::Ui& ui, const gui::State& model) {
  const float caveats = has_caveats(model) ? button_width(ui, caveats_words()) + ui.theme.unit : 0;
  return caveats + button_width(ui, "×");
}

// What a model leaves out, and how far it was from what was measured.
void put_caveats(ui::Ui& ui, const gui::State& model, ImVec2 at) {
  ImGui::SetCursorScreenPos(at);
  if (ui::button(ui, kCaveats, caveats_words())) ImGui::OpenPopup(kCaveats);
  const ImVec2 below(at.x, at.y + button_height(ui) + ui.theme.unit * 0.5f);
  const float width = std::min(ui.theme.unit * 60, ImGui::GetIO().DisplaySize.x * 0.6f);
  if (!ui::begin_popup_at(kCaveats, below, width)) return;
  for (const std::string& caveat : page_view(model.options.page).caveats(model)) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const ImVec2 size =
        ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ui::font_size(ui.fonts.body),
                    start, ui.theme.text, caveat, width);
    ImGui::Dummy(ImVec2(width, size.y + ui.theme.unit * 0.5f));
  }
  ImGui::EndPopup();
}

void put_right_buttons(ui::Ui& ui, const gui::State& model, ImVec2 at, gui::Actions& actions) {
  if (has_caveats(model)) {
    put_caveats(ui, model, at);
    at.x += button_width(ui, caveats_words()) + ui.theme.unit;
  }
  ImGui::SetCursorScreenPos(at);
  if (ui::button(ui, "page.close", "×")) turn_to(gui::Page::kSteps, actions);
  ui::tooltip(ui, label("Back to the steps (Esc)"));
}

// What is in the way of more numbers, a paragraph each.
std::vector<ColoredText> problems_of(const ui::Theme& theme, const gui::State& model) {
  std::vector<ColoredText> problems;
  if (!is_measured(model.options.page)) return problems;
  const gui::Measuring& measuring = model.measuring;
  // Pressed all the same: the reason shown there is the answer.
  const bool is_refused = !measuring.problem.empty() && measuring.problem == measuring.no_gpu;
  if (is_refused) problems.push_back({machine_words(measuring), theme.error});
  for (const std::string& problem : measuring.recording_problems)
    problems.push_back({problem, theme.warning});
  const bool is_sweep = model.options.page == gui::Page::kSweep;
  if (!is_sweep && measuring.is_outdated && measuring.is_current)
    problems.push_back(
        {label("This measurement is of the text or launch before the last change. Measure again."),
         theme.warning});
  if (!is_refused && !measuring.problem.empty())
    problems.push_back({measuring.problem, theme.error});
  return problems;
}

float problems_height(const ui::Ui& ui, const std::vector<ColoredText>& problems, float width) {
  float height = 0;
  for (const ColoredText& problem : problems)
    height += ui::wrapped_size(ui.fonts.small, problem.text, width).y + ui.theme.unit * 0.25f;
  return height;
}

float origins_height(const ui::Ui& ui, const gui::State& model, float width) {
  const std::string origins = origins_of(model);
  if (origins.empty()) return 0;
  return ui::wrapped_size(ui.fonts.small, origins, width).y + ui.theme.unit * 1.5f;
}

PageChoices choices_of(const gui::State& model, gui::Actions& actions) {
  const auto choices = page_view(model.options.page).choices;
  PageChoices groups = choices == nullptr ? PageChoices() : choices(model, actions);
  if (is_measured(model.options.page)) groups.push_back(measuring_buttons(model, actions));
  std::erase_if(groups, [](const ui::ChoiceGroup& group) { return group.choices.empty(); });
  return groups;
}

}  // namespace

bool is_explained(const gui::State& model) {
  return (model.options.page == gui::Page::kOccupancy && model.occupancy != nullptr) ||
         (model.options.page == gui::Page::kLimits && model.limits != nullptr) ||
         (model.options.page == gui::Page::kProgram && model.program_facts != nullptr);
}

bool is_page_hidden(const gui::State& model) {
  // What a stop shows on a page while it asks is the answer; what a program does is not.
  const bool is_asked_here =
      model.course.is_asking() && model.arranged && model.arranged->page == model.options.page;
  if (is_asked_here && model.options.page != gui::Page::kProgram) return true;
  return has_counts(model.options.page) && counts_hidden(model);
}

PageAnswer shown_answer(const ui::Theme& theme, const gui::State& model) {
  if ((model.run == nullptr && !is_explained(model)) || is_page_hidden(model)) return {};
  return page_view(model.options.page).answer(theme, model);
}

PagePlan draw_page_head(ui::Ui& ui, const gui::State& model, gui::Actions& actions, float height) {
  const ui::Theme& theme = ui.theme;
  const float unit = theme.unit, body = ui::font_size(ui.fonts.body);
  const PageView& view = page_view(model.options.page);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::vector<const PageView*> tabs = tabs_of(view.page);
  const PageTag tag = tag_of(theme, model);
  const float right = start.x + width - right_buttons_width(ui, model);
  const float question = ui::text_size(ui.fonts.title, label(view.question)).x + unit * 1.5f;
  const float used = question + tag_width(ui, tag) + unit * 2;
  const bool are_tabs_beside = start.x + used + tabs_width(ui, tabs) <= right;
  const PageAnswer answer = shown_answer(theme, model);
  const float answer_height = flow_text(ui, nullptr, ui.fonts.body, start, width, answer);
  const float title = ui::font_size(ui.fonts.title);
  const float large_height = flow_text(ui, nullptr, ui.fonts.title, start, width, answer);
  const std::vector<ColoredText> problems = problems_of(theme, model);
  const PageChoices choices = choices_of(model, actions);

  PageNeeds needs;
  needs.question = button_height(ui) + unit * 0.25f;
  const bool have_row = !tabs.empty() && !are_tabs_beside && tabs_width(ui, tabs) <= width;
  needs.tabs = have_row ? ui::tab_height(ui) + unit * 0.5f : 0;
  needs.answer = answer_height;
  if (large_height < title * 1.5f) needs.large_answer = large_height;
  needs.remarks = problems_height(ui, problems, width);
  needs.options = choices.empty() ? 0 : ui::choices_height(ui) + unit * 0.5f;
  if (view.whole_height != nullptr) needs.picture = view.whole_height(ui, model, width);
  const float details =
      view.details_height != nullptr ? view.details_height(ui, model, width) : view.details * unit;
  needs.details = details + origins_height(ui, model, width);
  const PagePlan plan = plan_page(height, unit, needs);

  float y = start.y;
  if (plan.has_tabs) {
    put_tabs(ui, tabs, ImVec2(start.x, y), view.page, actions);
    y += needs.tabs;
  }
  const float row = button_height(ui);
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.title,
                  ImVec2(start.x, y + (row - title) / 2), right - start.x - tag_width(ui, tag),
                  theme.text, label(view.question));
  draw_tag(ui, tag, ImVec2(start.x + question, y), row);
  if (are_tabs_beside)
    put_tabs(ui, tabs, ImVec2(right - tabs_width(ui, tabs), y + (row - body) / 2), view.page,
             actions);
  put_right_buttons(ui, model, ImVec2(right, y), actions);
  y += needs.question;
  if (!answer.empty()) {
    flow_text(ui, ImGui::GetWindowDrawList(), plan.is_answer_large ? ui.fonts.title : ui.fonts.body,
              ImVec2(start.x, y), width, answer);
    const float below = y + (plan.is_answer_large ? needs.large_answer : needs.answer);
    if (view.quantity && is_hovered({ImVec2(start.x, y), ImVec2(start.x + width, below)}))
      tip(ui, study::metric_line(*view.quantity));
    y = below;
  }
  for (const ColoredText& problem : problems) {
    ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.small, ui::font_size(ui.fonts.small),
                ImVec2(start.x, y), problem.color, problem.text, width);
    y += ui::wrapped_size(ui.fonts.small, problem.text, width).y + unit * 0.25f;
  }
  if (!choices.empty()) {
    ImGui::SetCursorScreenPos(ImVec2(start.x, y));
    const float end = ui::draw_choices(ui, choices, width);
    draw_measuring(ui, model, {ImVec2(end, y), ImVec2(start.x + width, y + row)});
    y += needs.options;
  }
  ImGui::SetCursorScreenPos(ImVec2(start.x, y));
  return plan;
}

}  // namespace warplens::views
