// The page Program: what the program did, of the run that is shown, at the launch that is shown.
#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

#include "app/session/session_impl.hpp"
#include "sim/prepare/call_offers.hpp"

namespace warplens::gui {

void Session::Impl::update_numbers() {
  if (model.program_facts == nullptr || model.buffer.version() == program_.numbers_of) return;
  program_.numbers_of = model.buffer.version();
  const std::vector<TextNumber> before = std::exchange(model.program_numbers, {});
  // One that was set to 0 can be set to something else.
  const auto was_there = [&](const TextNumber& number) {
    return program_.numbers_document == model.document &&
           std::any_of(before.begin(), before.end(),
                       [&](const TextNumber& one) { return one.name == number.name; });
  };
  for (const TextNumber& number : text_numbers(model.text())) {
    const bool is_named = number.line == 0 && !number.is_padding;
    if (is_named && (number.now > 1 || was_there(number)) &&
        model.program_numbers.size() < kMostProgramNumbers)
      model.program_numbers.push_back(number);
  }
  program_.numbers_document = model.document;
}

void Session::Impl::on(const action::SetProgramNumber& a) {
  for (const TextNumber& number : model.program_numbers) {
    if (number.name != a.name || program_.numbers_of != model.buffer.version()) continue;
    take_fixed_text(with_numbers(model.text(), {{number, a.value}}), false, "");
    return;
  }
}

void Session::Impl::on(const action::SetProgramArguments& a) {
  if (!model.program) return;
  std::istringstream words(a.arguments);
  model.program->arguments.assign(std::istream_iterator<std::string>(words), {});
  request_run(Reason::kChange);
}

// Arrays whose sizes nobody typed have as many elements as the typed numbers can count.
std::vector<launch::Argument> Session::Impl::with_guessed_arrays(
    std::vector<launch::Argument> values) {
  if (program_.guessed_call.empty() || model.program_run == nullptr) return values;
  const auto is_guessed = [&](const launch::Argument& value) {
    return std::holds_alternative<launch::ArrayArgument>(value.value) &&
           std::find(program_.guessed_call.begin(), program_.guessed_call.end(), value) !=
               program_.guessed_call.end();
  };
  std::vector<std::string> followed;
  for (const launch::Argument& value : values) {
    if (is_guessed(value)) followed.push_back(value.name);
  }
  std::erase_if(values, is_guessed);
  const lang::Unit& unit = *model.program_run->unit;
  values = prepare::complete_call(unit, unit.program->entry, std::move(values));
  std::erase_if(program_.guessed_call, [&](const launch::Argument& value) {
    return std::find(followed.begin(), followed.end(), value.name) != followed.end();
  });
  for (const launch::Argument& value : values) {
    if (std::find(followed.begin(), followed.end(), value.name) != followed.end())
      program_.guessed_call.push_back(value);
  }
  return values;
}

void Session::Impl::on(const action::SetCall& a) {
  if (!model.program) return;
  std::vector<launch::Argument> values = model.program->values;
  for (const launch::Argument& value : a.values) {
    const auto same = std::find_if(values.begin(), values.end(), [&](const launch::Argument& one) {
      return one.name == value.name;
    });
    if (same == values.end()) {
      values.push_back(value);
    } else {
      *same = value;
    }
  }
  model.program->values = with_guessed_arrays(std::move(values));
  take_program_launch();
  model.launch_shown = false;
  model.notice.clear();
  request_run(Reason::kChange);
}

void Session::Impl::update_program() {
  update_numbers();
  const std::shared_ptr<const prepare::ReachedProgram> reached =
      model.run != nullptr ? model.run->reached : program_.alone;
  if (reached == nullptr) {
    model.program_facts = nullptr;
    model.program_run = nullptr;
    return update_program_arrays();
  }
  const uint32_t launch = model.run != nullptr ? model.run->request.program->launch : 0;
  if (reached != model.program_run) {
    const std::shared_ptr<const study::ProgramFacts> before =
        std::exchange(model.program_facts,
                      std::make_shared<const study::ProgramFacts>(study::facts_of(*reached)));
    const bool is_opened = program_.document != model.document;
    program_.document = model.document;
    const std::optional<uint32_t> array = model.options.program_elements.array;
    if (is_opened || (array && *array >= model.program_facts->arrays.size()))
      model.options.program_elements = {};
    model.program_run = reached;
    program_.at = launch;
    const bool stays = !is_opened && model.options.page == Page::kProgram && before != nullptr &&
                       !before->steps.empty() && !model.program_facts->steps.empty();
    if (stays)
      stay_at_program_step(*before);
    else
      go_to_program_step_of(launch);
    if (model.run == nullptr) model.options.page = Page::kProgram;  // there is nothing else
    if (is_opened || model.run == nullptr) show_mistake();
  } else if (program_.at != launch) {
    program_.at = launch;
    // The step that chose it may be left behind already.
    if (std::exchange(program_.followed, std::nullopt) != launch) go_to_program_step_of(launch);
  }
  follow_program_step();
  update_program_arrays();
}

// A changed text is looked at where the old one was.
void Session::Impl::stay_at_program_step(const study::ProgramFacts& before) {
  const size_t at = std::min<size_t>(model.options.program_step, before.steps.size() - 1);
  model.options.program_step =
      static_cast<uint32_t>(study::step_in(*model.program_facts, before, at));
}

void Session::Impl::go_to_program_step_of(uint32_t launch) {
  const std::vector<study::ProgramStep>& steps = model.program_facts->steps;
  const auto at = std::find_if(steps.begin(), steps.end(), [&](const study::ProgramStep& step) {
    return step.launch == launch;
  });
  if (at != steps.end()) model.options.program_step = static_cast<uint32_t>(at - steps.begin());
}

// What is wrong in host code is seen nowhere else.
void Session::Impl::show_mistake() {
  const study::ProgramFacts& facts = *model.program_facts;
  std::optional<size_t> at;
  if (!facts.findings.empty()) {
    at = study::step_of(facts, facts.findings.front());
  } else {
    const auto end =
        std::find_if(facts.steps.begin(), facts.steps.end(), [](const study::ProgramStep& step) {
          return step.kind == prepare::JournalStep::Kind::kEnd;
        });
    if (end == facts.steps.end()) return;
    at = static_cast<size_t>(end - facts.steps.begin());
  }
  model.options.page = Page::kProgram;
  if (at) model.options.program_step = static_cast<uint32_t>(*at);
}

namespace {

// Of a step: its launch, else the latest one before it, else the first one.
std::optional<uint32_t> launch_at(const std::vector<study::ProgramStep>& steps, size_t step) {
  for (size_t i = step + 1; i-- > 0;) {
    if (steps[i].launch) return steps[i].launch;
  }
  for (size_t i = step + 1; i < steps.size(); ++i) {
    if (steps[i].launch) return steps[i].launch;
  }
  return std::nullopt;
}

}  // namespace

// The launch that the page has come to, or that is the nearest before it, is the one that the bar
// names and the other pages show, if that needs no run.
void Session::Impl::follow_program_step() {
  const std::vector<study::ProgramStep>& steps = model.program_facts->steps;
  if (model.options.page != Page::kProgram || model.options.program_step >= steps.size() ||
      arriving_.prepared != nullptr || model.busy || shown_.launches.size() < 2)
    return;
  const std::optional<uint32_t> launch = launch_at(steps, model.options.program_step);
  const uint32_t first = model.first_launch();
  if (!launch || *launch < first || *launch - first >= shown_.launches.size()) return;
  const uint32_t index = *launch - first;
  const std::shared_ptr<const Prepared>& prepared = shown_.launches[index];
  if (index == model.chosen_launch || (prepared->has_steps() && !prepared->has_contents())) return;
  program_.followed = launch;
  select_launch(index);
}

// Which arrays are shown is known at once; what all their elements are together takes a while where
// there are millions.
void Session::Impl::update_program_arrays() {
  if (model.program_facts == nullptr || model.program_facts->steps.empty()) {
    derived_.arrays.forget();
    derived_.element.forget();
    derived_.summaries.forget();
    model.program_arrays = {};
    model.program_element = {};
    model.program_summaries = {};
    return;
  }
  const auto last = static_cast<uint32_t>(model.program_facts->steps.size() - 1);
  const ArraysOf of{model.program_run, std::min(model.options.program_step, last),
                    model.options.program_elements.array};
  model.program_arrays = derived_.arrays.of(of, [&] {
    return study::arrays_beside(*model.program_run, *model.program_facts, of.step, of.wanted);
  });
  if (model.options.page == Page::kProgram && !derived_.summaries.is_of(of)) {
    derived_.summaries.want(of, model.run, [&] {
      return with_summaries(model.program_run, of.step, model.program_arrays);
    });
    if (options_.threads) {
      executor_.wait(kPatience, {JobKind::kSummaries});  // so that most are there with their step
      executor_.deliver(JobKind::kSummaries);
    }
  }
  model.program_summaries = derived_.summaries.trial();
  model.program_element = derived_.element.of(
      {of, model.run, model.options.program_elements.element}, [&] { return element_at(of); });
}

ChosenElement Session::Impl::element_at(const ArraysOf& of) const {
  ChosenElement found;
  const std::optional<uint64_t> element = model.options.program_elements.element;
  if (!element) return found;
  const prepare::ReachedProgram& program = *model.program_run;
  const auto writers = [&](std::optional<uint32_t> array) -> std::optional<scene::ElementWriters> {
    if (!array || model.run == nullptr || model.run->reached != model.program_run) return {};
    const study::ArrayState state(program, *array, of.step);
    const auto at = *element < state.count() ? state.last_change(*element) : std::nullopt;
    if (!at || program.journal.steps[*at].launch != model.run->request.program->launch) return {};
    return scene::element_writers(*model.run, program.journal.steps[*at], program.journal, *array,
                                  *element);
  };
  found.left = writers(model.program_arrays.left);
  found.right = writers(model.program_arrays.right);
  found.is_pair = is_element_pair(of, *element);
  return found;
}

bool Session::Impl::is_element_pair(const ArraysOf& of, uint64_t element) const {
  const auto& [left, right] = model.program_arrays;
  if (!left || !right) return false;
  const prepare::Journal& journal = model.program_run->journal;
  const std::optional<size_t> at = study::step_about(journal, of.step, *left, *right);
  if (!at) return false;
  const prepare::JournalStep& step = journal.steps[*at];
  if (step.kind != prepare::JournalStep::Kind::kLaunch)
    return study::is_copied_in_place(step, *left, *right);
  if (model.run == nullptr || model.run->reached != model.program_run ||
      step.launch != model.run->request.program->launch)
    return false;
  return scene::are_paired(*model.run, step, journal, {*left, *right}, element);
}

// From the last step on, playing begins anew.
void Session::Impl::rewind_program() {
  const bool has_steps = model.program_facts != nullptr && !model.program_facts->steps.empty();
  if (!has_steps || model.options.program_step + 1 < model.program_facts->steps.size()) return;
  model.options.program_step = 0;
  clock_.play_credit = 0;
}

// Step by step, at the speed of the transport.
void Session::Impl::play_program(double elapsed) {
  clock_.play_credit += elapsed * static_cast<double>(model.options.steps_per_second);
  if (clock_.play_credit < 1) return;
  clock_.play_credit = std::min(clock_.play_credit - 1, 1.0);
  if (model.options.program_step + 1 < model.program_facts->steps.size())
    ++model.options.program_step;
  else
    model.options.playing = false;
}

}  // namespace warplens::gui
