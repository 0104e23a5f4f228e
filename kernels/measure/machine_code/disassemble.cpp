// Starts nvdisasm on a temporary file. Its output goes to a file, too, so that nobody waits for a
// full pipe.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "kernels/measure/machine_code/machine_code.hpp"

extern char** environ;

namespace warplens::measure::machine_code {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeLimit{30};
constexpr std::chrono::milliseconds kLook{5};  // between looks at the process

base::Failure<Problem> fail(ProblemKind kind, std::string message) {
  return base::fail(Problem{kind, std::move(message)});
}

std::optional<fs::path> program_in(const fs::path& folder) {
  const fs::path program = folder / "nvdisasm";
  return access(program.c_str(), X_OK) == 0 ? std::optional(program) : std::nullopt;
}

std::optional<fs::path> find_program(const std::string& toolkit_folder) {
  const char* path = std::getenv("PATH");
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

// Removed with everything in it.
class Folder {
 public:
  Folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "warplens-code-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) {
      path_ = name;
    }
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) {
      fs::remove_all(path_, ignored);
    }
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The exit status; none if the process had to be ended.
std::optional<int> wait_for(pid_t process) {
  const auto end = std::chrono::steady_clock::now() + kTimeLimit;
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(kLook);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// 0, or an errno.
int start(pid_t& process, const fs::path& program, const fs::path& cubin, const fs::path& output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {program.string(), "-gi", "-c", cubin.string()};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  const int error = posix_spawn(&process, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

Measured<std::string> disassemble(const std::vector<char>& cubin,
                                  const std::string& toolkit_folder) {
  const std::optional<fs::path> program = find_program(toolkit_folder);
  if (!program) {
    return fail(ProblemKind::kNoCompiler,
                "no causes: the disassembler nvdisasm was not found in PATH; it is a part of the "
                "CUDA Toolkit (package cuda-nvdisasm)");
  }
  const Folder folder;
  const fs::path input = folder.path() / "kernel.cubin", output = folder.path() / "listing.txt";
  std::ofstream file(input, std::ios::binary);
  file.write(cubin.data(), static_cast<std::streamsize>(cubin.size()));
  file.close();
  if (folder.path().empty() || !file) {
    return fail(ProblemKind::kInternal,
                "the machine code cannot be written to the temporary folder for nvdisasm; check "
                "that TMPDIR has room");
  }
  pid_t process = 0;
  if (start(process, *program, input, output) != 0) {
    return fail(ProblemKind::kInternal,
                fmt::format("{} cannot be started; check that it is a program", program->string()));
  }
  const std::optional<int> status = wait_for(process);
  if (!status) {
    return fail(ProblemKind::kTimeLimit,
                fmt::format("nvdisasm did not end within {} s and was stopped; causes are left out",
                            kTimeLimit.count()));
  }
  if (*status != 0) {
    return fail(ProblemKind::kInternal,
                fmt::format("nvdisasm refused the machine code; is {} as new as the compiler?",
                            program->string()));
  }
  std::ifstream listing(output, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(listing), {}};
}

}  // namespace warplens::measure::machine_code
