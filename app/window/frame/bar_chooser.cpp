// The left end of the top bar: the lesson or file, its own words, whether it is saved.
#include "app/window/frame/bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/window/access/picture.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/drawers.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// A line of a list; true when pressed.
bool put_entry(ui::Ui& ui, const std::string& name, const std::string& text, float width,
               bool is_current) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f);
  const ImVec2 max(min.x + size.x, min.y + size.y);
  const bool pressed = ui::hit(ui, name, min, max);
  if (ImGui::IsItemHovered() || is_current) {
    ImGui::GetWindowDrawList()->AddRectFilled(
        min, max, ui::fade(ui.theme.accent, is_current ? 0.45f : 0.25f), ui.theme.unit * 0.5f, 0);
  }
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
                  ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.75f),
                  size.x - ui.theme.unit * 2, ui.theme.text, text);
  ImGui::Dummy(size);
  return pressed;
}

void open_file(const std::string& path, gui::Actions& actions) {
  actions.push_back(gui::action::OpenFile{path});
  ImGui::CloseCurrentPopup();
}

void draw_lessons(ui::Ui& ui, const gui::State& model, float width, gui::Actions& actions) {
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, label("Lessons"));
  if (!model.course.lessons.empty() &&
      put_entry(ui, "chooser.home", label("Start page and course"), width, false)) {
    actions.push_back(gui::action::ShowHome{});
    ImGui::CloseCurrentPopup();
  }
  int number = 0;
  for (const lessons::Lesson* lesson : model.lessons) {
    const std::string title = fmt::format("{}  {}", ++number, lesson->title);
    if (!put_entry(ui, "lesson." + lesson->id, title, width, lesson == model.lesson)) continue;
    actions.push_back(gui::action::OpenLesson{lesson->id});
    ImGui::CloseCurrentPopup();
  }
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  const char* clipboard = ImGui::GetClipboardText();
  const bool has_text = clipboard != nullptr && clipboard[0] != '\0';
  if (has_text && ui::button(ui, "open.paste", label("New text from the clipboard"))) {
    actions.push_back(gui::action::OpenText{clipboard});
    ImGui::CloseCurrentPopup();
  }
}

void draw_path(ui::Ui& ui, TopBarState& state, float width, gui::Actions& actions) {
  ui::text(ui, ui.fonts.small, ui.theme.text_faint,
           label("path of a .cu file; or drop one on the window"));
  ImGui::SetNextItemWidth(width - button_width(ui, label("Open")) - ui.theme.unit * 2);
  if (std::exchange(state.path_wanted, false)) ImGui::SetKeyboardFocusHere();
  const bool entered = ui::field(ui, "open.path", state.path, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.probe.text(state.path);
  ImGui::SameLine();
  const bool pressed = ui::button(ui, "open.go", label("Open"));
  if ((entered || pressed) && !state.path.empty()) open_file(state.path, actions);
}

// The files that were opened last, then the folder with what can be opened and gone into.
void draw_files(ui::Ui& ui, const gui::State& model, float width, float height,
                gui::Actions& actions) {
  const gui::Openable& openable = model.openable;
  if (openable.folder.empty() && !openable.is_reading)
    actions.push_back(gui::action::ShowFolder{""});
  ImGui::BeginChild("files", ImVec2(width, height));
  const float inside = ImGui::GetContentRegionAvail().x - ui.theme.unit * 1.5f;
  if (!openable.recent.empty())
    ui::text(ui, ui.fonts.small, ui.theme.text_faint, label("Opened last"));
  for (size_t i = 0; i < openable.recent.size(); ++i) {
    const std::string& path = openable.recent[i];
    const std::string name = std::filesystem::path(path).filename().string();
    if (put_entry(ui, fmt::format("recent.{}", i), name, inside, path == model.path))
      open_file(path, actions);
    ui::tooltip(ui, path);
  }
  ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_faint, openable.folder);
  if (!openable.problem.empty())
    ui::text_wrapped(ui, ui.fonts.small, ui.theme.error, openable.problem);
  const auto path_of = [&](const std::string& name) {
    return (std::filesystem::path(openable.folder) / name).string();
  };
  if (openable.folder != "/" && put_entry(ui, "folder.up", "../", inside, false))
    actions.push_back(gui::action::ShowFolder{path_of("..")});
  for (const std::string& name : openable.contents.folders) {
    if (put_entry(ui, "folder." + name, name + "/", inside, false))
      actions.push_back(gui::action::ShowFolder{path_of(name)});
  }
  for (const std::string& name : openable.contents.texts) {
    if (put_entry(ui, "file." + name, name, inside, path_of(name) == model.path))
      open_file(path_of(name), actions);
  }
  if (openable.contents.is_cut)
    ui::text_wrapped(
        ui, ui.fonts.small, ui.theme.text_dim,
        say("More than {count} names: type the path instead.", "count"_a = files::kMostNames));
  ImGui::EndChild();
}

// Lessons on the left, files beside them.
void draw_chooser(ui::Ui& ui, const gui::State& model, TopBarState& state, gui::Actions& actions,
                  ImVec2 at) {
  if (!ui::begin_popup_at("chooser", at)) return;
  const float room = ImGui::GetIO().DisplaySize.x - at.x - ui.theme.unit * 4;
  const float lessons = std::min(ui.theme.unit * 50, room * 0.6f);
  const float files = std::min(ui.theme.unit * 40, room - lessons - ui.theme.unit * 2);
  ImGui::BeginGroup();
  draw_lessons(ui, model, lessons, actions);
  draw_path(ui, state, lessons, actions);
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y;
  ImGui::SameLine(0, ui.theme.unit * 2);
  draw_files(ui, model, files, height, actions);
  ImGui::EndPopup();
}

// From 1, as the list of lessons has them; nothing of a stop of the course.
std::optional<ptrdiff_t> number_of_lesson(const gui::State& model) {
  const auto found = std::find(model.lessons.begin(), model.lessons.end(), model.lesson);
  if (found == model.lessons.end()) return std::nullopt;
  return found - model.lessons.begin() + 1;
}

std::string title_of(const gui::State& model) {
  if (model.lesson == nullptr) {
    return model.file_name.empty() ? label("Open file") : model.file_name;
  }
  const std::optional<ptrdiff_t> number = number_of_lesson(model);
  return number ? fmt::format("{}  {}", *number, model.lesson->title) : model.lesson->title;
}

// As much of it as `width` has room for: of a lesson the title, or its number. The course has a
// strip with the title.
std::string title_in(const ui::Ui& ui, const gui::State& model, float width) {
  const std::string title = title_of(model);
  if (model.course.at)
    return std::string(ui::first_fitting(ui.fonts.body, width, {title, label("Course")}));
  const std::optional<ptrdiff_t> number = number_of_lesson(model);
  if (model.lesson == nullptr || !number) return title;
  const std::string brief = say("Lesson {number}", "number"_a = *number);
  return std::string(
      ui::first_fitting(ui.fonts.body, width, {title, brief, std::to_string(*number)}));
}

// A low window has the sentences in no place of its own.
bool has_about(const ui::Ui& ui, const gui::State& model) {
  return !is_bar_folded(ui) && model.lesson != nullptr && !model.lesson->sentences.empty();
}

}  // namespace

float chooser_width(const ui::Ui& ui, const gui::State& model) {
  return std::min(ui::text_size(ui.fonts.body, title_of(model)).x + ui.theme.unit * 4.5f,
                  ui.theme.unit * 46);
}

bool is_bar_folded(const ui::Ui& ui) {
  return room_of(ImGui::GetIO().DisplaySize, ui.theme.unit) == Room::kLow;
}

float setup_width(const ui::Ui& ui) {
  return is_bar_folded(ui) ? button_width(ui, label("Setup")) + ui.theme.unit : 0;
}

float about_width(const ui::Ui& ui, const gui::State& model) {
  return has_about(ui, model) ? button_width(ui, label("i")) + ui.theme.unit * 2 : 0;
}

float save_width(const ui::Ui& ui, const gui::State& model) {
  return model.is_modified ? button_width(ui, label("unsaved")) + ui.theme.unit : 0;
}

// A button with the title and a triangle; the list hangs below it.
void put_chooser(Bar& bar, const gui::State& model, TopBarState& state, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const float beside = about_width(ui, model) + save_width(ui, model) + setup_width(ui);
  const float width =
      std::min(chooser_width(ui, model),
               std::max(bar.right - bar.x - beside - ui.theme.unit, ui.theme.unit * 8));
  const float height = button_height(ui);
  const ImVec2 min(bar.x, bar.centre(height));
  const ImVec2 max(min.x + width, min.y + height);
  const bool is_pressed = ui::hit(ui, "chooser", min, max);
  const bool is_hovered = ImGui::IsItemHovered();
  state.path_wanted = state.path_wanted || state.chooser_wanted;
  if (std::exchange(state.chooser_wanted, false) || is_pressed) ImGui::OpenPopup("chooser");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, is_hovered ? ui.theme.line : ui.theme.panel_raised,
                      ui.theme.unit * 0.5f, 0);
  list->AddRect(min, max, ui.theme.line, ui.theme.unit * 0.5f, 0, 1.0f);
  const float room = width - ui.theme.unit * 4;
  ui::text_fitted(ui, list, ui.fonts.body,
                  ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.5f), room, ui.theme.text,
                  title_in(ui, model, room));
  const float r = ui.theme.unit * 0.5f;
  const ImVec2 c(max.x - ui.theme.unit * 1.5f, (min.y + max.y) / 2);
  list->AddTriangleFilled(ImVec2(c.x - r, c.y - r / 2), ImVec2(c.x + r, c.y - r / 2),
                          ImVec2(c.x, c.y + r * 0.7f), ui.theme.text_dim);
  bar.x = max.x + ui.theme.unit;
  draw_chooser(ui, model, state, actions, ImVec2(min.x, max.y + ui.theme.unit * 0.5f));
}

// The lesson's own words, under a button beside its title.
void put_about(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  if (!has_about(ui, model)) return;
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (put_button(bar, "about", label("i"), false, ui.theme.unit * 2)) {
    ImGui::OpenPopup("about");
  }
  ui::tooltip(ui, label("What this lesson shows"));
  ImGui::SetNextWindowSize(
      ImVec2(std::min(ui.theme.unit * 72, ImGui::GetIO().DisplaySize.x - at.x), 0));
  if (!ui::begin_popup_at("about", at)) {
    return;
  }
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text, model.lesson->title);
  std::vector<std::string> sentences = model.lesson->sentences;
  if (counts_hidden(model)) sentences = {lesson_is_silent()};
  for (const std::string& sentence : sentences) {
    ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.25f));
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, sentence);
  }
  const std::string way = way_into_course(model);
  if (!way.empty() && ui::button(ui, "about.course", way, ui::ButtonLook::kFaint)) {
    actions.push_back(gui::action::OpenStop{model.lesson->stop});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void put_save(Bar& bar, const gui::State& model, gui::Actions& actions) {
  if (!model.is_modified) {
    return;
  }
  if (put_button(bar, "save", label("unsaved"), false, bar.ui.theme.unit)) {
    actions.push_back(gui::action::Save{});
  }
  ui::tooltip(bar.ui,
              std::string(label("Ctrl+S")) + ": " + label("save the file; of a lesson a copy"));
}

}  // namespace warplens::views
