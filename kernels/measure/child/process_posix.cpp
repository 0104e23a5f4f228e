// A child process by posix_spawn. Its input is a socket, because a write to a socket can avoid
// SIGPIPE; its outputs are pipes. This process's ends are non-blocking and closed in every child.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "kernels/measure/child/environment.hpp"
#include "kernels/measure/child/process.hpp"
#include "sim/base/say.hpp"

// Two conditions: a library without the macro cannot read a condition that uses it.
#if defined(__GLIBC__) && defined(__USE_MISC)
#if __GLIBC_PREREQ(2, 34)
#define WARPLENS_HAS_CLOSEFROM
#endif
#endif

extern char** environ;

namespace warplens::measure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLastWords = 4096;       // of standard error [bytes]
constexpr size_t kOneReading = 4u << 20;  // more than a pipe holds [bytes]
constexpr int kStep_ms = 2;               // between two looks at whether a child has ended
constexpr int kPatience_ms = 2000;        // for a killed child, whose driver may still clean up

// In a child's environment: the number of processes of this program above it. A measuring process
// starts others that count, and these start the compiler's; there is no deeper level.
constexpr const char* kMark = "WARPLENS_MEASURING_PROCESS";
constexpr int kDeepest = 3;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

struct Ends {
  Descriptor ours, childs;
};

// Takes over a descriptor. The result is none of the three standard ones, which the child's
// replace, and no other started program inherits it.
Descriptor guarded(int number) {
  Descriptor first(number);
  return Descriptor(number < 0 ? -1 : ::fcntl(number, F_DUPFD_CLOEXEC, 3));
}

bool make_ends(bool child_reads, Ends& ends) {
  std::array<int, 2> pair{-1, -1};  // 0 is read by a pipe's reader
#ifdef __linux__
  const int made = child_reads ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data())
                               : ::pipe2(pair.data(), O_CLOEXEC);
#else
  const int made =
      child_reads ? ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) : ::pipe(pair.data());
#endif
  if (made != 0) return false;
  ends.ours = guarded(pair[0]);
  ends.childs = guarded(pair[1]);
  if (!ends.ours.is_open() || !ends.childs.is_open()) return false;
#ifdef SO_NOSIGPIPE
  const int on = 1;
  if (child_reads) ::setsockopt(ends.ours.number(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return ::fcntl(ends.ours.number(), F_SETFL, O_NONBLOCK) == 0;
}

#ifdef MSG_NOSIGNAL
constexpr int kNoSignal = MSG_NOSIGNAL;
#else
constexpr int kNoSignal = 0;
#endif

std::string system_words(int error) {
  return std::generic_category().message(error);
}

// Appends the available output, but only so much at a time: a child may write endlessly. False at
// the end of the output.
bool read_from(const Descriptor& from, std::string& out) {
  std::array<char, 65536> bytes;
  for (size_t total = 0; total < kOneReading;) {
    const ssize_t count = ::read(from.number(), bytes.data(), bytes.size());
    if (count == 0) return false;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    out.append(bytes.data(), static_cast<size_t>(count));
    total += static_cast<size_t>(count);
  }
  return true;
}

class PosixProcess final : public Process {
 public:
  PosixProcess(pid_t id, Descriptor input, Descriptor output, Descriptor errors)
      : id_(id), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

  ~PosixProcess() override {
    if (is_reaped_) return;
    kill_group();
    if (look_for_end(kPatience_ms)) return;
    // A process in a call of the GPU's driver can take longer to end; this one does not wait for
    // it.
    std::thread([id = id_] { ::waitpid(id, nullptr, 0); }).detach();
  }

  void exchange(std::string& pending_input, int wait_ms) override {
    std::array<pollfd, 3> polled{};
    polled[0] = {pending_input.empty() ? -1 : input_.number(), POLLOUT, 0};
    polled[1] = {output_.number(), POLLIN, 0};
    polled[2] = {errors_.number(), POLLIN, 0};
    ::poll(polled.data(), polled.size(), wait_ms);
    if (polled[0].revents != 0) write(pending_input);
    look_for_end(0);
    read_outputs();
    if (!is_reaped_ && !output_.is_open()) {  // it will never answer, and is probably about to end
      if (!look_for_end(kPatience_ms)) kill_group();
      look_for_end(kPatience_ms);
      read_outputs();
    }
    if (is_reaped_) close_outputs();
  }

  std::optional<std::string> next_line() override {
    const size_t end = said_.find('\n', searched_);
    if (end == std::string::npos) {  // lines are taken out together: there may be many
      said_.erase(0, taken_);
      taken_ = 0;
      searched_ = said_.size();
      return std::nullopt;
    }
    std::string line = said_.substr(taken_, end - taken_);
    taken_ = searched_ = end + 1;
    return line;
  }
  size_t unfinished_bytes() const override { return said_.size() - taken_; }

  bool has_ended() const override { return is_reaped_ && !output_.is_open(); }
  std::string how_it_ended() const override {
    if (WIFSIGNALED(status_)) {
      const int number = WTERMSIG(status_);
      return say("by signal {number} ({name})", "number"_a = number,
                 "name"_a = ::strsignal(number));
    }
    return say("with exit status {number}", "number"_a = WEXITSTATUS(status_));
  }
  bool has_succeeded() const override {
    return is_reaped_ && WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
  }
  bool used_up_its_time() const override {
    return is_reaped_ && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGXCPU;
  }
  std::string last_words() const override { return last_words_; }

  void finish(int wait_ms) override {
    input_.close();
    const Clock::time_point limit = Clock::now() + std::chrono::milliseconds(wait_ms);
    while (!look_for_end(kStep_ms) && Clock::now() < limit) read_outputs();
  }

 private:
  void write(std::string& pending) {
    const ssize_t count = ::send(input_.number(), pending.data(), pending.size(), kNoSignal);
    if (count > 0) {
      pending.erase(0, static_cast<size_t>(count));
    } else if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      input_.close();  // it reads no more
      pending.clear();
    }
  }

  void read_outputs() {
    if (output_.is_open() && !read_from(output_, said_)) output_.close();
    if (errors_.is_open() && !read_from(errors_, last_words_)) errors_.close();
    if (last_words_.size() > kLastWords) last_words_.erase(0, last_words_.size() - kLastWords);
  }
  void close_outputs() {
    output_.close();
    errors_.close();
  }

  void kill_group() { ::kill(-id_, SIGKILL); }

  // True if it has ended. The processes that it started are ended as well, before the number of its
  // group can be used again.
  bool look_for_end(int wait_ms) {
    const Clock::time_point limit = Clock::now() + std::chrono::milliseconds(wait_ms);
    while (!is_reaped_) {
      siginfo_t info{};
      const int error = ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (error != 0 && errno == ECHILD) return is_reaped_ = true;  // waited for elsewhere
      if (error == 0 && info.si_pid == id_) {
        kill_group();
        ::waitpid(id_, &status_, 0);
        return is_reaped_ = true;
      }
      if (Clock::now() >= limit) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(kStep_ms));
    }
    return true;
  }

  pid_t id_;
  bool is_reaped_ = false;
  int status_ = 0;
  Descriptor input_, output_, errors_;
  std::string said_, last_words_;
  size_t taken_ = 0;     // bytes of said_ that next_line() has given
  size_t searched_ = 0;  // from taken_ to this, said_ has no line break
};

// The child's three standard descriptors, signals and process group.
struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnSettings(const Ends& input, const Ends& output, const Ends& errors) {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.childs.number(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.childs.number(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.childs.number(), STDERR_FILENO);
#ifdef WARPLENS_HAS_CLOSEFROM
    // Files that libraries opened without close-on-exec: the display's connection, the GPU's.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::sigdelset(&all, SIGKILL);
    ::sigdelset(&all, SIGSTOP);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

int own_depth() {
  const char* mark = ::getenv(kMark);
  return mark == nullptr ? 0 : std::clamp(std::atoi(mark), 1, kDeepest);
}

}  // namespace

std::vector<std::string> this_program(const char* what) {
#ifdef __linux__
  return {"/proc/self/exe", what};
#else
  return {"warplens", what};
#endif
}

base::Result<std::unique_ptr<Process>, std::string> Process::start(
    const std::vector<std::string>& command) {
  const int depth = own_depth();
  const bool is_this_program = command.empty() || command[0] == this_program("")[0];
  // A program that does not know `measure-child` would otherwise start itself endlessly.
  if (depth > 0 && (command.empty() || (is_this_program && depth >= kDeepest)))
    return base::fail(say("a measuring process starts no other"));
  Ends input, output, errors;
  if (!make_ends(true, input) || !make_ends(false, output) || !make_ends(false, errors))
    return base::fail(system_words(errno));

  std::vector<std::string> arguments = command.empty() ? this_program("measure-child") : command;
  std::vector<std::string> environment = allowed_environment(environ);
  environment.push_back(std::string(kMark) + "=" + std::to_string(depth + 1));
  const SpawnSettings settings(input, output, errors);
  pid_t id = -1;
  const int error =
      ::posix_spawnp(&id, arguments[0].c_str(), &settings.actions, &settings.attributes,
                     pointers(arguments).data(), pointers(environment).data());
  if (error != 0) return base::fail(arguments[0] + ": " + system_words(error));
  return std::unique_ptr<Process>(std::make_unique<PosixProcess>(
      id, std::move(input.ours), std::move(output.ours), std::move(errors.ours)));
}

}  // namespace warplens::measure
#endif
