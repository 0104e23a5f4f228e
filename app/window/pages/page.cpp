// The head (page_head.cpp), then the picture and what is below it, which scroll; at the end in
// small letters where the numbers come from.
#include "app/window/pages/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/study/format.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/pages/page_head.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

std::vector<std::string> sources_of(const gui::State& model) {
  const gui::Measuring& measuring = model.measuring;
  if (model.options.page == gui::Page::kSweep) {
    return measuring.sweeping.scene != nullptr ? measuring.sweeping.scene->sources
                                               : std::vector<std::string>();
  }
  return measuring.comparison != nullptr ? measuring.comparison->sources
                                         : std::vector<std::string>();
}

const char* body_of(gui::Page page) {
  if (!is_measured(page)) return "models.body";
  return page == gui::Page::kSweep ? "sweep.body" : "compare.body";
}

// What is seen in the picture's place where there is none.
void draw_hidden(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const gui::Page page = model.options.page;
  const char* words = page == gui::Page::kSweep
                          ? label("What will the sweep show? Its counts and times are hidden.")
                      : is_measured(page)
                          ? label("What will the GPU say? Counts and times are hidden.")
                          : label("Predict first: what this page counts is hidden.");
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text, words);
  if (ui::button(ui, "page:reveal", label("Show the answer (R)"))) reveal_counts(model, actions);
}

}  // namespace

void draw_page_picture(ui::Ui& ui, const gui::State& model, const Area& area,
                       gui::Actions& actions) {
  if (model.run == nullptr && !is_explained(model))
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, label("Nothing has run yet."));
  else if (is_page_hidden(model) && ui.is_on_paper)
    draw_cover(ui, ImGui::GetWindowDrawList(), area);
  else if (is_page_hidden(model))
    draw_hidden(ui, model, actions);
  else
    page_view(model.options.page).draw(ui, model, area, actions);
}

std::string origins_of(const gui::State& model) {
  if (!is_measured(model.options.page)) return "";
  const gui::Measuring& measuring = model.measuring;
  std::string all;
  const auto add = [&](const std::string& words) {
    if (!words.empty()) all += (all.empty() ? "" : "  ·  ") + words;
  };
  for (const std::string& source : sources_of(model)) add(source);
  if (measuring.has_gpu() || measuring.no_gpu.empty()) add(machine_words(measuring));
  if (!measuring.no_gpu.empty()) add(label("There is no GPU in this machine: Measure needs one."));
  return all;
}

void turn_to(gui::Page page, gui::Actions& actions) {
  actions.push_back(gui::action::ChangeOptions{
      [page](gui::ViewOptions& o) { o.page = o.page == page ? gui::Page::kSteps : page; }});
}

void press_page(gui::Page page, const gui::State& model, gui::Actions& actions) {
  const bool is_covered = model.launch_shown && !model.needs_launch;
  if (is_covered) actions.push_back(gui::action::ShowLaunch{false});
  if (!is_covered || model.options.page != page) turn_to(page, actions);
}

std::string machine_words(const gui::Measuring& measuring) {
  if (!measuring.has_gpu()) {
    return measuring.no_gpu.empty() ? label("Looking for a GPU …")
                                    : say("No GPU here: {cause}", "cause"_a = measuring.no_gpu);
  }
  const measure::GpuDevice& device = measuring.machine->devices.front();
  std::string words =
      say("This machine: {device}, compute capability {major}.{minor}, {multiprocessors} SMs.",
          "device"_a = device.name, "major"_a = device.compute_major,
          "minor"_a = device.compute_minor, "multiprocessors"_a = device.multiprocessors);
  for (const std::string& missing : measuring.machine->missing) words += " " + missing;
  return words;
}

const char* name_of(scene::Column column) {
  constexpr Sentence kNames[] = {sentence("simulated"), sentence("as written"),
                                 sentence("as compiled"), sentence("recorded"),
                                 sentence("recorded, compiled")};
  return label(kNames[static_cast<size_t>(column)]);
}

std::string name_of(trace::Space space, trace::Operation operation) {
  constexpr Sentence kShared[] = {sentence("shared load"), sentence("shared store"),
                                  sentence("shared atomic")};
  constexpr Sentence kGlobal[] = {sentence("global load"), sentence("global store"),
                                  sentence("global atomic")};
  if (space == trace::Space::kConstant) return label("constant load");
  const auto index = static_cast<size_t>(operation);
  return label(space == trace::Space::kShared ? kShared[index] : kGlobal[index]);
}

ImU32 color_of(const ui::Theme& theme, scene::Column column) {
  switch (column) {
    case scene::Column::kSimulated:
      return theme.cell_written;
    case scene::Column::kAsWritten:
    case scene::Column::kAsCompiled:
      return theme.accent;
    case scene::Column::kRecorded:
    case scene::Column::kRecordedAsCompiled:
      break;
  }
  return theme.recorded;
}

void draw_page(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect) {
  const PageView& view = page_view(model.options.page);
  ui::begin_panel(ui, "page", rect.pos, rect.size, "", "");
  const PagePlan plan = draw_page_head(ui, model, actions, rect.size.y);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild(body_of(view.page), ImVec2(0, 0), false, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  {
    const MoreBelow more(ui, "page:more");
    const bool has_picture = model.run != nullptr || is_explained(model);
    const bool has_details = view.draw_details != nullptr && has_picture && !is_page_hidden(model);
    // What goes on below has a strip at the foot: the picture ends above it.
    const float most = ImGui::GetWindowHeight() - (has_details ? more_rows_strip(ui).size.y : 0);
    Area picture = content_area();
    picture.max.y = std::floor(picture.min.y + std::min(plan.picture, most));
    draw_page_picture(ui, model, picture, actions);
    const float end = std::max(picture.max.y, ImGui::GetCursorScreenPos().y);
    ImGui::SetCursorScreenPos(picture.min);
    ImGui::Dummy(ImVec2(1, end - picture.min.y));
    if (has_details) view.draw_details(ui, model, picture, actions);
    if (is_measured(view.page)) {
      const std::string origins = origins_of(model);
      if (!origins.empty()) ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_dim, origins);
    }
  }
  ImGui::EndChild();
  ui::end_panel(ui);
}

}  // namespace warplens::views
