// The page Program: what the program did, of the run that is shown, at the launch that is shown.
#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::update_numbers() {
  if (model.program_facts == nullptr || model.text == numbers_of_) return;
  numbers_of_ = model.text;
  model.program_numbers.clear();
  for (const TextNumber& number : text_numbers(model.text)) {
    const bool is_size = number.line == 0 && !number.is_padding && number.now > 1;
    if (is_size && model.program_numbers.size() < kMostProgramNumbers)
      model.program_numbers.push_back(number);
  }
}

void Session::Impl::on(const action::SetProgramNumber& a) {
  for (const TextNumber& number : model.program_numbers) {
    if (number.name != a.name || numbers_of_ != model.text) continue;
    take_fixed_text(with_numbers(model.text, {{number, a.value}}), false, "");
    return;
  }
}

void Session::Impl::on(const action::SetProgramArguments& a) {
  if (!model.program) return;
  std::istringstream words(a.arguments);
  model.program->arguments.assign(std::istream_iterator<std::string>(words), {});
  request_run(Reason::kChange);
}

void Session::Impl::on(const action::SetCall& a) {
  if (!model.program) return;
  model.program->values = a.values;
  model.launch_shown = false;
  model.notice.clear();
  request_run(Reason::kChange);
}

void Session::Impl::update_program() {
  update_numbers();
  const std::shared_ptr<const prepare::ReachedProgram> reached =
      model.run != nullptr ? model.run->reached : nullptr;
  if (reached == nullptr) {
    model.program_facts = nullptr;
    program_of_ = nullptr;
    return update_program_arrays();
  }
  const uint32_t launch = model.run->request.program->launch;
  if (reached != program_of_) {
    model.program_facts = std::make_shared<const study::ProgramFacts>(study::facts_of(*reached));
    const bool is_opened = program_document_ != model.document;
    program_document_ = model.document;
    const std::optional<uint32_t> array = model.options.program_elements.array;
    if (is_opened || (array && *array >= model.program_facts->arrays.size()))
      model.options.program_elements = {};
    program_of_ = reached;
    program_at_ = launch;
    go_to_program_step_of(launch);
    if (is_opened) show_mistake();
  } else if (program_at_ != launch) {
    program_at_ = launch;
    // The step that chose it may be left behind already.
    if (std::exchange(followed_launch_, std::nullopt) != launch) go_to_program_step_of(launch);
  }
  follow_program_step();
  update_program_arrays();
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
  if (facts.findings.empty()) return;
  model.options.page = Page::kProgram;
  const auto at = std::find_if(
      facts.steps.begin(), facts.steps.end(),
      [&](const study::ProgramStep& step) { return step.line == facts.findings.front().line; });
  if (at != facts.steps.end())
    model.options.program_step = static_cast<uint32_t>(at - facts.steps.begin());
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
      arriving_ != nullptr || model.busy || launches_.size() < 2)
    return;
  const std::optional<uint32_t> launch = launch_at(steps, model.options.program_step);
  const uint32_t first = model.first_launch();
  if (!launch || *launch < first || *launch - first >= launches_.size()) return;
  const uint32_t index = *launch - first;
  const std::shared_ptr<const Prepared>& prepared = launches_[index];
  if (index == model.chosen_launch || (prepared->has_steps() && !prepared->has_contents())) return;
  followed_launch_ = launch;
  select_launch(index);
}

// Which arrays are shown is known at once; what all their elements are together takes a while where
// there are millions.
void Session::Impl::update_program_arrays() {
  if (model.program_facts == nullptr || model.program_facts->steps.empty()) {
    arrays_of_ = summaries_of_ = {};
    model.program_arrays = {};
    model.program_summaries = {};
    summaries_.cancel();
    return;
  }
  const auto last = static_cast<uint32_t>(model.program_facts->steps.size() - 1);
  const ArraysOf wanted{program_of_, std::min(model.options.program_step, last),
                        model.options.program_elements.array};
  if (arrays_of_ != wanted) {
    arrays_of_ = wanted;
    model.program_arrays =
        study::arrays_beside(*program_of_, *model.program_facts, wanted.step, wanted.wanted);
  }
  if (model.options.page == Page::kProgram && summaries_of_ != wanted) {
    summaries_of_ = wanted;
    summaries_.start(with_summaries(model.run, wanted.step, model.program_arrays), model.run);
    if (options_.threads) summaries_.wait(kPatience);  // so that most are there with their step
  }
  model.program_summaries = summaries_.update();
}

// From the last step on, playing begins anew.
void Session::Impl::rewind_program() {
  const bool has_steps = model.program_facts != nullptr && !model.program_facts->steps.empty();
  if (!has_steps || model.options.program_step + 1 < model.program_facts->steps.size()) return;
  model.options.program_step = 0;
  play_credit_ = 0;
}

// Step by step, at the speed of the transport.
void Session::Impl::play_program(double elapsed) {
  play_credit_ += elapsed * static_cast<double>(model.options.steps_per_second);
  if (play_credit_ < 1) return;
  play_credit_ = std::min(play_credit_ - 1, 1.0);
  if (model.options.program_step + 1 < model.program_facts->steps.size())
    ++model.options.program_step;
  else
    model.options.playing = false;
}

}  // namespace warplens::gui
