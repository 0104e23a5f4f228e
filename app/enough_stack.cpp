#include "app/enough_stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

namespace warplens {

namespace {

constexpr rlim_t kLeast = rlim_t{1} << 20;   // [bytes]
constexpr size_t kLarger = size_t{8} << 20;  // what systems usually give

struct Job {
  const std::function<int()>& work;
  int status = 0;
};

extern "C" void* do_job(void* job) {
  auto& one = *static_cast<Job*>(job);
  one.status = one.work();
  return nullptr;
}

}  // namespace

int on_enough_stack(const std::function<int()>& work) {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return work();
  Job job{work};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kLarger);
  pthread_t thread;
  const bool is_begun = pthread_create(&thread, &attributes, do_job, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!is_begun) return work();
  pthread_join(thread, nullptr);
  return job.status;
}

}  // namespace warplens
