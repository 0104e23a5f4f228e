// The child says in shared memory which case it is at and since when; the parent looks at the
// child's processor time. After a crash or a hang, a new child goes on behind that case.
#include "watch.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>
#include <thread>

#include "app/cli/run_cli.hpp"

namespace warplens::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr size_t kCasesOfAChild = 200;  // its memory does not shrink again
constexpr size_t kMostProblem = 200;

// What child and parent share.
struct Shared {
  std::atomic<uint64_t> at;        // index of the present case
  std::atomic<double> cpu_start;   // [s] the child's processor time when it began
  std::atomic<double> wall_start;  // [s]
  std::array<std::atomic<uint64_t>, kMostStatus + 1> statuses;
  std::atomic<bool> has_problem;  // found by the child itself
  char problem[kMostProblem];
};

double seconds(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void empty_folder(const std::string& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path());
}

// What stays on stderr: crashes' reports, and what the window prints.
std::string errors_path(const std::string& scratch) {
  return scratch + ".errors";
}

// "" or what is wrong with the way it ended.
std::string carry_out(const std::vector<std::string>& command, const std::string& errors,
                      Shared& shared) {
  std::vector<const char*> words{"warplens"};
  for (const std::string& word : command) words.push_back(word.c_str());
  std::ostringstream out, err;
  cli::Surroundings surroundings{out, err, {}};
#ifdef WARPLENS_GUI
  surroundings.open_window = gui::run_gui;
#endif
  const int status = cli::run_cli(static_cast<int>(words.size()), words.data(), surroundings);
  std::fflush(stderr);
  const bool is_window = command[0] == "gui";
  if (status < 0 || status > kMostStatus) return "status " + std::to_string(status);
  ++shared.statuses[static_cast<size_t>(status)];
  const bool wrote = !err.str().empty() || (status == 0 && (is_window || !out.str().empty())) ||
                     (is_window && fs::file_size(errors) > 0) ||
                     (status != cli::kExitMistake && !out.str().empty());
  return wrote ? "" : "silent, with status " + std::to_string(status);
}

uint64_t peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) / 1024;
}

std::string run_case(const Case& made, const Limits& limits, const std::string& scratch,
                     Shared& shared) {
  empty_folder(scratch);
  if (ftruncate(STDERR_FILENO, 0) != 0) return "stderr cannot be emptied";
  write(made.name, made.text);
  for (const auto& [name, text] : made.beside) write(name, text);
  for (const std::vector<std::string>& command : made.commands) {
    shared.cpu_start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const std::string problem = carry_out(command, errors_path(scratch), shared);
    if (!problem.empty()) return problem;
  }
  if (text_of(made.name) != made.text) return made.name + " was changed";
  for (const auto& [name, text] : made.beside) {
    if (text_of(name) != text) return name + " was changed";
  }
  const uint64_t peak = peak_megabytes();
  return peak > limits.megabytes ? "memory " + std::to_string(peak) + " MiB" : "";
}

[[noreturn]] void child(size_t first, size_t end, const MakeCase& make, const Limits& limits,
                        const std::string& scratch, Shared& shared) {
  const int errors =
      open(errors_path(scratch).c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0644);
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(errors, STDERR_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDIN_FILENO);
  if (chdir(scratch.c_str()) != 0) std::_Exit(99);
  if (limits.address_space != 0) {
    const rlimit most{limits.address_space << 20, limits.address_space << 20};
    setrlimit(RLIMIT_AS, &most);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (size_t i = first; i < end; ++i) {
    const Case made = make(i);
    shared.wall_start = seconds(CLOCK_MONOTONIC);
    shared.at = i;
    const std::string problem = run_case(made, limits, scratch, shared);
    if (problem.empty()) continue;
    std::strncpy(shared.problem, problem.c_str(), kMostProblem - 1);
    shared.has_problem = true;
    std::_Exit(0);  // with fresh memory behind it
  }
  shared.at = end;
  std::_Exit(0);
}

// Waits for the child; "" if it came to its end, or what became of it.
std::string await(pid_t pid, const Limits& limits, Shared& shared) {
  clockid_t clock = CLOCK_MONOTONIC;
  clock_getcpuclockid(pid, &clock);
  for (;;) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid) {
      if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
      return WEXITSTATUS(status) == 0 ? "" : "exit " + std::to_string(WEXITSTATUS(status));
    }
    const double cpu = seconds(clock) - shared.cpu_start;
    const double wall = seconds(CLOCK_MONOTONIC) - shared.wall_start;
    if (cpu > limits.seconds || wall > limits.wall_seconds) {
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      return cpu > limits.seconds ? "hang" : "it waits and waits";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// The line that says what a sanitizer or an assertion found, else the last one.
std::string end_of_errors(const std::string& scratch) {
  std::istringstream lines(text_of(errors_path(scratch)));
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    const bool is_report = line.find("ERROR: ") != std::string::npos ||
                           line.find("runtime error") != std::string::npos ||
                           line.find("is broken here") != std::string::npos;
    if (!line.empty()) last = line;
    if (is_report) break;
  }
  return last.substr(0, 300);
}

}  // namespace

Statuses watch(size_t first, size_t end, const MakeCase& make, const Limits& limits,
               const std::string& scratch, const Report& report) {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  Shared& shared = *new (memory) Shared{};
  while (first < end) {
    const size_t last = std::min(end, first + kCasesOfAChild);
    shared.at = first;
    shared.has_problem = false;
    std::memset(shared.problem, 0, kMostProblem);
    shared.cpu_start = 0;
    shared.wall_start = seconds(CLOCK_MONOTONIC);
    const pid_t pid = fork();
    if (pid == 0) child(first, last, make, limits, scratch, shared);
    std::string problem = await(pid, limits, shared);
    if (shared.has_problem) problem = shared.problem;
    first = problem.empty() ? last : shared.at + 1;
    if (!problem.empty()) report(shared.at, {problem, end_of_errors(scratch)});
  }
  Statuses statuses{};
  std::copy(shared.statuses.begin(), shared.statuses.end(), statuses.begin());
  munmap(memory, sizeof(Shared));
  return statuses;
}

}  // namespace warplens::fuzz
