// The page Program: what the program did, of the run that is shown, at the launch that is shown.
#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>

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
    return;
  }
  const uint32_t launch = model.run->request.program->launch;
  if (reached == program_of_ && launch == program_at_) return;
  if (reached != program_of_) {
    model.program_facts = std::make_shared<const study::ProgramFacts>(study::facts_of(*reached));
    const bool is_opened = program_document_ != model.document;
    program_document_ = model.document;
    // What is wrong there is seen nowhere else.
    if (is_opened && !model.program_facts->findings.empty()) model.options.page = Page::kProgram;
  }
  program_of_ = reached;
  program_at_ = launch;
  const std::vector<study::ProgramStep>& steps = model.program_facts->steps;
  const auto at = std::find_if(steps.begin(), steps.end(), [&](const study::ProgramStep& step) {
    return step.launch == launch;
  });
  if (at != steps.end()) model.options.program_step = static_cast<uint32_t>(at - steps.begin());
}

}  // namespace warplens::gui
