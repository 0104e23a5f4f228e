// The text's first comment, which keeps a launch or a call: what is typed there is run, and what is
// run is written there into a copy.
#include <string>
#include <utility>

#include "app/lessons/own_options.hpp"
#include "app/session/session_impl.hpp"
#include "sim/prepare/call_offers.hpp"

namespace warplens::gui {

// The function that options call is run in the place of what was run; its arguments are taken out
// of them.
void Session::Impl::take_call(launch::LaunchOptions& options) {
  if (!model.program) {
    model.program.emplace();
    program_.reached = std::make_shared<prepare::ReachedPrograms>();
    program_.launch = model.launch;
    program_.first = 0;
  }
  model.program->called = *std::exchange(options.called, std::nullopt);
  model.program->values = std::exchange(options.arguments, {});
  model.program->changes = {};
  program_.guessed_call.clear();
}

// The launch is again one that the program gives itself.
void Session::Impl::take_program_launch() {
  model.launch.kernel = program_.launch.kernel;
  model.launch.grid = program_.launch.grid;
  model.launch.block = program_.launch.block;
  model.launch.shared_bytes = program_.launch.shared_bytes;
  model.launch.arguments = program_.launch.arguments;
  model.launch.then = program_.launch.then;
}

// A launch written into the file's first comment is the launch.
void Session::Impl::follow_comment() {
  const std::string comment = launch::embedded_options(model.text()).value_or("");
  if (model.lesson != nullptr || comment == open_.embedded || comment.empty()) {
    return;
  }
  auto options = lessons::own_options(comment, source().name());
  if (!options) return;
  open_.embedded = comment;
  model.launch_place = {};
  const launch::Includes includes = model.launch.includes;
  const bool is_call = options->called.has_value();
  if (is_call) take_call(*options);
  model.launch = launch::apply(launch::Launch{}, *options);
  if (is_call) take_program_launch();
  take_device(model.launch);
  model.launch.includes = includes;
  model.needs_launch = model.launch_shown = false;
}

// That a first comment keeps: a launch; of a program what it does not give its launches itself.
std::string Session::Impl::options_in_force() const {
  // What a task's text may set depends on the size, and is judged as it is written.
  if (is_task_open()) return launch::embedded_options(model.text()).value_or("");
  if (!is_launch_of_program()) return launch::print(model.launch);
  std::string options = launch::print_of_program(model.launch);
  if (model.program->called.empty()) return options;
  const std::string call = prepare::call_options(model.program->called, model.program->values);
  return options.empty() ? call : call + " " + options;
}

}  // namespace warplens::gui
