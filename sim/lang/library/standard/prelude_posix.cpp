// <pthread.h>, <getopt.h>, <sys/mman.h>, <sys/utsname.h> and <sys/resource.h>, for whole programs.
// A program has one thread: what another one would execute is executed where it is made, as
// std::thread is; so a wait for what a later thread does would not end, and waiting functions are
// not declared.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kThreads = R"cuda(
#pragma once
typedef unsigned long pthread_t;
typedef struct { int kind; } pthread_attr_t;
typedef struct { int owned; } pthread_mutex_t;
typedef struct { int kind; } pthread_mutexattr_t;
typedef struct { int signals; } pthread_cond_t;
typedef struct { int kind; } pthread_condattr_t;
typedef struct { int spinning; } pthread_spinlock_t;
typedef struct { int owned; } pthread_rwlock_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_PROCESS_PRIVATE 0
// A handle is the address of what the thread returned; the first one's is 0.
struct warplens_thread { void* value; };
inline warplens_thread* warplens_this_thread = nullptr;
struct warplens_thread_exit { void* value; };
inline void pthread_exit(void* value) {
  if (warplens_this_thread == nullptr) exit(0);
  throw warplens_thread_exit{value};
}
inline int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                          void* argument) {
  warplens_thread* const made = (warplens_thread*)calloc(1, sizeof(warplens_thread));
  warplens_thread* const maker = warplens_this_thread;
  *thread = (pthread_t)made;
  warplens_this_thread = made;
  try {
    made->value = function(argument);
  } catch (const warplens_thread_exit& end) {
    made->value = end.value;
  }
  warplens_this_thread = maker;
  return 0;
}
inline int pthread_join(pthread_t thread, void** value) {
  warplens_thread* const ended = (warplens_thread*)thread;
  if (value != nullptr) *value = ended->value;
  free(ended);
  return 0;
}
inline int pthread_detach(pthread_t thread) {
  free((warplens_thread*)thread);
  return 0;
}
inline int pthread_cancel(pthread_t thread) { return 0; }
inline void pthread_testcancel() {}
inline int pthread_setcancelstate(int state, int* old) { return 0; }
inline int pthread_setcanceltype(int type, int* old) { return 0; }
inline pthread_t pthread_self() { return (pthread_t)warplens_this_thread; }
inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
inline int pthread_once(pthread_once_t* once, void (*function)()) {
  if (*once == 0) {
    *once = 1;
    function();
  }
  return 0;
}
inline int pthread_attr_init(pthread_attr_t* attributes) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t* attributes) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t* attributes, int state) { return 0; }
inline int pthread_attr_setstacksize(pthread_attr_t* attributes, size_t bytes) { return 0; }
inline int pthread_mutexattr_init(pthread_mutexattr_t* attributes) { return 0; }
inline int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) { return 0; }
inline int pthread_mutexattr_destroy(pthread_mutexattr_t* attributes) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) { return 0; }
inline int pthread_mutex_destroy(pthread_mutex_t* mutex) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t* mutex) { return 0; }
inline int pthread_mutex_trylock(pthread_mutex_t* mutex) { return 0; }
inline int pthread_mutex_unlock(pthread_mutex_t* mutex) { return 0; }
inline int pthread_spin_init(pthread_spinlock_t* lock, int shared) { return 0; }
inline int pthread_spin_destroy(pthread_spinlock_t* lock) { return 0; }
inline int pthread_spin_lock(pthread_spinlock_t* lock) { return 0; }
inline int pthread_spin_unlock(pthread_spinlock_t* lock) { return 0; }
inline int pthread_rwlock_init(pthread_rwlock_t* lock, const void* attributes) { return 0; }
inline int pthread_rwlock_destroy(pthread_rwlock_t* lock) { return 0; }
inline int pthread_rwlock_rdlock(pthread_rwlock_t* lock) { return 0; }
inline int pthread_rwlock_wrlock(pthread_rwlock_t* lock) { return 0; }
inline int pthread_rwlock_unlock(pthread_rwlock_t* lock) { return 0; }
inline int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t* condition) { return 0; }
inline int pthread_cond_signal(pthread_cond_t* condition) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t* condition) { return 0; }
inline int pthread_yield() { return 0; }
inline int sched_yield() { return 0; }
)cuda";

// As glibc has it: words that are no options move behind those that are.
constexpr std::string_view kOptions = R"cuda(
#pragma once
inline char* optarg = nullptr;
inline int optind = 1;
inline int opterr = 1;
inline int optopt = '?';
struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};
#define no_argument 0
#define required_argument 1
#define optional_argument 2
// Letters of the word that are still to be read, and the first word that was not looked at.
inline char* warplens_letters = nullptr;
inline int warplens_unread = 1;
// The next unread word, moved before those that are no options.
inline char* warplens_next_word(char* const* words) {
  char** to = (char**)words;
  char* const word = to[warplens_unread];
  for (int i = warplens_unread; i > optind; --i) to[i] = to[i - 1];
  to[optind++] = word;
  ++warplens_unread;
  return word;
}
inline int warplens_bad_option(const char* program, const char* what, char letter) {
  if (opterr) fprintf(stderr, "%s: %s -- '%c'\n", program, what, letter);
  optopt = letter;
  return '?';
}
inline int warplens_long_option(int argc, char* const* argv, const char* text, const option* all, int* index) {
  const char* const value = strchr(text, '=');
  const size_t size = value != nullptr ? value - text : strlen(text);
  int found = -1;
  for (int i = 0; all[i].name != nullptr; ++i) {
    if (strncmp(all[i].name, text, size) != 0) continue;
    const bool is_whole = strlen(all[i].name) == size;
    if (is_whole || found < 0) found = i;
    if (is_whole) break;
  }
  optopt = 0;
  if (found < 0) {
    if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], text);
    return '?';
  }
  if (value != nullptr) {
    if (all[found].has_arg == no_argument) {
      if (opterr) fprintf(stderr, "%s: option '--%s' doesn't allow an argument\n", argv[0], all[found].name);
      return '?';
    }
    optarg = (char*)value + 1;
  } else if (all[found].has_arg == required_argument) {
    if (warplens_unread >= argc) {
      if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], all[found].name);
      return '?';
    }
    optarg = warplens_next_word(argv);
  }
  if (index != nullptr) *index = found;
  if (all[found].flag == nullptr) return all[found].val;
  *all[found].flag = all[found].val;
  return 0;
}
inline int getopt_long(int argc, char* const* argv, const char* letters, const option* all, int* index) {
  optarg = nullptr;
  if (optind == 0) optind = 1;
  if (warplens_unread < optind || optind == 1) warplens_unread = optind;
  const bool is_silent = letters[letters[0] == '+' || letters[0] == '-'] == ':';
  if (warplens_letters == nullptr || *warplens_letters == 0) {
    const bool keeps_order = letters[0] == '+';
    while (!keeps_order && warplens_unread < argc &&
           (argv[warplens_unread][0] != '-' || argv[warplens_unread][1] == 0)) ++warplens_unread;
    if (warplens_unread >= argc) return -1;
    if (argv[warplens_unread][0] != '-' || argv[warplens_unread][1] == 0) return -1;
    char* const word = warplens_next_word(argv);
    if (strcmp(word, "--") == 0) return -1;
    if (all != nullptr && word[1] == '-') return warplens_long_option(argc, argv, word + 2, all, index);
    warplens_letters = word + 1;
  }
  const char letter = *warplens_letters++;
  const char* const known = letter == ':' ? nullptr : strchr(letters, letter);
  if (known == nullptr) return warplens_bad_option(argv[0], "invalid option", letter);
  if (known[1] != ':') return letter;
  if (*warplens_letters != 0) {
    optarg = warplens_letters;
  } else if (known[2] != ':') {
    if (warplens_unread >= argc) {
      warplens_letters = nullptr;
      if (!is_silent) return warplens_bad_option(argv[0], "option requires an argument", letter);
      optopt = letter;
      return ':';
    }
    optarg = warplens_next_word(argv);
  }
  warplens_letters = nullptr;
  return letter;
}
inline int getopt(int argc, char* const* argv, const char* letters) {
  return getopt_long(argc, argv, letters, nullptr, nullptr);
}
)cuda";

constexpr std::string_view kSystem = R"cuda(
#pragma once
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; };
inline int uname(struct utsname* to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->nodename, "warplens");
  strcpy(to->release, "6.1.0");
  strcpy(to->version, "#1 SMP");
  strcpy(to->machine, "x86_64");
  return 0;
}
)cuda";

constexpr std::string_view kResources = R"cuda(
#pragma once
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock;
  long ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
inline int getrusage(int who, struct rusage* to) {
  memset(to, 0, sizeof *to);
  const long long now = warplens_nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  to->ru_utime.tv_sec = now / 1000000000;
  to->ru_utime.tv_usec = now % 1000000000 / 1000;
  return 0;
}
)cuda";

// Memory that no file is behind.
constexpr std::string_view kMappings = R"cuda(
#pragma once
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_FAILED ((void*)-1)
inline void* mmap(void* wanted, size_t bytes, int protection, int flags, int file, long offset) {
  if ((flags & MAP_ANONYMOUS) == 0) return MAP_FAILED;
  void* const made = aligned_alloc(4096, bytes);
  if (made == nullptr) return MAP_FAILED;
  return memset(made, 0, bytes);
}
inline int munmap(void* mapped, size_t bytes) {
  free(mapped);
  return 0;
}
inline int mlock(const void* mapped, size_t bytes) { return 0; }
inline int munlock(const void* mapped, size_t bytes) { return 0; }
)cuda";

constexpr auto kHeaders = std::to_array<Prelude>({{"pthread.h", kThreads},
                                                  {"getopt.h", kOptions},
                                                  {"unistd.h", kOptions},
                                                  {"sys/utsname.h", kSystem},
                                                  {"sys/mman.h", kMappings},
                                                  {"sys/resource.h", kResources}});

}  // namespace

std::optional<Prelude> posix_header(std::string_view name) {
  for (const Prelude& header : kHeaders) {
    if (header.name == name)
      return header.text == kOptions ? Prelude{"getopt.h", kOptions} : header;
  }
  return std::nullopt;
}

}  // namespace warplens::lang
