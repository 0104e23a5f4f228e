// Limits by setrlimit; on Linux also "no new privileges", and files by Landlock, for which the C
// library has no functions.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>
#define WARPLENS_HAS_LANDLOCK
#endif
#endif

#include "kernels/measure/child/limits.hpp"
#include "sim/base/say.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WARPLENS_RESERVES_TERABYTES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define WARPLENS_RESERVES_TERABYTES
#endif
#endif

namespace warplens::measure {
namespace {

// Less than any core file has; unlike 0 it also keeps Linux from starting a program that reads core
// dumps from a pipe.
constexpr rlim_t kNoCoreDump = 1;  // [bytes]

using Resource = decltype(RLIMIT_CORE);

// `what` completes "to limit the files".
std::string refused(Sentence what) {
  const std::string reason = std::generic_category().message(errno);
  return say("the system refuses to limit {what} of a child process: {reason}",
             "what"_a = say(what), "reason"_a = reason);
}

// `grace`: by how much the hard limit exceeds the one that raises a signal.
std::string limit(Resource resource, Sentence what, std::optional<uint64_t> wanted,
                  rlim_t grace = 0) {
  if (!wanted) return "";
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return refused(what);
  rlimit set{};  // RLIM_INFINITY is the largest number
  set.rlim_max = std::min(static_cast<rlim_t>(*wanted) + grace, now.rlim_max);
  set.rlim_cur = std::min(set.rlim_max - std::min(grace, set.rlim_max), now.rlim_cur);
  return ::setrlimit(resource, &set) == 0 ? "" : refused(what);
}

std::string forbid_core_dumps() {
  rlimit now{};
  constexpr Sentence kWhat = sentence("core dumps");
  if (::getrlimit(RLIMIT_CORE, &now) != 0) return refused(kWhat);
  now.rlim_cur = now.rlim_max = std::min(kNoCoreDump, now.rlim_max);
  return ::setrlimit(RLIMIT_CORE, &now) == 0 ? "" : refused(kWhat);
}

std::string forbid_privileges() {
#ifdef __linux__
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused(sentence("the privileges"));
#endif
  return "";
}

}  // namespace

bool can_limit_memory() {
#ifdef WARPLENS_RESERVES_TERABYTES
  return false;
#else
  return true;
#endif
}

std::string take_limits(const Limits& limits) {
  ::signal(SIGXFSZ, SIG_IGN);
  std::string problem = forbid_privileges();
  if (problem.empty()) problem = forbid_core_dumps();
  const auto set = [&problem](Resource resource, Sentence what, std::optional<uint64_t> wanted,
                              rlim_t grace = 0) {
    if (problem.empty()) problem = limit(resource, what, wanted, grace);
  };
  set(RLIMIT_FSIZE, sentence("the files"), limits.file_bytes);
  set(RLIMIT_CPU, sentence("the processor time"), limits.processor_s, 1);
  if (can_limit_memory()) {
    set(RLIMIT_AS, sentence("the address space"), limits.address_bytes);
    set(RLIMIT_DATA, sentence("the data"), limits.data_bytes);
  }
  return problem;
}

#ifdef WARPLENS_HAS_LANDLOCK

bool can_limit_files() {
  const long version =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 && can_limit_memory();
}

bool read_only_below(const std::vector<std::string>& folders) {
  if (!can_limit_files()) return false;
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // all of the first version
  const long made = ::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (made < 0) return false;
  const int set = static_cast<int>(made);
  for (const std::string& folder : folders) {
    landlock_path_beneath_attr below{};
    below.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    below.parent_fd = ::open(folder.c_str(), O_PATH | O_CLOEXEC);
    if (below.parent_fd < 0) continue;
    ::syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
    ::close(below.parent_fd);
  }
  const bool is_restricted = ::syscall(SYS_landlock_restrict_self, set, 0) == 0;
  ::close(set);
  return is_restricted;
}

#else

bool can_limit_files() {
  return false;
}

bool read_only_below(const std::vector<std::string>&) {
  return false;
}

#endif

}  // namespace warplens::measure
#endif
