#include "sim/base/paged_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/base/assert.hpp"

namespace warplens::base {

static_assert(uint64_t{1} << PagedBytes::kPageShift == kPieceBytes);

namespace {

// The period again and again.
void repeat(const std::vector<std::byte>& period, std::span<std::byte> to) {
  if (period.size() == 1) {
    std::memset(to.data(), std::to_integer<int>(period[0]), to.size());
    return;
  }
  uint64_t done = std::min(period.size(), to.size());
  std::copy_n(period.begin(), done, to.begin());
  while (done < to.size()) {  // doubles what is there, which begins with whole periods
    const uint64_t part = std::min(done / period.size() * period.size(), to.size() - done);
    std::memcpy(to.data() + done, to.data(), part);
    done += part;
  }
}

}  // namespace

PagedBytes::PagedBytes(uint64_t size, std::shared_ptr<PageBudget> budget)
    : PagedBytes(size, {std::byte{0}}, std::move(budget)) {}

PagedBytes::PagedBytes(uint64_t size, const std::vector<std::byte>& period,
                       std::shared_ptr<PageBudget> budget)
    : size_(size), budget_(std::move(budget)) {
  WL_ASSERT(!period.empty(), "a period has a byte");
  if (size <= kWholeBytes) {
    if (size == 0) return;
    Page& page = pages_.emplace_back();
    page.owner = SharedPage(size, budget_);
    repeat(period, {page.owner.get(), size});
    page.bytes = page.owner.get();
    return;
  }
  shift_ = kPageShift;
  const uint64_t page_bytes = uint64_t{1} << shift_;
  pages_.resize((size + page_bytes - 1) / page_bytes);
  std::vector<std::byte> pattern(page_bytes + period.size());
  repeat(period, pattern);
  pattern_ = std::make_shared<const std::vector<std::byte>>(std::move(pattern));
  for (uint64_t i = 0; i < pages_.size(); ++i)
    pages_[i].bytes = pattern_->data() + (i << shift_) % period.size();
}

PagedBytes::PagedBytes(const std::vector<std::byte>& content) : PagedBytes(content.size()) {
  if (!content.empty()) write(0, content);
}

void PagedBytes::begin_own(uint64_t index) {
  const uint64_t begin = index << shift_;
  pages_[index].owner = SharedPage(end_of(begin) - begin, budget_);
  pages_[index].bytes = pages_[index].owner.get();
}

void PagedBytes::make_own(uint64_t index) {
  const uint64_t begin = index << shift_;
  const Page before = pages_[index];
  begin_own(index);
  std::memcpy(pages_[index].owner.get(), before.bytes, end_of(begin) - begin);
}

void PagedBytes::read(uint64_t offset, std::span<std::byte> to) const {
  WL_ASSERT(offset + to.size() <= size_, "a range of the array is read");
  for (size_t done = 0; done < to.size();) {
    const View page = view(offset + done);
    const size_t part = std::min<uint64_t>(page.end - (offset + done), to.size() - done);
    std::memcpy(to.data() + done, page.bytes + (offset + done - page.begin), part);
    done += part;
  }
}

void PagedBytes::write(uint64_t offset, std::span<const std::byte> from) {
  WL_ASSERT(offset + from.size() <= size_, "a range of the array is written");
  for (size_t done = 0; done < from.size();) {
    const uint64_t index = (offset + done) >> shift_, begin = index << shift_;
    const bool is_replaced = begin == offset + done && end_of(begin) - begin <= from.size() - done;
    if (is_replaced && !is_own_page(begin)) begin_own(index);
    const MutableView page = view_to_write(offset + done);
    const size_t part = std::min<uint64_t>(page.end - (offset + done), from.size() - done);
    std::memcpy(page.bytes + (offset + done - page.begin), from.data() + done, part);
    done += part;
  }
}

std::vector<std::byte> PagedBytes::to_vector() const {
  std::vector<std::byte> bytes(size_);
  read(0, bytes);
  return bytes;
}

uint64_t PagedBytes::bytes_apart_from(const PagedBytes& other) const {
  WL_ASSERT(other.size_ == size_, "states of one array are of one size");
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < pages_.size(); ++i) {
    const std::byte* own = pages_[i].owner.get();
    const uint64_t begin = i << shift_;
    if (own != nullptr && own != other.pages_[i].owner.get()) bytes += end_of(begin) - begin;
  }
  return bytes;
}

void PagedBytes::share_equal_pages(const PagedBytes& other) {
  WL_ASSERT(other.size_ == size_, "states of one array are of one size");
  for (uint64_t i = 0; i < pages_.size(); ++i) {
    const Page& page = other.pages_[i];
    const uint64_t begin = i << shift_;
    if (pages_[i].bytes != page.bytes &&
        std::memcmp(pages_[i].bytes, page.bytes, end_of(begin) - begin) == 0)
      pages_[i] = page;
  }
}

bool operator==(const PagedBytes& a, const PagedBytes& b) {
  if (a.size_ != b.size_) return false;
  for (uint64_t at = 0; at < a.size_;) {
    const PagedBytes::View left = a.view(at), right = b.view(at);
    const uint64_t end = std::min(left.end, right.end);
    const std::byte* const l = left.bytes + (at - left.begin);
    const std::byte* const r = right.bytes + (at - right.begin);
    if (l != r && std::memcmp(l, r, end - at) != 0) return false;
    at = end;
  }
  return true;
}

}  // namespace warplens::base
