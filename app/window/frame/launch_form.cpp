// Fields are filled from the model's launch when the form opens or the session brings another one;
// what the user types stays here until Run sends it.
#include "app/window/frame/overlays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/window/frame/bar.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"
#include "sim/model/device.hpp"
#include "sim/prepare/call_offers.hpp"

namespace warplens::views {

namespace {

std::string text_of(const launch::Dim3& dim) {
  if (dim.z > 1) {
    return fmt::format("{},{},{}", dim.x, dim.y, dim.z);
  }
  return dim.y > 1 ? fmt::format("{},{}", dim.x, dim.y) : fmt::format("{}", dim.x);
}

// The launches that follow, as the command line has them.
std::string then_text(const launch::Launch& launch) {
  launch::Launch only;
  only.then = launch.then;
  const std::string text = launch::print(only);
  const size_t begin = text.find("--then");
  return begin == std::string::npos ? "" : text.substr(begin);
}

std::vector<LaunchFormState::Field> fields_of(const std::vector<launch::Argument>& arguments) {
  std::vector<LaunchFormState::Field> fields;
  for (const launch::Argument& argument : arguments) {
    const auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
    fields.push_back({argument.name, array != nullptr ? launch::print(*array)
                                                      : std::get<std::string>(argument.value)});
  }
  return fields;
}

void fill(LaunchFormState& state, const launch::Launch& launch) {
  state.shown = launch;
  state.is_filled = true;
  state.error.clear();
  state.kernel = launch.kernel;
  state.grid = text_of(launch.grid);
  state.block = text_of(launch.block);
  state.shared = fmt::format("{}", launch.shared_bytes);
  state.device = launch.device;
  state.then = then_text(launch);
  state.defines.clear();
  for (const launch::Definition& define : launch.defines) {
    state.defines += (state.defines.empty() ? "" : " ") + define.name + "=" + define.value;
  }
  state.folders.clear();
  for (const std::string& folder : launch.includes.folders) {
    state.folders += (state.folders.empty() ? "" : " ") + launch::quoted(folder);
  }
  state.arguments = fields_of(launch.arguments);
}

// The fields as command-line words, so that one parser reads both.
base::Result<launch::Launch, std::string> read(const LaunchFormState& state) {
  std::vector<std::string> words = {"--grid",    state.grid, "--block",
                                    state.block, "--shared", state.shared};
  if (!state.kernel.empty()) {
    words.insert(words.end(), {"--kernel", state.kernel});
  }
  if (!state.device.empty()) {
    words.insert(words.end(), {"--device", state.device});
  }
  for (const std::string& define : launch::split_words(state.defines)) {
    words.insert(words.end(), {"-D", define});
  }
  for (const std::string& folder : launch::split_words(state.folders)) {
    words.insert(words.end(), {"-I", folder});
  }
  for (const LaunchFormState::Field& field : state.arguments) {
    words.insert(words.end(), {"--arg", field.name + "=" + field.value});
  }
  for (const std::string& word : launch::split_words(state.then)) {
    words.push_back(word);
  }
  const auto options = launch::parse_options(words);
  if (!options) {
    return base::fail(options.error());
  }
  launch::Launch base = state.shown;
  base.defines.clear();
  base.includes.folders.clear();
  base.arguments.clear();
  base.then.clear();
  if (state.kernel.empty()) base.kernel.clear();
  return launch::apply(base, *options);
}

// Those that are not the same in `before`.
std::vector<launch::Argument> changed(std::vector<launch::Argument> values,
                                      const std::vector<launch::Argument>& before) {
  std::erase_if(values, [&](const launch::Argument& value) {
    return std::find(before.begin(), before.end(), value) != before.end();
  });
  return values;
}

// Behind the button that runs.
void put_close(ui::Ui& ui, LaunchFormState& state, gui::Actions& actions) {
  ImGui::SameLine();
  if (!ui::button(ui, "form.close", label("Close"))) return;
  state.is_filled = false;
  actions.push_back(gui::action::ShowLaunch{false});
}

// A label in the left column, a field in the right one.
void field(ui::Ui& ui, std::string_view name, std::string_view caption, std::string& value,
           float caption_width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
              ImVec2(at.x, at.y + ui.theme.unit * 0.5f), ui.theme.text_dim, caption);
  ImGui::SetCursorScreenPos(ImVec2(at.x + caption_width, at.y));
  ui::push_font(ui.fonts.mono);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x, 1.0f));
  ui::field(ui, name, value);
  ImGui::PopFont();
  ui.probe.text(value);
}

float widest_label(ui::Ui& ui, const LaunchFormState& state) {
  float width = 0;
  for (const Sentence id :
       {sentence("kernel"), sentence("grid"), sentence("block"), sentence("dynamic shared bytes"),
        sentence("device"), sentence("definitions"), sentence("folders of headers"),
        sentence("launches then")}) {
    width = std::max(width, ui::text_size(ui.fonts.body, label(id)).x);
  }
  for (const LaunchFormState::Field& argument : state.arguments) {
    width = std::max(width, ui::text_size(ui.fonts.body, argument.name).x);
  }
  return width + ui.theme.unit * 2;
}

bool kernel_is_template(const gui::State& model, const std::string& kernel) {
  if (model.run != nullptr && model.run->program != nullptr && !model.needs_launch) {
    const std::vector<std::string>& names = model.run->program->unit->kernel_templates;
    return std::find(names.begin(), names.end(), kernel) != names.end();
  }
  // "matmul<int TILE, int PAD = 0>" against an instance, "sum<unsigned int, 4>": a parameter has a
  // name behind its type.
  const size_t open = kernel.find('<');
  if (open == std::string::npos) return false;
  const std::string first = kernel.substr(open + 1, kernel.find_first_of(",>", open) - open - 1);
  return first.find(' ') != std::string::npos && !base::scalar_from_name(first);
}

// Buttons one behind the other, in as many rows as they need, from where ImGui's cursor is to the
// right end of the window's content.
class ButtonRows {
 public:
  explicit ButtonRows(ui::Ui& ui)
      : ui_(ui),
        start_(ImGui::GetCursorScreenPos()),
        pen_(start_),
        width_(ImGui::GetContentRegionAvail().x) {}
  // True when pressed.
  bool button(const std::string& widget, std::string_view name, bool is_on) {
    const float wanted = button_width(ui_, name), unit = ui_.theme.unit;
    if (pen_.x > start_.x && pen_.x + wanted > start_.x + width_)
      pen_ = ImVec2(start_.x, pen_.y + button_height(ui_) + unit * 0.25f);
    ImGui::SetCursorScreenPos(pen_);
    pen_.x += wanted + unit;
    return ui::button(ui_, widget, name, is_on);
  }
  // Puts ImGui's cursor below the rows.
  void finish() {
    ImGui::SetCursorScreenPos(start_);
    ImGui::Dummy(ImVec2(width_, pen_.y + button_height(ui_) - start_.y + ui_.theme.unit * 0.25f));
  }

 private:
  ui::Ui& ui_;
  const ImVec2 start_;
  ImVec2 pen_;
  const float width_;
};

// A press fills the form with host code's first launch of the kernel, or with what is guessed for
// it; of a template the arguments are left to be typed.
void draw_kernels(ui::Ui& ui, const gui::State& model, LaunchFormState& state,
                  gui::Actions& actions) {
  if (model.kernels.size() < 2) return;
  ButtonRows rows(ui);
  for (const std::string& kernel : model.kernels) {
    if (!rows.button("form.kernel." + kernel, kernel, kernel == state.kernel)) continue;
    const auto& hosts = model.host_launches;
    const auto host = std::find_if(
        hosts.begin(), hosts.end(),
        [&](const prepare::HostDefault& launch) { return launch.launch.kernel == kernel; });
    if (kernel_is_template(model, kernel))
      state.kernel = kernel.substr(0, kernel.find('<') + 1);
    else if (host != hosts.end())
      actions.push_back(gui::action::FillForm{static_cast<size_t>(host - hosts.begin())});
    else
      actions.push_back(gui::action::FillForm{kernel});
  }
  rows.finish();
}

// The launches in the text's host code, where there are several: each fills all fields.
void draw_host_launches(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const std::vector<prepare::HostDefault>& hosts = model.host_launches;
  if (hosts.size() < 2) return;
  const prepare::LaunchPlace& shown =
      model.form_launch ? model.form_launch->place : model.launch_place;
  ButtonRows rows(ui);
  for (size_t i = 0; i < hosts.size(); ++i) {
    const prepare::LaunchPlace& place = hosts[i].place;
    if (rows.button(fmt::format("form.host.{}", i), prepare::words(place), shown.is_same(place)))
      actions.push_back(gui::action::FillForm{i});
  }
  rows.finish();
}

// What to do first; "" where only the fields count.
std::string advice_of(const gui::State& model) {
  if (!model.needs_launch) return "";
  if (model.diagnostics.empty()) {
    if (model.launch_place.empty() && !model.unknown_launch.empty())
      return say(
          "Line {line} launches a kernel with sizes that are known only when the host code "
          "runs. These are guesses: correct them and run.",
          "line"_a = model.unknown_launch.line);
    return model.launch_place.empty() ? label(
                                            "This file does not say how it is launched. These are "
                                            "guesses: correct them and run.")
                                      : "";
  }
  const bool is_unsupported =
      std::all_of(model.diagnostics.begin(), model.diagnostics.end(),
                  [](const base::Diagnostic& diagnostic) { return diagnostic.is_unsupported; });
  const bool is_marked =
      std::any_of(model.diagnostics.begin(), model.diagnostics.end(),
                  [](const base::Diagnostic& diagnostic) { return diagnostic.has_place; });
  if (!is_marked) return label("The text does not run as it is; the reason is below it.");
  return is_unsupported
             ? label(
                   "The kernel uses what Warplens cannot run, marked in red beside it. Choose "
                   "another kernel, or write it differently, then run.")
             : label("The text has mistakes, marked in red beside it. Correct them, then run.");
}

}  // namespace

// What a called function is given.
static void draw_call_form(ui::Ui& ui, const gui::State& model, LaunchFormState& state,
                           gui::Actions& actions, ImVec2 pos, ImVec2 size) {
  const prepare::ProgramChoice& call = *model.program;
  if (!state.is_filled || state.shown_call != call.values) {
    state.is_filled = true;
    state.error.clear();
    state.shown_call = call.values;
    state.arguments = fields_of(call.values);
  }
  ui::begin_panel(ui, "form", pos, size, label("Call"), model.file_name);
  ui::text_wrapped(ui, ui.fonts.body, ui.theme.text,
                   say("The text has no main(): {function}() is called, and launches its kernels. "
                       "Arrays are in the device's memory; host:float[8] is in the host's.",
                       "function"_a = call.called));
  const float caption_width = widest_label(ui, state);
  for (LaunchFormState::Field& argument : state.arguments)
    field(ui, "form.arg." + argument.name, argument.name, argument.value, caption_width);
  if (!state.error.empty()) ui::text_wrapped(ui, ui.fonts.body, ui.theme.error, state.error);
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  if (ui::button(ui, "form.run", label("Run"), true)) {
    std::vector<std::string> words;
    for (const LaunchFormState::Field& one : state.arguments)
      words.insert(words.end(), {"--arg", one.name + "=" + one.value});
    const auto typed = launch::parse_options(words);
    state.error = typed ? "" : typed.error();
    if (typed) actions.push_back(gui::action::SetCall{changed(typed->arguments, call.values)});
  }
  put_close(ui, state, actions);
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_faint,
                   say("To keep the call, make this the file's first comment: // warplens: {call}",
                       "call"_a = prepare::call_options(call.called, call.values)));
  ui::end_panel(ui);
}

void draw_launch_form(ui::Ui& ui, const gui::State& model, LaunchFormState& state,
                      gui::Actions& actions, ImVec2 pos, ImVec2 size) {
  if (model.program && !model.program->called.empty() && !model.needs_launch)
    return draw_call_form(ui, model, state, actions, pos, size);
  const launch::Launch& launch = model.form_launch ? model.form_launch->launch : model.launch;
  const prepare::LaunchPlace& place =
      model.form_launch ? model.form_launch->place : model.launch_place;
  if (!state.is_filled || !(state.shown == launch)) fill(state, launch);
  ui::begin_panel(ui, "form", pos, size, label("Launch"), model.file_name);
  if (model.needs_launch && !model.not_run.empty() && !model.diagnostics.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text,
                     label("The text has a mistake, marked in red beside it. Once it is corrected, "
                           "the program runs by itself."));
    ui::end_panel(ui);
    return;
  }
  const std::string advice = advice_of(model);
  if (!advice.empty()) ui::text_wrapped(ui, ui.fonts.body, ui.theme.text, advice);
  if (!model.guess_note.empty() && model.needs_launch)
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     say("The launch is a guess: {note}.", "note"_a = model.guess_note));
  if (!place.empty()) {
    ui::text_wrapped(
        ui, ui.fonts.body, ui.theme.text,
        say("This launch is the file's own: {launch}. What it does not say is a guess.",
            "launch"_a = prepare::words(place)));
  }
  draw_kernels(ui, model, state, actions);
  draw_host_launches(ui, model, actions);
  const float caption_width = widest_label(ui, state);
  field(ui, "form.kernel", label("kernel"), state.kernel, caption_width);
  field(ui, "form.grid", label("grid"), state.grid, caption_width);
  field(ui, "form.block", label("block"), state.block, caption_width);
  for (LaunchFormState::Field& argument : state.arguments) {
    field(ui, "form.arg." + argument.name, argument.name, argument.value, caption_width);
  }
  field(ui, "form.defines", label("definitions"), state.defines, caption_width);
  field(ui, "form.folders", label("folders of headers"), state.folders, caption_width);
  field(ui, "form.shared", label("dynamic shared bytes"), state.shared, caption_width);
  field(ui, "form.device", label("device"), state.device, caption_width);
  field(ui, "form.then", label("launches then"), state.then, caption_width);
  if (!state.error.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.error, state.error);
  }
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  if (ui::button(ui, "form.run", label("Run"), true)) {
    auto typed = read(state);
    state.error = typed ? "" : typed.error();
    if (typed) {
      actions.push_back(
          gui::action::ChangeLaunch{[from = model.launch, to = *typed](launch::Launch& changed) {
            launch::take_changes(changed, from, to);
          }});
    }
  }
  put_close(ui, state, actions);
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  ui::text_wrapped(
      ui, ui.fonts.small, ui.theme.text_faint,
      say("To keep the launch, make this the file's first comment: // warplens: {launch}",
          "launch"_a = launch::print(launch)));
  ui::end_panel(ui);
}

}  // namespace warplens::views
