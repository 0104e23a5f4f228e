#include "sim/base/large_pages.hpp"

#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace warplens::base {
namespace {

constexpr uint64_t kLargeBytes = uint64_t{2} << 20;
constexpr uint32_t kAllFree = (1u << (kLargeBytes / kPieceBytes)) - 1;
constexpr uint32_t kKept = 16;  // large pages without a piece in use

std::byte* take_large(uint64_t bytes) {
  const uint64_t whole = (bytes + kLargeBytes - 1) / kLargeBytes * kLargeBytes;
  void* const begin = std::aligned_alloc(kLargeBytes, whole);
  if (begin == nullptr) throw std::bad_alloc();
  use_large_pages(begin, whole);
  return static_cast<std::byte*>(begin);
}

class Pieces {
 public:
  std::byte* take() {
    const std::lock_guard lock(mutex_);
    if (with_room_.empty()) {
      with_room_.emplace(take_large(kLargeBytes), kAllFree);
      ++unused_;
    }
    const auto page = with_room_.begin();
    if (page->second == kAllFree) --unused_;
    const auto piece = static_cast<uint32_t>(std::countr_zero(page->second));
    std::byte* const begin = page->first + piece * kPieceBytes;
    page->second &= page->second - 1;
    if (page->second == 0) with_room_.erase(page);
    return begin;
  }

  void give_back(std::byte* begin) {
    const uint64_t offset = std::bit_cast<uintptr_t>(begin) % kLargeBytes;
    const std::lock_guard lock(mutex_);
    const auto page = with_room_.try_emplace(begin - offset, 0).first;
    page->second |= 1u << (offset / kPieceBytes);
    if (page->second != kAllFree) return;
    if (++unused_ <= kKept) return;
    --unused_;
    std::free(page->first);
    with_room_.erase(page);
  }

 private:
  std::mutex mutex_;
  std::map<std::byte*, uint32_t> with_room_;  // large pages, and a bit for each free piece
  uint32_t unused_ = 0;
};

// Never destroyed: arrays of static duration give their pages back last.
Pieces& pieces() {
  static auto* const all = new Pieces();
  return *all;
}

}  // namespace

void use_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] uint64_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(begin, bytes, MADV_HUGEPAGE);
#endif
}

std::byte* take_bytes(uint64_t bytes) {
  if (bytes == kPieceBytes) return pieces().take();
  return bytes >= kLargeBytes ? take_large(bytes) : new std::byte[bytes];
}

void give_back_bytes(std::byte* begin, uint64_t bytes) {
  if (bytes == kPieceBytes) {
    pieces().give_back(begin);
  } else if (bytes >= kLargeBytes) {
    std::free(begin);
  } else {
    delete[] begin;
  }
}

}  // namespace warplens::base
