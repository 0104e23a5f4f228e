// Reads numbers from bytes that may be damaged: what is beyond their end is 0, and has_failed()
// from then on. Little-endian, as every cubin.
#pragma once

#include <cstdint>
#include <string_view>

namespace warplens::measure::cubin {

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes, uint64_t at = 0) : bytes_(bytes) { go_to(at); }

  bool has_failed() const { return has_failed_; }
  bool is_at_end() const { return has_failed_ || at_ == bytes_.size(); }
  uint64_t at() const { return at_; }
  uint64_t left() const { return has_failed_ ? 0 : bytes_.size() - at_; }

  void go_to(uint64_t at) {
    if (at > bytes_.size()) has_failed_ = true;
    if (!has_failed_) at_ = at;
  }
  void skip(uint64_t count) {
    if (count > left()) has_failed_ = true;
    if (!has_failed_) at_ += count;
  }

  uint8_t u8() { return static_cast<uint8_t>(number(1)); }
  uint16_t u16() { return static_cast<uint16_t>(number(2)); }
  uint32_t u32() { return static_cast<uint32_t>(number(4)); }
  uint64_t u64() { return number(8); }
  int8_t i8() { return static_cast<int8_t>(u8()); }

  // DWARF's numbers of any length; what is more than 64 bits is dropped.
  uint64_t unsigned_leb() {
    uint64_t value = 0;
    uint8_t byte = 0x80;
    for (uint32_t shift = 0; (byte & 0x80) != 0 && !has_failed_; shift += 7) {
      byte = u8();
      if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
    }
    return value;
  }
  int64_t signed_leb() {
    uint64_t value = 0;
    uint8_t byte = 0x80;
    uint32_t shift = 0;
    for (; (byte & 0x80) != 0 && !has_failed_; shift += 7) {
      byte = u8();
      if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
    }
    if (shift < 64 && (byte & 0x40) != 0) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
  }

  // Up to its closing zero, which is skipped.
  std::string_view text() {
    const size_t end = has_failed_ ? bytes_.npos : bytes_.find('\0', at_);
    if (end == bytes_.npos) has_failed_ = true;
    if (has_failed_) return {};
    const std::string_view found = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }

 private:
  uint64_t number(uint32_t count) {
    if (count > left()) has_failed_ = true;
    if (has_failed_) return 0;
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; ++i)
      value |= uint64_t{static_cast<unsigned char>(bytes_[at_ + i])} << (8 * i);
    at_ += count;
    return value;
  }

  std::string_view bytes_;
  uint64_t at_ = 0;
  bool has_failed_ = false;
};

}  // namespace warplens::measure::cubin
