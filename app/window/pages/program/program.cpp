#include "app/window/pages/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "app/study/format.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/source/window_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using StepKind = prepare::JournalStep::Kind;
using study::ProgramFacts;
using study::ProgramStep;

// `is_old`: the text is another one by now.
void draw_findings(ui::Ui& ui, const ProgramFacts& facts, bool is_old, gui::Actions& actions) {
  for (size_t i = 0; i < facts.findings.size(); ++i) {
    const study::ProgramFinding& finding = facts.findings[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ui::text_wrapped(
        ui, ui.fonts.body,
        is_old                                       ? ui.theme.text_dim
        : finding.severity == base::Severity::kError ? ui.theme.error
                                                     : ui.theme.warning,
        say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message));
    const ImVec2 next = ImGui::GetCursorScreenPos();
    if (ui::hit(ui, fmt::format("program.finding.{}", i), at, ImVec2(right, next.y))) {
      if (const std::optional<size_t> step = study::step_of(facts, finding))
        go_to_program_step(*step, actions);
    }
    ImGui::SetCursorScreenPos(next);
  }
}

// Other scripts count as letters.
bool has_words(const std::string& line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 ||
           std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

// The last line with words that it printed, if it is no longer: its own verdict is there.
std::string last_words(const ProgramFacts& facts, size_t longest) {
  const auto last = std::find_if(facts.output.rbegin(), facts.output.rend(), has_words);
  return last == facts.output.rend() || last->size() > longest ? "" : *last;
}

std::string headline(const ProgramFacts& facts, bool has_kernel_errors) {
  std::string words =
      say("The program: {ending}; {launches}", "ending"_a = facts.ending,
          "launches"_a = say_count("{count} launch", "{count} launches", facts.launches));
  constexpr size_t kLongest = 48;
  if (const std::string last = last_words(facts, kLongest); !last.empty())
    words = say("{program}; it printed “{line}”", "program"_a = words, "line"_a = last);
  return has_kernel_errors
             ? say("{program}; mistakes of a kernel: open its launch", "program"_a = words)
             : words;
}

// A mistake of a launch's kernel.
bool have_kernel_errors(const gui::State& model) {
  const std::vector<ProgramStep>& steps = model.program_facts->steps;
  return std::any_of(steps.begin(), steps.end(),
                     [&](const ProgramStep& step) { return has_kernel_error(model, step); });
}

// The text has a mistake now, and the page is of what it did before.
bool is_page_old(const gui::State& model) {
  return !model.diagnostics.empty();
}

}  // namespace

bool is_program_shown(const gui::State& model) {
  return model.options.page == gui::Page::kProgram && chosen_program_step(model) != nullptr &&
         !model.launch_shown && !model.needs_launch;
}

bool is_access_shown(const gui::State& model) {
  return !is_program_shown(model);
}

size_t chosen_program_index(const gui::State& model) {
  return std::min<size_t>(model.options.program_step, model.program_facts->steps.size() - 1);
}

const ProgramStep* chosen_program_step(const gui::State& model) {
  const bool has_steps = model.program_facts != nullptr && !model.program_facts->steps.empty();
  return has_steps ? &model.program_facts->steps[chosen_program_index(model)] : nullptr;
}

std::string program_button(const gui::State& model) {
  constexpr size_t kLongest = 12;
  const std::string last =
      model.program_facts != nullptr ? last_words(*model.program_facts, kLongest) : "";
  return last.empty() ? label("Program") : say("Program printed “{line}”", "line"_a = last);
}

void go_to_program_step(size_t step, gui::Actions& actions) {
  actions.push_back(gui::action::ChangeOptions{
      [step](gui::ViewOptions& o) { o.program_step = static_cast<uint32_t>(step); }});
}

void step_program(const gui::State& model, int delta, gui::Actions& actions) {
  if (chosen_program_step(model) == nullptr) return;
  const auto last = static_cast<int64_t>(model.program_facts->steps.size()) - 1;
  const int64_t wanted = static_cast<int64_t>(chosen_program_index(model)) + delta;
  go_to_program_step(static_cast<size_t>(std::clamp<int64_t>(wanted, 0, last)), actions);
}

std::optional<size_t> next_program_launch(const gui::State& model, bool forwards) {
  if (chosen_program_step(model) == nullptr) return std::nullopt;
  const std::vector<ProgramStep>& steps = model.program_facts->steps;
  for (size_t i = chosen_program_index(model); forwards ? ++i < steps.size() : i-- > 0;) {
    if (steps[i].kind == StepKind::kLaunch) return i;
  }
  return std::nullopt;
}

void step_program_launch(const gui::State& model, bool forwards, gui::Actions& actions) {
  if (const auto step = next_program_launch(model, forwards)) go_to_program_step(*step, actions);
}

void draw_program_words(ui::Ui& ui, const gui::State& model) {
  const ProgramStep& step = *chosen_program_step(model);
  ui::text_wrapped(ui, ui.fonts.title,
                   step.has_failed || step.is_mistake ? ui.theme.error : ui.theme.text, step.words);
}

void draw_program_output(ui::Ui& ui, const gui::State& model) {
  constexpr size_t kMostLines = 200;
  const ProgramFacts& facts = *model.program_facts;
  const size_t chosen = facts.steps.empty() ? 0 : chosen_program_index(model);
  const study::ShownOutput shown = study::output_at(facts, chosen, kMostLines);
  if (shown.lines.empty())
    ui::text(ui, ui.fonts.body, ui.theme.text_faint,
             facts.output.empty() ? label("nothing") : label("nothing yet"));
  for (const std::string& line : shown.lines)
    ui::text_wrapped(ui, ui.fonts.mono, ui.theme.text, line);
  if (shown.more > 0)
    ui::text(ui, ui.fonts.body, ui.theme.text_dim,
             say("and {count} more lines", "count"_a = study::grouped(shown.more)));
}

namespace {

PageAnswer program_answer(const ui::Theme& theme, const gui::State& model) {
  if (model.program_facts == nullptr) return {};
  const ProgramFacts& facts = *model.program_facts;
  const bool have_errors = have_kernel_errors(model);
  const bool is_bad = facts.has_failed || !facts.findings.empty() || have_errors;
  return {{headline(facts, have_errors), is_page_old(model) ? theme.text_dim
                                         : is_bad           ? theme.error
                                                            : theme.text}};
}

void draw_program(ui::Ui& ui, const gui::State& model, const ui::Area&, gui::Actions& actions) {
  const ui::Theme& theme = ui.theme;
  if (model.program_facts == nullptr && !model.not_run.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, theme.warning,
                     in_window_words(model.not_run.front().message));
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                     label("Its kernel is shown alone, with a launch and arrays that are guessed. "
                           "Once the line is mended, the whole program runs."));
    return;
  }
  if (model.program_facts == nullptr) {
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                     label("What is shown is a kernel alone, with the launch that the lesson, the "
                           "form or the text's first comment gives it. A text with a main() that "
                           "launches kernels is run as a program, and this page shows what its "
                           "host code did."));
    return;
  }
  const ProgramFacts& facts = *model.program_facts;
  const bool is_old = is_page_old(model);
  if (is_old)
    ui::text_wrapped(ui, ui.fonts.body, theme.warning,
                     label("The text has a mistake now. What is here is what it did before."));
  draw_findings(ui, facts, is_old, actions);
  // A narrow window has no room beside the page for what is there in a wide one; a stage has only
  // the step, in large letters, as the answer says already what was printed.
  const bool is_on_stage = is_page_on_stage(model);
  const bool is_alone =
      is_on_stage || room_of(ImGui::GetIO().DisplaySize, theme.unit) != Room::kAll;
  if (!facts.steps.empty()) {
    if (is_alone) draw_program_words(ui, model);
    if (facts.left_out > 0)
      ui::text_wrapped(
          ui, ui.fonts.body, theme.warning,
          say("{count} later steps are not listed.", "count"_a = study::grouped(facts.left_out)));
    ImGui::Dummy(ImVec2(1, theme.unit * 0.25f));
    draw_program_arrays(ui, model, actions);
    draw_program_elements(ui, model, actions);
  }
  if ((is_alone && !is_on_stage) || facts.steps.empty()) {
    ui::text(ui, ui.fonts.small, theme.text_dim, label("OUTPUT"));
    draw_program_output(ui, model);
  }
}

}  // namespace

constexpr PageView kProgramPage{.page = gui::Page::kProgram,
                                .group = PageGroup::kRight,
                                .widget = "page.program",
                                .key = 'W',
                                .name = sentence("Program"),
                                .question = sentence("What did the whole program do?"),
                                .answer = program_answer,
                                .draw = draw_program};

}  // namespace warplens::views
