// Runs nvdisasm on a temporary file and collects its output.
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>

#include "kernels/measure/child/process.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "kernels/measure/machine_code/machine_code.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::machine_code {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeLimit{30};
constexpr int kPatience_ms = 100;  // between two checks of the time

base::Failure<Problem> fail(ProblemKind kind, std::string message) {
  return base::fail(Problem{kind, std::move(message)});
}

std::optional<fs::path> program_in(const fs::path& folder) {
  const fs::path program = folder / "nvdisasm";
  return access(program.c_str(), X_OK) == 0 ? std::optional(program) : std::nullopt;
}

std::optional<fs::path> find_program(const std::string& toolkit_folder) {
  const char* path = getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (const auto program = folder.empty() ? std::nullopt : program_in(folder)) {
      return program;
    }
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return toolkit_folder.empty() ? std::nullopt : program_in(fs::path(toolkit_folder) / "bin");
}

Measured<std::string> output_of(Process& process) {
  const auto end = std::chrono::steady_clock::now() + kTimeLimit;
  std::string text, no_input;
  while (!process.has_ended()) {
    if (std::chrono::steady_clock::now() > end) {
      return fail(ProblemKind::kTimeLimit,
                  say("nvdisasm did not end within {seconds} s and was stopped; causes are left "
                      "out",
                      "seconds"_a = kTimeLimit.count()));
    }
    process.exchange(no_input, kPatience_ms);
    while (const auto line = process.next_line()) {
      text += *line + '\n';
    }
  }
  if (!process.has_succeeded()) {
    const std::string how = process.how_it_ended(), words = process.last_words();
    return fail(ProblemKind::kInternal,
                words.empty()
                    ? say("nvdisasm ended {how}; it must be as new as the compiler", "how"_a = how)
                    : say("nvdisasm ended {how}; it must be as new as the compiler: {words}",
                          "how"_a = how, "words"_a = words));
  }
  return text;
}

}  // namespace

Measured<std::string> disassemble(const std::vector<char>& cubin,
                                  const std::string& toolkit_folder) {
  const std::optional<fs::path> program = find_program(toolkit_folder);
  if (!program) {
    return fail(ProblemKind::kNoCompiler,
                say("no causes: the disassembler nvdisasm was not found in PATH; it is a part of "
                    "the CUDA Toolkit (package cuda-nvdisasm)"));
  }
  const ScratchFolder folder;
  const std::string input = folder.path() + "/kernel.cubin";
  std::ofstream file;
  if (!folder.path().empty()) {
    file.open(input, std::ios::binary);
  }
  file.write(cubin.data(), static_cast<std::streamsize>(cubin.size()));
  file.close();
  if (!file) {
    return fail(ProblemKind::kInternal,
                say("the machine code cannot be written to the temporary folder for nvdisasm; "
                    "check that TMPDIR has room"));
  }
  const auto process = Process::start({program->string(), "-gi", "-c", input});
  if (!process.ok()) {
    return fail(ProblemKind::kInternal,
                say("{program} cannot be started: {reason}", "program"_a = program->string(),
                    "reason"_a = process.error()));
  }
  return output_of(**process);
}

}  // namespace warplens::measure::machine_code
