// Programs that tests run to their end.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/shared_page.hpp"
#include "sim/host/process.hpp"
#include "sim/lang/compile.hpp"
#include "sim/model/device.hpp"

namespace warplens::test {

struct Ended {
  int status = 0;
  std::string out, err, message;
  std::string notices;  // that are said once, a line each
  std::string refused;  // the first construct that it reached and that is not supported
  uint64_t launches = 0;
  uint64_t repeated_launches = 0;  // of these
  uint64_t steps = 0;              // of host code
  uint64_t slices = 0;
  std::vector<host::Mistake> mistakes;
};

struct Given {
  std::vector<std::string> arguments = {};
  std::string input = {};
  uint64_t step_limit = 0;
  uint64_t slice = 1 << 20;  // [steps]
  bool follows = false;
  std::string device = model::default_device().id;
  uint64_t device_budget = 0;  // of what the device's arrays take; 0: none [bytes]
  uint64_t native_after = host::Process::Options{}.native_after;
};

inline base::Checked<std::shared_ptr<const lang::Unit>> compile_program(const std::string& text) {
  return lang::compile_program(base::SourceFile("program.cu", text), {});
}

inline Ended run_program(const std::string& text, Given given = {}) {
  const auto unit = compile_program(text);
  if (!unit.ok()) FAIL(base::render(unit.error(), base::SourceFile("program.cu", text)));
  Ended ended;
  host::Process::Options options;
  options.arguments = {"program"};
  options.arguments.insert(options.arguments.end(), given.arguments.begin(), given.arguments.end());
  options.step_limit = given.step_limit;
  options.follows = given.follows;
  options.native_after = given.native_after;
  options.device.device = *model::find_device(given.device);
  if (given.device_budget != 0)
    options.device.budget = std::make_shared<base::PageBudget>(given.device_budget);
  options.files.out = [&](std::string_view part) { ended.out += part; };
  options.files.err = [&](std::string_view part) { ended.err += part; };
  options.notice = [&](const std::string& sentence) { ended.notices += sentence + "\n"; };
  options.files.in = [&](size_t) { return std::exchange(given.input, {}); };
  auto process = host::Process::start(*unit, std::move(options));
  if (!process.ok()) FAIL(base::render(process.error(), (*unit)->file));
  for (base::Progress progress = base::Progress::kMore; progress == base::Progress::kMore;) {
    base::Slice slice(given.slice);
    ++ended.slices;
    progress = (*process)->advance(slice);
  }
  const host::End& end = (*process)->end();
  ended.status = end.status;
  ended.message = end.message;
  if (end.refused) ended.refused = end.refused->message;
  ended.launches = (*process)->device.launches();
  ended.repeated_launches = (*process)->device.repeated_launches();
  ended.steps = (*process)->steps();
  ended.mistakes = (*process)->mistakes();
  return ended;
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A file of tests/programs.
inline std::filesystem::path program_path(const std::string& name) {
  return std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/programs" / name;
}

// The names of the programs that are there, or in a folder of it, NAME.cu.
inline std::vector<std::string> program_names(const std::string& folder = {}) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(program_path(folder))) {
    if (entry.path().extension() == ".cu") found.push_back(entry.path().stem().string());
  }
  return found;
}

// With main() around it and the usual headers before it.
inline Ended run_statements(const std::string& statements, Given given = {}) {
  return run_program("#include <cstdio>\n#include <cstdlib>\n#include <cstring>\nint main() {\n" +
                         statements + "\n}\n",
                     std::move(given));
}

}  // namespace warplens::test
