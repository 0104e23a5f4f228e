#include "sim/host/labels.hpp"

#include <algorithm>
#include <cstring>

namespace warplens::host {

namespace {

// What a range has in one page.
struct Part {
  const Label* labels = nullptr;
  uint64_t bytes = 0;
};
Part part_at(const base::PagedBytes& labels, uint64_t at, uint64_t end) {
  const base::PagedBytes::View page = labels.view(at);
  const std::byte* const from = page.bytes + (at - page.begin);
  return {reinterpret_cast<const Label*>(from), std::min(end, page.end) - at};
}

}  // namespace

Label first_label(const Label* at, uint64_t bytes) {
  const Label* const found =
      std::find_if(at, at + bytes, [](const Label label) { return label != 0; });
  return found == at + bytes ? 0 : *found;
}

void DeviceLabels::add(uint64_t bytes, Label label) {
  if (is_off_) label = 0;
  arrays_.push_back({base::PagedBytes(bytes, std::vector{std::byte{label}}), label != 0});
}

void DeviceLabels::clear(uint32_t array) {
  arrays_[array] = {};
}

void DeviceLabels::clear() {
  is_off_ = true;
  for (Array& array : arrays_)
    array = {base::PagedBytes(array.labels.size(), std::vector{std::byte{0}}), false};
}

void DeviceLabels::put(uint32_t array, uint64_t offset, uint64_t bytes, Label label) {
  Array& of = arrays_[array];
  if (is_off_ || (label == 0 && !of.may_have)) return;
  if (offset == 0 && bytes == of.labels.size()) {
    of = {base::PagedBytes(bytes, std::vector{std::byte{label}}), label != 0};
    return;
  }
  of.may_have = true;
  for (uint64_t at = offset; at < offset + bytes;) {
    const base::PagedBytes::MutableView page = of.labels.view_to_write(at);
    const uint64_t end = std::min(page.end, offset + bytes);
    std::memset(page.bytes + (at - page.begin), label, end - at);
    at = end;
  }
}

void DeviceLabels::put(uint32_t array, uint64_t offset, std::span<const Label> labels) {
  if (first_label(labels.data(), labels.size()) == 0) return put(array, offset, labels.size(), 0);
  if (is_off_) return;
  arrays_[array].may_have = true;
  arrays_[array].labels.write(offset, std::as_bytes(labels));
}

void DeviceLabels::get(uint32_t array, uint64_t offset, std::span<Label> to) const {
  arrays_[array].labels.read(offset, std::as_writable_bytes(to));
}

Label DeviceLabels::first(uint32_t array, uint64_t offset, uint64_t bytes) const {
  if (!arrays_[array].may_have) return 0;
  for (uint64_t at = offset; at < offset + bytes;) {
    const Part part = part_at(arrays_[array].labels, at, offset + bytes);
    if (const Label label = first_label(part.labels, part.bytes); label != 0) return label;
    at += part.bytes;
  }
  return 0;
}

bool DeviceLabels::may_have_any() const {
  return std::any_of(arrays_.begin(), arrays_.end(),
                     [](const Array& array) { return array.may_have; });
}

uint64_t NeverWritten::next_in(const base::PagedBytes::View& page, uint64_t at) const {
  uint64_t end = page.end;
  for (const Label label : {one_, other_}) {
    if (label == 0) continue;
    const void* const found = std::memchr(page.bytes + (at - page.begin), label, end - at);
    if (found != nullptr)
      end = page.begin + static_cast<uint64_t>(static_cast<const std::byte*>(found) - page.bytes);
  }
  return end;
}

bool NeverWritten::has_more_than(const NeverWritten& later) const {
  const bool is_comparable =
      later.labels_.size() == labels_.size() && later.one_ == one_ && later.other_ == other_;
  for (uint64_t at = 0; at < labels_.size();) {
    const base::PagedBytes::View page = labels_.view(at);
    const auto is_same = [&] {
      const std::byte* const other = later.labels_.view(at).bytes;
      return other == page.bytes || std::memcmp(other, page.bytes, page.end - page.begin) == 0;
    };
    if (!is_comparable || !is_same()) {
      while ((at = next_in(page, at)) < page.end) {
        if (!later.has_any_of(at, 1)) return true;
        ++at;
      }
    }
    at = page.end;
  }
  return false;
}

uint64_t NeverWritten::share_pages_of(const NeverWritten& earlier) {
  if (earlier.labels_.size() != labels_.size()) return labels_.size();
  labels_.share_equal_pages(earlier.labels_);
  return labels_.bytes_apart_from(earlier.labels_);
}

bool NeverWritten::has_any_of(uint64_t offset, uint64_t bytes) const {
  const uint64_t end = std::min(offset + bytes, labels_.size());
  for (uint64_t at = offset; at < end;) {
    const base::PagedBytes::View page = labels_.view(at);
    if (next_in({page.bytes, page.begin, std::min(page.end, end)}, at) < std::min(page.end, end))
      return true;
    at = page.end;
  }
  return false;
}

}  // namespace warplens::host
