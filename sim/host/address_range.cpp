#include "sim/host/address_range.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "sim/base/large_pages.hpp"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#define WARPLENS_HAS_MMAP 1
#endif

namespace warplens::host {

namespace {

constexpr uint64_t kLeast = uint64_t{64} << 20;
// What small programs touch is less than a large page, which takes longer to be given.
[[maybe_unused]] constexpr uint64_t kSmallPages = uint64_t{4} << 20;

#ifdef WARPLENS_HAS_MMAP
void* take(uint64_t bytes) {
  void* const taken = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (taken == MAP_FAILED) return nullptr;
  if (bytes > kSmallPages)
    base::use_large_pages(static_cast<std::byte*>(taken) + kSmallPages, bytes - kSmallPages);
  return taken;
}
void give_back(void* taken, uint64_t bytes) {
  munmap(taken, bytes);
}
#else
void* take(uint64_t bytes) {
  return std::calloc(1, bytes);
}
void give_back(void* taken, uint64_t /*bytes*/) {
  std::free(taken);
}
#endif

}  // namespace

AddressRange::AddressRange(uint64_t wanted) {
  for (size_ = std::max(wanted, kLeast); size_ >= kLeast; size_ /= 2) {
    bytes_ = static_cast<std::byte*>(take(size_));
    if (bytes_ != nullptr) return;
  }
  throw std::bad_alloc();
}

AddressRange::~AddressRange() {
  give_back(bytes_, size_);
}

}  // namespace warplens::host
