// A head, what is in the way, then the view, which scrolls; at the foot in small letters where the
// numbers come from.
#include "app/window/pages/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

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

// Which page.
void put_pages(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions) {
  for (const PageView& view : page_views()) {
    const bool is_shown = model.options.page == view.page;
    if (flow.button(view.widget, label(view.name), is_shown) && !is_shown)
      turn_to(view.page, actions);
    put_page_help(ui, view);
  }
}

void draw_close(ui::Ui& ui, ImVec2 at, gui::Actions& actions) {
  ImGui::SetCursorScreenPos(at);
  if (ui::button(ui, "page.close", "×")) turn_to(gui::Page::kSteps, actions);
  ui::tooltip(ui, label("Back to the steps (Esc)"));
}

// Measure or cancel, and how far it is; `close` [pixels] is where that ends.
void draw_measuring(ui::Ui& ui, const gui::State& model, float close, gui::Actions& actions) {
  const gui::Measuring& measuring = model.measuring;
  const float unit = ui.theme.unit;
  const bool is_sweep = model.options.page == gui::Page::kSweep;
  const bool is_measuring = measuring.task != gui::MeasuringTask::kNone;
  const bool is_busy = is_measuring || measuring.sweeping.is_running;
  if (!is_measuring) {
    const ui::ButtonLook look =
        measuring.no_gpu.empty() ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint;
    if (ui::button(ui, "measure", is_sweep ? label("Measure all") : label("Measure"), look)) {
      if (is_sweep) {
        actions.push_back(gui::action::MeasureSweep{});
      } else {
        actions.push_back(gui::action::Measure{});
      }
    }
    ui::tooltip(ui, is_sweep ? label("Run every point of the sweep on this machine's GPU (M)")
                             : label("Run this text and launch on this machine's GPU, as written "
                                     "and as compiled (M)"));
    ImGui::SameLine(0, unit);
  }
  if (is_busy && ui::button(ui, "measure.cancel", label("Cancel"))) {
    actions.push_back(gui::action::CancelMeasuring{});
  }
  if (is_busy) ImGui::SameLine(0, unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (is_measuring) {
    const float width = close - unit - at.x;
    ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                    ImVec2(at.x, at.y + unit * 0.5f), width, ui.theme.text_dim,
                    doing_words(measuring));
    draw_progress(ui, ImVec2(at.x, at.y + unit * 2.5f), std::min(width, unit * 40),
                  measuring.share);
  }
}

// A word on its own ground that is not overlooked.
void draw_tag(ui::Ui& ui, const Area& area, ImU32 color, const char* word) {
  const ImVec2 letters = ui::text_size(ui.fonts.small, word);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, color, ui.theme.unit * 0.25f, 0);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(area.center().x - letters.x / 2, area.center().y - letters.y / 2),
              ui.theme.background, word);
}

// Among the buttons.
void put_tag(ui::Ui& ui, Flow& flow, ImU32 color, const char* word) {
  const float width = ui::text_size(ui.fonts.small, word).x + ui.theme.unit * 1.5f;
  flow.place(width + ui.theme.unit * 0.5f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_tag(ui, make_area(at.x, at.y, width, ImGui::GetFrameHeight()), color, word);
}

std::vector<std::string> sources_of(const gui::State& model) {
  const gui::Measuring& measuring = model.measuring;
  if (model.options.page == gui::Page::kSweep) {
    return measuring.sweeping.scene != nullptr ? measuring.sweeping.scene->sources
                                               : std::vector<std::string>();
  }
  return measuring.comparison != nullptr ? measuring.comparison->sources
                                         : std::vector<std::string>();
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

void draw_head(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const float unit = ui.theme.unit;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float close = start.x + ImGui::GetContentRegionAvail().x - unit * 3.25f;
  Flow flow(ui, unit * 0.5f, unit * 4);
  put_pages(ui, model, flow, actions);
  if (!is_measured(model.options.page)) {
    if (is_model(model.options.page)) put_tag(ui, flow, ui.theme.cell_written, label("MODEL"));
    if (const auto put = page_view(model.options.page).put_buttons) put(ui, model, flow, actions);
  } else {
    if (is_recorded_only(model))
      put_tag(ui, flow, color_of(ui.theme, scene::Column::kRecorded), label("RECORDED"));
    flow.place(unit * 24);
    draw_measuring(ui, model, close, actions);
  }
  flow.finish();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  draw_close(ui, ImVec2(close, start.y), actions);
  ImGui::SetCursorScreenPos(below);
}

// What a model says of a launch that failed, before any run came to its end.
bool is_explained(const gui::State& model) {
  return (model.options.page == gui::Page::kOccupancy && model.occupancy != nullptr) ||
         (model.options.page == gui::Page::kLimits && model.limits != nullptr) ||
         (model.options.page == gui::Page::kProgram && model.program_facts != nullptr);
}

void draw_remark_line(ui::Ui& ui, ImU32 color, std::string_view text) {
  if (!text.empty()) ui::text_wrapped(ui, ui.fonts.small, color, text);
}

// Where the numbers come from, in one paragraph.
std::string origins_of(const gui::State& model) {
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

// What is in the way of more numbers.
void draw_problems(ui::Ui& ui, const gui::State& model) {
  const gui::Measuring& measuring = model.measuring;
  const ui::Theme& theme = ui.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, theme.unit * 0.25f));
  // Pressed all the same: the reason shown there is the answer.
  const bool is_refused = !measuring.problem.empty() && measuring.problem == measuring.no_gpu;
  if (is_refused) draw_remark_line(ui, theme.error, machine_words(measuring));
  for (const std::string& problem : measuring.recording_problems)
    draw_remark_line(ui, theme.warning, problem);
  const bool is_sweep = model.options.page == gui::Page::kSweep;
  if (!is_sweep && measuring.is_outdated && measuring.is_current) {
    draw_remark_line(
        ui, theme.warning,
        label("This measurement is of the text or launch before the last change. Measure again."));
  }
  if (!is_refused) draw_remark_line(ui, theme.error, measuring.problem);
  ImGui::PopStyleVar();
}

}  // namespace

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
  ui::begin_panel(ui, "page", rect.pos, rect.size, "", "");
  draw_head(ui, model, actions);
  const bool has_measurements = is_measured(model.options.page);
  if (has_measurements) draw_problems(ui, model);
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
  const std::string origins = has_measurements ? origins_of(model) : "";
  const auto lines = ui::wrapped_lines(ui.fonts.small, origins, ImGui::GetContentRegionAvail().x);
  const float foot = lines.empty()
                         ? 0
                         : ui::font_size(ui.fonts.small) * static_cast<float>(lines.size()) +
                               ImGui::GetStyle().ItemSpacing.y + ui.theme.unit * 0.5f;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool is_sweep = model.options.page == gui::Page::kSweep;
  const char* body = !has_measurements ? "models.body" : is_sweep ? "sweep.body" : "compare.body";
  ImGui::BeginChild(body, ImVec2(0, -foot), false, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  if (model.run == nullptr && !is_explained(model)) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, label("Nothing has run yet."));
  } else if (has_measurements && counts_hidden(model)) {
    ui::text_wrapped(ui, ui.fonts.title, ui.theme.text,
                     is_sweep ? label("What will the sweep show? Its counts and times are hidden.")
                              : label("What will the GPU say? Counts and times are hidden."));
    if (ui::button(ui, "page:reveal", label("Show the answer (R)"))) reveal_counts(actions);
  } else {
    const MoreBelow more(ui, "page:more");
    page_view(model.options.page).draw(ui, model, actions);
  }
  ImGui::EndChild();
  draw_remark_line(ui, ui.theme.text_dim, origins);
  ui::end_panel(ui);
}

}  // namespace warplens::views
