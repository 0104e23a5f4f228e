#include "app/window/platform/address_space.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace warplens::platform {
namespace {

constexpr uint64_t kEnoughToDraw = uint64_t{350} << 20;  // [bytes]

uint64_t address_space_in_use() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

bool fit_into_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
#ifdef M_ARENA_MAX
  // Each thread would reserve 64 MB for itself, and the renderer starts several.
  ::mallopt(M_ARENA_MAX, 1);
#endif
  const uint64_t used = address_space_in_use();
  return used < limit.rlim_cur && limit.rlim_cur - used >= kEnoughToDraw;
}

}  // namespace warplens::platform
