// A range of the computer's addresses whose bytes are zero and take no memory until they are used.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplens::host {

class AddressRange {
 public:
  // Of at most so many bytes: fewer where the computer gives fewer.
  explicit AddressRange(uint64_t wanted);
  ~AddressRange();
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;

  std::byte* bytes() const { return bytes_; }
  uint64_t size() const { return size_; }

 private:
  std::byte* bytes_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace warplens::host
