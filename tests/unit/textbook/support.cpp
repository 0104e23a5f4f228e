#include "support.hpp"

#include <variant>

#include "sim/launch/fill.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::test {
namespace {

const launch::ArgumentValue& argument_of(const run::Run& run, const std::string& name) {
  for (const launch::Argument& argument : run.request.launch.arguments) {
    if (argument.name == name) return argument.value;
  }
  FAIL("the launch has no argument " << name);
  return run.request.launch.arguments.front().value;
}

}  // namespace

RunPtr run_textbook(const std::string& file, const std::string& more) {
  CAPTURE(file);
  const std::string text = kernel_text("textbook/" + file);
  const auto words = launch::embedded_options(text);
  REQUIRE(words.has_value());
  // Races are tests/unit/check's.
  RunPtr run = must_run(text, *words + " --checks none " + more);
  CHECK(run->ending == run::Ending::kComplete);
  for (const observe::Finding& finding : run->findings) {
    CHECK_MESSAGE(false, "line " << finding.line << ": " << finding.message);
  }
  return run;
}

std::vector<std::byte> first_bytes_of(const run::Run& run, const std::string& array) {
  const auto* const argument = std::get_if<launch::ArrayArgument>(&argument_of(run, array));
  REQUIRE_MESSAGE(argument, array);
  const auto bytes = launch::make_bytes(*argument, {});
  REQUIRE_MESSAGE(bytes.ok(), array);
  return bytes->to_vector();
}

double number_of(const run::Run& run, const std::string& argument) {
  const auto* const text = std::get_if<std::string>(&argument_of(run, argument));
  REQUIRE_MESSAGE(text, argument);
  return std::stod(*text);
}

int int_of(const run::Run& run, const std::string& argument) {
  return static_cast<int>(number_of(run, argument));
}

observe::SharedTotal shared_total(const run::Run& run, const std::string& array,
                                  trace::Operation operation) {
  observe::SharedTotal total;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.space == trace::Space::kShared && row.array == array && row.operation == operation) {
      total += row.shared;
    }
  }
  return total;
}

observe::GlobalTotal global_total(const run::Run& run, const std::string& array,
                                  trace::Operation operation) {
  observe::GlobalTotal total;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.space == trace::Space::kGlobal && row.array == array && row.operation == operation) {
      total += row.global;
    }
  }
  return total;
}

}  // namespace warplens::test
