// A large array's bytes in pages that copies share: a copy takes no room, and a write to a shared
// page makes that page its own. A page whose bytes repeat with a period is not stored at all until
// it is written. An array up to kWholeBytes is one page; of a larger one, who keeps
// states of memory while it changes copies only pages that do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/base/shared_page.hpp"

namespace warplens::base {

class PagedBytes {
 public:
  static constexpr uint64_t kWholeBytes = uint64_t{1} << 20;
  static constexpr uint32_t kPageShift = 18;

  // Neighbouring bytes of one page: those from `begin` to `end` of the array.
  struct View {
    const std::byte* bytes = nullptr;
    uint64_t begin = 0, end = 0;
  };
  struct MutableView {
    std::byte* bytes = nullptr;
    uint64_t begin = 0, end = 0;
  };

  PagedBytes() = default;
  // Zeros. `budget` may be null; it counts every page that is stored.
  explicit PagedBytes(uint64_t size, std::shared_ptr<PageBudget> budget = nullptr);
  // Byte i is period[i % period.size()]; the period is not empty.
  PagedBytes(uint64_t size, const std::vector<std::byte>& period,
             std::shared_ptr<PageBudget> budget = nullptr);
  explicit PagedBytes(const std::vector<std::byte>& content);

  uint64_t size() const { return size_; }
  // The page around a byte, which must be in the array.
  View view(uint64_t offset) const {
    const uint64_t index = offset >> shift_, begin = index << shift_;
    return {pages_[index].bytes, begin, end_of(begin)};
  }
  MutableView view_to_write(uint64_t offset) {
    const uint64_t index = offset >> shift_, begin = index << shift_;
    Page& page = pages_[index];
    is_written_ = true;
    if (!page.owner.has_one_holder()) make_own(index);
    return {page.owner.get(), begin, end_of(begin)};
  }

  // Whether the page around a byte takes no room when it is written to: no copy shares it.
  bool is_own_page(uint64_t offset) const {
    return pages_[offset >> shift_].owner.has_one_holder();
  }

  // Whether a page was given to who writes to it since that was forgotten.
  bool is_written() const { return is_written_; }
  void forget_writes() { is_written_ = false; }

  // Ranges must be in the array.
  void read(uint64_t offset, std::span<std::byte> to) const;
  void write(uint64_t offset, std::span<const std::byte> from);
  std::byte operator[](uint64_t offset) const {
    const View page = view(offset);
    return page.bytes[offset - page.begin];
  }
  std::vector<std::byte> to_vector() const;
  // What is stored here and not shared with `other`, another state of the same array. [bytes]
  uint64_t bytes_apart_from(const PagedBytes& other) const;
  // Holds the pages of `other`, another state of the same array, where they have the same bytes.
  void share_equal_pages(const PagedBytes& other);
  const std::shared_ptr<PageBudget>& budget() const { return budget_; }  // may be null

  friend bool operator==(const PagedBytes& a, const PagedBytes& b);

 private:
  struct Page {
    SharedPage owner;  // empty: the bytes are the pattern's
    const std::byte* bytes = nullptr;
  };
  uint64_t end_of(uint64_t begin) const {
    return size_ - begin < (uint64_t{1} << shift_) ? size_ : begin + (uint64_t{1} << shift_);
  }
  void make_own(uint64_t index);
  // The same with bytes that are unknown until they are written.
  void begin_own(uint64_t index);

  uint64_t size_ = 0;
  uint32_t shift_ = 63;
  bool is_written_ = false;
  std::vector<Page> pages_;
  std::shared_ptr<const std::vector<std::byte>> pattern_;  // a page and a period long
  std::shared_ptr<PageBudget> budget_;
};

}  // namespace warplens::base
